"""Whether something is switched on. Without a row it is."""

from games.models import Switch
from games.site.remembered import Remembered

Key = Switch.Key


def is_on(key: Switch.Key) -> bool:
    return not Switch.objects.filter(key=key, is_on=False).exists()


def _ask() -> frozenset[str]:
    return frozenset(Switch.objects.filter(is_on=False).values_list("key", flat=True))


off: Remembered[frozenset[str]] = Remembered(_ask, otherwise=frozenset())  # what pages need not offer
