"""Lists of tables that grow: without a count of all rows, and searched by what has an index."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from allauth.account.models import EmailAddress
from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from accounts.for_games import User, name_key

if TYPE_CHECKING:
    from django.contrib.admin import ModelAdmin

    Base = ModelAdmin
else:
    Base = object

MOST_ROWS = 2000  # that a list goes back; who wants an older row searches for it
MOST_PEOPLE = 200  # whose name begins with what is searched for
LARGEST_NUMBER = 2**63 - 1  # that a database stores


class BoundedPaginator(Paginator):
    """Counts no further than the list goes: a count of a whole table takes longer the larger it is."""

    @cached_property
    def count(self) -> int:
        return min(self._counted, MOST_ROWS)

    @property
    def is_cut(self) -> bool:
        """Whether there are more rows than the list shows."""
        return self._counted > MOST_ROWS

    @cached_property
    def _counted(self) -> int:
        return self.object_list.order_by()[: MOST_ROWS + 1].count()  # type: ignore[union-attr]


class LargeList(Base):
    """The latest rows first. A number that is searched for is that of a row or a game, anything else begins a name."""

    paginator = BoundedPaginator
    show_full_result_count = False
    ordering: Any = ("-pk",)
    list_max_show_all = 200
    search_fields: Any = ("pk",)  # so that there is a field to search in; see get_search_results
    search_help_text: Any = _("A number, or the beginning of a name")
    number_paths: Sequence[str] = ("pk",)
    person_paths: Sequence[str] = ("user",)
    text_paths: Sequence[str] = ()  # columns that are the text itself

    def get_search_results(self, request: HttpRequest, rows: QuerySet[Any], term: str) -> tuple[QuerySet[Any], bool]:
        term = term.strip().removeprefix("#")
        if not term:
            return rows, False
        number = int(term) if term.isascii() and term.isdecimal() and len(term) < 20 else None
        if number is not None:
            wanted = [Q(**{path: number}) for path in self.number_paths if number <= LARGEST_NUMBER]
        else:
            people = people_called(term)
            wanted = [Q(**{f"{path}__in": people}) for path in self.person_paths if people]
        wanted += [Q(**{path: term}) for path in self.text_paths]
        found = Q(pk=None)
        for condition in wanted:
            found |= condition
        return rows.filter(found), False


def people_called(text: str) -> list[int]:
    """The ids of the people whose name begins so, however it is written, or who have this address."""
    if "@" in text:
        return list(EmailAddress.objects.filter(email=text.lower()).values_list("user", flat=True)[:MOST_PEOPLE])
    key = name_key(text)
    if not key:
        return []
    named = User.objects.filter(name_key__startswith=key).order_by("name_key")
    return list(named.values_list("pk", flat=True)[:MOST_PEOPLE])
