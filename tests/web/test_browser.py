"""Pages in a real browser: nothing wider than the screen, no request, no error, nothing that shuts anybody out; large letters."""

import json
import re
import subprocess
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Final

import pytest

from bangxl.locale.catalog import catalog
from bangxl.referto.report import report_of
from bangxl.tournament.model import Event, EventType, Moment
from bangxl.web.results import results_page
from bangxl.web.show import room_page
from tests.helpers.missing import missing
from tests.referto.referti import WRITTEN, contents
from tests.web.browser import ABSENT, browser, seen
from tests.web.pages import REFERTO
from tests.web.test_results import hostile
from tests.web.test_season import made

WIDTHS: Final = [360, 768, 1280]
LONG: Final = "Maximilian-Alexander Fürchtegott von Hohenzollern-Sigmaringen " + "x" * 60


@pytest.mark.soak
def test_nothing_is_wider_than_the_screen_asks_for_anything_or_shuts_anybody_out(tmp_path: Path) -> None:
    told = report_of(contents("germany", language="de"), WRITTEN)
    people = tuple(replace(player, name=LONG) for player in told.tournament.players)
    long_names = replace(told.state, tournament=replace(told.tournament, players=people))
    shown = {
        "germany.html": report_of(long_names, WRITTEN),
        "hostile.html": report_of(hostile(contents("italy-2010", language="it")), WRITTEN),
        "interim.html": report_of(contents("italy-2010"), WRITTEN, interim=True),
    }
    for name, report in shown.items():
        (tmp_path / name).write_text(results_page(report, REFERTO), encoding="utf-8")
    (tmp_path / "season.html").write_text(made(), encoding="utf-8")
    for file, sights in seen(*(tmp_path / name for name in (*shown, "season.html"))).items():
        assert [sight["width"] for sight in sights] == WIDTHS
        for sight in sights:
            what = {key: sight[key] for key in ("requests", "errors", "wide", "findings", "bare")}
            assert what == {"requests": [], "errors": [], "wide": [], "findings": [], "bare": []}, (file.name, sight["width"])


def test_a_page_that_does_all_this_is_found_out(tmp_path: Path) -> None:
    bad = (
        "<!DOCTYPE html><title>x</title><h1>x</h1><img src='missing.png'>"
        "<p style='width:3000px;color:#eee;background:#fff'>wide</p><script>console.error('oh'); nothing()</script>"
    )
    (tmp_path / "bad.html").write_text(bad, encoding="utf-8")
    for sight in seen(tmp_path / "bad.html")[tmp_path / "bad.html"]:
        assert [Path(one).name for one in sight["requests"]] == ["missing.png"]
        assert "oh" in sight["errors"]
        assert any("nothing is not defined" in error for error in sight["errors"])
        assert any(one.startswith("P wide") for one in sight["wide"])
        assert {finding.split()[1] for finding in sight["findings"]} >= {"html-has-lang:", "image-alt:", "color-contrast:"}


MEASURES: Final = """<script>
const size = (one) => parseFloat(getComputedStyle(one).fontSize) * 768 / innerHeight;
document.title = JSON.stringify([
  [...document.querySelectorAll("tr:has(td)")].map((row) => [row.cells[1].textContent.trim(),
    size(row.cells[1].querySelector("span") || row.cells[1]), row.getBoundingClientRect().height]),
  [...document.querySelectorAll("td:nth-child(2) small, th")].map(size)]);
</script>"""


@pytest.mark.soak
@pytest.mark.parametrize(("wide", "over"), [(900, False), (900, True), (1366, True)])
def test_a_long_name_alone_is_small_in_the_room_and_who_has_left_stands_in_one_size(
    tmp_path: Path, wide: int, *, over: bool
) -> None:
    """Of 58, one name made the letters of all so small that a word had 15 pixels; three grey names had three sizes."""
    told = report_of(contents("germany", 58, language="de"), WRITTEN)
    first, *others = (row.player for row in told.ranking)
    gone = dict(zip(others[-3:], ("Иван Wiśniewski", "Pietro Quattrocchi", "Ugo Neri"), strict=True))
    named = {first: "Maria Vittoria De Santis (P014)"} | gone
    people = tuple(replace(one, name=named.get(one.id, f"Cosimo Moretti {one.id[1:]}")) for one in told.tournament.players)
    events = tuple(Event(EventType.EJECTION, player, Moment.BETWEEN_ROUNDS, after_round=5, reason="x") for player in gone)
    tournament = replace(told.tournament, players=people, events=events)
    state = replace(told.state, tournament=tournament if over else replace(tournament, stages=()))
    page = re.sub(r'<meta http-equiv="[^>]*>', "", room_page(state, (), catalog("de"))).replace("</body>", MEASURES + "</body>")
    (tmp_path / "room.html").write_text(page, encoding="utf-8")
    options = "--headless", "--no-sandbox", "--disable-gpu", f"--window-size={wide},768", "--dump-dom"
    command = [browser() or missing(ABSENT), *options, str(tmp_path / "room.html")]
    shown = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout
    rows, words = json.loads(unescape(shown.partition("<title>")[2].partition("</title>")[0]))
    (small,) = (size for name, size, _high in rows if name.startswith(named[first]))
    letters = [size / high for name, size, high in rows[:-3] if not name.startswith(named[first])]
    assert min(letters) > 0.62
    assert small > 0.7 * rows[1][1]
    assert len({round(size, 1) for _name, size, _high in rows[-3:]}) == 1
    assert [len({high for _name, _size, high in part}) for part in (rows[:20], rows[-18:])] == [1, 1]
    assert min(words) > 17.9
