"""The buttons under *More*: what the cursor says, a form for the rest; two clicks for a public draw; slips and cancelling."""

import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from html import unescape
from pathlib import Path
from typing import cast

import pytest

from bangxl.actions import run_button
from bangxl.books.closed import ClosedBook
from bangxl.books.history import history_folder as history_of
from bangxl.books.port import OpenBook, Prompt, Selection
from bangxl.commands import buttons
from bangxl.commands.asking import ANSWERS, Answer
from bangxl.commands.check import check
from bangxl.commands.corrections import reopen
from bangxl.commands.demo import demo
from bangxl.commands.show import show
from bangxl.commands.undo import undo
from bangxl.commands.workspace import open_workspace
from bangxl.office import MESSAGES
from bangxl.referto.listings import public_standings
from bangxl.tournament.roster import player_names
from bangxl.tournament.state import State
from bangxl.web.show import Screen, screens_to_show, spread_lines
from bangxl.workbook.read import read_workbook
from bangxl.workbook.surnames import by_surname
from tests.commands.stages import NAMES, Copy, fingerprint, unchanged
from tests.helpers.keyboard import Sheet, facts, noted, place, scored, typed

NOWHERE = Selection("Tournament", (1,))

Said = str | Sequence[str] | None
"""What is typed into a form, or into its only field; None cancels."""

Question = tuple[str, list[str]]
"""A text, and what stands in the fields."""


class Desk:
    """A workbook's file, before which somebody sits."""

    def __init__(self, path: Path, selection: Selection, answers: list[Said]) -> None:
        self._book, self._selection, self._answers = ClosedBook.open(path), selection, answers
        self.questions: list[Question] = []
        self.offered: list[str] = []
        self.agreements = 0
        self.cursor = ""

    def __getattr__(self, name: str) -> object:
        return getattr(self._book, name)

    def selected(self) -> Selection:
        return self._selection

    def ask(self, text: str, fields: Sequence[Prompt]) -> Sequence[str] | None:
        self.questions.append((text, [field.value for field in fields]))
        self.offered = [choice for field in fields for choice in field.choices]
        said = self._answers.pop(0)
        return [said] if isinstance(said, str) else said

    def goto(self, sheet: str, cell: str) -> None:
        self.cursor = f"{sheet}!{cell}"

    def agrees(self, text: str) -> bool:
        self.agreements += 1
        return self.ask(text, ()) is not None


def clicked(path: Path, action: str, selection: Selection = NOWHERE, *answers: Said) -> tuple[Answer, list[Question]]:
    """What a click says, and what it has asked; it has asked for all that was answered."""
    left = [*answers]
    desk = Desk(path, selection, left)
    answer = run_button(action, cast("OpenBook", desk))
    assert left == []
    lines = desk.questions[: len(desk.questions) - desk.agreements]
    assert all(len(text) <= 254 for text, _default in lines), "more than Excel shows"
    return answer, desk.questions


def names_of(path: Path, number: int) -> dict[int, list[str]]:
    """By table, who sits there."""
    contents = read_workbook(ClosedBook.open(path, reading_only=True))
    called = player_names(State(contents.tournament, contents.rulebook))
    return {game.table: [called[seat.player] for seat in game.seats] for game in contents.tournament.round(number)}


def on_record(path: Path, table: int, *seats: int, number: int = 1) -> Selection:
    """The cursor on the bids of a record sheet."""
    first = ClosedBook.open(path, reading_only=True).names[f"Round{number}T{table}!Bid"].first
    return Selection(f"Round{number}T{table}", tuple(first + seat for seat in seats), ("100",) * len(seats))


@pytest.mark.parametrize(
    ("typed_in", "leads"), [({"Round1T2!Bid 1": None}, "Bid 1"), ({"Round1T2!Bid 2": 150}, "Bid 2"), ({}, "")]
)
def test_a_refused_draw_leads_to_the_cell(at: Copy, typed_in: Mapping[str, object], leads: str) -> None:
    path = typed(at("played1"), typed_in)
    answer, _questions = clicked(path, "seat")
    assert answer.wrong == bool(leads)
    assert answer.place == (tuple(place(path, f"Round1T2!{leads}")[0].split()) if leads else None)


def test_doubtful_names_are_asked_about_before_they_are_drawn(at: Copy) -> None:
    """Also before their code is said; who cancels has changed nothing."""
    path = typed(at("entered"), {"Players_Name 1": NAMES[0]})
    for public in (None, "yes"):
        typed(path, {"Public_Draw": public})
        with unchanged(path):
            answer, [(question, _fields)] = clicked(path, "seat", NOWHERE, None)
            assert (answer, f"Several players are called {NAMES[0]}" in question) == (Answer(), True)
    assert "is committed" in clicked(path, "seat", NOWHERE, "")[0].lines[0]
    assert "Round 1 is drawn" in clicked(path, "seat", NOWHERE, "4 2 6")[0].lines[0]


def test_a_round_is_drawn_again(at: Copy) -> None:
    path = at("drawn1")
    before = facts(path)
    answer, [(question, default)] = clicked(path, "redraw", NOWHERE, "  somebody came late ")
    assert ["Round 1 " in question, default] == [True, [""]]
    assert answer.lines[0].startswith("Round 1 is drawn again (draw 2)")
    assert facts(path) != before
    undo(path)
    assert facts(path) == before


def test_two_selected_players_change_places(at: Copy) -> None:
    path = at("drawn1")
    before = names_of(path, 1)
    one, other = before[1][1], before[2][2]
    wall = Selection("Round1", (9, 14), (one, "1", other, "no name"))
    answer, [(question, _default)] = clicked(path, "swap", wall, "wrong table")
    assert all(part in question for part in (f"{one} (table 1, seat 2)", f"{other} (table 2, seat 3)"))
    assert not answer.wrong
    after = names_of(path, 1)
    assert (after[1][1], after[2][2]) == (other, one)


def test_one_selected_player_changes_places_with_whom_is_typed(at: Copy) -> None:
    path = at("drawn1")
    before = names_of(path, 1)
    one, other = before[1][3], before[2][4]
    answer, [(_question, default)] = clicked(path, "swap", on_record(path, 1, 3), [one, other.upper(), "wrong table"])
    assert default == [one, "", ""]
    assert not answer.wrong
    assert names_of(path, 1)[2][4] == one


def test_the_sheet_with_the_cursor_says_in_which_round(at: Copy) -> None:
    path = at("drawn2")
    before = names_of(path, 1)
    wall = Selection("Round1", (9, 14), (before[1][1], before[2][2]))
    answer, _questions = clicked(path, "swap", wall)
    assert answer.wrong
    reopen(path, 1, 1, "wrong seats")
    reopen(path, 1, 2, "wrong seats")
    answer, [(question, _default)] = clicked(path, "swap", wall, "wrong table")
    assert (answer.wrong, question.startswith("Round 1: ")) == (False, True)
    assert (names_of(path, 1)[1][1], names_of(path, 1)[2][2]) == (before[2][2], before[1][1])


def test_a_game_is_opened_again_from_its_sheet_or_from_elsewhere(at: Copy) -> None:
    path = at("drawn2")
    desk = Desk(path, on_record(path, 2, 0), ["typing error"])
    answer = run_button("reopen", cast("OpenBook", desk))
    assert "Round1T2 (round 1, table 2)" in desk.questions[0][0]
    assert desk.cursor == "Round1T2!E7"
    assert "«Seat next round»" in answer.lines[0]
    undo(path)
    clicked(path, "reopen", NOWHERE, [" 1", "2 ", "typing error"])
    entry = read_workbook(ClosedBook.open(path, reading_only=True)).journal.entries[-1]
    assert (entry.command, entry.stage, entry.reason) == ("reopen", "Round1T2", "typing error")


def test_a_game_is_decided(at: Copy) -> None:
    path = at("drawn1")
    seats = names_of(path, 1)[1]
    with unchanged(path.parent):
        _answer, [(question, default)] = clicked(path, "rule", on_record(path, 1, 0), None)
        assert "Round1T1 (round 1, table 1)" in question
        assert default == ["0"] * len(seats) + [""]
    said = [" 2000", "-100", *default[2:-1], "the sheet is lost; in the bar"]
    answer, _questions = clicked(path, "rule", on_record(path, 1, 0), said)
    assert not answer.wrong
    assert [seat.ruling for seat in facts(path).round(1)[0].seats] == [2000, -100, 0, 0, 0]


def test_why_a_game_is_decided_need_not_be_said_twice(at: Copy) -> None:
    """The referee began with the event: its reason stands in the answer that is offered."""
    path = typed(at("drawn1"), {"Events_Type": "ruling", "Events_Round": 1, "Events_Table": 1, "Events_Reason": "storm"})
    _answer, [(_question, default)] = clicked(path, "rule", on_record(path, 1, 0), None)
    answer, _questions = clicked(path, "rule", on_record(path, 1, 0), default)
    assert not answer.wrong
    assert [(event.type, event.reason) for event in facts(path).events] == [("ruling", "storm")]


def test_a_game_is_decided_from_elsewhere(at: Copy) -> None:
    path = at("drawn1")
    answer, [(_which, numbers), _amounts] = clicked(path, "rule", NOWHERE, ["1", "1"], [*["100"] * 5, "storm"])
    assert (answer.wrong, numbers) == (False, ["1", ""])
    assert [seat.ruling for seat in facts(path).round(1)[0].seats] == [100] * 5


@pytest.mark.parametrize(
    ("stage", "action", "said", "sentence"),
    [
        ("drawn1", "swap", ["Anna Rossi", "Bruno Xyz", "why"], "«Bruno Xyz» is neither"),
        ("drawn1", "swap", ["1", "P001", "why"], "A swap needs two different players."),
        ("drawn1", "swap", ["Rossi", "Bruno", ""], "«Reason» is blank."),
        ("drawn2", "reopen", ["1", "x", "typing error"], "bangxl cannot read «x»."),
        ("drawn2", "reopen", ["1", "77", "typing error"], "Round 1 has no table 77."),
        ("drawn1", "rename", ["rossi", NAMES[1], "typing error"], f"P002 is already {NAMES[1]}."),
        ("played1", "slip", ["nobody at all"], "«nobody at all» is neither"),
        ("drawn3", "earlier", ["first"], "bangxl cannot read «first»."),
        ("drawn3", "earlier", ["77"], "--to N is a line of the log"),
        ("entered", "by_hand", ["no.csv"], "…/no.csv: this file does not exist."),
    ],
)
def test_a_slip_keeps_what_was_typed(at: Copy, stage: str, action: str, said: list[str], sentence: str) -> None:
    path = at(stage)
    with unchanged(path.parent):
        answer, [_question, (again, kept)] = clicked(path, action, NOWHERE, said, None)
        assert (again.replace(str(path.parent), "…").startswith(sentence), kept) == (True, said), again
        assert answer == Answer()


def test_amounts_that_cannot_be_are_said(at: Copy) -> None:
    path = at("drawn1")
    with unchanged(path.parent):
        said = [["x", "0", "0", "0", "0", "why"], ["1.5", "0", "0", "0", "0", "why"], ["", "0", "0", "0", "0", "why"]]
        _answer, [_question, *again] = clicked(path, "rule", on_record(path, 1, 0), *said, None)
        assert [kept for _text, kept in again] == said
        assert ["amount must be" in text for text, _kept in again] == [True, True, False]


def test_the_elimination_phase_is_closed_early(at: Copy) -> None:
    path = at("played1")
    with unchanged(path.parent):
        answer, [(question, _default)] = clicked(path, "close", NOWHERE, None)
        assert answer == Answer()
    first, why, *standings = question.splitlines()
    assert (first[:40], why[:4]) == ("The elimination phase ends after round 1", "Why?")
    assert standings[:2] == ["These standings will become public:", "1. Fëdor Ильин: 8,000"]
    assert standings[-1] == "…"
    answer, _questions = clicked(path, "close", NOWHERE, "the bar closes")
    assert "The elimination phase is over: the standings are public." in answer.lines
    assert facts(path).closed_after_round == 1


def test_nobody_sees_a_slip_because_the_cursor_is_there(at: Copy) -> None:
    """Whose it is, is asked with whom the cursor is on; his total is secret from whoever stands there instead."""
    path = at("played1")
    with unchanged(path.parent):
        on_line = Selection("Players", (8,), ("x",))
        answer, [(question, fields)] = clicked(path, "slip", on_line, NAMES[1])
        assert (NAMES[1] in question, fields) == (False, [NAMES[1]])
        assert f"{NAMES[1]} (P002)" in answer.lines
        assert clicked(path, "slip", on_line, None)[0] == Answer()
        answer, [(_question, _default)] = clicked(path, "slip", NOWHERE, "rossi")
        assert "Anna Rossi (P001)" in answer.lines


def test_the_room_sees_what_every_button_changes(at: Copy) -> None:
    """A page beside the workbook, opened by the button; it is written again after each click that changes the file."""
    path = at("entered")
    answer, questions = clicked(path, "room")
    page = path.with_name(f"{path.stem}-room.html")
    assert (answer.wrong, questions) == (False, [])
    assert str(page) in answer.lines[0]
    assert "Rossi" not in page.read_text(encoding="utf-8")
    clicked(path, "seat")
    shown = page.read_text(encoding="utf-8")
    assert re.search(r"<th>Table</th><th>Seat</th>", shown)
    assert re.search(r">Anna <b>Rossi</b></td><td>[12]</td><td>(★ 1|[2-5])</td>", shown)
    assert "Still playing" not in shown
    page.write_text("mine", encoding="utf-8")
    clicked(path, "undo")
    assert page.read_text(encoding="utf-8") == "mine"
    refused, _questions = clicked(path, "room")
    assert refused.wrong


def test_the_room_calls_who_is_missing_before_the_first_draw(at: Copy) -> None:
    """The referee went from table to table with a list to learn who was not there yet."""
    path = typed(at("entered"), {"Players_Present": "yes", "Players_Present 2": "no"})
    show(path)
    text = path.with_name("torneo-room.html").read_text(encoding="utf-8")
    missing = {unescape(re.sub("</?b>", "", name)) for name in re.findall(r"<td class=\"sorted\">(.+?)</td>", text)}
    assert set(NAMES) - missing == {NAMES[0]}


def test_the_room_says_which_tables_still_play(at: Copy) -> None:
    path = typed(at("played1"), {"Round1T2!Outcome": None})
    show(path)
    text = path.with_name("torneo-room.html").read_text(encoding="utf-8")
    assert re.search(r"Still playing.*Table 2<", text)
    # a code that breaks is read wrong, and «1 / 2» beside it seems to be a part of it
    assert re.search(
        r"<span>[0-9A-Z]{4}(-[0-9A-Z]{4}){3}</span></small></p><b>1 / 2</b></header>", text
    )  # small: three lines filled the head
    assert re.search(r"header span[^{]*\{white-space:nowrap\}", text)


def screens(path: Path) -> Iterator[Screen]:
    """What the projector page shows, with everybody marked."""
    workspace = open_workspace(path, reading_only=True)
    return screens_to_show(workspace.state, (), workspace.catalog)


def test_the_room_speaks_of_several_tables(tmp_path: Path) -> None:
    """«Tavolo 3, 4» stood there."""
    demo(tmp_path / "t.xlsx", "italy-2010", 22, "x", "it", until="round2", half_typed=True)
    *_tables, playing = screens(tmp_path / "t.xlsx")
    assert playing.alone == "Tavoli 3, 4"


def test_the_room_names_several_winners(tmp_path: Path) -> None:
    """«Tournament winner» stood above two names with a dash between them."""
    demo(tmp_path / "t.xlsx", "record", 7, "s1", "en")
    show(tmp_path / "t.xlsx")  # its head has two lines on a small screen: no dot hangs at the end of the first
    assert re.search(r"[^·] <span>[0-9A-Z]{4}-", (tmp_path / "t-room.html").read_text(encoding="utf-8"))
    winners, *_others = screens(tmp_path / "t.xlsx")
    assert (winners.heading, winners.alone) == ("Tournament winners", "Chloé Conti and Zoë Grünwald")


def test_the_room_shows_who_plays_on_in_the_knock_out_and_who_has_left(tmp_path: Path) -> None:
    """The page stayed the seating, and called up who had withdrawn."""
    path = tmp_path / "t.xlsx"
    demo(path, "germany", 22, "x", "en", until="finals")
    first, second = open_workspace(path, reading_only=True).tournament.stages
    leaver, called = second.seats[2].player, player_names(open_workspace(path, reading_only=True).state)
    roles = ("Sheriff", "Outlaw", "Outlaw", "Renegade", "Deputy")
    cells: dict[str, object] = {"Stage1T1!Outcome": "Law", "Events_Type": "withdrawal", "Events_Player": leaver}
    cells |= {"Events_Moment": "before a duel", "Events_Match": "Stage1"}
    for n, role in enumerate(roles):
        cells |= {f"Stage1T1!Role {n}": role, f"Stage1T1!Status {n}": "alive" if n in {0, 4} else "eliminated"}
    typed(path, cells)
    seated, playing, *others = screens(path)
    ends = {line[1]: line[3] for line in seated.lines}
    assert [ends[called[seat.player]] for seat in first.seats] == ["✓", "–", "–", "–", "✓"]
    assert [line[2:] for line in seated.lines if line[1] == called[leaver]] == [("", "withdrawn")]
    assert (seated.note, playing.alone) == ("✓ plays on", "Table 2")
    ranked = others[-1]  # the standings did not show who is in
    ticked = {line[1].removesuffix(" ✓") for line in ranked.lines if line[1].endswith(" ✓")}
    assert ticked == {called[seat.player] for game in (first, second) for seat in game.seats} - {called[leaver]}
    assert ranked.note == "✓ goes through: the best of each table and the next best"  # 15th and 16th had none, 17th had
    # «✓ withdrawn» stood beside him, in black, and his points were gone
    (own,) = (line for line in ranked.lines if line[1].startswith(called[leaver]))
    assert (own[1], own[2].replace(",", "").isdigit()) == (f"{called[leaver]}\twithdrawn", True)
    show(path)  # the word widened its column, in one table of two
    _head, page, *_others, ranking = path.with_name("t-room.html").read_text(encoding="utf-8").split("<section")
    assert len(set(re.findall(r'<tr style="--n:([\d.]+)"', ranking))) == 1  # the small word made a name smaller, or all
    # a word that wrapped pushed the name into the line above, and began with a dot
    assert re.search(r"td>\.gone:only-child\{display:flex;flex-wrap:wrap;[^}]*font-size:clamp\(", _head)
    assert float(re.findall(r"--beside:([\d.]+)", page)[0]) < 4
    assert re.findall(r'<tr[^>]* class="gone">.*?</tr>', page)[0].endswith('<td></td><td class="word">withdrawn</td></tr>')


def test_the_room_cuts_no_name_and_shows_duels_with_their_scores(at: Copy) -> None:
    """Of two of one name the number was cut, which alone tells them apart; and nobody saw how a duel had ended."""
    path = at("final_played")
    shown = list(screens(path))
    duels = next(one for one in shown if one.heading == "Final round").lines
    assert [line[0] for line in duels] == ["Semifinal 1", "Semifinal 2", "Final"]
    for _title, names, scores in duels:
        stars = [name.endswith(" ★") for name in names.split("\n")]
        a, b = map(int, scores.split("\n"))
        assert stars == [a > b, b > a]
    show(path)
    page = path.with_name("torneo-room.html").read_text(encoding="utf-8")
    assert "ellipsis" not in page
    assert re.search(r"max-aspect-ratio:1/1\).*\n.*--wide:93vw!important", page)  # on a phone two columns had letters of 10 px
    assert re.search(r"td:nth-child\(2\)\{[^}]*white-space:pre-line", page)


def test_the_room_says_walkover_and_shows_its_names_in_one_size(at: Copy) -> None:
    """A W stood where a score is; and a long name was two thirds as large as its neighbours."""
    path = at("final_played")
    scored(path, "SF1", "W", None)
    shown = list(screens(path))
    (title, _names, scores), *_others = next(one for one in shown if one.heading == "Final round").lines
    assert (title, scores.strip()) == ("Semifinal 1\nwalkover", "")
    show(path)
    ranking = path.with_name("torneo-room.html").read_text(encoding="utf-8").split("<section")[-1]
    assert len(set(re.findall(r"<tr style=\"--n:([\d.]+)", ranking))) == 1


def test_who_has_left_stands_behind_the_others_in_the_room(at: Copy) -> None:
    path = at("final_played")
    noted(path, Type="abbandono", Player="P005", Moment="between rounds", After_Round=3)
    *_others, ranking = screens(path)
    assert ranking.lines[-1] == ("–", f"{NAMES[4]}\twithdrawn", "")
    assert len(ranking.lines) == len(NAMES)


def test_who_was_ejected_at_a_duel_is_grey_there_and_its_winner_alone_bold(at: Copy) -> None:
    """He stood there as black and bold as the winner; he has won the duel before it, which has no such word."""
    path = at("final_played")
    finals = open_workspace(path, reading_only=True).tournament.finals
    assert finals is not None
    loser = finals.duels[-1].player_b
    scored(path, "F", "W", None)
    noted(path, Type="espulsione", Player=loser, Moment="during a duel", Match="F", Reason="marked cards")
    show(path)
    first, *others = screens(path)
    assert [line[1].count("\tejected") for line in first.lines] == [1, 0, 0]
    duels = next(one for one in others if one.heading == "Final round").lines
    assert [line[1].count("\tejected") for line in duels] == [0, 0, 1]
    page = path.with_name("torneo-room.html").read_text(encoding="utf-8")
    (own,) = re.findall(r"<td[^>]*><span>[^<]+ ★</span><span class=\"gone\">\n([^<]+) <small>ejected</small></span></td>", page)
    assert unescape(own) == player_names(open_workspace(path, reading_only=True).state)[loser]
    assert len(re.findall(r'<span class="lost">', page)) == 2


def test_only_a_screen_with_a_tick_says_what_it_means(tmp_path: Path) -> None:
    """«✓ goes through» stood above forty names without one."""
    demo(tmp_path / "t.xlsx", "italy-2010", 30, "x", "en", until="finals")
    *_others, first, second = screens(tmp_path / "t.xlsx")
    assert (first.heading, first.note, second.heading, second.note) == ("Standings", "✓ goes through", "Standings", "")


def test_equal_players_share_a_place_in_the_room(tmp_path: Path) -> None:
    """Two stood on 17 in the report, on 17 and 18 in the room."""
    demo(tmp_path / "t.xlsx", "germany", 30, "s1", "en", until="finals")
    workspace = open_workspace(tmp_path / "t.xlsx", reading_only=True)
    places = [line[0] for one in screens(tmp_path / "t.xlsx") if one.heading == "Standings" for line in one.lines]
    assert places == [f"{row[0]}." for row in public_standings(workspace.state, workspace.catalog).rows]
    assert places.count("17.") == 2


def test_the_room_says_walkover_where_somebody_left_before_the_duel(at: Copy) -> None:
    """The other player had a bare star, and half a score stayed."""
    path = at("semifinals")
    leaver = open_workspace(path, reading_only=True).tournament.finals
    assert leaver is not None
    player = leaver.duels[0].player_a
    scored(path, "SF1", 3, None)
    noted(path, Type="abbandono", Player=player, Moment="before a duel", Match="SF1")
    (title, names, scores), *others = next(screens(path)).lines
    assert (title, scores.strip()) == ("Semifinal 1\nwalkover", "")
    assert [name.endswith(" ★") for name in names.split("\n")] == [False, True]
    assert not any("walkover" in line[0] for line in others)
    show(path)
    assert "Semifinal 1<small>\nwalkover</small>" in path.with_name("torneo-room.html").read_text(encoding="utf-8")


def test_the_room_shows_no_duel_before_it_is_known_who_plays(at: Copy) -> None:
    """A screen of dots stood there for twelve seconds."""
    assert [line[0] for line in next(screens(at("semifinals"))).lines] == ["Semifinal 1", "Semifinal 2"]


def test_the_room_says_what_a_score_is_and_shows_a_few_in_one_column(at: Copy, tmp_path: Path) -> None:
    *_others, points = screens(at("semifinals"))
    assert points.heads[-1] == "Score, $"
    demo(tmp_path / "t.xlsx", "italy-2007", 20, "x", "en", until="finals")
    *_others, means = screens(tmp_path / "t.xlsx")
    assert means.heads[-1] == "Score\nper game, $"  # one line of it made the names smaller
    assert {line[-1][-3] for line in means.lines if line[0] != "–"} == {"."}  # cents for all


def test_a_hall_of_many_is_told_which_letters_are_on_the_screen() -> None:
    people = [f"Anna {first}{second}" for first in "ABCDEFGHIJKL" for second in ("ossi", "ina")] * 2
    lines = [("", name, "1", "2") for name in people]
    filled = list(spread_lines(Screen("Round 1", lines, ("", "", "Table", "Seat")), by_surname(people)))
    assert [one.heading for one in filled] == ["Round 1 · A–F", "Round 1 · G–L"]
    assert sorted(line[1] for one in filled for line in one.lines) == sorted(people)
    (alone,) = spread_lines(Screen("Round 1", lines[:3]), by_surname(people[:3]))
    assert alone.heading == "Round 1"
    people = [f"Anna {first}ossi" for first in "LMSZ"] * 6 + [f"Анна {first}ванов" for first in "АС"] * 3
    lines = [("", name, "1", "2") for name in people]
    *_others, last = spread_lines(Screen("Round 1", lines), by_surname(people))
    assert last.heading == "Round 1 · S–Z · Ава–Сва"  # two alphabets: «S–С» read as going backwards


def test_a_round_drawn_by_hand(at: Copy) -> None:
    path = at("entered")
    lines = [f"{1 + place // 5},{1 + place % 5},{name}" for place, name in enumerate(reversed(NAMES))]
    (path.parent / "seats.csv").write_text("\n".join(["table,seat,player", *lines]), encoding="utf-8")
    answer, [(_question, default)] = clicked(path, "by_hand", NOWHERE, "seats.csv")
    assert default == ["seats.csv"]
    assert not answer.wrong
    assert names_of(path, 1)[1][0] == NAMES[-1]


@pytest.mark.parametrize(
    ("stage", "action"),
    [
        ("drawn1", "redraw"),
        ("drawn1", "swap"),
        ("drawn2", "reopen"),
        ("drawn1", "rule"),
        ("drawn1", "slip"),
        ("entered", "by_hand"),
    ],
)
@pytest.mark.parametrize("said", [None, ""])
def test_who_cancels_or_gives_no_reason_has_changed_nothing(at: Copy, stage: str, action: str, said: str | None) -> None:
    path = at(stage)
    with unchanged(path.parent):
        fields = {"swap": 3, "reopen": 3, "rule": 2}.get(action, 1)
        answer, _questions = clicked(path, action, NOWHERE, *([] if said is None else [[said] * fields]), None)
        assert answer == Answer()


@pytest.mark.parametrize(
    ("stage", "action", "on_sheet"),
    [
        ("entered", "swap", False),
        ("drawn1", "reopen", False),
        ("semifinals", "rule", False),
        ("drawn1", "by_hand", False),
        ("semifinals_played", "by_hand", False),
        ("fresh", "slip", False),
        ("played1", "redraw", True),
        ("entered", "redraw", True),
        ("drawn1", "close", True),
        ("drawn1", "reopen", True),
        ("drawn2", "rule", True),
    ],
)
def test_what_cannot_be_is_said_before_anything_is_asked(at: Copy, stage: str, action: str, *, on_sheet: bool) -> None:
    path = at(stage)
    with unchanged(path.parent):
        answer, questions = clicked(path, action, on_record(path, 1, 0) if on_sheet else NOWHERE)
        assert (answer.wrong, questions) == (True, [])


def test_a_check_goes_to_what_can_be_mended_and_not_to_notes(at: Copy) -> None:
    """Whoever copies a record sheet stays there when all that is found belongs into the report."""
    path = at("drawn2")
    sheets = dict(ClosedBook.open(path).sheets)
    answer, _questions = clicked(path, "check", on_record(path, 1, 0, number=2))
    assert [line[0] for line in answer.lines] == ["✓", *"·" * (len(answer.lines) - 1)]
    assert (answer.place, dict(ClosedBook.open(path).sheets)) == (None, sheets)
    typed(path, {"Round2T1!Bid 1": "much"})
    answer, _questions = clicked(path, "check", on_record(path, 1, 0, number=2))
    assert answer.place is not None
    assert answer.place[0] == "Round2T1"


def test_the_next_round_asks_before_it_publishes_and_never_else(at: Copy) -> None:
    path = at("played3")
    with unchanged(path.parent):
        answer, [(question, _default)] = clicked(path, "seat", NOWHERE, None)
        assert answer == Answer()
    assert question.splitlines()[1] == "1. Ilaria De Santis: 10,300"
    answer, _questions = clicked(path, "seat", NOWHERE, "")
    assert facts(path).finals is not None
    for stage in ("entered", "played1", "semifinals_played", "final_played"):
        assert clicked(at(stage), "seat")[1] == []


def test_answers_are_prepared_where_nobody_sits(at: Copy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, messages = at("drawn1"), tmp_path / "messages.jsonl"
    monkeypatch.setenv(MESSAGES, str(messages))
    answers = messages.with_name(messages.name + ANSWERS)
    answers.write_text(json.dumps(["late", None]), encoding="utf-8")
    assert not clicked(path, "redraw")[0].wrong
    assert clicked(path, "redraw")[0] == clicked(path, "redraw")[0] == Answer()
    assert not answers.exists()
    told = [json.loads(line) for line in messages.read_text(encoding="utf-8").splitlines()]
    assert [(one["lines"][0][:22], one["wrong"]) for one in told] == [("Round 1 will be drawn ", False)] * 3
    assert not clicked(at("played3"), "seat")[0].wrong


def test_the_first_click_closes_and_says_the_code_the_second_asks_and_draws(at: Copy) -> None:
    path = typed(at("played1"), {"Public_Draw": "yes"})
    answer, asked = clicked(path, "seat")
    assert asked == []
    code = answer.lines[0].rpartition(" ")[2]
    assert facts(path).rounds_seated == 1
    assert any("«Seat next round»" in line for line in answer.lines)
    answer, [(question, _default)] = clicked(path, "seat", NOWHERE, " 4 2 6 ")
    assert f"Round 2, code {code}" in question
    assert (facts(path).draws[-1].public_value, facts(path).draws[-1].code) == ("4 2 6", code)


def test_what_was_changed_in_between_is_closed_again(at: Copy) -> None:
    path = typed(at("played1"), {"Public_Draw": "yes"})
    first = clicked(path, "seat")[0].lines[0]
    typed(path, {"Round1T1!Bid 2": 1100})
    again, asked = clicked(path, "seat")
    assert (asked, again.lines[0] != first) == ([], True)


def test_a_round_is_drawn_again_in_two_clicks(at: Copy) -> None:
    path = typed(at("drawn2"), {"Public_Draw": "yes"})
    assert clicked(path, "redraw")[0].lines[0].startswith("Round 2 is committed. Code: ")
    with unchanged(path.parent):
        clicked(path, "redraw", NOWHERE, ["5 5 5", ""], None)
    answer, asked = clicked(path, "redraw", NOWHERE, ["5 5 5", "somebody came late"])
    assert (len(asked), facts(path).draws[-1].public_value) == (1, "5 5 5")
    assert answer.lines[0].startswith("Round 2 is drawn again (draw 2)")
    assert read_workbook(ClosedBook.open(path, reading_only=True)).journal.entries[-1].reason == "somebody came late"


def test_a_value_on_the_tournament_sheet_leaves_the_reason_to_ask(at: Copy) -> None:
    path = typed(at("drawn2"), {"Public_Draw": "yes"})
    clicked(path, "redraw")
    typed(path, {"Public_Value": "5 5 5"})
    _answer, [(question, _default)] = clicked(path, "redraw", NOWHERE, "somebody came late")
    assert question.startswith("Round 2 ")
    assert facts(path).draws[-1].public_value == "5 5 5"


def test_games_and_the_end_need_no_dice(at: Copy) -> None:
    path = typed(at("final_played"), {"Public_Draw": "yes"})
    answer, asked = clicked(path, "seat")
    assert (asked, answer.wrong) == ([], False)
    over = facts(path).finals
    assert over is not None
    assert over.closed


def test_off_one_click_stays_one_click_and_reads_the_workbook_once(at: Copy, monkeypatch: pytest.MonkeyPatch) -> None:
    path = at("played1")
    monkeypatch.setattr(buttons, "open_workspace", lambda _book: pytest.fail("read a second time"))
    assert clicked(path, "seat")[1] == []
    assert facts(path).rounds_seated == 2


def test_undo_asks_where_something_was_typed_and_redo_brings_it_back(at: Copy) -> None:
    path = at("played1")
    before, typed_in = fingerprint(path.parent), facts(path)
    answer, [(question, _default)] = clicked(path, "undo", NOWHERE, None)
    assert (answer, "2 sheets since: Round1T1 (round 1, table 1), Round1T2 (round 1, table 2)." in question) == (Answer(), True)
    assert "«Redo»" in question
    assert fingerprint(path.parent) == before
    answer, _questions = clicked(path, "undo", NOWHERE, "")
    assert (answer.wrong, facts(path).games) == (False, ())
    answer, questions = clicked(path, "redo")
    assert (answer.wrong, questions, facts(path)) == (False, [], typed_in)
    answer, questions = clicked(at("drawn1"), "undo")
    assert (answer.wrong, questions) == (False, [])


def test_the_earlier_copies_are_shown_and_one_is_chosen(at: Copy) -> None:
    path = at("drawn3")
    with unchanged(path.parent):
        desk = Desk(path, NOWHERE, [None])
        run_button("earlier", cast("OpenBook", desk))
        assert [choice.partition(":")[0] for choice in desk.offered[:2]] == ["3", "2"]
    answer, _questions = clicked(path, "earlier", NOWHERE, desk.offered[1], "")
    assert (answer.wrong, facts(path).rounds_seated) == (False, 1)
    assert clicked(at("entered"), "earlier")[0].wrong


def test_names_are_put_back_and_corrected(at: Copy) -> None:
    path = typed(at("drawn1"), {"Players_Name 0": NAMES[1], "Players_Name 1": NAMES[0]})
    answer, questions = clicked(path, "names")
    assert (answer.wrong, questions) == (False, [])
    assert [player.name for player in facts(path).players[:2]] == [*NAMES[:2]]
    line = ClosedBook.open(path, reading_only=True).names["Players_Name"].first
    answer, questions = clicked(path, "rename", Selection("Players", (line,), (NAMES[0],)), ["Anna Rosso", "a typing error"])
    assert (answer.wrong, questions[0][1]) == (False, [NAMES[0], ""])
    answer, questions = clicked(path, "rename", NOWHERE, ["2", "Bruno Damico", "a typing error"])
    assert [player.name for player in facts(path).players[:2]] == ["Anna Rosso", "Bruno Damico"]


@pytest.mark.soak
def test_an_open_workbook_is_repaired_as_a_copy(at: Copy) -> None:
    """No program lets go of the file that it has open."""
    path = at("played2")
    whole = facts(path)
    with Sheet(path) as sheet:
        del sheet.book["Round2T1"].defined_names["Bid"]
    before = fingerprint(path.parent)
    answer, questions = clicked(path, "repair")
    copy = path.with_name("torneo-repaired.xlsx")
    assert (answer.wrong, questions, str(copy) in answer.lines[0]) == (False, [], True)
    assert {name for name in fingerprint(path.parent) if "repaired" not in name} == {*before}
    assert facts(copy) == whole
    assert "rows_moved" in {one.finding.code for one in check(path)} - {one.finding.code for one in check(copy)}


def test_undo_asks_which_history_is_that_of_a_renamed_file(at: Copy) -> None:
    old = at("drawn2")
    path = old.rename(old.with_name("Torneo Torino.xlsx"))
    desk = Desk(path, NOWHERE, [str(history_of(old))])
    assert buttons.click_undo(cast("OpenBook", desk))[0] == "Taken back: the draw of Round 2."
    assert "torneo.xlsx.history has copies (2)" in desk.questions[0][0]
    assert desk.offered == [str(history_of(old))]
    assert facts(path).rounds_seated == 1


def test_a_door_prize_is_asked_for_and_drawn(at: Copy) -> None:
    path = at("drawn1")
    assert clicked(path, "raffle", NOWHERE, None)[0] == Answer()
    answer, [(question, _fields)] = clicked(path, "raffle", NOWHERE, "a mug")
    assert (question, answer.wrong) == ("What is the prize?", False)
    assert answer.lines[0].startswith("The door prize goes to ")
    assert open_workspace(path).log[-1].reason == "a mug"


def test_statements_and_diplomas_are_printed_by_a_button(at: Copy) -> None:
    """Each beside the workbook; before the end there is nothing to award."""
    path = at("drawn1")
    assert str(path.with_name("torneo-Slips.pdf")) in clicked(path, "slips")[0].lines[0]
    assert clicked(path, "diplomas")[0] == Answer(
        ("There is no final ranking yet. You can print diplomas when the tournament is closed.",), wrong=True
    )
    assert clicked(path := at("closed"), "diplomas")[0].lines[0].endswith(str(path.with_name("torneo-Diplomas.pdf")))


@pytest.mark.parametrize(("stage", "told"), [("entered", "Next step:"), ("drawn2", "ROUND 2"), ("closed", "Final ranking")])
def test_the_text_for_a_chat_is_what_everybody_may_know_now(at: Copy, stage: str, told: str) -> None:
    lines = clicked(at(stage), "chat")[0].lines
    assert any(line.startswith(told) for line in lines), lines
    assert "copied" not in lines[0]


@pytest.mark.parametrize(("system", "program"), [("linux", "wl-copy"), ("linux", "xsel"), ("darwin", "pbcopy")])
def test_the_text_for_a_chat_is_copied(
    at: Copy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str, program: str
) -> None:
    """By the system's own program; without one, or where it fails, the text is only shown."""
    (tool := tmp_path / "bin" / program).parent.mkdir()
    tool.write_text(f"#!/bin/sh\n/bin/cat > '{tmp_path}/copied'\n", encoding="utf-8")
    tool.chmod(0o755)
    path = at("drawn2")
    monkeypatch.delenv(MESSAGES, raising=False)
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setenv("PATH", str(tool.parent))
    lines = clicked(path, "chat")[0].lines
    assert lines[:2] == ("The text is copied: paste it into the chat.", "")
    assert (tmp_path / "copied").read_text(encoding="utf-8") == "\n".join(lines[2:])
    tool.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    assert clicked(path, "chat")[0].lines == lines[2:]
