"""The settings of a site that speaks nothing but the language that nobody speaks, see tests/pseudo.py."""

from marabunta_site.settings import *  # noqa: F403
from marabunta_site.settings import DATA_DIR
from tests import pseudo

LANGUAGES = [(pseudo.CODE, "Pseudo")]
LANGUAGE_CODE = pseudo.CODE
LOCALE_PATHS = [DATA_DIR / "locale"]
pseudo.learn(LOCALE_PATHS[0])
