"""A channel of a test: what games.notify.channels.Channel asks of a module, and no more."""

KEY = "pigeon"
TITLE = "By pigeon"
loft: list[object] = []


def reaches(user):
    return True


def postpone(user, row, now, policy):
    return None


def bundles(rows, policy):
    return [[row] for row in rows]


def send(bundle):
    bundle.check()
    loft.append((bundle.user, bundle.rows[0].notification.occasion))
