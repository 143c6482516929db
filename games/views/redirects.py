from django.http import HttpResponseRedirect


class SeeOther(HttpResponseRedirect):
    """After a POST: go and look there, by GET."""

    status_code = 303


def see_other(address: str) -> SeeOther:
    return SeeOther(address)
