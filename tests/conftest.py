from hypothesis import settings

settings.register_profile("here", deadline=None)  # a machine that is busy elsewhere is no failure
settings.load_profile("here")
