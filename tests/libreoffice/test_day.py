"""A referee's day in LibreOffice, from the first name to the prizes; bangxl always reads a file that LibreOffice has saved."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Final

import pytest

from bangxl.books.closed import ClosedBook
from bangxl.sheets.context import WORDING
from bangxl.sheets.control import DUEL_STEPS
from bangxl.sheets.record.texts import PROBLEMS, STATES
from bangxl.tournament.model import Event, EventType, Game, Moment, Role
from bangxl.tournament.payouts import end_of, payout
from bangxl.workbook.titles import display_names, tab_title
from bangxl.workbook.words import option_word, word
from tests.helpers.keyboard import SPELLINGS, Sheet, Spelling, careless, results
from tests.helpers.sample import sample
from tests.hosts.libreoffice.office import Document, Office, OfficeError
from tests.libreoffice.desk import Desk, lines, on, type_in
from tests.libreoffice.fillings import RULEBOOK

NAMES: Final = (
    "Massimiliano Dell’Acquasanta-Sforza", "Anna Rossi", "Çelik Öztürk", "Dörte Weiß", "Élodie Lévesque", "Fëdor Ильин",
    "Giulia D'Amico", "Hansi Müller", "Ilaria De Santis", "Żofia Łukasik", "=1+1", "נועה לוי", "Zoë 🤠 Ó Briain",
)  # fmt: skip
ABSENT: Final = "Chi Non Viene"
SEED: Final = "Mezzogiorno di fuoco"
EMPTY, IN_PLAY, INCOMPLETE, COMPLETE, WRONG = STATES
PROBLEM: Final = {problem.code: problem for problem in PROBLEMS}
COPY: Final = "Next step: play round {round}, then type in the record sheet of table {table}."
DRAW: Final = "Next step: {bangxl seat} draws round {n}."


@dataclass(frozen=True)
class Story:
    """What differs between two days."""

    language: str
    players: int
    spelling: Spelling
    duel: str


STORIES: Final = (Story("it", 10, careless, "short"), Story("en", 13, SPELLINGS["en"], "long"))


@pytest.mark.parametrize("story", sample(STORIES, 0), ids=lambda story: story.language)
def test_a_day(office: Office, tmp_path: Path, story: Story) -> None:
    desk = Desk(office, tmp_path / "torneo.xlsx", story.language)
    desk.run("new", "--rulebook", "italy-2010", "--players", story.players + 2, "--language", story.language)
    registration(desk, story)
    desk.run("seat")
    assert SEED in Sheet(desk.path).filled("Log_Seed")
    first_round(desk, story)
    desk.run("seat", "--rng-seed", "2")
    second_round(desk, story)
    last = next(count for first, last, count in RULEBOOK.rounds if first <= story.players <= last)
    for number in range(3, last + 1):
        desk.run("seat", "--rng-seed", number)
        later_round(desk, story, number, last)
    with desk.office.open(desk.path) as book:
        shown = {name for name, visible in book.sheets().items() if visible}
    assert not {desk.says("Standings"), desk.says("Finals")} & shown
    desk.run("seat", "--rng-seed", "semifinals")
    semifinals(desk, {"short": "5–0 … 5–3, 6–4, 7–5, 8–6 … 8–7, W", "long": "5–0 … 5–4, W"}[story.duel])
    desk.run("seat", "--rng-seed", "final")
    final(desk)
    desk.run("seat")
    evening(desk)


def step(book: Document) -> str:
    return str(book.cell("Next_Step"))


def registration(desk: Desk, story: Story) -> None:
    """Names, the roll call, the event, the option and the seed; at every moment the sheets say what is missing."""
    names = NAMES[: story.players]
    with desk.opened() as book:
        names_missing = "Next step: type the players' names on «{players}», at least {n}."
        missing = desk.says(names_missing, players=desk.says("Players"), n=10)
        assert step(book) == missing
        book.put_column("Players_Name", names[:9])
        assert step(book) == missing
        book.put_column("Players_Name", [f"  {names[9]} ", *names[10:], None, ABSENT], 9)
        book.put("Players_Email", "chi@example.org", story.players)
        assert step(book) == f"× {desk.says('Players')} C{7 + story.players} · {desk.problem('× name missing')}"
        book.put("Players_Email", None, story.players)
        unmarked = "Next step: {bangxl seat}. Not marked as present or absent: {n}; they count as present."
        assert step(book) == desk.says(unmarked, n=story.players + 1)
        # who is not marked is asked for once somebody is marked as present; one who cannot come asks nobody
        yes, no = (desk.says(word) for word in ("yes", "no"))
        assert book.column("Players_Check") == [None] * (story.players + 2)
        book.put("Players_Present", no.upper(), story.players + 1)
        asked = desk.says("! present? yes or no")
        assert book.column("Players_Check") == [None] * (story.players + 2)
        book.put("Players_Present", yes)
        assert book.column("Players_Check") == [None, *[asked] * (story.players - 1), None, None]
        book.put_column("Players_Present", [yes] * story.players)
        assert book.column("Players_Check") == [None] * (story.players + 2)
        assert book.cell("Entries_Present") == story.players
        # the event; a referee who plays is found
        book.put("Event_Name", "Open d’inverno «Città di Torino»")
        book.put("Event_Date", date(2026, 11, 21))
        book.put("Event_Referees", NAMES[1])
        assert step(book) == f"× {desk.says('Players')} C8 · {desk.problem('× is the referee')}"
        book.put("Event_Referees", "Arturo Arbitro")
        book.put("Option_duel", option_word(story.duel, story.language))
        book.put("Rng_Seed", SEED)
        assert step(book) == desk.says(DRAW, n=1)
    tournament = desk.tournament
    assert [player.name for player in tournament.players] == [*names, ABSENT]
    assert (tournament.options["duel"], tournament.event.date) == (story.duel, "2026-11-21")


def first_round(desk: Desk, story: Story) -> None:
    """Line by line: one table with the outcome first, one with the outcome last, then mistakes, which stop `seat`."""
    first, second = results(desk.path, "1")
    with desk.opened() as book:
        assert book.cell("Rng_Seed") is None
        assert step(book) == desk.says(COPY, round=1, table=1)
        copy_outcome_first(desk, book, first, story.spelling)
        assert step(book) == desk.says(COPY, round=1, table=2)
        # no payout before it is known who has won; then all at once
        outcome, seats = lines(second, story.spelling)
        for line in seats:
            type_in(book, line)
            assert asks_for_a_blank(desk, book, second)
        assert paid(book, second) == [None] * second.size
        assert book.cell(on(second, "Problem")) == f"! F16: {desk.says(PROBLEM['outcome_missing'].text)}"
        type_in(book, outcome)
        assert paid(book, second) == payouts(second)
        assert complete(desk, book, second)
        assert step(book) == desk.says(DRAW, n=2)
    assert desk.tournament.games == (first, second)
    two_sheriffs(desk, second)


def copy_outcome_first(desk: Desk, book: Document, game: Game, spelling: Spelling) -> None:
    """Each payout shows as soon as the role and the status stand there; what is blank is asked for until the bid has come."""
    outcome, seats = lines(game, spelling)
    assert state(desk, book, game) == IN_PLAY
    type_in(book, outcome)
    for row, line in enumerate(seats):
        expected = None
        for key, value in line.items():
            type_in(book, {key: value})
            expected = payouts(game)[row] if key == on(game, f"Status {row}") else expected
            assert paid(book, game)[row] == expected
            if key != next(reversed(line)):
                assert asks_for_a_blank(desk, book, game)
        assert paid(book, game)[: row + 1] == payouts(game)[: row + 1]
        assert paid(book, game)[row + 1 :] == [None] * (game.size - row - 1)
        assert str(book.cell(f"Round{game.round}T{game.table}!N{7 + row}")) == "✓"
    assert complete(desk, book, game)


def paid(book: Document, game: Game) -> list[object]:
    return list(book.column(on(game, "Payout"))[: game.size])


def payouts(game: Game) -> list[object]:
    assert game.outcome is not None
    end, scoring = end_of(game), RULEBOOK.scorings[""]
    known = [(seat.role, seat.status) for seat in game.seats]
    return [payout(RULEBOOK, scoring, end, role, status) for role, status in known if end and role and status]


def state(desk: Desk, book: Document, game: Game) -> str:
    """The state of a record sheet, as its English text."""
    return next(text for text in STATES if desk.says(text) == book.cell(on(game, "Check")))


def complete(desk: Desk, book: Document, game: Game) -> bool:
    """The sheet is green, and the money after the game is there."""
    rows = zip(*(book.column(on(game, name))[: game.size] for name in ("Before", "Bid", "Payout", "After")), strict=True)
    sums = [before - bid + payout == after for before, bid, payout, after in rows]
    return state(desk, book, game) == COMPLETE and book.cell(on(game, "Problem")) is None and all(sums)


def called(desk: Desk, game: Game) -> str:
    return tab_title(f"Round{game.round}T{game.table}", desk.language, RULEBOOK)


def asks_for_a_blank(desk: Desk, book: Document, game: Game) -> bool:
    """The sheet is yellow, and it and the next step name a cell where something is missing."""
    sheet, problem = f"Round{game.round}T{game.table}", str(book.cell(on(game, "Problem")))
    named = re.match(r"! ([A-Z]+\d+)\b", problem)
    assert step(book) == desk.says("Next step: {sheet} · {problem}", sheet=called(desk, game), problem=problem[2:])
    return state(desk, book, game) == INCOMPLETE and named is not None and book.cell(f"{sheet}!{named[1]}") is None


def two_sheriffs(desk: Desk, game: Game) -> None:
    """Saved as it is, the mistake stops the next draw; the sheet, the status line and `seat` name the same cell."""
    problem = PROBLEM["sheriff_twice"]
    said = f"G8: {desk.says(problem.text)}"
    with desk.office.open(desk.path) as book:
        right = book.column(on(game, "Role"))[1]
        book.put(on(game, "Role"), word(Role.SHERIFF, desk.language), 1)
        assert state(desk, book, game) == WRONG
        assert book.cell(on(game, "Problem")) == f"× {said}"
        assert book.cell(f"Round1T{game.table}!N8") == f"× {desk.says(problem.short)}"
        assert step(book) == f"× {called(desk, game)} · {said}"
        book.save(desk.path)
    refused = desk.run("seat", code=1)
    assert any(line.startswith(f"{called(desk, game)} G8: ") for line in refused)
    with desk.opened() as book:
        book.put(on(game, "Role"), right, 1)
        assert step(book) == desk.says(DRAW, n=2)


def second_round(desk: Desk, story: Story) -> None:
    """The first round is locked; a warning, and somebody goes home. Of ten players nine are too few for two tables."""
    games = results(desk.path, "2")
    with desk.opened() as book:
        with pytest.raises(OfficeError, match="Round1T1!F7 is locked"):
            book.put("Round1T1!Bid", 0)
        copy(book, games, story.spelling)
        warned, leaver = games[0].seats[1].player, games[1].seats[2].player
        event(
            desk,
            book,
            0,
            EventType.WARNING,
            str(book.column("Players_Name")[int(warned[1:]) - 1]),
            Moment.DURING_GAME,
            Round=2,
            Table=1,
            Reason="gioco lento",
        )
        event(desk, book, 1, EventType.WITHDRAWAL, leaver, Moment.BETWEEN_ROUNDS, After_Round=2)
        assert [str(text)[:1] for text in book.column("Events_Check")[:2]] == ["✓", "✓"]
        assert book.column("Players_Warnings")[int(warned[1:]) - 1] == 1
        assert book.column("Players_Status")[int(leaver[1:]) - 1] == f"– {desk.says('withdrawn')} · {desk.says('Round {n}', n=2)}"
        if story.players == 10:
            no_tables = "! There are no tables for {n} players: enter a sit-out, or use {bangxl seat --close}."
            assert step(book) == desk.says(no_tables, n=9)
            for row, seat in enumerate(games[0].seats[:2], 2):
                event(desk, book, row, EventType.SIT_OUT, seat.player, Moment.BETWEEN_ROUNDS, After_Round=2)
        assert step(book) == desk.says(DRAW, n=3)
    tournament = desk.tournament
    assert tournament.round(2) == games
    assert tournament.events[:2] == (
        Event(EventType.WARNING, warned, Moment.DURING_GAME, "gioco lento", round=2, table=1),
        Event(EventType.WITHDRAWAL, leaver, Moment.BETWEEN_ROUNDS, after_round=2),
    )


def copy(book: Document, games: Sequence[Game], spelling: Spelling) -> None:
    """A column after the other; the role of seat 1 is printed already."""
    for game in games:
        assert game.outcome is not None
        book.put_column(on(game, "Character"), [seat.character for seat in game.seats])
        book.put_column(on(game, "Bid"), [seat.bid for seat in game.seats])
        book.put_column(on(game, "Role"), [spelling(seat.role) for seat in game.seats[1:] if seat.role], 1)
        book.put_column(on(game, "Status"), [spelling(seat.status) for seat in game.seats if seat.status])
        book.put(on(game, "Outcome"), spelling(game.outcome))


def event(desk: Desk, book: Document, row: int, kind: EventType, who: str, when: Moment, **more: str | int) -> None:
    words = {"Type": word(kind, desk.language), "Player": who, "Moment": word(when, desk.language)}
    for column, value in (words | more).items():
        book.put(f"Events_{column}", value, row)


def later_round(desk: Desk, story: Story, number: int, last: int) -> None:
    games = results(desk.path, str(number))
    with desk.opened() as book:
        assert step(book) == desk.says(COPY, round=number, table=1)
        copy(book, games, story.spelling)
        publish = "Next step: {bangxl seat} publishes the standings."
        assert step(book) == (desk.says(publish) if number == last else desk.says(DRAW, n=number + 1))
    assert desk.tournament.round(number) == games


def semifinals(desk: Desk, scores: str) -> None:
    """A score that cannot be, then one that can; a walkover with one hand on the door."""
    with desk.opened() as book:
        shown = book.sheets()
        assert shown[desk.says("Standings")]
        assert shown[desk.says("Finals")]
        ranked = dict(zip(book.column("Standings_Place"), book.column("Standings_Player"), strict=True))
        pairs = [[book.cell(f"Finals_{match}_Player_{side}") for side in "AB"] for match in ("SF1", "SF2")]
        assert pairs == [[ranked[1.0], ranked[4.0]], [ranked[2.0], ranked[3.0]]]
        assert step(book) == desk.says(DUEL_STEPS["SF1"], a="D8", b="D9")
        book.put("Finals_SF1_Score_A", 4)
        assert book.cell("Finals_SF1_Check") == desk.says("! a result is missing")
        book.put("Finals_SF1_Score_B", 3)
        assert step(book) == f"× {desk.says('Finals')} D8 · {desk.problem('× only {scores}', scores=scores)}"
        book.put("Finals_SF1_Score_A", 5)
        assert book.cell("Finals_SF1_Winner") == pairs[0][0]
        assert step(book) == desk.says(DUEL_STEPS["SF2"], a="D14", b="D15")
        book.put("Finals_SF2_Score_B", " w ")
        assert book.cell("Finals_SF2_Check") == desk.says("✓ walkover")
        assert book.cell("Finals_SF2_Winner") == pairs[1][1]
        drawn = [ClosedBook.open(desk.path).names[f"Finals_{match}_Characters"] for match in ("SF1", "SF2")]
        played, walked = (str(book.cell(f"{one.sheet}!B{one.first}")).partition("\n")[2] for one in drawn)
        assert (played not in {"", walked}, walked) == (True, desk.says("walkover"))  # nobody chose a character
        assert step(book) == desk.says("Next step: {bangxl seat} seats the next duel.")


def final(desk: Desk) -> None:
    with desk.opened() as book:
        winners = [book.cell(f"Finals_{match}_Winner") for match in ("SF1", "SF2")]
        assert [book.cell(f"Finals_F_Player_{side}") for side in "AB"] == winners
        # R10-12: the better placed decides, in the final too, on whichever side he sits; of these the first was placed better
        better = display_names(desk.tournament.players)[str(winners[0])]
        decides = desk.says(WORDING["rights"][desk.tournament.options["duel"]], player=better)
        characters = ClosedBook.open(desk.path).names["Finals_F_Characters"]
        for sitting in (winners[::-1], winners):
            for side, player in zip("AB", sitting, strict=True):
                book.put(f"Finals_F_Player_{side}", player, force=True)
            assert decides in str(book.cell(f"{characters.sheet}!B{characters.first}"))
        assert step(book) == desk.says(DUEL_STEPS["F"], a="I11", b="I12")
        book.put("Finals_F_Score_A", 2)
        book.put("Finals_F_Score_B", 5)
        assert step(book) == desk.says("Next step: {bangxl seat} shows the final ranking and the prizes.")


def evening(desk: Desk) -> None:
    """Everything is decided, shown and locked."""
    with desk.opened() as book:
        duels = {match: [book.cell(f"Finals_{match}_Player_{side}") for side in "AB"] for match in ("SF1", "SF2", "F")}
        second, first = duels["F"]
        assert book.column("Finals_Player")[:2] == [first, second]
        name = next(player.name for player in desk.tournament.players if player.id == first)
        assert step(book) == desk.says("The tournament is over, won by {player}. Next: {bangxl report}.", player=name)
        assert set(book.column("Finals_Player")[2:]) == {duels["SF1"][1], duels["SF2"][0]}
        assert book.column("Finals_Place") == [1, 2, 3, 3]
        prizes = RULEBOOK.prizes[int(str(book.texts("Rounds_Scheduled")[0][0]))]
        assert book.column("Finals_Prize") == list(prizes)
        for name in ("Finals_F_Score_A", "Round1T1!Bid", "Option_duel"):
            with pytest.raises(OfficeError):
                book.put(name, 1)
