"""Queries whose SQL is written once. Django writes it anew each time, which takes ten times as long as the database
needs for its answer (docs/decisions/0026).

    _own = Prepared(lambda user: Game.objects.filter(seats__user=user).order_by("pk"))
    games = _own(user.pk)

What is given by position may differ from call to call: numbers, texts and times, tuples of numbers for ``__in``, and
None, which is passed on; a choice of a model counts as its value. What is given by name is written into the query.
The rows are what the queryset would give.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.models import QuerySet
from django.db.models.query import FlatValuesListIterable, ModelIterable, ValuesListIterable, get_related_populators
from django.db.models.sql import UpdateQuery

Row = TypeVar("Row")
Value = int | str | datetime | tuple[int, ...] | None
KEPT = 100  # ways of writing one query: one for each length of a tuple, for instance

# Values that stand for others while a query is written. Integers of any column but the smallest may be so large.
_NUMBER, _TEXT, _TIME = 2_000_000_011, "prepared-{}", datetime(9000, 1, 1, tzinfo=UTC)


class Prepared(Generic[Row]):
    """A query that is written by a function, and asked with other values again and again."""

    def __init__(self, write: Callable[..., QuerySet[Any, Row]]) -> None:
        self._write = write
        self._written = lru_cache(maxsize=KEPT)(self._write_down)

    def __call__(self, *values: Value, **fixed: Hashable) -> list[Row]:
        written = self._for(values, fixed)
        return [*written.rows(written.ask(written.sql, values))]

    def first(self, *values: Value, **fixed: Hashable) -> Row | None:
        """Of a query that is written for one row."""
        return next(iter(self(*values, **fixed)), None)

    def count(self, *values: Value, **fixed: Hashable) -> int:
        """The number of rows, which are not fetched."""
        written = self._for(values, fixed)
        sql = f"SELECT COUNT(*) FROM ({written.sql}) AS counted"  # nosec B608 # noqa: S608 - of Django's own SQL
        return int(written.ask(sql, values)[0][0])

    def _for(self, values: tuple[Value, ...], fixed: dict[str, Hashable]) -> _Written:
        shapes = tuple(len(value) if isinstance(value, tuple) else type(value) for value in values)
        return self._written(connection.vendor, shapes, tuple(fixed.items()))

    def _write_down(
        self, _vendor: str, shapes: tuple[int | type, ...], fixed: tuple[tuple[str, Hashable], ...]
    ) -> _Written:
        markers: list[Value] = []
        number = 0
        for shape in shapes:
            if isinstance(shape, int):
                markers.append(tuple(_NUMBER + number + place for place in range(shape)))
                number += shape
            else:
                markers.append(_marker(shape, number))
                number += shape is not type(None)
        return _Written(self._write(*markers, **dict(fixed)), tuple(markers))


class PreparedUpdate:
    """An update that is written once, by a function that gives the rows and what they are set to."""

    def __init__(self, write: Callable[..., tuple[QuerySet[Any], dict[str, Any]]]) -> None:
        self._write = write
        self._written = lru_cache(maxsize=KEPT)(self._write_down)

    def __call__(self, *values: Value) -> None:
        sql, template = self._written(connection.vendor, tuple(type(value) for value in values))
        with connection.cursor() as cursor:
            cursor.execute(sql, template.filled(values))

    def _write_down(self, _vendor: str, shapes: tuple[type, ...]) -> tuple[str, _Parameters]:
        markers = tuple(_marker(shape, number) for number, shape in enumerate(shapes))
        rows, changes = self._write(*markers)
        query: Any = rows.query.chain(UpdateQuery)
        query.add_update_values(changes)
        sql, parameters = query.get_compiler(connection=connection).as_sql()
        return sql, _Parameters(parameters, markers)


def keep(model: Any, related: str, rows: list[Any]) -> None:
    """What a model is asked for by this name is known, as prefetch_related would keep it."""
    kept = getattr(model, related).all()
    kept._result_cache = rows  # noqa: SLF001
    model.__dict__.setdefault("_prefetched_objects_cache", {})[related] = kept


class _Written:
    """The SQL of a query, where its values belong in it, and how models are made of its rows."""

    def __init__(self, queryset: Any, markers: tuple[Value, ...]) -> None:
        if queryset._prefetch_related_lookups:  # noqa: SLF001
            raise ValueError("what is fetched by another query cannot be prepared with this one")
        compiler = queryset.query.get_compiler(connection=connection)
        self.sql, parameters = compiler.as_sql()
        self._parameters = _Parameters(parameters, markers)
        columns = [column for column, _, _ in compiler.select[: compiler.col_count]]
        self._converters = [(place, *found) for place, found in compiler.get_converters(columns).items()]
        self.rows: Callable[[list[tuple[Any, ...]]], Iterator[Any]]
        if issubclass(queryset._iterable_class, ModelIterable):  # noqa: SLF001
            self._note_models(compiler, queryset.db)
            self.rows = self._models
        elif queryset._iterable_class is ValuesListIterable:  # noqa: SLF001
            self.rows = lambda rows: map(tuple, self._converted(rows))
        elif queryset._iterable_class is FlatValuesListIterable:  # noqa: SLF001
            self.rows = lambda rows: (row[0] for row in self._converted(rows))
        else:
            raise TypeError("models, tuples and single values can be prepared")

    def ask(self, sql: str, values: tuple[Value, ...]) -> list[tuple[Any, ...]]:
        with connection.cursor() as cursor:
            cursor.execute(sql, self._parameters.filled(values))
            found: list[tuple[Any, ...]] = cursor.fetchall()
        return found

    def _note_models(self, compiler: Any, using: str) -> None:
        made = compiler.klass_info
        self._model, fields = made["model"], made["select_fields"]
        self._start, self._end = fields[0], fields[-1] + 1
        self._names = [column.target.attname for column, _, _ in compiler.select[self._start : self._end]]
        self._related = get_related_populators(made, compiler.select, using)  # type: ignore[call-arg] # of a newer Django
        self._annotations = [*(compiler.annotation_col_map or {}).items()]
        self._using = using

    def _models(self, rows: list[tuple[Any, ...]]) -> Iterator[Any]:
        known: dict[tuple[Any, Any], Any] = {}
        for row in self._converted(rows):
            model = self._model.from_db(self._using, self._names, row[self._start : self._end])
            for related in self._related:
                self._relate(model, related, row, known)
            for name, place in self._annotations:
                setattr(model, name, row[place])
            yield model

    def _relate(self, model: Any, related: Any, row: list[Any], known: dict[tuple[Any, Any], Any]) -> None:
        """As ``related.populate``, but somebody who is in many rows is made once, as by prefetch_related."""
        columns = row[related.cols_start : related.cols_end]
        key = related, columns[related.pk_idx]
        found = known.get(key)
        if found is None and key[1] is not None:
            found = known[key] = related.model_cls.from_db(self._using, related.init_list, columns)
            for further in related.related_populators:
                self._relate(found, further, row, known)
        related.local_setter(model, found)
        if found is not None:
            related.remote_setter(found, model)

    def _converted(self, rows: list[tuple[Any, ...]]) -> Iterator[list[Any]]:
        for row in map(list, rows):
            for place, converters, column in self._converters:
                value = row[place]
                for convert in converters:
                    value = convert(value, column, connection)
                row[place] = value
            yield row


class _Parameters:
    """The parameters of a query, and which of them stand for others."""

    def __init__(self, parameters: Iterable[Any], markers: tuple[Value, ...]) -> None:
        self._parameters, flat = [*parameters], [*_flat(markers)]
        self._places = [
            (place, flat.index(parameter), type(parameter))
            for place, parameter in enumerate(self._parameters)
            if parameter in flat
        ]
        if {index for _, index, _ in self._places} != {*range(len(flat))}:
            raise ValueError("a value does not stand in the SQL as it was given")

    def filled(self, values: tuple[Value, ...]) -> list[Any]:
        parameters, flat = [*self._parameters], [*_flat(values)]
        for place, index, kind in self._places:
            value = flat[index]
            parameters[place] = kind(value) if isinstance(value, int) else value  # psycopg has a type for each size
        return parameters


def _marker(shape: type, number: int) -> Value:
    if shape is type(None):
        return None
    if issubclass(shape, datetime):
        return _TIME + timedelta(days=number)
    if issubclass(shape, str):
        return _TEXT.format(number)
    if issubclass(shape, int) and shape is not bool:
        return _NUMBER + number
    raise TypeError(f"{shape.__name__} cannot be prepared")


def _flat(values: tuple[Value, ...]) -> Iterator[Any]:
    """The values one by one, as the database takes them."""
    for value in values:
        if isinstance(value, tuple):
            yield from value
        elif isinstance(value, datetime):
            yield connection.ops.adapt_datetimefield_value(value)
        elif isinstance(value, str):
            yield str.__str__(value)  # the text itself: str(value) of an enum may be its name
        elif value is not None:
            yield value
