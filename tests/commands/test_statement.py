"""`bangxl statement`: a player learns his own total and how it came about, and nothing of anybody else."""

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from openpyxl.workbook.defined_name import DefinedName

from bangxl.books.closed import ClosedBook
from bangxl.commands.corrections import swap
from bangxl.commands.demo import simulate_tournament
from bangxl.commands.errors import USAGE, Refusal
from bangxl.commands.new import create_workbook
from bangxl.commands.statement import statement
from bangxl.commands.transfer import export
from bangxl.commands.workspace import log_entry
from bangxl.rulebooks.loader import load
from bangxl.tournament.model import Event, EventType, Moment, Player, Tournament
from bangxl.tournament.standings import standings
from bangxl.tournament.state import State
from tests.commands.stages import NAMES, Copy, unchanged
from tests.helpers.keyboard import Sheet, facts, typed
from tests.helpers.raised import raised
from tests.helpers.sample import these
from tests.hosts.commandline import CommandLine

SIZES: Mapping[str, int] = {"italy-2010": 13, "italy-2007": 11, "germany": 20, "record": 6}
LANGUAGES: Mapping[str, str] = {"italy-2010": "it", "italy-2007": "en", "germany": "de", "record": "ru"}
_AMOUNT = re.compile("−?[0-9][0-9.,\N{NO-BREAK SPACE}]* \\$")


def demo(path: Path, rulebook_id: str, **change: Any) -> Tournament:  # noqa: ANN401 -- as `replace`
    rulebook = load(rulebook_id)
    over, _log = simulate_tournament(rulebook, SIZES[rulebook_id], f"slip {rulebook_id}", LANGUAGES[rulebook_id])
    tournament = replace(over, **change)
    create_workbook(path, State(tournament, rulebook), SIZES[rulebook_id], [log_entry("import")])
    return tournament


def dollars(text: str) -> list[int]:
    """All amounts in a text."""
    return [int(re.sub(r"[^-0-9]", "", amount.replace("−", "-"))) for amount in _AMOUNT.findall(text)]


def own(tournament: dict[str, Any], player: str) -> tuple[set[int], int]:
    """By the exported facts: the amounts that concern a player, and his total."""
    found = [seat for game in tournament["games"] for seat in game["seats"] if seat["player"] == player and "payout" in seat]
    amounts = {amount for seat in found for amount in (-(seat.get("bid") or 0), seat["payout"], *seat.get("bankroll", ()))}
    has_money = any("bankroll" in seat for game in tournament["games"] for seat in game["seats"])
    total = found[-1]["bankroll"][1] if has_money else sum(seat["payout"] for seat in found)
    return amounts, total


@pytest.mark.parametrize("rulebook", these(SIZES, "italy-2007"))
def test_nothing_of_anybody_else(path: Path, rulebook: str) -> None:
    """For everybody at the end: his own amounts only, with his own total; no other id, no other name."""
    players = demo(path, rulebook).players
    facts = json.loads(export(path))
    five = {player for table in facts.get("start_tables", {}).values() if len(table) == 5 for player in table}
    book = ClosedBook.open(path)
    for player in players:
        lines = statement(book, player.id)
        means = [line for line in lines if line.startswith(("Score per game: ", "Очки за партию: "))]
        assert len(means) == (rulebook in {"italy-2007", "record"}), "what ranks is another figure than the sum"
        text = "\n".join(line for line in lines if line not in means)
        amounts, total = own(facts, player.id)
        once = 1400 if rulebook == "germany" and player.id in five else 0
        start = set() if rulebook in {"germany", "record"} else {5000}
        assert set(dollars(text)) <= amounts | start | {0, once, total + once}, text
        assert dollars(text)[-1] == total + once, text
        assert f"{player.name} ({player.id})" in text
        others = [other for other in players if other is not player]
        assert not [other for other in others if other.id in text or other.name in text], text


def test_as_it_is_handed_over(at: Copy) -> None:
    path = typed(at("played2"), {"Event_Name": "12th Open", "Round2T1!Outcome": None})
    first, *_second, third, _fourth = json.loads(export(path))["games"]
    seat = first["seats"][1]
    before, after = seat["bankroll"]
    assert before == 5000
    lines = statement(path, seat["player"])
    assert lines[:2] == ("12th Open", f"{NAMES[int(seat['player'][1:]) - 1]} ({seat['player']})")
    assert [dollars(line) for line in lines[2:4]] == [[5000], [-seat["bid"], seat["payout"], after]]
    if seat["player"] in {one["player"] for one in third["seats"]}:
        assert dollars(lines[4]) == [after]
        assert lines[5].startswith("Round 2 · Table 1: ")
    else:
        assert lines[4].startswith("Round 2 · Table 2: ")


def test_a_loss_has_one_sign(path: Path) -> None:
    """«+−500» stood there."""
    table = simulate_tournament(load("italy-2010"), SIZES["italy-2010"], "slip italy-2010", "it")[0].round(1)[0]
    amounts = {one.player: amount for one, amount in zip(table.seats, (-500, 0, 500, 0, 0, 0, 0), strict=False)}
    ruled = replace(table, seats=tuple(replace(one, ruling=amounts[one.player]) for one in table.seats))
    demo(path, "italy-2010", games=(ruled,), finals=None)
    said = [re.findall(r"Vincita (\S+) \$", " ".join(statement(path, one))) for one in amounts]
    assert said[:3] == [["−500"], ["0"], ["+500"]]


def test_before_the_first_result(at: Copy) -> None:
    name, start, total = statement(at("entered"), "P003")
    assert (name, dollars(start), dollars(total)) == ("Çelik Öztürk (P003)", [5000], [5000])
    *_account, last, code, _purpose = statement(at("drawn1"), "P003")
    assert re.match(r"Round 1 · Table [12]: ", last)
    assert code.endswith(facts(at("drawn1")).draws[0].code)


def test_what_ranks_is_the_mean_and_who_has_left_reads_it(path: Path) -> None:
    """The slip said 13,100 $ and the standings 1,350 $; and of who had left it said nothing."""
    tournament = demo(path, "italy-2007")
    row = standings(State(tournament, load("italy-2007")))[0]
    (mean,) = [line for line in statement(path, row.player) if line.startswith("Score per game: ")]
    score = f"{float(row.score):,.2f} $".replace("-", "−")
    assert re.fullmatch(rf"Score per game: \([\d,]+ − 5,000\) / {row.games}( × 1\.15)? = {re.escape(score)}", mean)
    path.unlink()
    gone = Event(EventType.WITHDRAWAL, row.player, Moment.BETWEEN_ROUNDS, after_round=5)
    demo(path, "italy-2007", events=(gone,), finals=None)
    assert statement(path, row.player)[1].endswith(f"({row.player}) · withdrawn")


def test_who_is_meant(at: Copy) -> None:
    path = at("entered")
    with unchanged(path):
        for text in ("P004", "p004 ", "Dörte Weiß", " DÖRTE  WEISS", "weiß"):
            assert statement(path, text)[0] == "Dörte Weiß (P004)"
        for text in ("", "P099", "Dört"):
            with pytest.raises(Refusal, match=f"«{text}» is neither an id nor the name of exactly one player") as refusal:
                statement(path, text)
            assert refusal.value.exit_code == USAGE


def test_points_where_nobody_owns_money(path: Path) -> None:
    table = tuple(Player(f"P{number:03}", f"Player {number}") for number in range(1, 21))
    demo(path, "germany", players=table, language="en", games=(), stages=(), finals=None, events=())
    said = statement(path, "P001")
    assert said[1:-2] == ("Player 1 (P001)", "For a table of 5: 1,400 $", "Your points so far: 1,400 $")


def test_a_referto_without_the_money_is_not_asked(at: Copy) -> None:
    """An interim referto for everybody's eyes leaves the results out: a total from it would be wrong."""
    path = at("played1")
    with Sheet(path) as sheet:
        sheet.book["Log"]["Z99"] = "yes"
        sheet.book.defined_names["Report_Secret"] = DefinedName("Report_Secret", attr_text="Log!$Z$99")
    refusal = raised(Refusal, statement, path, "P001")
    assert refusal.lines == ("This interim report contains no money. Use the tournament's workbook instead.",)


def test_words_of_a_name(at: Copy, bangxl: CommandLine) -> None:
    """The only Rossi is found; of two the refusal names both, and nothing but their names."""
    path = at("played1")
    assert statement(path, "rossi") == statement(path, "Anna Rossi") == statement(path, "Rossi  ANNA")
    assert bangxl("rename", path, "P002", "Bruno Rossi", "--reason", "married").code == 0
    run = bangxl("statement", path, "Rossi")
    assert (run.code, run.out) == (USAGE, "")
    assert run.err == "«Rossi» could be any of these: Anna Rossi (P001), Bruno Rossi (P002). Type an id, like P003.\n"
    assert bangxl("statement", path, "Bruno Rossi").code == 0
    assert bangxl("statement", path, "Ross").code == USAGE


def test_whatever_the_spelling_the_same_person_is_meant(at: Copy) -> None:
    """Decomposed letters, other apostrophes and hyphens, wide letters, a hard blank: in a statement and in a swap."""
    path = at("drawn1")
    spelt = {
        "Élodie Lévesque": ("E\u0301lodie Le\u0301vesque", "elodie\u00a0LEVESQUE", "Ｅｌｏｄｉｅ\u3000Levesque"),
        "Bruno D'Amico": ("Bruno D’Amico", "Bruno D\u02bcAmico", "bruno damico"),
    }
    for name, others in spelt.items():
        assert {statement(path, other) for other in others} == {statement(path, name)}
    assert "Élodie" in swap(path, spelt["Élodie Lévesque"][0], spelt["Bruno D'Amico"][0], "asked for")[0]
