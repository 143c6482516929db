"""Lists of tables that grow: without a count of all rows, and searched by what has an index."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any, ClassVar, cast

from allauth.account.models import EmailAddress
from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from accounts.for_games import User

if TYPE_CHECKING:
    from django.contrib.admin import ModelAdmin

    Base = ModelAdmin
else:
    Base = object

MOST_ROWS = 2000  # that a list goes back; who wants an older row searches for it
MOST_PEOPLE = 200  # whose name begins with what is searched for
MOST_DIGITS = 19  # a longer number is none of a row


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
        rows = cast(QuerySet[Any], self.object_list)
        return rows.values("pk")[: MOST_ROWS + 1].count()


class LargeList(Base):
    """The latest rows first. A number that is searched for is that of a row or a game, anything else begins a name."""

    paginator = BoundedPaginator
    show_full_result_count = False
    ordering = ("-pk",)
    list_max_show_all = 200
    search_fields = ("pk",)  # so that there is a field to search in; see get_search_results
    search_help_text = _("A number, or the start of a name")
    number_paths: ClassVar[Sequence[str]] = ("pk",)
    person_paths: ClassVar[Sequence[str]] = ("user",)
    text_paths: ClassVar[Sequence[str]] = ()  # columns that are the text itself

    def get_search_results(self, request: HttpRequest, rows: QuerySet[Any], term: str) -> tuple[QuerySet[Any], bool]:
        term = term.strip().removeprefix("#")
        if not term:
            return rows, False
        if term.isascii() and term.isdecimal():
            wanted = self.of_number(int(term)) if len(term) < MOST_DIGITS else []
        else:
            people = people_called(term)
            wanted = self.of_people(people) if people else []
            wanted += [Q(**{path: term}) for path in self.text_paths]
        return (rows.filter(reduce(or_, wanted)) if wanted else rows.none()), False

    def of_number(self, number: int) -> list[Q]:
        """Conditions on rows, of which one must hold: they are the row of this number, or of a game of this number."""
        return [Q(**{path: number}) for path in self.number_paths]

    def of_people(self, people: list[int]) -> list[Q]:
        """The same: they are of one of these people."""
        return [Q(**{f"{path}__in": people}) for path in self.person_paths]


def people_called(text: str) -> list[int]:
    """The ids of the people whose name begins so, however it is written, or who have this address."""
    if "@" in text:
        return list(EmailAddress.objects.filter(email=text.lower()).values_list("user", flat=True)[:MOST_PEOPLE])
    return list(User.objects.called(text).values_list("pk", flat=True)[:MOST_PEOPLE])
