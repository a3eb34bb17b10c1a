"""What the button *Print* puts on paper while money and ranks are the referee's secret."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bangxl.commands.printing import print_pages
from bangxl.commands.workspace import open_workspace
from bangxl.tournament.ledger import ledger
from bangxl.tournament.state import State
from tests.commands.stages import Copy
from tests.office_live.host import LiveOffice
from tests.render import page_texts

GROUPED = re.compile(r"(?<=\d)[.,'’\s](?=\d{3}(?!\d))")
"""What may stand between thousands."""


def numbers(text: str) -> set[int]:
    """Every number that somebody could read in a text."""
    return {int(found) for one in (text, GROUPED.sub("", text)) for found in re.findall(r"\d+", one)}


def secrets(path: Path) -> set[int]:
    """What everybody has owned before and after each game, and won; without what is no secret: bids."""
    workspace = open_workspace(path, reading_only=True)
    tournament, rulebook = workspace.tournament, workspace.contents.rulebook
    bids = {seat.bid for game in tournament.games for seat in game.seats}
    figures = {figure for line in ledger(State(tournament, rulebook)) for figure in (line.before, line.after, line.payout)}
    return {figure for figure in figures - bids if figure}


@pytest.mark.parametrize(("stage", "number"), [("drawn2", 2), ("played2", 2), ("drawn3", 3)])
def test_nobodys_money(office: LiveOffice, at: Copy, stage: str, number: int) -> None:
    path = at(stage)
    known = secrets(path)
    with office.open_live(path) as desk:
        print_pages(desk.book())
        pages = page_texts(path.with_name(f"{path.stem}-Round{number}.pdf"))
        heads = [" ".join(page.split()) for page in pages]
        titles = [f"ROUND {number}", f"ROUND {number} · TABLE 1", f"ROUND {number} · TABLE 2"]
        wanted = titles if stage.startswith("drawn") else titles[1:]
        assert [title in head for title, head in zip(wanted, heads, strict=True)] == [True] * len(wanted)
        assert {figure for page in pages for figure in numbers(page)} & known == set()
        desk.book().pdf(["Standings"], path.with_name("standings.pdf"))
    shown = numbers(" ".join(page_texts(path.with_name("standings.pdf"))))
    assert shown & known, "these figures can be read where they are printed"
