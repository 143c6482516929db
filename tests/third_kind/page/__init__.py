"""The pages of Heap."""

from typing import Final

from games.kind_pages.page import KindPage, KindTemplates
from tests.third_kind.page import advice, clauses, picture, presenter, refusals, story
from tests.third_kind.page.words import WORDS

PAGE: Final = KindPage(
    presenter=presenter,
    story=story,
    advice=advice,
    refusals=refusals,
    clauses=clauses,
    words=WORDS,
    picture=picture.picture,
    templates=KindTemplates.of("heap"),
    board_styles=("heap/board.css",),
)
