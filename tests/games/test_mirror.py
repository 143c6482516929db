"""Mirror matches: two games with the same luck and seats swapped, in which nobody profits from the other board."""

import secrets

import pytest
from django.test import Client
from django.utils.html import escape

from accounts.models import User
from games import kinds, queries
from games.contract import NOBODY, Seat
from games.live import signals
from games.lobby import challenges, departure, mail_invites, rating_terms
from games.lobby.challenges import LobbyRefused
from games.lobby.start import Agreement
from games.models import Challenge, Event, Game, Notification
from games.models import Seat as SeatRow
from games.moderation import game_acts
from games.notify.mail import invitation, letters
from games.table import acts, door, log, luck, seating, verification
from games.table.door import Act, Verdict
from tests.games.matches import do, fresh, legal, play_match, play_step, play_turn, rolls, start_match
from tests.games.playing import own_seed
from tests.luck import dice
from tests.moderation.people import moderating

pytestmark = pytest.mark.django_db
KINDS = ["marabunta", "mabula"]
EVERY_KIND = pytest.mark.parametrize("kind", KINDS)


def faults(match):
    return [str(fault) for game in match for fault in verification.one_game(game.pk).faults]


def logged_in(user: User) -> Client:
    client = Client()
    client.force_login(user, "accounts.backends.NameOrAddress")
    return client


def refusal(answer: door.Answer) -> str:
    assert answer.refusal
    return answer.refusal.code


def turns_of(game: Game) -> list[int]:
    """Whose the turns were, one after the other."""
    moves = game.events.filter(act="move").exclude(seat=None).order_by("seq")
    seats = [seat or 0 for seat in moves.values_list("seat", flat=True)]
    return [seat for place, seat in enumerate(seats) if place == 0 or seats[place - 1] != seat]


@EVERY_KIND
def test_a_match_is_two_games_with_seats_swapped(ada, ben, kind):
    first, second = start_match(ada, ben, kind, is_rated=True)
    assert (first.partner, second.partner) == (second, first)
    assert (first.stream, second.stream) == (None, first.pk)
    assert first.commitment == second.commitment
    assert [row.user for row in first.seats.all()] == [ada, ben]
    assert [row.user for row in second.seats.all()] == [ben, ada]
    assert [row.nonce for row in first.seats.all()] == [row.nonce for row in second.seats.order_by("-number")]
    assert first.challenge.game == first
    assert faults([first, second]) == []


@EVERY_KIND
def test_both_boards_have_the_same_rolls_and_the_same_order_of_turns(ada, ben, kind):
    match = start_match(ada, ben, kind)
    play_match(match, dice(1))
    one, two = (rolls(game) for game in match)
    assert one[: len(two)] == two[: len(one)]
    turns = [turns_of(game) for game in match]
    if kind == "marabunta":  # at Mabula whoever cannot push loses the turn, and that may be on one board alone
        assert turns[0][: len(turns[1])] == turns[1][: len(turns[0])]
    assert faults(match) == []


@EVERY_KIND
def test_the_second_stream_is_the_first_one_whatever_is_played(ada, ben, kind, settings):
    """Fifty matches, whose random moves are drawn as if each board went on by itself, and differently."""
    settings.MOST_GAMES = 1000
    for number in range(50):
        offer = challenges.challenge(
            creator=ada,
            agreement=Agreement(kind, {}),
            audience="link",
            own_seed=own_seed(f"words {number}"),
            is_mirrored=True,
        )
        first = challenges.accept(challenge_id=offer.pk, user=ben, nonce="of ben" if number % 2 else "")
        one, two = (drawn_in(Game.objects.get(pk=first.pk + place), 2 * number + place) for place in (0, 1))
        both = min(len(one), len(two))
        assert both >= (5 if kind == "marabunta" else 1)
        assert one[:both] == two[:both]


def drawn_in(game: Game, choices: int) -> list[str]:
    """The first moves of chance, between moves that are made by chance as well."""
    rules, choose = kinds.get(game.kind).rules, dice(choices)
    state = rules.initial(game.options)
    drawn: list[str] = []
    while len(drawn) < 9 and (actor := rules.actor(state)) is not NOBODY:
        if isinstance(actor, Seat):
            move = choose.choice(rules.legal(state))
        else:
            move = rules.draw(state, door.stream(game, len(drawn)))
            drawn.append(move)
        state = rules.apply(state, move)
    return drawn


@EVERY_KIND
def test_a_step_opens_on_both_boards_when_both_have_finished_the_one_before(ada, ben, kind):
    first, second = start_match(ada, ben, kind)
    choose = dice(2)
    mover, head = first.to_move, first.head
    held = play_turn(first, choose)
    assert (held.to_move, held.held_by, held.deadline) == (None, mover, None)
    assert held.head == head < held.head + held.veiled
    assert rolls(first) == rolls(second)
    assert fresh(second).to_move == mover
    for seat in (1, 2):
        assert refusal(do(first, text=legal(first)[0], seat=seat)) == "not-your-turn"
        assert refusal(do(first, Act.UNDO, seat=seat)) == "nothing-to-undo"
    play_turn(second, choose)
    one, two = fresh(first), fresh(second)
    assert one.to_move == two.to_move == 3 - mover
    assert (one.veiled, two.veiled, one.held_by, two.held_by) == (0, 0, None, None)
    assert one.deadline and one.turn_since == two.turn_since
    assert rolls(first) == rolls(second)
    assert faults([first, second]) == []


def test_only_whoever_makes_a_turn_sees_it_before_it_is_over_on_both_boards(ada, ben):
    first, second = start_match(ada, ben)
    move, mover = legal(first)[0], first.to_move
    plays, waits = (ada, ben) if mover == 1 else (ben, ada)
    do(first, text=move)
    assert queries.moves_of(fresh(first, mover))[-1] == move
    for seat in (3 - mover, None):
        assert move not in queries.moves_of(fresh(first, seat))
    assert move in logged_in(plays).get(f"/games/{first.pk}/record.txt").content.decode()
    assert move not in logged_in(waits).get(f"/games/{first.pk}/record.txt").content.decode()
    seq = fresh(first, mover).head
    assert logged_in(plays).get(f"/games/{first.pk}/?at={seq}").status_code == 200
    for path in ("", "board.png", "position.txt", "moves/"):
        assert logged_in(waits).get(f"/games/{first.pk}/{path}?at={seq}").status_code == 422
    play_turn(second, dice(1))
    assert move in queries.moves_of(fresh(first, 3 - mover))
    assert move in logged_in(waits).get(f"/games/{first.pk}/record.txt").content.decode()


def test_what_everybody_reads_is_remembered_without_what_one_player_knows(ada, ben):
    first, _ = start_match(ada, ben)
    mover = first.to_move
    do(first, text=legal(first)[0])
    assert log.position(fresh(first, mover)).seq == fresh(first).head + 1
    assert log.position(fresh(first)).seq == fresh(first).head
    assert log.load_positions([fresh(first)]) == set()
    assert log.position(fresh(first)).seq == fresh(first).head


def test_nobody_else_sees_a_match_before_both_boards_are_over_and_then_everybody_does(ada, ben, cleo):
    match = first, second = start_match(ada, ben, "mabula")
    watching = logged_in(cleo)
    for game in match:
        for path in ("", "record.txt", "board.png", "fairness/", "moves/", "position.txt", "chat/"):
            assert watching.get(f"/games/{game.pk}/{path}").status_code == 404
    assert queries.games_to_watch(ada, viewer=cleo) == [] == queries.public_games(most=5)
    assert watching.get(f"/challenges/{first.challenge.token}/").status_code == 200
    do(first, Act.RESIGN, seat=1)
    assert watching.get(f"/games/{first.pk}/").status_code == 404
    play_match(match, dice(3))
    for game in match:
        assert watching.get(f"/games/{game.pk}/").status_code == 200
    private = start_match(ada, ben, "mabula", audience="link")
    for game in private:
        do(game, Act.RESIGN, seat=1)
        assert watching.get(f"/games/{game.pk}/").status_code == 404
    assert second.partner == first


@EVERY_KIND
def test_the_seed_stays_secret_until_both_boards_are_over(ada, ben, kind):
    match = first, second = start_match(ada, ben, kind)
    play_step(match, dice(1))
    do(first, Act.RESIGN, seat=2)
    assert log.is_revealed(log.position(fresh(first)), kinds.get(kind).rules)
    for game in match:
        with pytest.raises(queries.StillSecret):
            queries.revealed(fresh(game))
        assert "Seed" not in queries.record_of(fresh(game)).tags
        assert logged_in(ada).get(f"/games/{game.pk}/fairness/").context["revealed"] is None
    play_match(match, dice(2))
    shown = [queries.revealed(fresh(game)) for game in match]
    assert shown[0].seed == shown[1].seed
    assert shown[0].nonces == shown[1].nonces
    assert all(one.is_fair for one in shown)
    page = logged_in(ada).get(f"/games/{second.pk}/fairness/")
    assert page.context["same"] == min(len(rolls(first)), len(rolls(second)))
    assert f"/games/{first.pk}/fairness/" in page.content.decode()


def test_a_decision_that_a_moderator_could_reverse_opens_no_envelope(ada, ben):
    match = first, second = start_match(ada, ben)
    do(second, Act.RESIGN, seat=1)
    intervene(first, Act.ANNUL)
    assert not luck.may_open(fresh(first), log.position(fresh(first)))
    assert not luck.may_open(fresh(second), log.position(fresh(second)))
    assert faults(match) == []


@EVERY_KIND
def test_when_one_board_ends_the_other_goes_on_alone(ada, ben, kind):
    match = first, second = start_match(ada, ben, kind)
    choose, mover = dice(4), first.to_move
    play_turn(first, choose)
    do(second, Act.RESIGN, seat=1)
    alone = fresh(first)
    assert (alone.to_move, alone.veiled, alone.held_by) == (3 - mover, 0, None)
    assert list(first.events.filter(act="release").values_list("text", flat=True)) == ["alone"]
    play_turn(first, choose)
    assert fresh(first).to_move == mover
    play_match(match, choose)
    assert faults(match) == []


def test_a_half_made_turn_is_shown_when_the_other_board_ends(ada, ben):
    match = first, second = start_match(ada, ben)
    move = legal(first)[0]
    do(first, text=move)
    do(second, Act.RESIGN, seat=2)
    assert queries.moves_of(fresh(first))[-1] == move
    assert faults(match) == []


def test_running_out_of_time_ends_one_board_and_who_waits_for_the_other_is_never_late(ada, ben, time):
    match = first, second = start_match(ada, ben)
    choose = dice(5)
    for _ in range(4):
        play_step(match, choose)
    seat = fresh(first).to_move or 0
    play_turn(first, choose)
    time.passes(days=30)
    assert refusal(do(first, Act.TIMEOUT, seat=3 - seat)) == "time-is-left"
    assert do(second, Act.TIMEOUT, seat=3 - seat).verdict is Verdict.ACCEPTED
    assert (fresh(second).decided, fresh(first).status) == ("timeout", "running")
    assert fresh(first).deadline > time.now
    assert faults(match) == []


def test_a_bot_that_plays_on_ends_the_waiting_on_both_boards(ada, ben, time):
    match = first, second = start_match(ada, ben, is_rated=True)
    mover = first.to_move
    play_turn(first, dice(6))
    time.passes(days=4)
    assert do(second, Act.SUBSTITUTE, "worker", seat=3 - mover).verdict is Verdict.ACCEPTED
    assert (fresh(second).bot_to_move, fresh(first).to_move) == ("worker", 3 - mover)
    assert not log.position(fresh(first)).is_in_step and not log.position(fresh(second)).is_in_step
    assert faults(match) == []


def test_who_leaves_leaves_both_boards(ada, ben):
    match = first, _ = start_match(ada, ben)
    play_turn(first, dice(7))
    departure.leave(user=ben)
    assert [row.bot for row in SeatRow.objects.filter(game__in=match).order_by("game", "number")] == [
        *("", "worker"),
        *("worker", ""),
    ]
    assert faults(match) == []


def test_no_draw_is_agreed_and_nothing_goes_back_in_a_match(ada, ben):
    match = first, _ = start_match(ada, ben, "mabula")
    assert refusal(do(first, Act.OFFER_DRAW, seat=1)) == "no-draws-in-mirror"
    for _ in range(3):
        play_step(match, dice(8))
    seq = log.position(fresh(first)).moves[1].seq
    assert refusal(intervene(first, Act.REWIND, str(seq))) == "no-way-back-in-mirror"
    intervene(first, Act.ADJUDICATE, "1")
    assert refusal(intervene(first, Act.RESTORE)) == "no-way-back-in-mirror"
    assert intervene(first, Act.ANNUL).verdict is Verdict.ACCEPTED
    assert intervene(first, Act.RESTORE).verdict is Verdict.ACCEPTED, "which only goes back to the first decision"
    assert fresh(first).decided == "adjudicated"
    play_match(match, dice(9))
    assert faults(match) == []


def test_moderators_stop_a_clock_and_give_time_in_the_midst_of_a_turn(ada, ben, time):
    match = first, _ = start_match(ada, ben)
    do(first, text=legal(first)[0])
    for what, text in ((Act.PAUSE, ""), (Act.RESUME, ""), (Act.ADD_TIME, "1 24"), (Act.HIDE, "")):
        time.passes(hours=1)
        assert intervene(first, what, text).verdict is Verdict.ACCEPTED
    play_step(match, dice(10))
    assert fresh(first).veiled == 0
    assert faults(match) == []


def intervene(game, what, text=""):
    moderator = User.objects.filter(username="mod").first() or moderating("mod")
    return game_acts.act(by=moderator, game_id=game.pk, what=what, text=text, reason="So be it.", seen=fresh(game).head)


def test_every_change_that_would_make_the_luck_another_is_found(ada, ben):
    match = first, second = start_match(ada, ben)
    play_step(match, dice(1))
    assert faults(match) == []
    for column, value in (("stream", None), ("partner", None), ("commitment", secrets.token_hex(32))):
        kept = getattr(fresh(second), column)
        Game.objects.filter(pk=second.pk).update(**{column: value})
        assert faults(match)
        Game.objects.filter(pk=second.pk).update(**{column: kept})
    row = second.seats.get(number=1)
    SeatRow.objects.filter(pk=row.pk).update(nonce=f"{row.nonce}!")
    assert any("chance draws" in fault or "changed seats" in fault for fault in faults(match))
    SeatRow.objects.filter(pk=row.pk).update(nonce=row.nonce)
    Game.objects.filter(pk=first.pk).update(veiled=3)
    assert faults(match)
    Game.objects.filter(pk=first.pk).update(veiled=0)
    assert faults(match) == []


def test_a_match_is_as_many_games_as_it_is_and_one_rated_one(ada, ben, settings):
    settings.MOST_RATED_BETWEEN_TWO = 2
    start_match(ada, ben, "mabula", is_rated=True)
    assert not rating_terms.have_enough(ada, ben)
    start_match(ada, ben, "mabula", is_rated=True)
    assert rating_terms.have_enough(ada, ben)
    settings.MOST_GAMES = 5
    with pytest.raises(LobbyRefused) as refused:
        challenges.challenge(creator=ada, agreement=Agreement("mabula", {}), is_mirrored=True)
    assert refused.value.code == "too-many-games"
    assert challenges.challenge(creator=ada, agreement=Agreement("mabula", {})).status == "open"


def test_a_rematch_of_a_match_is_asked_for_on_either_board(ada, ben):
    match = first, second = start_match(ada, ben, "mabula")
    do(first, Act.RESIGN, seat=1)
    with pytest.raises(LobbyRefused):
        challenges.rematch(game=fresh(first), user=ada, is_mirrored=True)
    assert "Rematch" not in logged_in(ada).get(f"/games/{first.pk}/").content.decode()
    do(second, Act.RESIGN, seat=1)
    logged_in(ada).post(f"/games/{first.pk}/rematch/", {"mirror": "1"})
    offer = Challenge.objects.get(status="open")
    assert offer.is_mirrored and offer.rematch_of == first
    page = logged_in(ben).get(f"/games/{second.pk}/").content.decode()
    assert "ada offers a mirror match" in page
    again = challenges.rematch(game=fresh(second), user=ben)
    assert again.partner and again.seats.get(number=1).user == ben
    assert len(match) == 2


def test_pages_tell_of_a_match_at_every_stage(ada, ben):
    match = first, second = start_match(ada, ben, "mabula")
    link = f'href="/games/{second.pk}/"'
    page = logged_in(ada).get(f"/games/{first.pk}/").content.decode()
    assert "the other board has the same luck" in page and link in page
    play_turn(first, dice(1))
    mine, theirs = (logged_in(user).get(f"/games/{first.pk}/").content.decode() for user in (ada, ben))
    assert "Waiting for the other board" in mine and escape("You’ve finished your turn.") in mine
    assert "ada has finished this turn." in theirs and "Go to the other board" in theirs
    assert "Go to the other board" not in mine
    for user in (ada, ben):
        assert "waiting for the other board" in logged_in(user).get("/games/").content.decode()
    do(first, Act.RESIGN, seat=2)
    page = logged_in(ada).get(f"/games/{first.pk}/").content.decode()
    assert "The other board is still being played." in page
    page = logged_in(ada).get(f"/games/{second.pk}/").content.decode()
    assert "the other board is over" in page
    do(second, Act.RESIGN, seat=1)
    assert "You won the match." in logged_in(ada).get(f"/games/{first.pk}/").content.decode()
    assert "ada won the match." in logged_in(ben).get(f"/games/{second.pk}/").content.decode()
    assert len(match) == 2


def test_the_sum_of_both_boards_is_told_in_points(ada, ben):
    match = first, second = start_match(ada, ben, "marabunta")
    play_match(match, dice(11))
    points = [kinds.get("marabunta").rules.outcome(log.position(fresh(game)).state).points for game in match]
    of_ada, of_ben = points[0][0] + points[1][1], points[0][1] + points[1][0]
    sums = f"{max(of_ada, of_ben)} : {min(of_ada, of_ben)}"
    assert of_ada != of_ben
    winner, loser = (ada, ben) if of_ada > of_ben else (ben, ada)
    for game in match:
        assert f"You won the match, {sums}" in logged_in(winner).get(f"/games/{game.pk}/").content.decode()
        assert f"{winner} won the match, {sums}" in logged_in(loser).get(f"/games/{game.pk}/").content.decode()
    assert (first, second) == tuple(match)


def test_a_challenge_says_that_it_is_a_mirror_match_wherever_it_is_shown(ada, ben, cleo):
    form = {"kind": "mabula", "audience": "public", "is_mirrored": "on", "clock": "3d"}
    answer = logged_in(ada).post("/games/new/", form)
    assert answer.status_code == 303, answer.content
    offer = Challenge.objects.get()
    assert offer.is_mirrored
    assert "mirror match" in logged_in(ben).get("/lobby/").content.decode()
    page = logged_in(ben).get(f"/challenges/{offer.token}/").content.decode()
    assert "mirror match" in page and "two games at once with the same luck" in page
    logged_in(ben).post(f"/challenges/{offer.token}/accept/")
    game = Game.objects.order_by("pk").first()
    assert game.partner
    page = logged_in(cleo).get(f"/challenges/{offer.token}/").content.decode()
    assert f"/games/{game.pk}/" not in page


def test_each_player_is_told_when_it_is_their_turn_on_a_board(ada, ben):
    match = first, second = start_match(ada, ben)

    def told(user):
        turns = Notification.objects.filter(user=user, occasion="your-turn").order_by("pk")
        return [one.game_id for one in turns]

    assert (told(ada), told(ben)) in [([first.pk], [second.pk]), ([second.pk], [first.pk])]
    before = told(ada), told(ben)
    play_turn(first, dice(1))
    assert (told(ada), told(ben)) == before
    play_turn(second, dice(1))
    assert {*told(ada), *told(ben)} == {first.pk, second.pk}
    assert len(told(ada)) == len(told(ben)) == 2
    assert len(match) == 2


def test_mails_say_that_it_is_a_mirror_match_and_when_the_other_board_goes_on(ada, ben):
    def mail(user: User, occasion: str) -> str:
        told = Notification.objects.filter(user=user, occasion=occasion).latest("pk")
        return letters.about_one(user, told).text

    offer = challenges.challenge(
        creator=ada, agreement=Agreement("mabula", {}), audience="person", invited=ben, is_mirrored=True
    )
    assert "Mirror match" in mail(ben, "challenge")
    row, _ = mail_invites.register(
        challenge=challenges.challenge(
            creator=ada, agreement=Agreement("mabula", {}), audience="link", is_mirrored=True
        ),
        sender=ada,
        address="dora@example.org",
    )
    assert "mirror match" in invitation.letter(row).text
    game = challenges.accept(challenge_id=offer.pk, user=ben)
    assert "two games at once" in mail(ada, "game-begins")
    assert offer.commitment in mail(ada, "game-begins")
    do(game, Act.RESIGN, seat=1)
    seat = game.seats.get(user=ben).number
    over = mail(ben if seat == 2 else ada, "game-over")
    assert "The other board is still being played." in over


def test_no_frame_tells_of_a_turn_before_it_is_over_on_both_boards(
    ada, ben, monkeypatch, django_capture_on_commit_callbacks
):
    match = first, second = start_match(ada, ben)
    play_step(match, dice(1))  # splitting is a whole turn
    frames: list[tuple[str, dict[str, dict[str, object]]]] = []
    mover = fresh(first).to_move
    monkeypatch.setattr(signals, "_send_soon", lambda group, message: frames.append((group, message)))
    with django_capture_on_commit_callbacks(execute=True):
        do(first, text=legal(first)[0])
    own = first.seats.get(number=mover).user_id
    assert {group for group, _ in frames} <= {f"user.{own}"}  # their own list of notifications
    with django_capture_on_commit_callbacks(execute=True):
        play_turn(second, dice(1))
        if fresh(first).to_move == mover:
            play_turn(first, dice(1))
    assert {message["signal"].get("game") for _, message in frames} - {None} == {first.pk, second.pk}


def test_what_a_player_may_know_decides_what_they_must_have_seen(ada, ben):
    first, _ = start_match(ada, ben)
    mover = Seat(first.to_move or 0)
    do(first, text=legal(first)[0])
    row = fresh(first)
    stale = door.submit(game_id=first.pk, seat=mover, act=Act.UNDO, seen=row.head, key=secrets.token_hex(8))
    assert stale.verdict is Verdict.STALE
    assert stale.game.head == row.head + 1
    gift = door.submit(
        game_id=first.pk, seat=mover.other, act=Act.GIVE_TIME, text="24", seen=row.head, key=secrets.token_hex(8)
    )
    assert gift.verdict is Verdict.ACCEPTED
    assert gift.game.head == row.head
    assert SeatRow.objects.get(game=first, number=mover.other).seen <= row.head
    assert seating.head_for(fresh(first), mover) == row.head + 2


def test_a_release_is_not_sent_by_anybody(ada, ben):
    first, _ = start_match(ada, ben)
    page = logged_in(ada).post(
        f"/games/{first.pk}/act/", {"act": "release", "seen": first.head, "key": secrets.token_hex(8)}
    )
    assert page.status_code == 422
    assert not Event.objects.filter(act=Act.RELEASE).exists()
    assert acts.read(Act.RELEASE, "alone") == acts.Release(is_alone=True)
