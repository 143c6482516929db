"""A compiled template says what Django's own engine says."""

from copy import deepcopy
from datetime import UTC, datetime
from enum import Enum

import pytest
from django.core.exceptions import ObjectDoesNotExist
from django.http import HttpResponse
from django.template import Context, Engine, TemplateSyntaxError
from django.test import override_settings
from django.urls import path
from django.utils import translation
from django.utils.translation import gettext_lazy

from marabunta_site.compiled_templates import CompiledNodes


def nothing(_request, **_more):
    return HttpResponse()


urlpatterns = [path("things/<int:pk>/<str:name>/", nothing, name="thing"), path("x/", nothing, name="x")]
INCLUDED = {
    "greeting": "Hello {{ name }}{{ missing }}!",
    "row": "{{ forloop.counter }}:{{ item }} ",
    "sets": "{% cycle 'a' 'b' as letter %}{{ letter }}",
    "base": "<{% block body %}nothing{% endblock %}>",
}


class Colour(Enum):
    RED = "red"


class Thing:
    name = "a <b> & 'c'"
    none = None
    pair = ("one", "two")

    @property
    def facts(self):
        return {"key": "value", "items": "an item"}

    def method(self):
        return "called"

    def with_argument(self, needed):
        return needed

    def delete(self):
        raise AssertionError("changes data")

    delete.alters_data = True  # type: ignore[attr-defined]

    @property
    def broken(self):
        raise ObjectDoesNotExist

    def __len__(self):
        return 3


CONTEXT = {
    "thing": Thing(),
    "name": "Ada",
    "numbers": [3, 1, 2],
    "nothing": [],
    "pairs": [("a", 1), ("b", 2)],
    "rows": {"x": 1, "y": 2},
    "lazy": gettext_lazy("Games"),
    "colour": Colour.RED,
    "Colour": Colour,
    "half": 0.5,
    "many": 1234567,
    "when": datetime(2026, 3, 29, 12, 30, tzinfo=UTC),
    "yes": True,
    "no": False,
    "zero": 0,
    "which": "greeting",
    "function": lambda: "from a function",
    "generator": lambda: (number for number in (1, 2)),
}

SOURCES = [
    "{% url 'x' %}?a&b {% url 'thing' pk=3 name=name %} {% url 'thing' 3 thing.name %} {% url 'x' as way %}{{ way }}",
    "{% url 'nowhere' as way %}[{{ way }}] {% url 'thing' pk=numbers as way %}[{{ way }}]{% url which as way %}",
    "plain text",
    "{{ name }} {{ thing.name }} {{ thing.name|safe }} {{ thing.none }} {{ thing.missing.more }}{{ missing }}",
    "{{ thing.pair.0 }} {{ thing.pair.7 }} {{ thing.facts.key }} {{ thing.facts.items }} {{ numbers.1 }} {{ name.0 }}",
    (
        "{{ thing.method }} {{ thing.with_argument }} {{ thing.delete }} {{ thing.broken }} {{ function }} "
        "{{ thing|length }}"
    ),
    (
        "{{ half }} {{ many }} {{ when }} {{ when|date:'Y' }} {{ yes }} {{ lazy }} {{ colour }} "
        "{{ colour.value }} {{ Colour.RED.value }}"
    ),
    (
        "{{ missing|default:'none' }} {{ thing.none|default_if_none:'-' }} {{ name|lower|upper }} "
        "{{ numbers|join:', ' }} {{ name|add:name }}"
    ),
    "{{ 'a <b>' }} {{ 3 }} {{ 1.5 }} {{ _('Games') }} {{ '<i>'|upper }}",
    (
        "{% if name %}1{% endif %}{% if missing %}2{% elif zero %}3{% else %}4{% endif %}"
        "{% if thing.missing == None %}5{% endif %}"
    ),
    (
        "{% if yes and not no or zero %}1{% endif %}{% if 2 in numbers and name != 'Ben' %}2{% endif %}"
        "{% if 'x' not in rows %}3{% endif %}"
    ),
    (
        "{% if numbers.0 > 2 %}1{% endif %}{% if name > 3 %}2{% endif %}{% if missing < 1 or yes %}3{% endif %}"
        "{% if yes is True %}4{% endif %}"
    ),
    (
        "{% if many >= 5 and many <= 5000000 and half < 1 %}1{% endif %}{% if name in missing %}2{% endif %}"
        "{% if name is not None %}3{% endif %}"
    ),
    (
        "{% for n in numbers %}{{ forloop.counter }}{{ forloop.revcounter0 }}{{ forloop.first }}{{ forloop.last }}"
        "{{ n }} {% endfor %}{{ n }}"
    ),
    (
        "{% for n in numbers reversed %}{{ n }}{% empty %}none{% endfor %}{% for n in nothing %}{{ n }}"
        "{% empty %}none{% endfor %}"
    ),
    (
        "{% for a, b in pairs %}{{ a }}={{ b }};{% endfor %}{% for k, v in rows.items %}{{ k }}{{ v }}{% endfor %}"
        "{% for k in rows %}{{ k }}{% endfor %}"
    ),
    (
        "{% for a in numbers %}{% for b in numbers %}{{ forloop.parentloop.counter }}{{ forloop.counter0 }} "
        "{% endfor %}{% endfor %}"
    ),
    (
        "{% for x in missing %}{{ x }}{% empty %}none{% endfor %}{% for x in generator %}{{ x }}{% endfor %}"
        "{% for c in name reversed %}{{ c }}{% endfor %}"
    ),
    "{% for n in numbers %}{% cycle 'odd' 'even' %}{% ifchanged yes %}!{% endifchanged %}{% endfor %}",
    "{% with name='Ben' other=thing.name %}{{ name }}{{ other }}{% endwith %}{{ name }}{{ other }}",
    (
        "{% include 'greeting' %}{% include 'greeting' with name='<Ben>' %}"
        "{% include which with name=thing.name only %}{% include 'greeting' only %}"
    ),
    "{% for item in numbers %}{% include 'row' %}{% endfor %}{% include 'sets' %}{% include 'sets' %}{{ letter }}",
    (
        "{% translate 'Games' %} {% translate '100 % sure' %} {% translate 'Games' as title %}{{ title }} "
        "{% translate lazy %} {% translate 'a' context 'b' %}"
    ),
    (
        "{% blocktranslate %}Hello {{ name }}, 5 %{% endblocktranslate %}"
        "{% blocktranslate with who=thing.name trimmed %}\n Hello\n {{ who }}{% endblocktranslate %}"
    ),
    "{% blocktranslate asvar said with who=name %}Hello {{ who }}{{ missing }}{% endblocktranslate %}{{ said }}",
    "{% blocktranslate count n=numbers|length %}{{ n }} game{% plural %}{{ n }} games{% endblocktranslate %}",
    "{% autoescape off %}{{ thing.name }}{% if yes %}{{ thing.name }}{% endif %}{% endautoescape %}{{ thing.name }}",
    "{% spaceless %}<a> {% for n in numbers %}<b> </b>{% endfor %} </a>{% endspaceless %}{% firstof missing name %}",
    (
        "{% regroup pairs by 0 as groups %}{% for group in groups %}{{ group.grouper }}{% endfor %}"
        "{% filter upper %}{{ name }}{% endfilter %}"
    ),
    (
        "{% extends 'base' %}{% block body %}{{ block.super }}{% for n in numbers %}{{ n }}{% endfor %}{{ name }}"
        "{% endblock %}"
    ),
]
LIBRARIES = ["django.templatetags.i18n", "django.templatetags.static"]


def engines(source: str) -> tuple[Engine, Engine]:
    files = [("django.template.loaders.locmem.Loader", {"it": source, **INCLUDED})]
    compiled = [("marabunta_site.compiled_templates.Loader", files)]
    return Engine(loaders=files, builtins=LIBRARIES), Engine(loaders=compiled, builtins=LIBRARIES)


@override_settings(ROOT_URLCONF=__name__)
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("source", SOURCES)
def test_a_compiled_template_says_what_an_interpreted_one_says(source, language):
    plain, compiled = engines(source)
    template = compiled.get_template("it")
    assert isinstance(template.nodelist, CompiledNodes)
    with translation.override(language):
        expected = plain.get_template("it").render(Context(deepcopy(CONTEXT)))
        assert template.render(Context(deepcopy(CONTEXT))) == expected
        assert template.render(Context(deepcopy(CONTEXT))) == expected, "and again"


def test_a_failure_is_the_same_and_leaves_the_context_as_it_was():
    plain, compiled = engines("{% with other=name %}{% for a, b, c in pairs %}{{ a }}{% endfor %}{% endwith %}")
    for engine in (plain, compiled):
        context = Context(CONTEXT)
        with pytest.raises(ValueError, match="Need 3 values to unpack"):
            engine.get_template("it").render(context)
        assert "other" not in context


def test_while_one_works_on_a_template_a_failure_names_its_line():
    files = [("django.template.loaders.locmem.Loader", {"it": "a\n{% for a, b in numbers %}{% endfor %}"})]
    compiled = [("marabunta_site.compiled_templates.Loader", files)]
    with pytest.raises(ValueError, match="unpack") as failed:
        Engine(loaders=compiled, debug=True).get_template("it").render(Context(CONTEXT))
    assert failed.value.template_debug["line"] == 2  # type: ignore[attr-defined]


def test_a_template_that_cannot_be_parsed_is_refused():
    _, compiled = engines("{% if %}{% endif %}")
    with pytest.raises(TemplateSyntaxError):
        compiled.get_template("it")


def test_indentation_is_left_out_of_pages_and_kept_in_mails_and_drawings():
    source = "a\n    b\n\n  c"
    files = [
        (
            "django.template.loaders.locmem.Loader",
            {"page.html": source, "mail.txt": source, "pre.html": f"<pre>{source}"},
        )
    ]
    engine = Engine(loaders=[("marabunta_site.compiled_templates.Loader", files)])
    said = {name: engine.get_template(name).render(Context()) for name in ("page.html", "mail.txt", "pre.html")}
    assert said == {"page.html": "a\nb\nc", "mail.txt": source, "pre.html": f"<pre>{source}"}
