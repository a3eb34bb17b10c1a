"""The log for people: when and what, beside the codes that programs go by."""

import time
from dataclasses import replace

import pytest

from bangxl.books.port import Changes
from bangxl.rulebooks.loader import load
from bangxl.tournament.journal import LogEntry
from bangxl.tournament.model import Player, Tournament
from bangxl.tournament.state import State
from bangxl.workbook.logbook import WHAT, WHEN, log_line, time_of, with_log

TIME = "2026-11-21T14:05:09Z"
STATE = State(
    Tournament("italy-2010", language="en", players=(Player("P001", "Anna"), Player("P002", "Bruno"))), load("italy-2010")
)
FIXED = replace(STATE, rulebook=load("germany"))

TOLD = {
    ("new", "italy-2010", ""): "The new workbook: Italy 2010",
    ("seat", "Round2", "tables=6+5; duel=long"): "The draw of Round 2, tables of 6+5",
    ("redraw", "Round1", "tables=6+5"): "The new draw of Round 1",
    ("swap", "Round1", "P001=1/2 P002=2/1"): "The swap of players in Round 1: Anna, Bruno",
    ("reopen", "Round1T2", "{}"): "The reopening of Round 1, table 2",
    ("rule", "Round1T2", "P001=2000"): "The ruling on Round 1, table 2",
    ("seat", "SF1+SF2", ""): "The draw of Semifinal 1, Semifinal 2",
    ("seat", "end", ""): "The end of the tournament",
    ("seat", "lots", "P002 P001"): "The lots drawn by hand",
    ("undo", "Round2", "seat"): "Taken back: the draw of Round 2",
    ("undo", "Round1", "swap"): "Taken back: the swap of players in Round 1",
    ("undo", "P002", "rename"): "Taken back: the correction of a name: Bruno",
    ("commit", "Round3", "code=K7QF2-M9P4X; pool=00"): "The commitment of Round 3, code K7QF2-M9P4X",
    ("commit", "Stage1", "code=K7QF2-M9P4X; pool=00"): "The commitment of Stage 1, code K7QF2-M9P4X",
    ("fly", "Round3", ""): "fly Round 3",
}
GAMES = {
    "Round1": "The draw of Tables, tables of 6+5",
    "Round2T1+Round2T2+Round3T4": "The start of game 2 (tables: 1, 2) · The start of game 3 (tables: 4)",
    "Round2T1": "The start of Game 2, table 1",
    "Stage2": "The draw of Stage 2",
}


@pytest.fixture(autouse=True)
def in_the_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")  # no local time


@pytest.mark.parametrize(("row", "told"), TOLD.items(), ids=map(str, TOLD))
def test_every_command_has_a_sentence(row: tuple[str, str, str], told: str) -> None:
    command, stage, result = row
    regulation = replace(STATE, rulebook=replace(STATE.rulebook, title="Italy 2010"))
    assert log_line(LogEntry(TIME, command, stage, result=result), regulation) == told


@pytest.mark.parametrize(("stage", "told"), GAMES.items(), ids=GAMES)
def test_games_of_fixed_tables_are_told_by_their_numbers(stage: str, told: str) -> None:
    result = "tables=6+5" if stage == "Round1" else ""
    assert log_line(LogEntry(TIME, "seat", stage, result=result), FIXED) == told


def test_the_clock_on_the_wall_is_the_language_s(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [time_of(TIME, language) for language in ("it", "en", "de", "ru")] == [
        *["21/11/2026 14:05"] * 2,
        *["21.11.2026 14:05"] * 2,
    ]
    assert time_of("yesterday", "it") == "yesterday"
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    monkeypatch.setenv("TZ", "UTC-1")
    time.tzset()
    assert time_of(TIME, "it") == "21/11/2026 15:05"
    monkeypatch.delenv("TZ")
    time.tzset()


def test_people_read_their_line_beside_the_codes() -> None:
    entry = LogEntry(TIME, "seat", "end", reason="late")
    written = with_log(Changes(), [entry], 3, STATE).cells
    assert {name: written[name, 3] for name in (WHEN, WHAT, "Log_Stage", "Log_Reason")} == {
        WHEN: "21/11/2026 14:05", WHAT: "The end of the tournament", "Log_Stage": "end", "Log_Reason": "late",
    }  # fmt: skip
