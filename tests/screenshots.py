"""Take pictures of every phase of both games and of the main pages, light and dark, large and small.

    python -m tests.screenshots [part of a name …]

All of them go to var/screenshots/, which is not part of the repository. Those that README.md or a page of docs/ shows
also go to docs/screenshots/, and what no page shows any more is removed from there. Needs Chromium, nothing else: it
takes the pictures and encodes them as WebP.

The games always go the same way, so a picture changes only when the site does.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

import django
from playwright.sync_api import Browser, Page, sync_playwright

from tests.e2e.serving import CHROMIUM, FLAGS, serving

ROOT = Path(__file__).parents[1]
ALL = ROOT / "var" / "screenshots"
SHOWN = ROOT / "docs" / "screenshots"
LOOKS: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1440, "height": 1000}, "color_scheme": "light"},
    "desktop-dark": {"viewport": {"width": 1440, "height": 1000}, "color_scheme": "dark"},
    "phone": {"viewport": {"width": 390, "height": 844}, "color_scheme": "light", "has_touch": True},
    "phone-dark": {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark", "has_touch": True},
}


@dataclass(frozen=True)
class Shot:
    """A page, the session that opens it, and what is done there before the picture is taken."""

    name: str
    path: str
    session: str = ""  # the key of a session; empty for a visitor
    then: Callable[[Page], object] | None = None
    is_whole: bool = True  # whether a picture of a phone shows the page down to its end


def main() -> None:
    wanted = sys.argv[1:]
    with tempfile.TemporaryDirectory() as data:
        os.environ |= {"DATA_DIR": data, "DEBUG": "false", "HTTPS": "false"}
        os.environ["DJANGO_SETTINGS_MODULE"] = "marabunta_site.settings"
        django.setup()
        with serving(Path(data), Path(data)) as site:
            shots = [shot for shot in everything() if not wanted or any(part in shot.name for part in wanted)]
            with sync_playwright() as playwright:  # inside it, Django refuses to use the database
                browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS.split())
                for shot in shots:
                    take(browser, site.url, shot)
    for picture in SHOWN.iterdir():
        if picture.name not in shown_pictures():
            picture.unlink()
    if missing := shown_pictures() - {picture.name for picture in SHOWN.iterdir()}:
        sys.exit(f"No picture of that name was taken: {', '.join(sorted(missing))}")


def shown_pictures() -> set[str]:
    """The names of the files in docs/screenshots/ that README.md and the pages of docs/ show."""
    pages = [ROOT / "README.md", *ROOT.glob("docs/**/*.md")]
    return {name for page in pages for name in re.findall(r"screenshots/([\w-]+\.\w+)", page.read_text())}


def take(browser: Browser, server: str, shot: Shot) -> None:
    for look, options in LOOKS.items():
        with context_of(browser, server, shot, options) as page:
            page.goto(shot.path, wait_until="networkidle")
            if shot.then:
                shot.then(page)
                page.wait_for_load_state("networkidle")
            page.evaluate("document.fonts.ready")
            is_whole = shot.is_whole and look.startswith("phone")
            store(
                f"{shot.name}--{look}.webp",
                to_webp(browser, page.screenshot(full_page=is_whole, animations="disabled")),
            )


def to_webp(browser: Browser, png: bytes) -> bytes:
    """Let the browser encode a picture, on a page without the site's content security policy."""
    with browser.new_context() as context:
        url: str = context.new_page().evaluate(_ENCODE, b64encode(png).decode())
    kind, _, content = url.partition(";base64,")
    if kind != "data:image/webp":
        sys.exit("This browser does not encode WebP.")
    return b64decode(content)


def store(name: str, picture: bytes) -> None:
    for folder in (ALL, SHOWN) if name in shown_pictures() else (ALL,):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(picture)


_ENCODE = """async (png) => {
    const blob = await (await fetch(`data:image/png;base64,${png}`)).blob();
    const bitmap = await createImageBitmap(blob);
    const canvas = Object.assign(document.createElement("canvas"), { width: bitmap.width, height: bitmap.height });
    canvas.getContext("2d").drawImage(bitmap, 0, 0);
    return canvas.toDataURL("image/webp", 0.7);
}"""


@contextmanager
def context_of(browser: Browser, server: str, shot: Shot, options: dict[str, Any]) -> Iterator[Page]:
    with browser.new_context(base_url=server, reduced_motion="reduce", **options) as context:
        if shot.session:
            context.add_cookies([{"name": "sessionid", "value": shot.session, "url": server}])
        yield context.new_page()


def everything() -> Iterator[Shot]:  # noqa: PLR0915 - one picture after the other
    """Every picture there is."""
    from games.marabunta.rules import Phase, State  # noqa: PLC0415
    from games.site import demo  # noqa: PLC0415
    from tests import sample_cases, sample_mails  # noqa: PLC0415

    people = People()
    ada = people.session("Ada")
    marabunta = demo.play("marabunta", 12)

    def late(is_it: Callable[[State], object], after: int = 5) -> int:
        """The first step from that round on at which it is so."""
        return next(step.at for step in marabunta.steps if step.state.round.number > after and is_it(step.state))

    def game(at: int, path: str = "", *, looker: str = "mover") -> tuple[str, str]:
        return people.game(marabunta, at, path, looker=looker)

    split = late(lambda state: state.phase is Phase.SPLIT)
    yield Shot("marabunta-split", *game(split))
    yield Shot("marabunta-waiting", *game(split, looker="other"))
    yield Shot("marabunta-choose", *game(late(lambda state: state.phase is Phase.CHOOSE)))
    resolving = late(lambda state: state.phase is Phase.RESOLVE and _has_number(state))
    yield Shot("marabunta-resolve", *game(resolving))
    yield Shot("marabunta-anthill", *game(resolving, "?anthill=1"))
    yield Shot(
        "marabunta-why-not", *game(resolving), then=lambda page: page.locator('#board a[href*="why="]').first.click()
    )
    yield Shot("marabunta-crate", *game(late(lambda state: state.waiting and state.waiting[-1].key == "crate", 3)))
    yield Shot(
        "marabunta-pair", *game(late(lambda state: state.round.tile == "two-zeros" and _has_tile(state), 0), "?piece=T")
    )
    yield Shot("marabunta-replay", *game(resolving, f"?at={split - 20}"))
    yield Shot("marabunta-finished", *game(marabunta.last, looker="one"))

    mabula = demo.play("mabula", 12)
    yield Shot("mabula-start", *people.game(mabula, 1))
    yield Shot("mabula-push", *people.game(mabula, 13), then=_choose_a_push)
    yield Shot("mabula-finished", *people.game(mabula, mabula.last, looker="one"))

    yield Shot("mabula-hint", *people.game_against_bot("mabula"), then=_take_a_hint)
    yield Shot("marabunta-hint", *people.game_against_bot("marabunta"), then=_take_a_hint)

    yield Shot("time-is-up", *people.late_game(), then=lambda page: page.locator("#dock").scroll_into_view_if_needed())
    yield Shot("vacation", "/vacation/", ada)
    yield Shot("ledger", "/notifications/ledger/", ada)
    yield Shot("preferences", "/account/preferences/", ada)
    for name, file in sample_mails.write(Path(tempfile.mkdtemp())).items():
        yield Shot(name, file.as_uri())

    moderator, stalled, insulted = sample_cases.fill()
    desk = session_of(moderator)
    yield Shot("moderation-queue", "/moderation/?view=all", desk)
    yield Shot("moderation-case", f"/moderation/cases/{insulted}/", desk)
    yield Shot("moderation-case-game", f"/moderation/cases/{stalled}/", desk)
    address, session = people.annulled_game(moderator)
    yield Shot("annulled-game", address, session)
    address, _ = people.game(marabunta, resolving)
    yield Shot("moderation-game", f"/moderation{address}", desk)
    yield Shot("moderation-preview", f"/moderation{address}", desk, then=_preview)
    yield Shot("moderation-audit", "/moderation/audit/", desk)
    yield Shot("admin-game", f"/admin{address.replace('games', 'games/game')}change/", session_of(people.root()))

    yield Shot("home-visitor", "/")
    yield Shot("home", "/", ada)
    yield Shot("lobby", "/lobby/", ada)
    yield Shot("new-game", "/games/new/", ada)
    yield Shot("play-a-bot", "/play/")
    yield Shot("profile", "/people/Ada/", ada)
    yield Shot("rules-marabunta", "/rules/marabunta/", is_whole=False)
    yield Shot("rules-mabula", "/rules/mabula/", is_whole=False)


def session_of(user: Any) -> str:
    from django.test import Client  # noqa: PLC0415

    client = Client()
    client.force_login(user)
    return client.cookies["sessionid"].value


class People:
    """Ada and Ben, their games and their sessions."""

    def __init__(self) -> None:
        from accounts.models import User  # noqa: PLC0415

        self._users = [User.objects.create_user(name, f"{name.lower()}@example.org") for name in ("Ada", "Ben")]

    def session(self, name: str) -> str:
        return session_of(next(user for user in self._users if user.username == name))

    def game(self, played: Any, at: int, path: str = "", *, looker: str = "mover") -> tuple[str, str]:
        """A game of theirs after so many moves: its address, and the session of the one who is to look at it."""
        from games import record  # noqa: PLC0415
        from games.table import exchange  # noqa: PLC0415

        moves = [step.move for step in played.steps[:at]]
        one, two = self._users
        stored = exchange.import_record(record.make(played.kind.key, {}, moves), players=(one, two))
        stored.seats.update(seen=max(0, stored.head - 9))  # they have been here before
        mover = stored.to_move or 1
        seat = {"mover": mover, "other": 3 - mover, "one": 1}[looker]
        return f"/games/{stored.pk}/{path}", self.session(("Ada", "Ben")[seat - 1])

    def game_against_bot(self, kind: str) -> tuple[str, str]:
        """A game in which Ada is to move, and the bot has moved."""
        from games.bots import turns  # noqa: PLC0415
        from games.contract import Seat  # noqa: PLC0415
        from games.lobby import challenges as lobby  # noqa: PLC0415

        agreement = lobby.Agreement(kind, {})
        with patch("secrets.token_bytes", lambda size: kind.encode().ljust(size)):  # the seed
            game = lobby.play_bot(user=self._users[0], bot="worker", agreement=agreement, seat=Seat.TWO, nonce="ada")
        with patch("secrets.randbits", lambda _: 1):
            turns.take_turns(game.pk)
        return f"/games/{game.pk}/", self.session("Ada")

    def annulled_game(self, moderator: Any) -> tuple[str, str]:
        """A game that a moderator looked into for a day, and then annulled."""
        from games.models import Game  # noqa: PLC0415
        from games.moderation import game_acts  # noqa: PLC0415
        from games.table.door import Act  # noqa: PLC0415

        address, session = self.late_game()
        number = int(address.split("/")[2])
        for what, reason in (
            (Act.PAUSE, "Nobody shall lose time while we look into this."),
            (Act.ANNUL, "By mistake this game was begun twice. Both of you asked to have this one annulled."),
        ):
            head = Game.objects.get(pk=number).head
            game_acts.act(by=moderator, game_id=number, what=what, reason=reason, seen=head)
        return address, session

    def root(self) -> Any:
        from accounts.models import User  # noqa: PLC0415

        return User.objects.create_superuser("Olga", "olga@example.org")

    def late_game(self) -> tuple[str, str]:
        """A game on a bank whose time has run out, and the session of the one who waits."""
        from games import kinds  # noqa: PLC0415
        from games.clocks import clock  # noqa: PLC0415
        from games.contract import Seat  # noqa: PLC0415
        from games.lobby import challenges as lobby  # noqa: PLC0415
        from games.table import door, log  # noqa: PLC0415

        one, two = self._users
        then = clock.now() - timedelta(days=6)
        with patch.object(clock, "now", lambda: then):
            agreement = lobby.Agreement("mabula", {}, "3d+12h")
            offer = lobby.challenge(creator=one, agreement=agreement, seat=Seat.ONE)
            game = lobby.accept(challenge_id=offer.pk, user=two)
            for number in range(13):
                text = kinds.get("mabula").rules.legal(log.position(game).state)[number]
                seat, key = Seat(game.to_move or 1), f"key-{number}"
                door.submit(game_id=game.pk, seat=seat, act=door.Act.MOVE, text=text, seen=game.head, key=key)
                game.refresh_from_db()
        return f"/games/{game.pk}/", self.session(("Ada", "Ben")[2 - (game.to_move or 1)])


def _has_number(state: Any) -> bool:
    return any(face in "123" and state.left >> place & 1 for place, face in enumerate(state.round.faces))


def _has_tile(state: Any) -> bool:
    return bool(state.left >> 6 & 1) and not state.waiting


def _take_a_hint(page: Page) -> None:
    page.get_by_role("button", name="Hint").click()
    page.locator("#hint-move").wait_for()


def _preview(page: Page) -> None:
    page.locator("summary", has_text="Decide").click()
    page.locator("details[open]").get_by_label("Ada").check()
    page.locator("details[open] textarea").fill("Ben left the game with a word that nobody has to listen to.")
    page.locator("details[open]").get_by_role("button", name="Preview").click()


def _choose_a_push(page: Page) -> None:
    page.locator('#board a[data-state="legal"]').nth(4).click()
    page.locator('#board a[href*="to="]').nth(2).click()


if __name__ == "__main__":
    main()
