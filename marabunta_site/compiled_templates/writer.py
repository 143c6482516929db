"""Writes the function of a template: Python source, line by line, from the nodes that Django parsed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, Final

from django.template import Context, Node, NodeList
from django.template.base import TextNode, Variable, VariableNode
from django.template.defaulttags import ForNode, IfNode, TemplateLiteral, URLNode, WithNode
from django.template.loader_tags import IncludeNode
from django.templatetags.i18n import BlockTranslateNode, TranslateNode
from django.utils.safestring import SafeString

from marabunta_site.compiled_templates import runtime
from marabunta_site.compiled_templates.runtime import Names

Render = Callable[[Context, Names, Callable[[str], None]], None]


class CompiledNodes(NodeList):
    """Nodes that are rendered by a function, which is written when it is needed first."""

    def __init__(self, nodes: NodeList, is_indented: bool) -> None:
        """Nodes that are not compiled have nodes inside them that are, such as those of a block."""
        super().__init__(nodes)
        self._is_indented = is_indented  # the spaces at the beginnings of lines are meant
        for node in nodes.get_nodes_by_type(Node):
            for attribute in () if type(node) in _Writer.WRITERS else node.child_nodelists:
                inside = getattr(node, attribute, None)
                if type(inside) is NodeList:
                    setattr(node, attribute, CompiledNodes(inside, is_indented))

    @cached_property
    def function(self) -> Render:
        return _Writer(self._is_indented).function(self)

    def render(self, context: Any) -> SafeString:
        """Called by nodes that are not compiled, and by Django for the whole template."""
        parts: list[str] = []
        names: Names = context.flatten()
        outside, context.dicts = context.dicts, [*context.dicts, names]
        try:
            self.function(context, names, parts.append)
        except Exception:
            context.dicts = outside
            if context.template.engine.debug:
                return super().render(context)  # fails again, and tells in which line of which template
            raise
        context.dicts = outside
        return SafeString("".join(parts))  # nosec B703 # what the templates have escaped


_INDENTATION: Final = re.compile(r"\n\s+")
_CALLED: Final = (
    "look_up",
    "text",
    "filtered",
    "items",
    "unpack",
    "include",
    "include_alone",
    "current_texts",
    "filled",
    "address",
    "SafeString",
)


class _Writer:
    """Writes the source of a function for a list of nodes."""

    def __init__(self, is_indented: bool) -> None:
        self._is_indented = is_indented
        self._lines: list[str] = []
        self._has_texts = False
        self._values: dict[str, Any] = {name: getattr(runtime, name) for name in _CALLED}

    def function(self, nodes: Iterable[Node]) -> Render:
        self._nodes(nodes, 1, "n0")
        self._lines[:0] = ["def render(context, n0, write):", *["    texts = current_texts()"] * self._has_texts]
        exec("\n".join(self._lines), self._values)  # nosec B102 # noqa: S102 - of our own templates
        render: Render = self._values["render"]
        return render

    def _line(self, depth: int, line: str) -> None:
        self._lines.append("    " * depth + line)

    def _text_of(self, message: str) -> str:
        self._has_texts = True
        return f"texts[{message!r}]"

    def _name(self, value: Any) -> str:
        """A name under which the function knows a value."""
        name = f"c{len(self._values)}"
        self._values[name] = value
        return name

    def _nodes(self, nodes: Iterable[Node], depth: int, names: str) -> None:
        text = ""
        for node in nodes:
            if type(node) is TextNode:
                text += self._shortened(node)
                continue
            if text:
                self._line(depth, f"write({text!r})")
                text = ""
            write = self.WRITERS.get(type(node), _Writer._other)
            write(self, node, depth, names)
        self._line(depth, f"write({text!r})" if text else "pass")

    def _shortened(self, node: Any) -> str:
        """Without indentation, which no browser shows: a third of a page, and it would be compressed every time."""
        return str(node.s) if self._is_indented else _INDENTATION.sub("\n", node.s)

    def _other(self, node: Node, depth: int, _names: str) -> None:
        """A node that is not compiled."""
        self._line(depth, f"write({self._name(node)}.render_annotated(context))")

    def _variable(self, node: Any, depth: int, names: str) -> None:
        self._line(depth, f"write(text({self._value(node.filter_expression, names)}, context))")

    def _translate(self, node: Any, depth: int, names: str) -> None:
        expression = node.filter_expression
        message = expression.var.literal if isinstance(expression.var, Variable) else None
        if not isinstance(message, str) or expression.filters or node.noop or node.message_context:
            self._other(node, depth, names)
            return
        text = self._text_of(message.replace("%", "%%"))
        if "%" in message:
            text += ".replace('%%', '%')"
        self._line(depth, f"{names}[{node.asvar!r}] = SafeString({text})" if node.asvar else f"write({text})")

    def _block_translate(self, node: Any, depth: int, names: str) -> None:
        if node.plural or node.message_context:
            self._other(node, depth, names)
            return
        message, variables = node.render_token_list(node.singular)
        given = {name: self._value(value, names) for name, value in node.extra_context.items()}
        values = {name: given.get(name, f"{names}.get({name!r}, '')") for name in variables}
        facts = ", ".join(f"{name!r}: text({value}, context)" for name, value in values.items())
        text = f"filled({self._text_of(message)}, {{{facts}}}, {self._name(node)}, context)"
        self._line(depth, f"{names}[{node.asvar!r}] = SafeString({text})" if node.asvar else f"write({text})")

    def _url(self, node: Any, depth: int, names: str) -> None:
        arguments = "".join(f"{self._value(value, names)}, " for value in node.args)
        named = "".join(f"({name!r}, {self._value(value, names)}), " for name, value in node.kwargs.items())
        address = (
            f"address({self._value(node.view_name, names)}, ({arguments}), ({named}), {self._name(node)}, context)"
        )
        self._line(depth, f"{names}[{node.asvar!r}] = {address}" if node.asvar else f"write(text({address}, context))")

    def _with(self, node: Any, depth: int, names: str) -> None:
        inner = self._inner(names)
        values = "".join(f", {name!r}: {self._value(value, names)}" for name, value in node.extra_context.items())
        self._line(depth, f"{inner} = {{**{names}{values}}}")
        self._line(depth, f"context.dicts.append({inner})")
        self._nodes(node.nodelist, depth, inner)
        self._line(depth, "context.dicts.pop()")

    def _include(self, node: Any, depth: int, names: str) -> None:
        values = "".join(f"{name!r}: {self._value(value, names)}, " for name, value in node.extra_context.items())
        find = self._name(runtime.Templates())
        template = f"{find}({self._value(node.template, names)}, context)"
        if node.isolated_context:
            self._line(depth, f"include_alone({template}, context, {{{values}}}, write)")
        else:
            self._line(depth, f"include({template}, context, {{**{names}, {values}}}, write)")

    def _if(self, node: Any, depth: int, names: str) -> None:
        for condition, nodes in node.conditions_nodelists:
            if condition is None:
                self._nodes(nodes, depth, names)
                return
            self._test(condition, depth, names)
            self._line(depth, "if is_so:")
            self._nodes(nodes, depth + 1, names)
            self._line(depth, "else:")
            depth += 1
        self._line(depth, "pass")

    def _test(self, condition: Any, depth: int, names: str) -> None:
        """Django takes a comparison that fails for false: where something fails, it is asked."""
        if isinstance(condition, TemplateLiteral):
            self._line(depth, f"is_so = {self._value(condition.value, names, otherwise='None')}")
            return
        self._line(depth, "try:")
        self._line(depth + 1, f"is_so = {self._condition(condition, names)}")
        self._line(depth, "except Exception:")
        self._line(depth + 1, f"is_so = {self._name(condition)}.eval(context)")

    def _condition(self, condition: Any, names: str) -> str:
        if isinstance(condition, TemplateLiteral):
            return self._value(condition.value, names, otherwise="None")
        first = self._condition(condition.first, names)  # the operators are Python's own
        if condition.id == "not":
            return f"(not {first})"
        sign = "==" if condition.id == "=" else condition.id
        return f"({first} {sign} {self._condition(condition.second, names)})"

    def _for(self, node: Any, depth: int, names: str) -> None:
        inner = self._inner(names)
        values, loop = f"s{inner}", f"f{inner}"
        self._line(depth, f"{values} = items({self._value(node.sequence, names, otherwise='None')})")
        if node.is_reversed:
            self._line(depth, f"{values} = [*{values}][::-1]")
        self._line(depth, f"l{inner} = len({values})")
        self._line(depth, f"if l{inner}:")
        self._line(depth + 1, f"{inner} = {{**{names}}}")
        self._line(depth + 1, f"{loop} = {inner}['forloop'] = {{'parentloop': {names}.get('forloop', {{}})}}")
        self._line(depth + 1, f"context.dicts.append({inner})")
        self._line(depth + 1, f"for i{inner}, x{inner} in enumerate({values}):")
        self._line(
            depth + 2,
            f"{loop}['counter0'] = i{inner}; {loop}['counter'] = i{inner} + 1; {loop}['first'] = not i{inner}; "
            f"{loop}['revcounter'] = l{inner} - i{inner}; {loop}['revcounter0'] = l{inner} - i{inner} - 1; "
            f"{loop}['last'] = i{inner} == l{inner} - 1",
        )
        if len(node.loopvars) == 1:
            self._line(depth + 2, f"{inner}[{node.loopvars[0]!r}] = x{inner}")
        else:
            self._line(depth + 2, f"unpack({inner}, {self._name(node.loopvars)}, x{inner})")
        self._nodes(node.nodelist_loop, depth + 2, inner)
        self._line(depth + 1, "context.dicts.pop()")
        self._line(depth, "else:")
        self._nodes(node.nodelist_empty, depth + 1, names)

    def _inner(self, names: str) -> str:
        return f"n{int(names[1:]) + 1}"

    def _value(self, expression: Any, names: str, otherwise: str = "''") -> str:
        """The source of an expression with its filters; ``otherwise`` is what a missing name gives."""
        value = self._variable_value(expression.var, names, otherwise)
        for func, arguments in expression.filters:
            given = ", ".join(
                self._variable_value(argument, names, "''") if is_variable else self._name(SafeString(argument))  # nosec B703 # of our own templates
                for is_variable, argument in arguments
            )
            value = f"filtered({value}, {self._name(func)}, ({given}{',' if given else ''}), context)"
        return value

    def _variable_value(self, variable: Any, names: str, otherwise: str) -> str:
        if not isinstance(variable, Variable):
            return self._name(variable)
        if variable.lookups is None or variable.translate:
            return f"{self._name(variable)}.resolve(context)" if variable.translate else self._name(variable.literal)
        first, *others = variable.lookups
        return f"look_up({names}, {first!r}, {tuple(others)!r}, {otherwise})"

    WRITERS: Final[dict[type, Callable[[_Writer, Any, int, str], None]]] = {
        VariableNode: _variable,
        TranslateNode: _translate,
        BlockTranslateNode: _block_translate,
        URLNode: _url,
        WithNode: _with,
        IncludeNode: _include,
        IfNode: _if,
        ForNode: _for,
    }
