"""Pictures are drawn apart from the pages, once, and kept as files, but not for ever."""

import os
import re
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.urls import reverse

from games.kind_pages import drawn, picture_files
from games.kind_pages.drawn import Draughtsman, NotDrawn
from games.kind_pages.picture_files import Drawn, PictureFiles, name_of
from games.notify.mail import game_summary
from tests.games import easels
from tests.games.playing import move

pytestmark = pytest.mark.one_database


def svg(number: int = 0) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><circle r="{number}"/></svg>'


@pytest.fixture
def files(tmp_path):
    return PictureFiles(tmp_path / "pictures", 10**6)


@pytest.fixture
def draughtsman(files):
    one = Draughtsman(files)
    yield one
    one.close()


@pytest.fixture
def of_the_site(draughtsman, monkeypatch):
    """What the pages have their pictures drawn by."""
    monkeypatch.setattr(drawn, "_draughtsman", lambda: draughtsman)
    return draughtsman


class TestFiles:
    def test_a_picture_is_drawn_once_and_then_read(self, files, monkeypatch):
        first = picture_files.draw(files, svg())
        assert files.read(name_of(svg())) == first.content
        monkeypatch.setattr(picture_files, "rasterise", None)  # nobody draws any more
        assert picture_files.draw(files, svg()) == first

    def test_nothing_but_pictures_is_in_the_folder(self, files):
        for number in range(3):
            picture_files.draw(files, svg(number))
        assert {path.suffix for path in files.folder.glob("*/*")} == {".png"}

    def test_a_file_that_was_cut_off_is_drawn_anew(self, files):
        whole = picture_files.draw(files, svg()).content
        files.path(name_of(svg())).write_bytes(whole[:-4])
        assert files.read(name_of(svg())) is None
        assert picture_files.draw(files, svg()) == Drawn(whole)
        assert files.read(name_of(svg())) == whole

    def test_when_there_are_too_many_the_oldest_are_removed_and_those_stay_that_are_looked_at(self, files):
        names = []
        for number in range(10):
            picture_files.draw(files, svg(number))
            names.append(name_of(svg(number)))
            os.utime(files.path(names[-1]), (number, number))
        files.read(names[0])
        sizes = [files.path(name).stat().st_size for name in names]
        files._replace(most=sum(sizes) - 1).remove_oldest()
        left = [number for number, name in enumerate(names) if files.path(name).exists()]
        assert left[0] == 0 and left[-1] == 9
        assert left[1] > 1 and left[1:] == list(range(left[1], 10))
        assert sum(sizes[number] for number in left) <= sum(sizes) * picture_files.ROOM

    def test_new_pictures_keep_within_the_bound(self, files):
        small = files._replace(most=2000)
        for number in range(60):
            picture_files.draw(small, svg(number))
        assert 0 < sum(path.stat().st_size for path in files.folder.glob("*/*")) <= 2000

    def test_what_cannot_be_kept_is_drawn_all_the_same(self, files, draughtsman, caplog):
        files.folder.write_text("no folder")
        assert picture_files.draw(files, svg()).problem
        assert draughtsman.png(svg()).endswith(picture_files.IEND)
        assert "not kept" in caplog.text


class TestDraughtsman:
    def test_another_process_draws_and_gives_way_to_this_one(self, draughtsman):
        draughtsman.draw = easels.tell_where
        pid, niceness = map(int, draughtsman.png(svg()).split())
        assert pid != os.getpid()
        assert niceness == min(os.nice(0) + 10, 19)

    def test_who_asks_for_the_same_waits_for_the_same_drawing(self, draughtsman, files):
        draughtsman.draw = easels.note_and_draw
        with ThreadPoolExecutor(8) as threads:
            pngs = set(threads.map(lambda _: draughtsman.png(svg()), range(8)))
        assert len(pngs) == 1
        assert len((files.folder / "notes").read_text().splitlines()) == 1
        assert draughtsman.png(svg()) in pngs, "and later it is a file"

    def test_processes_of_one_machine_share_what_is_drawn(self, draughtsman, files):
        other = Draughtsman(files)
        try:
            draughtsman.draw = other.draw = easels.draw_slowly
            with ThreadPoolExecutor(2) as threads:
                one, two = threads.map(lambda each: each.png(svg()), (draughtsman, other))
        finally:
            other.close()
        assert one == two
        assert len((files.folder / "notes").read_text().splitlines()) == 1

    def test_when_many_different_ones_wait_the_next_is_refused_unless_it_is_ours(self, draughtsman, files):
        files.folder.mkdir()
        (files.folder / "wait").touch()
        draughtsman.draw = easels.wait_and_draw
        with ThreadPoolExecutor(drawn.MOST_WAITING + 1) as threads:
            waiting = [threads.submit(draughtsman.png, svg(number)) for number in range(drawn.MOST_WAITING)]
            while len(draughtsman._drawings) < drawn.MOST_WAITING:
                time.sleep(0.01)
            with pytest.raises(NotDrawn):
                draughtsman.png(svg(99))
            ours = threads.submit(draughtsman.png, svg(99), most_waiting=float("inf"))
            (files.folder / "wait").unlink()
            assert all(one.result(60).endswith(picture_files.IEND) for one in (*waiting, ours))
        assert draughtsman.png(svg(100)), "there is room again"

    def test_a_process_that_is_killed_is_replaced(self, draughtsman):
        draughtsman.draw = easels.tell_where
        pid = int(draughtsman.png(svg()).split()[0])
        os.kill(pid, signal.SIGKILL)
        draughtsman.draw = picture_files.draw
        assert draughtsman.png(svg()).endswith(picture_files.IEND)

    def test_a_process_that_stands_still_is_replaced(self, draughtsman, monkeypatch):
        draughtsman.draw = easels.tell_where
        pid = int(draughtsman.png(svg()).split()[0])
        os.kill(pid, signal.SIGSTOP)
        with monkeypatch.context() as impatient:
            impatient.setattr(drawn, "LONGEST", 0.2)
            with pytest.raises(NotDrawn):
                draughtsman.png(svg())
        draughtsman.draw = picture_files.draw
        assert draughtsman.png(svg()).endswith(picture_files.IEND)

    def test_what_cannot_be_drawn_is_said_so(self, draughtsman, caplog):
        with pytest.raises(NotDrawn):
            draughtsman.png("no picture")
        assert "could not be drawn" in caplog.text


@pytest.mark.django_db
class TestPage:
    def test_the_page_of_a_game_answers_while_a_picture_is_drawn(self, client, start, of_the_site):
        """The picture waits for a file that only this thread removes: drawn in this process, nothing would end."""
        game = start()
        of_the_site.files.folder.mkdir()
        (of_the_site.files.folder / "wait").touch()
        of_the_site.draw = easels.wait_and_draw
        with ThreadPoolExecutor(1) as threads:
            picture = threads.submit(drawn.png, svg())
            assert client.get(reverse("games:game", args=[game.pk])).status_code == 200
            assert not picture.done()
            (of_the_site.files.folder / "wait").unlink()
            assert picture.result(60)

    def test_a_position_is_drawn_once_and_each_moment_that_differs_once_more(self, client, start, of_the_site):
        game = start("mabula")
        of_the_site.draw = easels.note_and_draw
        url = reverse("games:picture", args=[game.pk])
        answers = [client.get(url).content, client.get(url).content, client.get(url, {"at": str(game.head)}).content]
        assert len(set(answers)) == 1
        assert len((of_the_site.files.folder / "notes").read_text().splitlines()) == 1

    def test_too_many_at_once_are_told_to_come_again(self, client, start, of_the_site, monkeypatch):
        monkeypatch.setattr(drawn, "MOST_WAITING", 0)
        answer = client.get(reverse("games:picture", args=[start().pk]))
        assert (answer.status_code, answer["Retry-After"], answer["Cache-Control"]) == (503, "5", "no-store")
        assert "Too many pictures" in answer.content.decode()

    def test_nobody_may_have_very_many_drawn_but_anybody_may_see_what_is(self, client, start, of_the_site, settings):
        settings.LIMITS = {"picture": "1/d", "preview": "1/d"}
        game = start("mabula")
        for _ in range(2):
            move(game)
        game.refresh_from_db()
        url = reverse("games:picture", args=[game.pk])
        now, first, second = ({"at": str(game.head - before)} for before in range(3))
        assert client.get(url, first).status_code == 200
        refused = client.get(url, second)
        assert (refused.status_code, refused["Retry-After"]) == (429, "60")
        assert client.get(url, first).status_code == 200
        assert client.get(url).status_code == 200, "links have a limit of their own"
        assert client.get(reverse("games:picture", args=[start("mabula").pk])).status_code == 429
        assert client.get(url, now).status_code == 200

    def test_a_mail_takes_the_file_and_goes_without_a_picture_rather_than_not_at_all(
        self, start, of_the_site, ada, settings, monkeypatch
    ):
        settings.MAIL_PICTURE_WIDTH = 100
        summary = game_summary.summary_for(ada, start("mabula"))
        of_the_site.draw = easels.note_and_draw
        first, second = summary.figure(), summary.figure()
        assert first and second and first[1] == second[1]
        assert len((of_the_site.files.folder / "notes").read_text().splitlines()) == 1
        of_the_site.draw = easels.stumble
        settings.MAIL_PICTURE_WIDTH = 101
        assert summary.figure() is None


def test_nothing_of_the_site_draws_in_its_own_process():
    """Only the module that the drawing process runs knows what draws."""
    root = Path(picture_files.__file__).parents[2]
    knowing = [
        path.relative_to(root).as_posix()
        for folder in ("games", "accounts", "marabunta_site")
        for path in (root / folder).rglob("*.py")
        if re.search(r"resvg_py|rasterise", path.read_text())
    ]
    assert knowing == ["games/kind_pages/picture_files.py"]
