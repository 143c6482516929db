"""What everybody is told at the head of every page."""

from django.utils import timezone

from games.models import SiteNotice
from games.site.remembered import Remembered


def current() -> list[str]:
    """The texts of the notices that hold now."""
    now = timezone.now()
    return [notice.text for notice in posted() if notice.starts <= now < notice.ends]


posted: Remembered[list[SiteNotice]] = Remembered(
    lambda: list(SiteNotice.objects.filter(ends__gt=timezone.now())), otherwise=[]
)
