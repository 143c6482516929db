"""Why a site cannot be kept or brought back."""


class CannotKeep(Exception):
    """With a sentence for the operator: what is wrong, and what to do."""
