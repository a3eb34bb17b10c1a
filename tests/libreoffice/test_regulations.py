"""A day in LibreOffice by each of the other regulations; what LibreOffice saves is judged after every step (see `desk`)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Final

import pytest

from bangxl.commands.standings import standings_data
from bangxl.locale.catalog import catalog
from bangxl.rulebooks.loader import load
from bangxl.sheets.context import Context
from bangxl.sheets.record.layout import letter
from bangxl.workbook.words import word
from tests.helpers.keyboard import duels, facts, record, results, stage, stage_results
from tests.helpers.sample import these
from tests.hosts.libreoffice.office import Document, Office
from tests.libreoffice.desk import Desk, type_in

HOUSES: Final = Path(__file__).parents[1] / "data"
"""Where the regulations lie that do not come with bangxl."""
ENOUGH: Final = 40
"""No day has so many steps."""


@dataclass(frozen=True)
class Day:
    """Who plays by what, in which language."""

    rulebook: str
    players: int
    language: str
    options: Mapping[str, str] = field(default_factory=dict)


DAYS: Final = (
    Day("record", 4, "en", {"scoring": "complete", "auction": "true", "cash_rewards": "true", "experience": "true"}),
    Day("germany", 20, "de"),
    Day("italy-2007", 11, "it", {"composition": "6,5"}),
    Day("konajka", 9, "en"),
    Day("italy-2011", 10, "ru"),
    Day("house", 12, "it"),
    Day("italy-2007", 25, "it", {"composition": "5,5,5,5,5"}),
    Day("record-international", 4, "de", {"auction": "true"}),
)


@pytest.mark.parametrize("day", these(DAYS, DAYS[-1]), ids=lambda day: day.rulebook)
def test_a_day(office: Office, tmp_path: Path, day: Day) -> None:
    """Names and options typed into the sheets, every game copied, until the champion is known."""
    desk = Desk(office, tmp_path / "torneo.xlsx", day.language)
    file = HOUSES / f"{day.rulebook}.toml"
    desk.run("new", "--rulebook", file if file.exists() else day.rulebook, "--players", day.players, "--language", day.language)
    with desk.opened() as book:
        book.put_column("Players_Name", [f"Giocatore {number}" for number in range(1, day.players + 1)])
        for key, value in day.options.items():
            book.put(f"Option_{key}", {"true": desk.says("yes")}.get(value, desk.says(value)))
    steps = 0
    while desk.tournament.finals is None or not desk.tournament.finals.closed:
        desk.run("seat", "--rng-seed", f"{day.rulebook} {steps}")
        steps += 1
        assert steps < ENOUGH
        with desk.opened() as book:
            assert book.cell("Next_Step")
            copy(desk, book, f"{day.rulebook} {steps}", day.language)
    with desk.opened() as book:
        first = next(player.name for player in desk.tournament.players if player.id == book.column("Finals_Player")[0])
        over = "The tournament is over, won by {player}. Next: {bangxl report}."
        assert book.cell("Next_Step") == desk.says(over, player=first)
    desk.run("seat", code=1)
    ranking = standings_data(desk.path)["final_ranking"]
    assert isinstance(ranking, list)
    assert (len(ranking), ranking[0]["place"]) == (day.players, 1)


def copy(desk: Desk, book: Document, seed: str, language: str) -> None:
    """Type whatever has just been played, in the workbook's language."""

    def spelling(code: StrEnum) -> str:
        return word(code, language)

    before = facts(desk.path)
    playing = any(game.outcome is None for game in before.games)
    waiting = {duel.match for duel in (before.finals.duels if before.finals else ()) if duel.score_a is None}
    for game in results(desk.path, seed) if playing else ():
        type_in(book, {key: value for key, value in record(game, spelling).items() if value is not None}, force=True)
    for game in stage_results(desk.path, seed) if any(not game.outcome and not game.winner for game in before.stages) else ():
        type_in(book, {key: value for key, value in stage(game, spelling).items() if value is not None})
    for duel in duels(desk.path, seed) if waiting else ():
        if duel.match in waiting:
            type_in(book, {f"Finals_{duel.match}_Score_A": duel.score_a, f"Finals_{duel.match}_Score_B": duel.score_b})


@pytest.mark.soak
def test_italy_2007_who_has_no_money_chooses_by_the_smallest_debt(office: Office, tmp_path: Path) -> None:
    """Asta: "a cominciare da chi ha il passivo meno grave; in caso di parità estraete a sorte": the sheet says the order."""
    desk = Desk(office, tmp_path / "torneo.xlsx", "en")
    desk.run("new", "--rulebook", "italy-2007", "--players", 5, "--language", "en")
    with desk.opened() as book:
        book.put_column("Players_Name", [f"Player {number}" for number in range(1, 6)])
    desk.run("seat", "--rng-seed", "x")
    with desk.opened() as book:
        book.put_column("Round1T1!Character", ["Bart Cassidy", "Black Jack", "Calamity Janet", "El Gringo", "Jesse Jones"])
        book.put_column("Round1T1!Role", ["sheriff", "deputy", "renegade", "outlaw", "outlaw"], force=True)
        book.put_column("Round1T1!Status", ["eliminated"] * 4 + ["alive"])
        book.put_column("Round1T1!Bid", [5000, 5000, 5000, 100, 100])
        book.put("Round1T1!Outcome", "outlaws")
    desk.run("seat")
    with desk.opened() as book:
        lot = "no money: choice 1, by lot"
        line_check = letter(Context(load("italy-2007"), catalog("en"), 5, 5, 1), "Line_Check")
        assert book.column(f"Round2T1!{line_check}7:{line_check}9") == [lot, lot, lot]
        assert book.column("Round2T1!Before") == [0, 0, 0, 6300, 6900, None, None]
