"""Very many rows at once: by COPY on PostgreSQL, else by plain inserts. Ids are given by who calls."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from django.core.management.color import no_style
from django.db import connection, models

Row = Sequence[Any]
BATCH = 2000


def insert(model: type[models.Model], columns: Sequence[str], rows: Iterable[Row]) -> int:
    """Insert rows of these columns, named as the fields are (``game_id``, not ``game``). Returns how many."""
    by_name = {field.attname: field for field in columns_of(model)}
    fields = [by_name[name] for name in columns]
    quoted = [connection.ops.quote_name(str(field.column)) for field in fields]
    table = connection.ops.quote_name(model._meta.db_table)  # noqa: SLF001 - it is documented
    into = f"{table} ({', '.join(quoted)})"
    if connection.vendor == "postgresql":
        return _copy(into, fields, rows)
    prepared = (
        [field.get_db_prep_save(value, connection) for field, value in zip(fields, row, strict=True)] for row in rows
    )
    count = 0
    with connection.cursor() as cursor:
        statement = f"INSERT INTO {into} VALUES ({', '.join(['%s'] * len(fields))})"  # nosec B608 # noqa: S608 - names of columns
        while batch := list(islice(prepared, BATCH)):
            cursor.executemany(statement, batch)
            count += len(batch)
    return count


def number_on(*tables: type[models.Model]) -> None:
    """Let the database give the next ids after those that were inserted."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), tables):
            cursor.execute(statement)


def _copy(into: str, fields: Sequence[Any], rows: Iterable[Row]) -> int:
    wrapped = [at for at, field in enumerate(fields) if isinstance(field, models.JSONField)]

    def prepared() -> Iterator[Row]:
        for row in rows:
            if not wrapped:
                yield row
                continue
            values = list(row)
            for at in wrapped:
                values[at] = fields[at].get_db_prep_save(values[at], connection)
            yield values

    count = 0
    with connection.cursor() as cursor, cursor.copy(f"COPY {into} FROM STDIN") as copy:
        write: Callable[[Row], None] = copy.write_row
        for values in prepared():
            write(values)
            count += 1
    return count


def columns_of(model: type[models.Model]) -> Sequence[Any]:
    return model._meta.concrete_fields  # noqa: SLF001 - it is documented
