"""The pages of Mabula."""

from typing import Final

from games.kind_pages.page import KindPage, KindTemplates
from games.mabula.page import advice, clauses, coach, picture, presenter, refusals, story
from games.mabula.page.example import example
from games.mabula.page.lesson import LESSON
from games.mabula.page.rulebook import Rulebook
from games.mabula.page.words import WORDS

PAGE: Final = KindPage(
    presenter=presenter,
    story=story,
    advice=advice,
    refusals=refusals,
    clauses=clauses,
    words=WORDS,
    coach=coach,
    lesson=LESSON,
    picture=picture.picture,
    templates=KindTemplates.of(
        "mabula",
        board_small="mabula/board_small.svg",
        mine="mabula/_mine.html",
        final="mabula/_final.html",
        summary="mabula/summary.html",
        lexicon="mabula/_lexicon.html",
    ),
    board_styles=("mabula/board.css",),
    page_scripts=("mabula/motion.js",),
    example=example,
    rulebook=Rulebook,
    has_fine_cards=True,
)
