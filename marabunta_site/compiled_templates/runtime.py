"""What the functions of compiled templates call."""

from __future__ import annotations

import html
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, Final

from django.template import Context, VariableDoesNotExist
from django.template.base import Variable, render_value_in_context
from django.urls import NoReverseMatch, get_script_prefix, get_urlconf, reverse
from django.utils.safestring import SafeData, SafeString, mark_safe
from django.utils.timezone import template_localtime  # type: ignore[attr-defined] # not in its stubs
from django.utils.translation import get_language, gettext

Names = dict[str, Any]

MOST_KEPT: Final = 10_000  # templates rendered alone: most are shorter than a kilobyte
_MISSING: Final = object()
_PLAIN: Final = frozenset({str, SafeString, int, bool, type(None)})
_BUILT_IN: Final[Names] = Context().dicts[0]
_alone: dict[Any, str] = {}
_has_items: dict[type, bool] = {}  # whether objects of a class can be asked for an item: most of ours cannot


def look_up(names: Names, first: str, others: Sequence[str], otherwise: Any) -> Any:
    """The value of ``first.other…`` as Django finds it: by key, attribute or index, and called if it can be."""
    try:
        value = names[first]
    except KeyError:
        return otherwise
    if callable(value):
        value = _call(value, value, "it")
    for bit in others:
        if value is None:
            return otherwise
        cls = value.__class__
        try:
            found = getattr(value, bit) if not _has_items[cls] else value[int(bit)] if cls is tuple else value[bit]
        except Exception:
            if cls not in _has_items:
                _has_items[cls] = hasattr(cls, "__getitem__")
            found = _resolve(value, f"it.{bit}")
        else:
            if callable(found):
                found = _call(found, value, f"it.{bit}")
        if found is _MISSING:
            return otherwise
        value = found
    return value


def _call(value: Any, owner: Any, path: str) -> Any:
    if not hasattr(value, "do_not_call_in_templates") and not hasattr(value, "alters_data"):
        with suppress(Exception):  # it may need arguments, or fail in a way that templates forgive
            return value()
    return _resolve(owner, path)


def _resolve(value: Any, path: str) -> Any:
    """``it.name`` of a value, in Django's own way, which knows what to do about everything unusual."""
    try:
        return Variable(path).resolve(_It(it=value))
    except VariableDoesNotExist:
        return _MISSING


class _It(dict[str, Any]):
    """What Django asks of a context to look something up in."""

    template = SimpleNamespace(engine=SimpleNamespace(string_if_invalid=""))


def text(value: Any, context: Context) -> str:
    """A value as it is printed."""
    cls = value.__class__
    if cls is SafeString:
        return value  # type: ignore[no-any-return]
    if cls is str:
        return html.escape(value) if context.autoescape else value
    if cls is int:
        return str(value)
    return render_value_in_context(value, context)


def filtered(value: Any, func: Any, arguments: Iterable[Any], context: Context) -> Any:
    if getattr(func, "expects_localtime", False):
        value = template_localtime(value, context.use_tz)
    more = {"autoescape": context.autoescape} if getattr(func, "needs_autoescape", False) else {}
    result = func(value, *arguments, **more)
    is_safe = getattr(func, "is_safe", False) and isinstance(value, SafeData)
    return mark_safe(result) if is_safe else result  # nosec B703, B308 # noqa: S308 - the filter says so


def items(values: Any) -> Any:
    """What a loop goes over."""
    return () if values is None else values if hasattr(values, "__len__") else list(values)


def unpack(names: Names, variables: Sequence[str], item: Any) -> None:
    values = tuple(item) if hasattr(item, "__len__") else (item,)
    if len(values) != len(variables):
        raise ValueError(f"Need {len(variables)} values to unpack in for loop; got {len(values)}. ")
    names.update(zip(variables, values, strict=True))


def include(template: Any, context: Context, names: Names, write: Callable[[str], None]) -> None:
    """Render a template in place, with these names alone."""
    nodes = template.nodelist
    state = context.render_context
    before, state.template = state.template, template
    state.dicts.append({})
    outside, context.dicts = context.dicts, [names]
    nodes.function(context, names, write)
    context.dicts = outside
    state.dicts.pop()
    state.template = before


def include_alone(template: Any, context: Context, names: Names, write: Callable[[str], None]) -> None:
    """Render a template with nothing but these names. Where they are plain values it is rendered once in a language:
    a page explains the same pieces again and again, and the next page does too."""
    values = names.values()
    if any(value.__class__ not in _PLAIN for value in values):
        include(template, context, _BUILT_IN | names, write)
        return
    key = (template, get_language(), context.autoescape, *names, *[(value.__class__, value) for value in values])
    known = _alone.get(key)
    if known is None:
        parts: list[str] = []
        include(template, context, _BUILT_IN | names, parts.append)
        if len(_alone) >= MOST_KEPT:
            _alone.clear()
        known = _alone[key] = "".join(parts)
    write(known)


class Templates:
    """The templates that one include node has asked for, by name."""

    def __init__(self) -> None:
        self._known: dict[str, Any] = {}

    def __call__(self, wanted: Any, context: Any) -> Any:
        if not isinstance(wanted, str):
            return getattr(wanted, "template", wanted)  # a template that was loaded before
        if wanted not in self._known:
            self._known[wanted] = context.template.engine.get_template(wanted)
        return self._known[wanted]


def address(name: str, arguments: tuple[Any, ...], named: tuple[tuple[str, Any], ...], node: Any, context: Any) -> str:
    """The address of a view. The node is asked about one that does not exist."""
    try:
        return _address(get_script_prefix(), get_urlconf(), name, arguments, named)
    except (NoReverseMatch, TypeError):  # or an argument that is of no use as a key
        rendered = node.render(context)
        return str(context[node.asvar]) if node.asvar else str(rendered)


@lru_cache(maxsize=10_000)
def _address(
    _prefix: str, _urls: str | None, name: str, arguments: tuple[Any, ...], named: tuple[tuple[str, Any], ...]
) -> str:
    return reverse(name, args=arguments, kwargs=dict(named))


class _Texts(dict[str, str]):
    """What templates say, in one language."""

    def __missing__(self, message: str) -> str:
        text = self[message] = gettext(message)
        return text


_texts: defaultdict[str | None, _Texts] = defaultdict(_Texts)


def current_texts() -> _Texts:
    return _texts[get_language()]


def filled(text: str, facts: dict[str, str], node: Any, context: Context) -> str:
    """A sentence with its facts. Django falls back on English where a translation names other facts."""
    try:
        return text % facts
    except (KeyError, ValueError):
        return str(node.render(context))
