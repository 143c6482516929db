"""The pages of Mabula."""

from typing import Final

from games.kind_pages.page import KindPage, KindTemplates
from games.mabula.page import advice, clauses, picture, presenter, refusals, story
from games.mabula.page.example import example
from games.mabula.page.words import WORDS

PAGE: Final = KindPage(
    presenter=presenter,
    story=story,
    advice=advice,
    refusals=refusals,
    clauses=clauses,
    words=WORDS,
    picture=picture.picture,
    templates=KindTemplates.of(
        "mabula",
        board_small="mabula/board_small.svg",
        mine="mabula/_mine.html",
        final="mabula/_final.html",
    ),
    board_styles=("mabula/board.css",),
    page_scripts=("mabula/motion.js",),
    example=example,
    has_fine_cards=True,
)
