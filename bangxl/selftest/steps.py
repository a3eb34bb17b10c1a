"""The steps of the self-test, each on one open workbook: they say what they saw, and are Wrong where that is not right.

Two workbooks of each rulebook are made for them: the first round of one, the finals of another, as on a tournament's day, with
games as somebody might have played them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from bangxl.books.port import Cell, Formula, Value
from bangxl.books.programs import MAC
from bangxl.commands.demo import simulate
from bangxl.commands.new import create
from bangxl.commands.verify import verify
from bangxl.commands.workspace import log_entry
from bangxl.locale.catalog import N_
from bangxl.rulebooks.loader import load
from bangxl.selftest import reading
from bangxl.selftest.sitting import CheckFailed, Sitting, agrees, bad, errors, same_names, size, summary_of
from bangxl.tournament.model import EventType, Moment, Tournament
from bangxl.tournament.rulebook import Rulebook
from bangxl.tournament.seating import table_sizes
from bangxl.tournament.simulation import play_duels, play_round, play_stage
from bangxl.tournament.state import State
from bangxl.workbook import names
from bangxl.workbook.read import Contents
from bangxl.workbook.words import word
from bangxl.workbook.write import picture

Step = Callable[[Sitting], str | None]

HARD: Final = ("'Ndrangheta", "=1", "6,5", "Иван Ёлкин", "007", "1/2", 'O\'Hara "Doc"', "+39 0321", "N/A", "TRUE")
"""Names that a program might take for a formula, a number, a date, an error, or lose a sign of; all of them are legal."""

DAY: Final = datetime(2026, 11, 21)  # noqa: DTZ001 - a workbook knows no time zones
REASON: Final = "'6,5' =1 «Ёлка»"

BIDS: Final[Sequence[Value]] = ("'", Formula("=1"), "6,5")
"""What is no bid."""

STAGES: Final = 8
"""No finals have more."""


@dataclass(frozen=True, slots=True)
class Day:
    """One workbook: what its file's name ends with, how it is made in a language, and what is done with it: code, text, step."""

    stem: str
    make: Callable[[Sitting, str], None]
    steps: Sequence[tuple[str, str, Step]]


def least_players(rulebook: Rulebook) -> int:
    """The fewest players that can play, at two tables if there may be two."""
    counts = range(max(rulebook.minimum_players, 5), min(rulebook.maximum_players, 24) + 1)
    tables = {count: len(table_sizes(rulebook, count)) for count in counts}
    wanted = min(2, max(tables.values()))
    return next(count for count, number in tables.items() if number >= wanted)


def make_fresh(sitting: Sitting, language: str) -> None:
    """A workbook before the first name."""
    rulebook = load(sitting.rulebook)
    options = {key: option.default for key, option in rulebook.options.items() if option.default}
    tournament = Tournament(rulebook=rulebook.id, language=language, options=options)
    create(sitting.path, State(tournament, rulebook), least_players(rulebook), [log_entry("new", stage=rulebook.id)])
    sitting.note_formulas()


def make_finals(sitting: Sitting, language: str) -> None:
    """A workbook in which all has been played but the finals."""
    rulebook = load(sitting.rulebook)
    players = least_players(rulebook)
    tournament, log = simulate(rulebook, players, "self-test", language, finals=False)
    create(sitting.path, State(tournament, rulebook), players, log)
    sitting.note_formulas()


def fill(sitting: Sitting) -> None:
    """Type whatever is in play, as somebody might have played it."""
    contents = sitting.contents()
    wanted = {*names.record_inputs(contents.rulebook), *names.STAGE_INPUTS}
    before, after = (
        picture(contents.after(tournament), contents.rows).cells for tournament in (contents.tournament, _play(contents, sitting))
    )
    typed = {cell: value for cell, value in after.items() if before.get(cell) != value}
    sitting.put({cell: value for cell, value in typed.items() if _input(cell[0], wanted)})


def _play(contents: Contents, sitting: Sitting) -> Tournament:
    tournament, rulebook = contents.tournament, contents.rulebook
    if tournament.stages:
        return play_stage(State(tournament, rulebook), sitting.dice)
    if tournament.finals is not None:
        return play_duels(State(tournament, rulebook), sitting.dice)
    return play_round(State(tournament, rulebook), sitting.dice)


def _input(name: str, wanted: set[str]) -> bool:
    return name.rpartition("!")[2] in wanted or name.endswith(("_Score_A", "_Score_B"))


def opens(sitting: Sitting) -> str:
    """The program opens the file, with all sheets."""
    return str(len(sitting.desk.book().sheets))


def formulas(sitting: Sitting) -> str:
    """It reads every formula as it was written."""
    wrong = [*reading.misreadings(sitting.formulas, sitting.desk.formulas())]
    if wrong:
        raise CheckFailed(summary_of(wrong))
    return str(sum(map(len, sitting.formulas.values())))


def values(sitting: Sitting) -> str:
    """After a full recalculation, every value that Python computes too is the same."""
    sitting.desk.recalculate()
    book = sitting.desk.book()
    if wrong := [*reading.wrong_values(book)]:
        raise CheckFailed(summary_of(wrong))
    return str(reading.count_computed(book))


def keeps(sitting: Sitting) -> str:
    """Saved, closed, opened, calculated and saved again: no error, and every formula shows what it showed."""
    sitting.desk.recalculate()
    sitting.desk.save()
    before = reading.results(sitting.path)
    _ = sitting.text
    if not before:
        raise CheckFailed(_("The program has saved no result of any formula."))
    if wrong := [*reading.errors(before)]:
        raise CheckFailed(summary_of(wrong))
    sitting.close()
    formulas(sitting)
    values(sitting)
    sitting.desk.save()
    if wrong := [*reading.deviations(before, reading.results(sitting.path))]:
        raise CheckFailed(summary_of(wrong))
    return str(len(before))


def helps(sitting: Sitting) -> str:
    """*Help* says something."""
    said = sitting.must_press("help")
    _ = sitting.text
    if not said.lines:
        raise CheckFailed(_("The button said nothing."))
    return said.lines[0]


def type_names(sitting: Sitting) -> str:
    """Names, and what else is typed before the first round, are read as they were typed."""
    places = len(sitting.desk.book().names["Players_Name"])
    people = [HARD[row] if row < len(HARD) else f"Élodie {row}" for row in range(places)]
    typed: dict[Cell, Value] = {("Players_Name", row): name for row, name in enumerate(people)}
    typed |= {("Event_Name", 0): "6,5", ("Event_Date", 0): DAY, ("Event_Place", 0): "=1", ("Rng_Seed", 0): "007"}
    sitting.put(typed)
    same_names(sitting, people)
    event = sitting.contents().tournament.event
    if (event.name, event.date, event.place) != ("6,5", "2026-11-21", "=1"):
        raise CheckFailed(f"{event.name!r}, {event.date!r}, {event.place!r}")
    return ", ".join(people[: len(HARD)])


def seats(sitting: Sitting) -> str:
    """*Seat next round* draws the first round; names stay what they are."""
    people = [player.name for player in sitting.contents().tournament.players]
    sitting.must_press("by_hand", None)
    said = sitting.must_press("seat")
    tournament = sitting.contents().tournament
    if tournament.rounds_seated != 1 or not said.lines:
        raise CheckFailed(f"{tournament.rounds_seated}: {said.lines}")
    same_names(sitting, people)
    agrees(sitting)
    return said.lines[0]


def draws_again(sitting: Sitting) -> str:
    """*Draw again* asks for the reason; whoever cancels has changed nothing."""
    sitting.put({("Rng_Seed", 0): "=1"})
    before = sitting.contents().tournament
    sitting.must_press("redraw", None)
    if sitting.contents().tournament != before:
        raise CheckFailed("redraw, cancelled")
    said = sitting.must_press("redraw", REASON)
    entry = sitting.contents().journal.entries[-1]
    if (entry.command, entry.reason, entry.seed) != ("redraw", REASON, "=1"):
        raise CheckFailed(f"{entry.command}: {entry.reason!r}, {entry.seed!r}")
    agrees(sitting)
    return said.lines[-1]


def decides(sitting: Sitting) -> str:
    """The other buttons under *More*: a ruling and a swap, taken back; a slip, the room; what cannot be now is refused."""
    contents = sitting.contents()
    game = contents.tournament.round(1)[0]
    book = sitting.desk.book()
    book.goto(names.record_sheet(1, game.table), "A1")
    people = [seat.player for seat in game.seats]
    done = [sitting.must_press("slip", people[0]).lines[-1]]
    sitting.must_press("room")
    presses = [("rule", ", ".join(f"{player}={amount}" for amount, player in enumerate(people)) + f"; {REASON}")]
    if not contents.tournament.start_tables:
        presses.append(("swap", f"{people[0]} + {people[1]}; {REASON}"))
    for button, answer in presses:
        sitting.must_press(button, answer)
        entry = sitting.contents().journal.entries[-1]
        if (entry.command, entry.reason) != (button, REASON):
            raise CheckFailed(f"{button}: {entry.command}, {entry.reason!r}")
        done += sitting.must_press("undo").lines[:1]
    for button in ("reopen", "close", "by_hand"):
        if not sitting.press(button, REASON).wrong:
            raise CheckFailed(button)
    if sitting.contents().tournament != contents.tournament:
        raise CheckFailed(summary_of(done))
    agrees(sitting)
    return summary_of(done)


def undoes(sitting: Sitting) -> str:
    """*Undo* takes the redraw back."""
    said = sitting.must_press("undo")
    entry = sitting.contents().journal.entries[-1]
    tournament = sitting.contents().tournament
    if entry.command != "undo" or tournament.rounds_seated != 1 or not said.lines:
        raise CheckFailed(f"{entry.command}, {tournament.rounds_seated}")
    agrees(sitting)
    return said.lines[0]


def type_reasons(sitting: Sitting) -> str:
    """Warnings with hard reasons are read as they were typed."""
    contents = sitting.contents()
    tournament = contents.tournament
    first = tournament.round(1)[0]
    reasons: tuple[Value, ...] = ("'", "=1", "6,5", DAY)
    typed: dict[Cell, Value] = {}
    for row, (reason, seat) in enumerate(zip(reasons, first.seats, strict=False)):
        line: dict[str, Value] = {
            "Type": word(EventType.WARNING, tournament.language), "Player": seat.player,
            "Moment": word(Moment.DURING_GAME, tournament.language), "Round": 1, "Table": first.table, "Reason": reason,
        }  # fmt: skip
        typed |= {(f"Events_{column}", row): value for column, value in line.items()}
    sitting.put(typed)
    found = [event.reason for event in sitting.contents().tournament.events]
    texts = [reason for reason in reasons if isinstance(reason, str)]
    if found[: len(texts)] != texts or len(found) != min(len(reasons), len(first.seats)):
        raise CheckFailed(f"{found}")
    return f"{found}"


def type_wrong_bids(sitting: Sitting) -> str:
    """What is no bid, and a date for an outcome, become findings, the same in the open workbook and in its file."""
    bid, outcome = (names.on_record(1, 1, name) for name in ("Bid", "Outcome"))
    typed: dict[Cell, Value] = {**{(bid, seat): value for seat, value in enumerate(BIDS)}, (outcome, 0): DAY}
    before = bad(sitting)
    sitting.put(typed)
    said = sitting.press("check")
    after = bad(sitting)
    sitting.desk.save()
    agrees(sitting)
    sitting.put(dict.fromkeys(typed))
    if after < before + len(typed) or not said.lines:
        raise CheckFailed(f"{before} → {after}: {said.lines}")
    return said.lines[0]


def type_round(sitting: Sitting) -> str:
    """The first round is typed in: values follow, nothing is wrong."""
    fill(sitting)
    values(sitting)
    if wrong := errors(sitting):
        raise CheckFailed(summary_of(wrong))
    return str(len(sitting.contents().tournament.round(1)))


def stamps(sitting: Sitting) -> str:
    """Every record sheet carries its stamp: computed in Python, and the same. On a Mac *Check* may have to be pressed for it."""
    sitting.press("record_filled")
    found = _stamps(sitting)
    if sys.platform == MAC and not all(found):
        sitting.press("check")
        found = _stamps(sitting)
    if not all(stamp.startswith("✓") for stamp in found):
        raise CheckFailed("\n".join(found))
    return found[0]


def _stamps(sitting: Sitting) -> list[str]:
    book, games = sitting.desk.book(), sitting.contents().tournament.round(1)
    return [str(book.read(names.on_record(game.round, game.table, "Stamp"))[0] or "") for game in games]


def checks(sitting: Sitting) -> str:
    """*Check* finds nothing wrong; `bangxl check` says of the file what it says of the open workbook."""
    said = sitting.must_press("check")
    sitting.desk.save()
    agrees(sitting)
    return said.lines[0]


def show_standings(sitting: Sitting) -> str | None:
    """*Standings* shows the sheet, and hides it."""
    book = sitting.desk.book()
    sheet = book.names["Standings_Rank"].sheet
    seen = [book.sheets[sheet]]
    for _press in range(2):
        sitting.must_press("standings")
        seen.append(sitting.desk.book().sheets[sheet])
    if seen != [seen[0], not seen[0], seen[0]]:
        raise CheckFailed(f"{sheet}: {seen}")
    return None


def prints(sitting: Sitting) -> str:
    """*Print record sheets* makes a PDF file."""
    said = sitting.must_press("print")
    return f"{size(sitting.path.with_name(f'{sitting.path.stem}-Round1.pdf'))}: {said.lines[0]}"


def play_finals(sitting: Sitting) -> str:
    """*Seat next round* and typing by turns, to the end."""
    said: list[str] = []
    for _stage in range(STAGES):
        said += sitting.must_press("seat").lines
        finals = sitting.contents().tournament.finals
        if finals is not None and finals.closed:
            agrees(sitting)
            return said[-1]
        fill(sitting)
    raise CheckFailed(summary_of(said))


def reports(sitting: Sitting) -> str:
    """*Report* writes referto, PDF and mail; the referto verifies."""
    sitting.must_press("report")
    referto = sitting.path.with_name(f"{sitting.path.stem}-referto.xlsx")
    verdict = verify(referto)
    if not verdict.agrees:
        raise CheckFailed(str(verdict))
    size(referto.with_suffix(".eml"))
    return size(referto.with_suffix(".pdf"))


FIRST_ROUND: Final[Sequence[tuple[str, str, Step]]] = (
    ("open", N_("A fresh workbook opens"), opens),
    ("formulas", N_("Every formula is read as it was written"), formulas),
    ("help", N_("The button «Help»"), helps),
    ("names", N_("Hard names are kept as typed"), type_names),
    ("seat", N_("The button «Seat next round»"), seats),
    ("redraw", N_("The button «Draw again», and cancelling it"), draws_again),
    ("undo", N_("The button «Undo»"), undoes),
    ("more", N_("The other buttons under «More»"), decides),
    ("reasons", N_("Hard reasons are kept as typed"), type_reasons),
    ("bids", N_("Bids that are none become findings, by the button «Check»"), type_wrong_bids),
    ("round", N_("A round is typed in, and all values follow"), type_round),
    ("stamp", N_("Complete record sheets are stamped"), stamps),
    ("check", N_("The button «Check»"), checks),
    ("standings", N_("The button «Standings», twice"), show_standings),
    ("print", N_("The button «Print record sheets»"), prints),
    ("keep", N_("Saved and opened again after a round, it is the same, without errors"), keeps),
)
"""Code, what is checked, how; on a workbook that is fresh."""

FINALS: Final[Sequence[tuple[str, str, Step]]] = (
    ("open-played", N_("A workbook with all rounds played opens"), opens),
    ("formulas-played", N_("Every formula is read as it was written, with all rounds played"), formulas),
    ("values-played", N_("Every value is the one that Python computes, with all rounds played"), values),
    ("finals", N_("The finals are seated and typed in, to the end"), play_finals),
    ("values-closed", N_("Every value is the one that Python computes, after the finals"), values),
    ("report", N_("The button «Report»; the referto verifies"), reports),
    ("keep-closed", N_("Saved and opened again after the finals, it is the same, without errors"), keeps),
)
"""The same, on a workbook whose rounds have been played."""

DAYS: Final = (Day("Città", make_fresh, FIRST_ROUND), Day("finali", make_finals, FINALS))
"""All, for each rulebook."""
