"""Faults that the tests must find: a file, the text in it, the text that is planted instead, the tests that fail then.

Each is small and plausible, and once was made or nearly so. ``python -m tests.mutants`` plants them one at a time.
"""

from __future__ import annotations

from typing import NamedTuple


class Fault(NamedTuple):
    what: str  # goes wrong, with its subject first
    file: str
    old: str  # occurs once in the file
    new: str
    tests: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.what} ({self.file})"


def _fault(what: str, file: str, old: str, new: str, *tests: str) -> Fault:
    return Fault(what, file, old, new, tests)


FAULTS = (
    # The rules of both kinds
    _fault(
        "rules: the smaller groups of Mabula break no tie",
        "games/mabula/rules/scoring.py",
        'decided, compared = "next-group", (one, two)',
        'decided, compared = "next-group", (one[:1], two[:1])',
        "tests/mabula/test_scoring.py",
    ),
    _fault(
        "rules: who cannot push ends the game instead of losing the turn",
        "games/mabula/rules/play.py",
        "return mover if can_push(marbles, mover is TWO) else NOBODY",
        "return NOBODY",
        "tests/mabula/test_turns.py",
    ),
    _fault(
        "rules: a ring of four in a row is laid",
        "games/mabula/rules/play.py",
        "    if not is_legal_ring(ring):\n",
        "    if False:\n",
        "tests/mabula/test_ring.py",
    ),
    _fault(
        "rules: equal sums score the first player",
        "games/marabunta/rules/scoring.py",
        "points = (circles[0] if sums[0] > sums[1] else 0",
        "points = (circles[0] if sums[0] >= sums[1] else 0",
        "tests/marabunta/test_scoring.py",
    ),
    _fault(
        "rules: cupcakes break no tie",
        "games/marabunta/rules/scoring.py",
        '("cupcakes", (one.cupcakes, two.cupcakes))',
        '("cupcakes", (0, 0))',
        "tests/marabunta/test_scoring.py",
    ),
    _fault(
        "rules: what a mark sets off need not come first",
        "games/marabunta/rules/resolving.py",
        "elif opened.waiting or not opened.left & element:",
        "elif not opened.left & element:",
        "tests/marabunta/test_resolving.py",
        "tests/golden/test_golden.py",
        "tests/test_vectors.py",
    ),
    # Chance and fairness
    _fault(
        "fairness: the nonces are not mixed into the rolls",
        "games/chance.py",
        "str(attempt), *self._nonces])",
        "str(attempt)])",
        "tests/test_chance.py",
    ),
    _fault(
        "fairness: all rolls of a game come from the same draws",
        "games/chance.py",
        'game=f"{game}/{number}"',
        'game=f"{game}/0"',
        "tests/test_chance.py",
        "tests/games/test_stored_log.py",
    ),
    _fault(
        "fairness: the seed is shown while a moderator may still reverse the end",
        "games/table/position.py",
        "while position.ending and position.ending.by.is_by_moderator and position.back:",
        "while False:",
        "tests/games/test_interventions.py::test_the_seed_stays_secret_while_a_decision_may_be_reversed",
    ),
    # The log
    _fault(
        "log: the chain leaves out the text",
        "games/table/log.py",
        "event.act, event.seat, event.text]",
        "event.act, event.seat]",
        "tests/games/test_stored_log.py",
    ),
    _fault(
        "log: the digest leaves out the ending",
        "games/table/log.py",
        "platform = [position.draw_offer, ending and [ending.by, ending.winner]]",
        "platform = [position.draw_offer, None]",
        "tests/games/test_stored_log.py",
    ),
    _fault(
        "log: a position is remembered before its commit",
        "games/table/log.py",
        "    if is_in_transaction():\n",
        "    if False:\n",
        "tests/games/test_remembered_positions.py",
    ),
    _fault(
        "log: a whole turn is not taken back",
        "games/table/position.py",
        "while is_whole_turn and stay and moves",
        "while False and stay and moves",
        "tests/games/test_play.py",
        "tests/games/test_log.py",
    ),
    _fault(
        "log: restoring a game leaves its ending",
        "games/table/position.py",
        '"draw_offer": back.draw_offer, "ending": back.ending}',
        '"draw_offer": back.draw_offer}',
        "tests/games/test_interventions.py::test_an_annulled_game_is_over_without_a_result_and_can_be_restored",
    ),
    # The door and its checks
    _fault(
        "door: the same act sent twice is done twice",
        "games/table/door.py",
        "earlier = Event.objects.filter(game=game, seat=seat, key=key).first()",
        "earlier = None",
        "tests/games/test_play.py",
    ),
    _fault(
        "door: a move is taken from somebody who had not seen the last one",
        "games/table/door.py",
        "        if seen != game.head:\n",
        "        if seen > game.head:\n",
        "tests/games/test_play.py",
    ),
    _fault(
        "checks: a move out of turn is left to the rules",
        "games/table/checks.py",
        "    if situation.actor is not situation.seat:\n",
        "    if False:\n",
        "tests/games/test_play.py",
    ),
    _fault(
        "checks: one answers one's own offer of a draw",
        "games/table/checks.py",
        "    if situation.position.draw_offer is not situation.seat.other:\n",
        "    if situation.position.draw_offer is None:\n",
        "tests/games/test_play.py",
    ),
    _fault(
        "checks: time is won a moment too early",
        "games/table/checks.py",
        "if clocks.paused or at <= (clocks.settles",
        "if clocks.paused or at < (clocks.settles",
        "tests/games/test_timeouts.py::test_a_win_cannot_be_claimed_up_to_the_last_moment",
    ),
    _fault(
        "checks: time is won before both have moved",
        "games/table/checks.py",
        '    if not have_both_moved(situation.position):\n        raise IllegalMove("nothing-won-yet", "")\n',
        "",
        "tests/games/test_timeouts.py::test_a_game_is_called_off_while_hardly_begun_and_won_once_both_have_moved",
    ),
    # Clocks
    _fault(
        "clocks: resuming gives back the time before the turn as well",
        "games/clocks/clock.py",
        "stood = self.stops[seat - 1].spent(max(self.since, self.paused), at)",
        "stood = self.stops[seat - 1].spent(self.paused, at)",
        "tests/games/test_interventions.py::test_one_may_move_while_the_clock_is_stopped",
    ),
    _fault(
        "clocks: who was late begins the next turn with a debt",
        "games/clocks/clock.py",
        "return min(self.most, max(left, NO_TIME) + self.increment)",
        "return min(self.most, left + self.increment)",
        "tests/games/test_clocks.py",
        "tests/games/test_timeouts.py",
    ),
    _fault(
        "clocks: nobody is reminded of a second turn",
        "games/notify/events.py",
        'key = f"short:{game.pk}:{game.turn_since.isoformat()}:{mark}"',
        'key = f"short:{game.pk}:{mark}"',
        "tests/games/test_reminders.py",
    ),
    _fault(
        "clocks: a site that slept settles games at once",
        "games/clocks/timeouts.py",
        "    if now - awake_since(now) >= RECOVERY:\n",
        "    if awake_since(now):\n",
        "tests/games/test_timeouts.py::test_after_a_gap_in_which_nobody_could_move_nothing_is_settled_for_a_day",
    ),
    _fault(
        "clocks: a vacation leaves the reminder where it was",
        "games/clocks/vacations.py",
        ".update(deadline=deadline, remind_at=remind_at)",
        ".update(deadline=deadline)",
        "tests/games/test_reminders.py::test_a_vacation_moves_the_reminder",
    ),
    # Notifications
    _fault(
        "notify: who looks at a game is told of it all the same",
        "games/table/visits.py",
        "    if has_news and row.user_id:\n",
        "    if not has_news and row.user_id:\n",
        "tests/games/test_unread.py",
    ),
    _fault(
        "notify: a muted game is muted for turns alone",
        "games/notify/send_check.py",
        "    if _seats(row.notification).filter(is_muted=True).exists():\n",
        '    if "turn" in row.notification.key and _seats(row.notification).filter(is_muted=True).exists():\n',
        "tests/games/test_muted_games.py",
    ),
    _fault(
        "notify: a turn that was played is told all the same",
        "games/notify/send_check.py",
        "return None if _is_their_turn(notification) else DeliveryReason.PLAYED",
        "return None",
        "tests/games/test_notify.py::test_a_turn_that_was_played_is_not_told_any_more",
    ),
    _fault(
        "notify: a mail that failed is not tried again",
        "games/notify/sending.py",
        "    if tries < policy.tries:\n",
        "    if False:\n",
        "tests/games/test_notify.py",
    ),
    _fault(
        "notify: a bounced address gets more mail",
        "games/notify/send_check.py",
        "    if user.mail_stopped_at:\n",
        "    if False:\n",
        "tests/games/test_notify.py::test_what_is_not_sent_has_a_reason",
    ),
    # Access
    _fault(
        "access: whoever has the number sees a private game",
        "games/access.py",
        "    if not may_see_game(game, user):\n        raise Http404\n",
        "",
        "tests/games/test_access.py::test_a_private_game_and_one_that_does_not_exist_look_the_same",
    ),
    _fault(
        "access: who moderates and plays is a moderator of the own game",
        "games/moderation/roles.py",
        "return is_moderator(user) and not Seat.objects.filter(game=game, user=user.pk).exists()",
        "return is_moderator(user)",
        "tests/moderation/test_table_pages.py::test_who_plays_there_finds_no_desk",
        "tests/games/test_interventions.py::test_who_plays_does_not_moderate_there",
    ),
    _fault(
        "views: acting on a game needs no token of its form",
        "games/views/game.py",
        '@limited("act")\n@never_cache\n@require_POST\ndef act(',
        "from django.views.decorators.csrf import csrf_exempt\n\n\n@csrf_exempt\n@never_cache\n@require_POST\ndef act(",
        "tests/site/test_csrf.py",
    ),
    _fault(
        "views: a move after somebody else's is answered as if it had been made",
        "games/views/game.py",
        "_answer(request, _page(request, answer.game, viewer), sentence=sentence, status=409)",
        "_answer(request, _page(request, answer.game, viewer), sentence=sentence)",
        "tests/games/test_pages.py::test_what_was_decided_on_an_old_board_is_not_done_and_the_board_is_shown_anew",
    ),
    _fault(
        "views: what has not its form is sent on",
        "games/views/game.py",
        "    if not form.is_valid():\n        return _refused(request, acted, viewer, _(",
        "    if not form.is_valid() and False:\n        return _refused(request, acted, viewer, _(",
        "tests/games/test_pages.py::test_what_has_not_its_form_is_refused_with_a_sentence",
    ),
    _fault(
        "views: a slip is stored without a question",
        "games/views/game.py",
        'if sent["act"] is Act.MOVE and not sent["sure"]:',
        'if sent["act"] is Act.MOVE and not sent["sure"] and request.user.confirm_moves:',
        "tests/games/test_confirming.py::test_who_ends_a_turn_while_pieces_could_be_used_is_asked_once_and_they_are_named",
    ),
    _fault(
        "views: what has just happened is told from the beginning",
        "games/view_models/history.py",
        "self._tell(max(begin, self.count - TOLD_AT_ONCE), self.count)",
        "self._tell(begin, self.count)",
        "tests/games/test_heard.py::test_of_many_moves_only_the_last_four_are_told",
    ),
    _fault(
        "views: a move leads back to a page without its list",
        "games/views/game.py",
        'WAYS = ("flip", "list", "explain")',
        'WAYS = ("flip", "listed", "explain")',
        "tests/games/test_ways_of_showing.py",
    ),
    # What the page of a kind says
    _fault(
        "page: a move that makes this round the last is overlooked",
        "games/marabunta/page/foresight.py",
        "NEAR = 3 ",
        "NEAR = 1 ",
        "tests/marabunta/test_foresight.py",
    ),
    _fault(
        "page: who ends a turn is not told what could still be used for an anthill",
        "games/marabunta/page/foresight.py",
        'for text in rules.legal(state) if text not in {"end", "decline"})',
        'for text in rules.legal(state) if text != "end" and not text.endswith("^"))',
        "tests/marabunta/test_foresight.py",
    ),
    _fault(
        "page: the pool that was used first lies there as new",
        "games/marabunta/page/open_round.py",
        "return 0 if owner is state.round.first else pool",
        "return 0",
        "tests/marabunta/test_open_round.py",
    ),
    _fault(
        "page: the pool that was taken is the first player's",
        "games/marabunta/page/open_round.py",
        "owner = first.other if number == state.round.taken else first",
        "owner = first if number == state.round.taken else first.other",
        "tests/marabunta/test_open_round.py",
    ),
    _fault(
        "page: the list of moves forgets what a tile repeats",
        "games/marabunta/page/move_list.py",
        "        groups.setdefault(_title(state, move), []).append(move)\n",
        '        if "=" not in move:\n            groups.setdefault(_title(state, move), []).append(move)\n',
        "tests/marabunta/test_move_list.py",
    ),
    _fault(
        "page: a push that ends the game does not say so",
        "games/mabula/page/move_picker.py",
        "    if rules.apply(state, push).actor is NOBODY:\n",
        "    if state.actor is NOBODY:\n",
        "tests/mabula/test_move_picker.py::test_a_push_that_ends_the_game_says_so_before_it_is_made",
        "tests/mabula/test_presenter.py",
    ),
    # Live
    _fault(
        "live: a socket reads the head before it listens",
        "games/live/consumer.py",
        "await self.join(signals.game_group(game_id))  # before the head is read: nothing is missed in between\n"
        "        found = await database_sync_to_async(access.glance)(user, game_id) if game_id is not None else None\n",
        "found = await database_sync_to_async(access.glance)(user, game_id)\n"
        "            await self.join(signals.game_group(game_id))\n",
        "tests/games/test_live_join.py",
    ),
    _fault(
        "live: somebody who logged out hears on",
        "games/live/consumer.py",
        "if self.is_open and not await database_sync_to_async(is_session_of)",
        "if False and not await database_sync_to_async(is_session_of)",
        "tests/games/test_live.py::test_logging_out_closes_the_sockets_of_that_browser_alone",
    ),
    _fault(
        "live: a move that is rolled back is announced",
        "games/live/after_commit.py",
        "        transaction.on_commit(call)\n",
        "        call()\n",
        "tests/games/test_live.py::test_what_is_rolled_back_is_never_announced",
    ),
    _fault(
        "live: a player with two tabs is gone when one closes",
        "games/live/presence.py",
        "return tabs.pop(tab, None) is not None and not tabs",
        "return tabs.pop(tab, None) is not None",
        "tests/games/test_presence.py",
        "tests/games/test_live.py::test_two_tabs_of_one_player_count_as_one",
    ),
    _fault(
        "live: a challenge to one person is heard of by others",
        "games/access.py",
        "if offer is None or not may_see_challenge(offer, user):\n        return None",
        "if offer is None:\n        return None",
        "tests/games/test_live_pages.py::test_a_challenge_to_one_person_does_not_exist_for_others",
    ),
    _fault(
        "live: who comes too late waits at a challenge for ever",
        "games/live/consumer.py",
        "            await self.send_signal(challenge=True)\n",
        "            pass\n",
        "tests/games/test_live_pages.py::test_a_page_that_comes_too_late_hears_at_once_that_the_challenge_is_answered",
    ),
    _fault(
        "live: challenges that end with a block end in silence",
        "games/lobby/offers.py",
        "    for offer in still_open:\n        offer.status = status\n        announce(offer)\n",
        "",
        "tests/games/test_live_pages.py::test_a_challenge_that_ends_without_a_game_is_announced_however_it_ends",
    ),
    _fault(
        "live: the lobby hears of challenges to one person",
        "games/lobby/offers.py",
        "    if offer.audience == Challenge.Audience.PUBLIC:\n",
        "    if offer:\n",
        "tests/games/test_live_pages.py::test_the_lobby_hears_nothing_of_what_is_not_for_all",
    ),
    _fault(
        "live: a busy lobby is announced once for ever",
        "games/live/signals.py",
        "    _gathering.release()  # first",
        "    # first",
        "tests/games/test_live_pages.py::test_a_busy_lobby_is_announced_once_for_all_that_happens_in_a_moment",
    ),
    _fault(
        "live: every page of a finished game is led to its rematch",
        "games/views/rematch.py",
        '        and rematch.token == request.GET.get("offer")\n',
        "",
        "tests/games/test_rematch.py::test_a_page_that_waits_for_a_rematch_is_led_to_it_and_no_other_is",
    ),
    # Bots
    _fault(
        "bots: every search has the same seed",
        "games/bots/turns.py",
        "secrets.randbits(64))",
        "7)",
        "tests/games/test_bot_seeds.py",
    ),
    _fault(
        "bots: a bot chooses without its seed",
        "games/bots/pool.py",
        "(task.seed, task.seconds,",
        "(0, task.seconds,",
        "tests/games/test_bot_seeds.py",
    ),
    _fault(
        "bots: a hint is given in a rated game",
        "games/bots/hints.py",
        "    if game.is_rated or mine.bot or",
        "    if mine.bot or",
        "tests/games/test_hints.py::test_a_rated_game_has_none_even_if_a_bot_sat_there",
    ),
    # Lobby
    _fault(
        "lobby: one accepts one's own challenge",
        "games/lobby/challenges.py",
        "        if offer.creator_id == user.pk:\n",
        "        if False:\n",
        "tests/games/test_lobby.py",
    ),
    _fault(
        "lobby: games that were annulled count as left to the clock",
        "games/lobby/desertion.py",
        ".exclude(game__decided__in=UNPLAYED)",
        "",
        "tests/moderation/test_desertion.py",
    ),
    # Moderation
    _fault(
        "moderation: the audit's chain leaves out the reason",
        "games/moderation/audit.py",
        "act.before, act.after, act.reason]",
        "act.before, act.after]",
        "tests/moderation/test_audit.py::test_a_change_of_any_column_of_any_act_is_found",
    ),
    _fault(
        "moderation: who is involved reads the case",
        "games/moderation/conflict_of_interest.py",
        "return Report.objects.exclude(",
        "return Report.objects.filter(",
        "tests/moderation/test_involved.py::test_the_desk_keeps_from_who_is_involved",
    ),
    _fault(
        "moderation: a lifted sanction is still in force",
        "games/moderation/sanctions.py",
        "user=user, lifted_at=None)",
        "user=user)",
        "tests/moderation/test_people.py::test_a_sanction_is_in_the_row_of_the_person_and_in_the_audit_and_lifted_in_neither",
        "tests/moderation/test_people.py::test_what_lasts_longest_counts_and_what_is_left_still_holds_when_that_is_lifted",
    ),
    _fault(
        "moderation: an administrator gives a role to themselves",
        "games/moderation/roles.py",
        "    if by is not None and by.pk == user.pk:\n",
        "    if False:\n",
        "tests/moderation/test_roles.py::test_roles_are_given_by_administrators_to_members_and_never_to_oneself",
    ),
    # Chat
    _fault(
        "chat: who plays reads the advice of spectators",
        "games/chat/conversation.py",
        "    if viewer.seat is not None and game.status == Game.Status.RUNNING:\n",
        "    if False:\n",
        "tests/games/test_chat.py::test_spectators_talk_among_themselves_as_long_as_the_game_runs",
    ),
    _fault(
        "chat: who was silenced writes on",
        "games/chat/conversation.py",
        "    if user.is_silent:\n",
        "    if False:\n",
        "tests/moderation/test_chat_measures.py::test_who_has_no_chat_reads_and_cannot_write_in_any_room",
    ),
    _fault(
        "chat: a form sent twice is said twice",
        "games/chat/conversation.py",
        "            if earlier.pk > seen and (",
        "            if False and (",
        "tests/games/test_chat.py::test_a_form_that_is_sent_twice_says_it_once",
    ),
    # The archive
    _fault(
        "archive: strangers find private games of a person",
        "games/archive/search.py",
        'Seat.objects.filter(queries.may_be_seen(person, viewer, "game__"), user=person)',
        "Seat.objects.filter(user=person)",
        "tests/games/test_archive.py::test_others_see_what_is_public_and_where_they_play",
    ),
    _fault(
        "archive: a game that was called off is a draw",
        "games/archive/search.py",
        "Result.DRAWN: _ENDED & _DRAWN & ~_UNPLAYED,",
        "Result.DRAWN: _ENDED & _DRAWN,",
        "tests/games/test_archive.py::test_games_are_found_by_how_they_ended_for_the_person",
    ),
    _fault(
        "archive: every seat of the site is read",
        "games/migrations/0016_games_of_a_person_in_order.py",
        'fields=("user", "game")',
        'fields=("game", "user")',
        "tests/games/test_archive.py::test_no_wish_has_the_database_read_the_games_of_others",
    ),
    _fault(
        "archive: a list tells the points of the opponent first",
        "games/words/results.py",
        'facts = {"name": opponent, "mine": points[seat - 1], "theirs": points[2 - seat]}',
        'facts = {"name": opponent, "mine": points[2 - seat], "theirs": points[seat - 1]}',
        "tests/games/test_listed_games.py::test_the_points_of_the_person_come_first_whoever_reads_it",
    ),
    # Export
    _fault(
        "export: a challenge gives away the nonce of who made it",
        "games/queries.py",
        '"my_nonce": offer.nonce if offer.creator_id == user.pk else None,',
        '"my_nonce": offer.nonce,',
        "tests/games/test_export.py",
    ),
    _fault(
        "export: a game gives away the nonce of the other",
        "games/queries.py",
        '        "my_nonce": seat.nonce,\n',
        '        "my_nonce": seat.nonce,\n        "nonces": [row.nonce for row in game.seats.all()],\n',
        "tests/games/test_export.py",
    ),
    # Accounts
    _fault(
        "accounts: a name that looks like another is taken",
        "accounts/names.py",
        "text = text.translate(_LOOK_ALIKE).replace(",
        "text = text.replace(",
        "tests/accounts/test_names.py",
    ),
    # Pages
    _fault(
        "pages: the figures at the ends of Mabula's chart cover each other",
        "games/mabula/page/chart.py",
        "    if lower - upper < APART:\n",
        "    if False:\n",
        "tests/mabula/test_presenter.py",
    ),
    _fault(
        "pages: a game without dice asks whether they are rigged",
        "templates/games/_about_game.html",
        "{{ page.kind_page.words.doubt }}",
        "Are the dice rigged?",
        "tests/games/test_pages.py",
    ),
    # What a page plays back
    _fault(
        "page: what a player has seen is played again on every visit",
        "games/views/game.py",
        "return whole(said) if said else row.seen if row else None",
        "return whole(said) if said else 0 if row else None",
        "tests/games/test_played.py",
    ),
    # Templates
    _fault(
        "templates: a hex that can be chosen says nothing",
        "games/marabunta/templates/marabunta/_hexes.html",
        'data-brings{% endif %} aria-label="{{ hex.label }}"',
        "data-brings{% endif %}",
        "tests/games/test_labels.py",
    ),
    _fault(
        "templates: another place that is pressed while one is asked is taken for a yes",
        "templates/games/_confirm.html",
        '<input type="hidden" name="move"',
        '<input type="hidden" name="sure" value="1"><input type="hidden" name="move"',
        "tests/games/test_confirming.py::test_who_presses_another_place_while_being_asked_is_asked_about_that_one",
    ),
    _fault(
        "templates: who wants it explained finds no reason why not",
        "games/marabunta/templates/marabunta/_hexes.html",
        '{% if not spot or spot.state == "no" and not page.explains %}',
        '{% if not spot or spot.state == "no" %}',
        "tests/games/test_pages.py::test_what_is_not_possible_is_a_link_to_the_reason_only_for_who_wants_it_explained",
    ),
    _fault(
        "templates: what somebody wrote is not escaped",
        "templates/games/_thread.html",
        "{{ message.text }}",
        "{{ message.text|safe }}",
        "tests/site/test_templates.py",
    ),
    # Colours
    _fault(
        "colours: the edge of a button is hardly seen",
        "static/css/tokens.css",
        "--line-strong: light-dark(#8f7a5c,",
        "--line-strong: light-dark(#c9b89c,",
        "tests/site/test_contrast.py",
    ),
)
