"""G10, as a referee types it: the sheet asks for the amounts of a ruling and for its event, and is settled by both."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from bangxl.commands.check import all_findings
from bangxl.commands.new import create_workbook
from bangxl.commands.workspace import open_workspace
from bangxl.tournament.advance import with_ruling
from bangxl.tournament.findings import Severity
from bangxl.tournament.model import Game, Status, Tournament
from bangxl.tournament.rulebook import Rulebook
from bangxl.tournament.state import State
from tests.helpers.sample import sample
from tests.hosts.libreoffice.office import Document, Office, OfficeError
from tests.tournament.builders import GERMANY, ITALY, ITALY_2007, fixed, rotated, ten
from tests.tournament.faulty import game
from tests.tournament.test_rulings import impossible
from tests.workbook.test_two_accountants import differences

SHEET: Final = "Round1T1"
EVENT: Final[dict[str, str | int]] = {"Type": "ruling", "Round": 1, "Table": 1, "Reason": "all alive, and the Outlaws won"}
AMOUNTS: Final = (2000, -500, 0, 100, 100)


def said(book: Document) -> tuple[object, object]:
    """The state of the sheet, and its sentence without the cell."""
    text = str(book.column(f"{SHEET}!Problem")[0])
    return book.column(f"{SHEET}!Check")[0], text.partition(": ")[2]


def ruled(book: Document) -> None:
    """Type the event; the sheet names the command, which opens the cells of the amounts and writes them."""
    for key, value in EVENT.items():
        book.put(f"Events_{key}", value)
    assert said(book) == ("! incomplete", "the amount of the ruling is missing: «Decide this game».")
    assert str(book.column(f"{SHEET}!Problem")[0]).startswith("! E31:")
    with pytest.raises(OfficeError, match=r"E31 is locked"):
        book.put(f"{SHEET}!Ruling", AMOUNTS[0])
    for index, amount in enumerate(AMOUNTS):
        book.put(f"{SHEET}!Ruling", amount, index=index, force=True)
    assert said(book) == ("✓ complete", "")


def asks_for_the_round_in_play(book: Document, player: str) -> None:
    """Whoever is warned between rounds: the check says which round that is now, as it is mostly meant."""
    leaving = {"Type": "warning", "Player": player, "Moment": "between rounds"}
    for key, value in leaving.items():
        book.put(f"Events_{key}", value, index=1)
    assert book.column("Events_Check")[1] == "! after which round? (1)"
    for key in leaving:
        book.put(f"Events_{key}", None, index=1)


@pytest.mark.parametrize(("rulebook", "played"), sample([(ITALY, ten(1)), (GERMANY, rotated(fixed(GERMANY, 5, 5, 5, 5), 1))], 2))
def test_the_sheet_asks_for_the_ruling_and_is_settled_by_it(
    office: Office, path: Path, rulebook: Rulebook, played: Tournament
) -> None:
    signed = replace(game(played, 1, 1, impossible), language="en")
    create_workbook(path, State(signed, rulebook), len(signed.players), [])
    with office.open(path) as book:
        assert said(book)[0] == "× wrong"
        ruled(book)
        assert list(book.column(f"{SHEET}!Payout"))[: len(AMOUNTS)] == list(AMOUNTS)
        assert book.column("Events_Check")[0] == "✓"
        book.put("Events_Reason", None)
        text = "a ruling needs an event with round, table and reason. Add it, or clear the amounts."
        assert (said(book), book.column("Events_Check")[0]) == (("× wrong", text), "! reason missing")
        book.put("Events_Table", 99)
        assert book.column("Events_Check")[0] == "× no such game"
        book.put("Events_Table", 1)
        book.put("Events_Reason", EVENT["Reason"])
        asks_for_the_round_in_play(book, played.players[0].id)
        book.save(path)
        typed = open_workspace(path, reading_only=True)
        assert [one.finding.code for one in all_findings(typed) if one.finding.severity is Severity.ERROR] == []
        assert typed.tournament.games[0].is_ruled
        assert [*differences(typed.tournament, rulebook, book.column), *book.errors()] == []


@pytest.mark.soak
def test_what_nobody_knows_of_a_ruled_game_forbids_no_reconfirmation(office: Office, path: Path) -> None:
    """R07-10, G10: a character kept from a game of which the sheet lacks the character, the end or the bid."""
    before: list[dict[str, object]] = [{"character": ""}, {"character": ""}, {}, {"status": None}, {"bid": None}]
    after: list[dict[str, object]] = [{"character": ""}, {}, {"character": ""}, {}, {}]
    played = rotated(fixed(ITALY_2007, 5, 5), 2)
    known = game(played, 1, 1, lambda g: _with(g, [{"status": Status.ALIVE, **gap} for gap in before]))
    decided = with_ruling(
        known, known.games[0], dict.fromkeys((seat.player for seat in known.games[0].seats), 100), "they protest"
    )
    kept = game(decided, 2, 1, lambda g: _with(g, [{"reconfirmed": True, **gap} for gap in after]))
    create_workbook(path, State(replace(kept, language="en"), ITALY_2007), 10, [])
    typed = open_workspace(path, reading_only=True)
    assert "reconfirmed_wrongly" not in {one.finding.code for one in all_findings(typed)}
    with office.open(path) as book:
        assert book.column("Round2T1!Check")[0] == "✓ complete"
        assert list(differences(typed.tournament, ITALY_2007, book.column)) == []


def _with(one: Game, changes: Sequence[Mapping[str, object]]) -> Game:
    """The game with something else in each line."""
    return replace(one, seats=tuple(replace(seat, **change) for seat, change in zip(one.seats, changes, strict=True)))  # type: ignore[arg-type]
