"""Which names are allowed, and which look the same. Pure: no Django, no database.

A name is shown as it was typed, but for Unicode's compatibility forms. Its ``key`` must be unique.
"""

import re
import secrets
import unicodedata
from enum import Enum

SHORTEST, LONGEST = 3, 30
LONGEST_KEY = 120
GUEST = "guest"
PLAYER = "player"  # the prefix of a neutral name, until a person has chosen another
BY_LOT = "23456789abcdefghjkmnpqrstuvwxyz"  # characters of names that the site gives: no two look alike


class Refusal(Enum):
    """Why a name is not allowed."""

    ADDRESS = "address"
    CHARACTER = "character"
    EDGE = "edge"
    LENGTH = "length"
    LETTER = "letter"
    RESERVED = "reserved"
    SCRIPTS = "scripts"


def normal(name: str) -> str:
    """The name as it is stored and shown."""
    return unicodedata.normalize("NFKC", name).strip()


def refusal(name: str) -> Refusal | None:
    """Why a name is not allowed; None if it is."""
    name = normal(name)
    if "@" in name:
        return Refusal.ADDRESS
    if not all(_is_allowed(character) for character in name) or _MARKS_IN_A_HEAP.search(_mark_pattern(name)):
        return Refusal.CHARACTER
    if not SHORTEST <= len(name) <= LONGEST:
        return Refusal.LENGTH
    if name[0] in _SIGNS or _is_mark(name[0]) or name[-1] in _SIGNS:
        return Refusal.EDGE
    if not any(_is_letter(character) for character in name):
        return Refusal.LETTER
    scripts = {_script(character) for character in name} - {""}
    if len(scripts) > 1 and not any(scripts <= together for together in _WRITTEN_TOGETHER):
        return Refusal.SCRIPTS
    compact = key(name).replace("-", "")
    if compact in _RESERVED or compact.startswith(GUEST):
        return Refusal.RESERVED
    return None


def key(name: str) -> str:
    """Equal for names that look the same to a reader: case, accents, look-alikes and separators are ignored."""
    text = unicodedata.normalize("NFKD", normal(name).casefold()).casefold()
    text = "".join(character for character in text if not _is_extra(character))
    text = text.translate(_LOOK_ALIKE).replace("rn", "m").replace("vv", "w")
    return re.sub(r"[._-]+", "-", unicodedata.normalize("NFC", text))


def random_name(prefix: str, length: int) -> str:
    """A name that the site gives to somebody who has none."""
    return f"{prefix}-{''.join(secrets.choice(BY_LOT) for _ in range(length))}"


def _is_extra(character: str) -> bool:
    """Whether a character is an accent or invisible."""
    return unicodedata.category(character)[0] == "C" or unicodedata.name(character, "").startswith("COMBINING ")


def _is_allowed(character: str) -> bool:
    return character in _SIGNS or character in _DIGITS or _is_letter(character) or _is_mark(character)


def _is_letter(character: str) -> bool:
    script = _script(character)
    if not script or (unicodedata.category(character) not in ("Ll", "Lo", "Lu") and character not in _LETTERS_TOO):
        return False
    match script:
        case "LATIN":  # without phonetic letters, of which many look like others
            return unicodedata.normalize("NFKD", character)[0].lower() in _A_TO_Z or character.lower() in _LATIN_TOO
        case "GREEK":
            return "\u0370" <= character <= "\u03ff" or "\u1f00" <= character <= "\u1fff"
        case "CYRILLIC":
            return "\u0400" <= character <= "\u052f"
        case "HANGUL":  # whole syllables: among the single letters are blank ones
            return "\uac00" <= character <= "\ud7a3"
        case _:
            return True


def _is_mark(character: str) -> bool:
    """Whether a character is a vowel sign, tone or similar mark of a script that needs them."""
    return (
        unicodedata.category(character) in ("Mn", "Mc")
        and _script(character) in _WITH_MARKS
        and character not in _BLANK_MARKS
    )


def _mark_pattern(name: str) -> str:
    return "".join("m" if _is_mark(character) else "x" for character in name)


def _script(character: str) -> str:
    """The script of a letter or mark by the first word of its name; "" for what belongs to none."""
    if character.isascii() and not character.isalpha():
        return ""
    word = unicodedata.name(character, "").partition(" ")[0].partition("-")[0]
    return _SCRIPTS.get(word, "")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_A_TO_Z = "abcdefghijklmnopqrstuvwxyz"
_DIGITS = "0123456789"
_SIGNS = ".-_"
_LATIN_TOO = "æœøđħłŧðþßıəŋĸ"
_LETTERS_TOO = "ー々"  # modifiers by category, letters by use
_BLANK_MARKS = "\u17b4\u17b5"
_MARKS_IN_A_HEAP = re.compile("m{4}")

# The scripts in everyday use that Unicode recommends for names (UAX 31, table 5).
_WITH_MARKS = _words("""
    BENGALI DEVANAGARI GUJARATI GURMUKHI KANNADA KHMER LAO MALAYALAM MYANMAR ORIYA SINHALA TAMIL TELUGU THAANA THAI
    TIBETAN
""")
_WITHOUT_MARKS = _words("""
    ARABIC ARMENIAN BOPOMOFO CJK CYRILLIC ETHIOPIC GEORGIAN GREEK HANGUL HEBREW HIRAGANA KATAKANA LATIN
""")
_SCRIPTS = {script: script for script in _WITH_MARKS | _WITHOUT_MARKS} | {"IDEOGRAPHIC": "CJK"}
_WRITTEN_TOGETHER = (
    frozenset({"CJK", "HIRAGANA", "KATAKANA"}),
    frozenset({"CJK", "HANGUL"}),
    frozenset({"BOPOMOFO", "CJK"}),
)

# Letters that look like others, in lower case (Unicode's list of confusables, and upper case that is identical).
_PAIRS = {
    "01i": "oll",
    "æœøđħłŧðþıəŋĸ": ("ae", "oe", *"odhltdplenk"),
    "авсԁеҽԍһніӏјкморԛгѕтѵѡԝхуүьзӡб": "abcdeeghhlljkmopqrstvwwxyyb336",
    "ӕыю": ("ae", "bl", "lo"),
    "αβεζηικμνοσρτυχγϝϳϻω": "abezhlkmnooptyxyfjmw",
    "քցհոռօգզստա": "fghnnoqqusw",
    "וןסט": "llov",
    "اهھہە": "loooo",
    "ყഠဝዐሀଠ": "yooouo",
    "ロニカエトハター": "口二力工卜八夕一",
}
_LOOK_ALIKE = str.maketrans(
    {letter: like for letters, likes in _PAIRS.items() for letter, like in zip(letters, likes, strict=True)}
)

_RESERVED_WORDS = _words("""
    abuse account accounts admin admins administrator administration anonymous anybody api billing board bot bots
    builder chance contact daemon deleted developer everybody everyone false formerplayer game games guard help
    helpdesk here host hostmaster info information larva legal localhost login logout mabula mail mailerdaemon
    marabunta me mod moderator moderators moderation mods myself nil nobody none noreply null nul nurse official
    operator owner password player players postmaster princess privacy pupa queen red blue white black robot root
    scout security self server service settings signup site soldier somebody someone spectator staff superuser
    support sysadmin sysop system team terms test true undefined unknown user username users visitor void webmaster
    worker www you
""")
_RESERVED = frozenset(key(word) for word in _RESERVED_WORDS)
