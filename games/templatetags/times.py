from __future__ import annotations

from datetime import datetime, timedelta

from django import template
from django.utils import timezone
from django.utils.translation import gettext as _

register = template.Library()


@register.filter
def until(moment: datetime) -> str:
    """How long it is until then, as short as a list needs it; nothing once it is past."""
    left = moment - timezone.now()
    if left < timedelta(0):
        return ""
    hours, minutes = left.seconds // 3600, left.seconds // 60 % 60
    if left.days:
        return _("%(days)s d %(hours)s h left") % {"days": left.days, "hours": hours}
    if hours:
        return _("%(hours)s h left") % {"hours": hours}
    return _("%(minutes)s min left") % {"minutes": minutes}
