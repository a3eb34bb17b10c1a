"""The page in the hands of a person: with the keyboard alone, at three widths, by day and by night, and a file written back."""

import json
import sys
from typing import Any

import pytest

from bangxl.commands.report import report
from bangxl.commands.seat import seat
from bangxl.commands.transfer import export
from bangxl.web.handbook import chapters
from tests.commands.stages import NAMES, listed
from tests.commands.test_regulations import fill_in
from tests.page.test_browser import PAGE, driven

pytestmark = pytest.mark.soak


@pytest.fixture(scope="module")
def used(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What was seen."""
    folder = tmp_path_factory.mktemp("used")
    (folder / "names.txt").write_text("\n".join(NAMES), encoding="utf-8")
    seat(typed := listed(folder / "typed.xlsx", "italy-2010", NAMES), rng_seed="x")
    fill_in(typed, "x")
    report(typed, interim=True).workbook.rename(folder / "referto.xlsx")
    seen = driven("use.mjs", PAGE, folder, sys.executable) | {"folder": folder}
    assert seen["errors"] == []
    return seen


def test_a_tournament_is_made_seated_and_printed_with_the_keyboard(used: dict[str, Any]) -> None:
    assert any("10" in line and "Anna Rossi" in line for line in used["made"])
    assert any(line.startswith("Round 1 is drawn: 10 players") for line in used["seated"])
    opened, saved = used["printed"]
    assert (opened, saved.endswith("-Round1.pdf")) == ("_blank", True)
    assert used["standings"] == len(NAMES)


def test_the_handbook_is_opened_without_a_network_or_a_workbook(used: dict[str, Any]) -> None:
    assert used["handbook"] == [len(chapters("en")), True]


def test_nothing_is_too_wide_and_nothing_cannot_be_read_aloud(used: dict[str, Any]) -> None:
    assert len(used["sights"]) == 16
    assert [one for one in used["sights"] if one["wide"] > 0 or one["found"]] == []


def test_a_file_is_written_back_and_read_again_before_the_next_action(used: dict[str, Any]) -> None:
    assert any(line.startswith("Round 2 is drawn") for line in used["drawn"])
    assert used["drawn"][-1] == "Written: torneo.xlsx"
    assert not [line for line in used["reread"] if "incomplete" in line]


def test_a_file_that_changed_meanwhile_is_neither_overwritten_nor_used_unseen(used: dict[str, Any]) -> None:
    assert any(line.startswith("Round 3 is drawn") for line in used["third"])
    written, last = used["refused"]
    assert written == 1
    assert "has changed on disk" in last
    assert "This copy is older" in " ".join(used["older"])


def test_beside_an_older_copy_the_last_one_can_be_saved(used: dict[str, Any]) -> None:
    assert max(game["round"] for game in json.loads(export(used["folder"] / "kept.xlsx"))["games"]) == 3


def test_a_round_drawn_with_cards_is_pasted_with_the_keyboard(used: dict[str, Any]) -> None:
    assert used["byHand"][-1].startswith("Code of the round:")
    assert any(line.startswith("Round 1 is seated as you drew it by hand: 10 players") for line in used["byHand"])


def test_what_was_drawn_can_be_saved_whatever_was_done_since(used: dict[str, Any]) -> None:
    assert used["stays"] == [["torneo.xlsx", True]]


def test_the_browser_asks_before_it_loses_something_and_only_then(used: dict[str, Any]) -> None:
    assert used["reloading"] == "beforeunload"
    assert used["asks"] == [True, False, False]


def test_a_download_with_a_number_in_its_name_is_the_same_tournament(used: dict[str, Any]) -> None:
    assert "This copy is older" in " ".join(used["olderRenamed"])
    assert not used["renamed"]
    assert any(line.startswith("Taken back: ") for line in used["undone"]), used["undone"]


def test_of_several_files_each_is_named_and_one_tournament_is_in_view(used: dict[str, Any]) -> None:
    shown, names, referto, other = used["several"]
    assert (shown, used["listed"]) == ("typed.xlsx", len(NAMES) + 1)
    assert names.startswith("names.txt is a list of players.")
    assert referto.startswith("✓ referto.xlsx agrees")
    assert other.startswith("undone.xlsx is not open")
    assert (used["report"][0], used["marked"]) == ("referto.xlsx", [["seat"], ["verify"]])


def test_several_reports_are_a_season(used: dict[str, Any]) -> None:
    shown, season, again = used["ofSeason"]
    assert (shown, season.startswith("These 2 reports make a season"), again.startswith("again-referto.xlsx is")) == (
        "referto.xlsx", True, True,
    )  # fmt: skip
    assert ("season.xlsx is written. Tournaments:" in used["season"][0][0], used["season"][1]) == (True, ["season.xlsx"])


def test_what_is_not_saved_is_offered_after_a_reload_until_it_is(used: dict[str, Any]) -> None:
    assert not [line for line in used["offered"] if "This copy is older" in line]
    assert (used["offeredAsks"], used["offeredAgain"]) == (True, 0)
    assert max(game["round"] for game in json.loads(export(used["folder"] / "offered.xlsx"))["games"]) == 2


def test_the_page_and_the_room_follow_the_file_and_write_nothing(used: dict[str, Any]) -> None:
    (head, *found), written = used["followed"]
    assert head.startswith("torneo.xlsx was saved at ")
    assert (len(found) > 0, written) == (True, 1)
    assert used["room"]
