from django.http import HttpResponseRedirect


class SeeOther(HttpResponseRedirect):
    """The redirect after a POST: the browser fetches the address by GET."""

    status_code = 303


def see_other(address: str) -> SeeOther:
    return SeeOther(address)
