"""Catalogues: read and compiled without gettext, brought up to date when Django starts, and checked."""

import gettext
import io
import os
from pathlib import Path

import django
import pytest
from django.conf import settings
from django.utils.translation import ngettext, npgettext, override

from marabunta_site.catalogues import BadCatalogue, bring_up_to_date, compiled, header, read
from tests.catalogue_check import plural_forms, problems, report

POLISH = plural_forms("pl")
PL = settings.BASE_DIR / "locale" / "pl" / "LC_MESSAGES" / "django.po"
CASES = {1: "partia", 2: "partie", 5: "partii", 12: "partii", 22: "partie", 112: "partii"}


def catalogue(folder: Path, body: str, language: str = "pl") -> Path:
    path = folder / language / "LC_MESSAGES" / "django.po"
    path.parent.mkdir(parents=True, exist_ok=True)
    head = f'msgid ""\nmsgstr ""\n"Language: {language}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
    path.write_text(f'{head}"Plural-Forms: {plural_forms(language)}\\n"\n\n{body}\n', "utf-8")
    return path


def wrong(folder: Path, text: str, said: str, language: str = "pl") -> list[str]:
    """What the check finds in a translation, without the sentence at the end of each line."""
    path = catalogue(folder, f'msgid "{text}"\nmsgstr "{said}"', language)
    return [
        line.removesuffix(f": {read(path)[1].text!r}").partition(": ")[2] for line in problems(read(path), language)
    ]


def texts_of(translations: gettext.GNUTranslations) -> dict[object, str]:
    """All that is in there: gettext itself only answers for one text at a time."""
    known: dict[object, str] = vars(translations)["_catalog"]
    return {key: text for key, text in known.items() if key}


@pytest.mark.parametrize("language", ["fr", "it", "pl"])
def test_real_catalogues_are_compiled_as_gettext_has_them(language):
    """Django ships its own catalogues as text and as gettext compiled them."""
    folder = Path(django.__file__).parent / "conf" / "locale" / language / "LC_MESSAGES"
    ours = gettext.GNUTranslations(io.BytesIO(compiled(read(folder / "django.po"))))
    theirs = gettext.GNUTranslations(io.BytesIO((folder / "django.mo").read_bytes()))
    texts = texts_of(ours)
    assert texts == texts_of(theirs)
    assert len(texts) > 300


def test_our_own_sentences_are_all_read():
    text = (Path(settings.BASE_DIR) / "locale" / "en" / "LC_MESSAGES" / "django.po").read_text()
    messages = read(Path(settings.BASE_DIR) / "locale" / "en" / "LC_MESSAGES" / "django.po")
    assert len(messages) == text.count("\nmsgid ")
    assert sum(one.plural is not None for one in messages) == text.count("\nmsgid_plural ")
    assert sum(one.context is not None for one in messages) == text.count("\nmsgctxt ")


def test_what_is_guessed_missing_or_left_over_is_not_compiled(tmp_path):
    path = catalogue(
        tmp_path,
        'msgid "Yes"\nmsgstr "Tak"\n\n#, fuzzy\nmsgid "No"\nmsgstr "Tak"\n\nmsgid "Save"\nmsgstr ""\n\n'
        '#~ msgid "Old"\n#~ msgstr "Stare"\n\nmsgctxt "month"\nmsgid "May"\nmsgstr "Maj"\n\n'
        'msgid ""\n"two "\n"lines\\n"\nmsgstr ""\n"dwie "\n"linie\\n"',
    )
    texts = gettext.GNUTranslations(io.BytesIO(compiled(read(path))))
    assert texts_of(texts) == {
        "Yes": "Tak",
        "month\4May": "Maj",
        "two lines\n": "dwie linie\n",
    }


@pytest.mark.parametrize(("number", "said"), CASES.items())
def test_polish_counts_in_four_forms(tmp_path, settings, number, said):
    forms = "\n".join(
        f'msgstr[{form}] "%(count)s {one}"' for form, one in enumerate(("partia", "partie", "partii", "partii"))
    )
    path = catalogue(tmp_path, f'#, python-format\nmsgid "%(count)s game"\nmsgid_plural "%(count)s games"\n{forms}')
    assert list(problems(read(path), "pl")) == []
    assert bring_up_to_date([tmp_path]) == [path.with_suffix(".mo")]
    settings.LOCALE_PATHS = [tmp_path]
    with override("pl"):
        assert ngettext("%(count)s game", "%(count)s games", number) % {"count": number} == f"{number} {said}"


OF_POLISH = {1: 0, 2: 1, 5: 2, 12: 2, 22: 1, 112: 2}
STEPS = {1: "1 krok", 2: "2 kroki", 5: "5 kroków", 12: "12 kroków", 22: "22 kroki", 112: "112 kroków"}


@pytest.mark.parametrize("number", OF_POLISH)
def test_every_sentence_that_counts_takes_the_form_of_its_number_in_the_polish_of_the_site(number):
    counting = [one for one in read(PL) if one.plural is not None]
    assert len(counting) > 50
    with override("pl"):
        assert ngettext("%(count)s step", "%(count)s steps", number) % {"count": number} == STEPS[number]
        for one in counting:
            assert one.plural
            said = (
                ngettext(one.text, one.plural, number)
                if one.context is None
                else npgettext(one.context, one.text, one.plural, number)
            )
            assert said == one.translations[OF_POLISH[number]]


def test_a_catalogue_is_compiled_when_it_is_newer_and_only_then(tmp_path):
    path = catalogue(tmp_path, 'msgid "Yes"\nmsgstr "Tak"')
    assert bring_up_to_date([tmp_path])
    assert bring_up_to_date([tmp_path]) == []
    path.write_text(path.read_text().replace("Tak", "No tak"))
    later = path.with_suffix(".mo").stat().st_mtime + 5
    os.utime(path, (later, later))
    assert bring_up_to_date([tmp_path])
    with path.with_suffix(".mo").open("rb") as file:
        assert gettext.GNUTranslations(file).gettext("Yes") == "No tak"
    assert sorted(one.name for one in path.parent.iterdir()) == ["django.mo", "django.po"]


def test_the_catalogues_of_the_site_are_compiled_when_django_starts():
    for language in (folder.name for folder in Path(settings.LOCALE_PATHS[0]).iterdir()):
        folder = Path(settings.LOCALE_PATHS[0]) / language / "LC_MESSAGES"
        assert (folder / "django.mo").stat().st_mtime >= (folder / "django.po").stat().st_mtime


@pytest.mark.parametrize("line", ["msgid Yes", 'msgid "Yes', 'text "Yes"', "msgid 5"])
def test_a_line_that_cannot_be_read_stops_no_site_and_is_found_by_the_check(tmp_path, line, caplog):
    path = catalogue(tmp_path, line)
    with pytest.raises(BadCatalogue, match="line 7"):
        read(path)
    assert bring_up_to_date([tmp_path]) == []
    assert "is not compiled: line 7" in caplog.text
    assert report(tmp_path, "pl")[1][0].startswith("line 7")


def test_a_folder_that_cannot_be_written_stops_no_site(tmp_path, monkeypatch, caplog):
    catalogue(tmp_path, 'msgid "Yes"\nmsgstr "Tak"')

    def refuse(*_args: object, **_named: object) -> None:
        raise PermissionError("read-only")

    monkeypatch.setattr("marabunta_site.catalogues.tempfile.mkstemp", refuse)
    assert bring_up_to_date([tmp_path]) == []
    assert "read-only" in caplog.text


@pytest.mark.parametrize(
    ("text", "said", "problem"),
    [
        ("Yes.", "Tak.", ""),
        ("Yes.", "", "not translated"),
        ("Hi, %(name)s.", "Hej, %(name)s.", ""),
        ("Hi, %(name)s.", "Hej, %(imie)s.", "other placeholders, %(imie)s"),
        ("Hi, %(name)s.", "Hej.", "other placeholders, none"),
        ("Line {line}", "Wiersz {wiersz}", "other placeholders, {wiersz}"),
        ("A <b>word</b>", "<b>Słowo</b>", ""),
        ("A <b>word</b>", "<i>Słowo</i>", "other tags, <i> </i>"),
        ("A word\\n", "Słowo", "other spaces or lines at the end"),
        (" A word", "Słowo", "other spaces or lines at the beginning"),
        ("A word", "Słowo.", "ends with “.” instead of “”"),
        ("A word:", "Słowo", "ends with “” instead of “:”"),
        ("“Yes.”", "„Tak.”", ""),
        ("“Yes”", "“Tak”", "quotes of another language, “"),
        ("“Yes”", '\\"Tak\\"', "straight quotes"),
    ],
)
def test_the_check_finds_what_does_not_fit(tmp_path, text, said, problem):
    assert wrong(tmp_path, text, said) == ([problem] if problem else [])


@pytest.mark.parametrize(
    ("language", "text", "said", "problem"),
    [
        ("fr", "“Yes”", "«\u00a0Oui\u00a0»", ""),
        ("fr", "“Yes”", "« Oui »", "no no-break space inside « »"),
        ("fr", "“Yes”", "“Oui”", "quotes of another language, “ ”"),
        ("fr", "Sure?", "Sûr\u00a0?", ""),
        ("fr", "Sure?", "Sûr\u202f?", ""),
        ("fr", "Sure?", "Sûr ?", "no no-break space before : ; ! or ?"),
        ("fr", "Sure?", "Sûr?", "no no-break space before : ; ! or ?"),
        ("fr", "It’s", "C'est", "a straight apostrophe"),
        ("fr", "%(a)s : %(b)s", "%(a)s : %(b)s", ""),
        ("it", "“Yes”", "«Sì»", ""),
        ("it", "“Yes”", "“Sì”", ""),
        ("it", "“Yes”", "« Sì »", "a space inside « »"),
    ],
)
def test_the_check_knows_how_each_language_writes(tmp_path, language, text, said, problem):
    assert wrong(tmp_path, text, said, language) == ([problem] if problem else [])


def test_the_check_finds_what_is_guessed_left_over_or_has_too_few_forms(tmp_path):
    path = catalogue(
        tmp_path,
        '#, fuzzy\nmsgid "Yes"\nmsgstr "Tak"\n\n#~ msgid "Old"\n#~ msgstr "Stare"\n\n'
        'msgid "a game"\nmsgid_plural "%(count)s games"\nmsgstr[0] "partia"\nmsgstr[1] "%(count)s partie"',
    )
    found = "\n".join(problems(read(path), "pl"))
    for problem in ("guessed, not translated", "no longer a sentence of the site", "2 plural forms instead of 4"):
        assert problem in found
    assert found.count("\n") == 2
    line, _wrong = report(tmp_path, "pl")
    assert line == "pl: 3 strings, 5 words; 0 untranslated, 1 fuzzy, 1 obsolete"


def test_the_check_finds_a_plural_without_its_number(tmp_path):
    forms = (
        'msgstr[0] "%(count)s partia"\nmsgstr[1] "partie"\nmsgstr[2] "%(count)s partii"\nmsgstr[3] "%(count)s partii"'
    )
    path = catalogue(tmp_path, f'msgid "a game"\nmsgid_plural "%(count)s games"\n{forms}')
    (problem,) = problems(read(path), "pl")
    assert "other placeholders, none" in problem


def test_the_check_finds_a_header_of_another_language(tmp_path):
    path = catalogue(tmp_path, 'msgid "Yes"\nmsgstr "Tak"', "it")
    found = list(problems(read(path), "pl"))
    assert found[0] == f"the header needs Plural-Forms: {POLISH}"
    assert found[1] == "the header needs Language: pl"
    assert header(read(path))["Language"] == "it"


def test_a_language_without_a_catalogue_is_found(tmp_path):
    assert "is missing" in report(tmp_path, "pl")[1][0]
