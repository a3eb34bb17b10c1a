"""The results page in a real browser: nothing wider than the screen, no request, no error, nothing that shuts anybody out."""

from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from bangxl.referto.report import report_of
from bangxl.web.results import results_page
from tests.referto.referti import WRITTEN, contents
from tests.web.browser import seen
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
