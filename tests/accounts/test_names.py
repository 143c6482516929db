import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from accounts import names
from accounts.names import Refusal
from accounts.validators import SENTENCES

OTHERS = {
    "latin": ["Inés", "Łukasz", "Straße", "Nguyễn", "Ørsted", "Çağrı", "coco.2", "a-b_c", "Ana--Luz"],
    "elsewhere": [
        "Иван",
        "Ђорђе",
        "Νίκος",
        "שלום",
        "محمد",
        "राजेश",
        "สมชาย",
        "김철수",
        "山田タロー",
        "佐々木",
        "ნინო",
        "Արամ",
    ],
}


@pytest.mark.parametrize("name", [name for group in OTHERS.values() for name in group])
def test_names_of_the_world_are_names(name):
    assert names.refusal(name) is None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Coco", "coco"),
        ("Coco", "сосо"),
        ("Coco", "СОСО"),
        ("Coco", "c0co"),
        ("Coco", "C0C0"),
        ("Coco", "ｃｏｃｏ"),
        ("Coco", "Cöcó"),
        ("Koko", "ΚΟΚΟ"),
        ("Bill", "BiIl"),
        ("Bill", "B1ll"),
        ("Bill", "Bi11"),
        ("Arno", "Amo"),
        ("Will", "VVill"),
        ("a-b", "a--b"),
        ("a-b", "a_b"),
        ("a-b", "a._-b"),
        ("Вова", "вова"),
        ("Strasse", "STRAßE"),
        ("Orsted", "Ørsted"),
        ("Max", "Мах"),
    ],
)
def test_names_that_a_reader_could_take_for_each_other_are_one(one, other):
    assert names.key(one) == names.key(other)


@pytest.mark.parametrize(("one", "other"), [("Ines", "Inez"), ("anna", "ana"), ("a-b", "ab"), ("Иван", "Ива")])
def test_names_that_differ_to_the_eye_are_two(one, other):
    assert names.key(one) != names.key(other)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("a@b.example", Refusal.ADDRESS),
        ("carla＠example", Refusal.ADDRESS),
        ("two words", Refusal.CHARACTER),
        ("tab\tbed", Refusal.CHARACTER),
        ("zero\u200bwidth", Refusal.CHARACTER),
        ("right\u202eleft", Refusal.CHARACTER),
        ("soft\u00adhyphen", Refusal.CHARACTER),
        ("join\u2060er", Refusal.CHARACTER),
        ("nul\x00l", Refusal.CHARACTER),
        ("\u3164\u3164\u3164", Refusal.CHARACTER),
        ("smile🐜ant", Refusal.CHARACTER),
        ("b̷a̷d̷l̷y", Refusal.CHARACTER),
        ("ɢɪʟʟ", Refusal.CHARACTER),
        ("ǀǀǀ", Refusal.CHARACTER),
        ("٣٤٥abc", Refusal.CHARACTER),
        ("ก" + "\u0e49" * 6 + "กก", Refusal.CHARACTER),
        ("<script>", Refusal.CHARACTER),
        ("a/b/c", Refusal.CHARACTER),
        ("", Refusal.LENGTH),
        ("ab", Refusal.LENGTH),
        ("a" * 31, Refusal.LENGTH),
        (".hidden", Refusal.EDGE),
        ("trailing_", Refusal.EDGE),
        ("1984", Refusal.LETTER),
        ("раypal", Refusal.SCRIPTS),
        ("Ωmega", Refusal.SCRIPTS),
        ("カタかнo", Refusal.SCRIPTS),
    ],
)
def test_what_is_no_name_is_refused_for_its_reason(name, why):
    assert names.refusal(name) is why


@pytest.mark.parametrize(
    "name",
    [
        *("admin", "Administrator", "moderator", "staff", "system", "larva", "Worker", "soldier", "Queen", "support"),
        *("former.player", "Former_Player", "guest", "Guest-7f3k", "guest99", "marabunta", "Mabula", "root", "null"),
        *("anonymous", "chance", "Adm1n", "ad-min", "R00T", "you"),
    ],
)
def test_words_that_mean_something_here_are_reserved(name):
    assert names.refusal(name) is Refusal.RESERVED


def test_every_refusal_has_its_sentence():
    assert set(SENTENCES) == set(Refusal)


@given(st.text())
@example("\ud800")
@example("ﷺ" * 30)
def test_any_text_is_a_name_or_is_refused(text):
    why = names.refusal(text)
    assert why is None or why in Refusal
    key = names.key(text)
    assert key.encode().decode() == key  # any database can be asked for it
    assert "\x00" not in key


LETTERS = st.characters(categories=["Lu", "Ll", "Lo", "Mn", "Mc", "Nd"], include_characters=".-_")


@given(st.text(LETTERS, max_size=40))
def test_an_accepted_name_is_visible_normal_and_fits_its_columns(text):
    if names.refusal(text) is not None:
        return
    name = names.normal(text)
    assert names.normal(name) == name
    assert names.SHORTEST <= len(name) <= names.LONGEST
    assert len(names.key(name)) <= names.LONGEST_KEY
    assert {unicodedata.category(character)[0] for character in name} <= set("LMNP")


NAMES = st.text(st.sampled_from("abcIl10oOéßДЖсяΣσςñ.-_"), min_size=3, max_size=12)


@given(NAMES)
def test_case_and_form_never_make_a_second_name(name):
    for writing in (name.upper(), name.lower(), name.swapcase(), unicodedata.normalize("NFD", name)):
        assert names.key(writing) == names.key(name)
