"""What may come between a click and its end: nobody reads the message, a stamp is at work already, messages go to a file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bangxl.books import files
from bangxl.books.history import folder, snapshots
from bangxl.ribbon import click
from tests.commands.stages import Copy
from tests.hosts.excel.clicks import cost, started
from tests.hosts.excel.program import Excel
from tests.sheet import facts


def test_a_message_that_nobody_reads_for_an_hour_is_no_defect(mac_excel: Excel, at: Copy) -> None:
    mac_excel.open(at("drawn1"))
    mac_excel.nobody_reads = True
    told = cost(mac_excel, "torneo.xlsx", "help")
    assert "«Seat next round»" in told.said
    assert not told.wrong


def test_a_round_is_seated_on_a_mac(mac_excel: Excel, at: Copy) -> None:
    path = at("entered")
    mac_excel.open(path)
    assert cost(mac_excel, "torneo.xlsx", "seat").said.startswith("Round 1 is drawn: 10 players, tables 5+5.\n")
    assert len(facts(path).round(1)) == 2
    assert [file.name for file in snapshots(path)] == ["000001-seat.xlsx"]
    assert cost(mac_excel, "torneo.xlsx", "undo").said.startswith("Undone: Round 1: drawn.")
    assert facts(path).round(1) == ()


def test_busy_from_the_first_call_on(excel: Excel, at: Copy) -> None:
    """The message box needs nothing of Excel."""
    excel.open(at("drawn1"))
    excel.busy = True
    told = cost(excel, "torneo.xlsx", "help")
    assert told.said.startswith("torneo.xlsx: the program is busy.")
    assert told.wrong


@pytest.mark.parametrize("system", ["excel", "mac_excel"])
def test_a_stamp_is_not_begun_while_a_command_is_at_work(system: str, at: Copy, request: pytest.FixtureRequest) -> None:
    program: Excel = request.getfixturevalue(system)
    path = at("drawn1")
    program.open(path)
    with files.alone(path, folder(path) / ".lock"):
        cost(program, "torneo.xlsx", "record_filled")
    assert (program.alerts, program.calls["copy"], program.calls["write"]) == ([], 0, 0)
    cost(program, "torneo.xlsx", "record_filled")
    assert program.calls["copy"] == 1


def test_messages_go_to_a_file(excel: Excel, at: Copy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    messages = tmp_path / "messages.jsonl"
    monkeypatch.setenv("BANGXL_MESSAGES", str(messages))
    excel.open(at("drawn1"))
    with started(excel, "torneo.xlsx"):
        for action in ("help", "seat", "dance"):
            click(action)
    told = [json.loads(line) for line in messages.read_text(encoding="utf-8").splitlines()]
    assert [message["wrong"] for message in told] == [False, True, True]
    assert told[1]["lines"][0] == "Some games are not complete. Fill in:"
    assert excel.alerts == []
