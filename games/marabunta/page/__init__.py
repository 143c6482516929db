"""The pages of Marabunta."""

from typing import Final

from games.kind_pages.page import KindPage, KindTemplates
from games.marabunta.page import advice, clauses, coach, picture, presenter, refusals, story
from games.marabunta.page.lesson import LESSON
from games.marabunta.page.rulebook import Rulebook
from games.marabunta.page.words import WORDS

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
        "marabunta",
        icon="pictures/_brand.svg",
        board_small="marabunta/board_small.svg",
        board_symbols="marabunta/_board_symbols.svg",
        page_symbols="marabunta/_symbols.html",
        mine="marabunta/_mine.html",
        holdings="marabunta/_holdings.html",
        final="marabunta/_final.html",
        round="marabunta/_round.html",
        lexicon="marabunta/_lexicon.html",
        tour="marabunta/_tour.html",
        summary="marabunta/summary.html",
    ),
    board_styles=("marabunta/board.css", "marabunta/pieces.css"),
    page_styles=("marabunta/page.css",),
    page_scripts=tuple(f"marabunta/{name}.js" for name in ("split", "pieces", "motion", "victory")),
    rulebook=Rulebook,
    option_cards={"territory": "games/_thumb.html", "colony": "marabunta/_side.html"},
)
