from games.live.presence import Presence


def test_a_seat_is_here_as_long_as_one_of_its_tabs_is():
    presence = Presence()
    assert presence.hear(1, "a", now=0)
    assert not presence.hear(1, "b", now=5)
    assert not presence.leave(1, "a")
    assert not presence.leave(1, "a")
    assert presence.forget(before=5) == []
    assert presence.forget(before=6) == [1]
    assert presence.hear(1, "b", now=9)
