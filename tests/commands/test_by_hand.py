"""`bangxl seat --by-hand`: rounds, fixed tables, stages and lots that were drawn on paper."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from openpyxl import Workbook

from bangxl.commands.by_hand import SeatLine, seat_by_hand, seat_list
from bangxl.commands.check import check
from bangxl.commands.corrections import redraw
from bangxl.commands.demo import simulate_tournament
from bangxl.commands.errors import NOT_NOW, USAGE, Refusal
from bangxl.commands.new import create_workbook
from bangxl.commands.seat import seat
from bangxl.commands.standings import standings_data
from bangxl.commands.undo import undo
from bangxl.commands.workspace import log_entry, open_workspace
from bangxl.locale.catalog import catalog
from bangxl.tournament.findings import Severity
from bangxl.tournament.model import Role
from bangxl.tournament.state import State
from tests.commands.stages import NAMES, Copy, listed, unchanged
from tests.helpers.keyboard import duelled, facts, noted, played, staged, typed
from tests.tournament.rules import GERMANY

Tables = Sequence[Sequence[str]]
ROUND_1 = (("P010", "P001", "P002", "P003", "P004"), ("P009", "P005", "P006", "P007", "P008"))
ROUND_2 = (("P001", "P010", "P005", "P006", "P002"), ("P003", "P004", "P009", "P007", "P008"))


def listing(folder: Path, tables: Tables, stage: str = "1", *, name: str = "tables.csv") -> Path:
    """The list that a referee types: a line a player."""
    rows = [
        f"{stage},{table},{seat},{player}"
        for table, players in enumerate(tables, 1)
        for seat, player in enumerate(players, 1)
        if player
    ]
    path = folder / name
    path.write_text("\n".join(["round,table,seat,player", *rows, ""]), encoding="utf-8")
    return path


def written(folder: Path, text: str, encoding: str = "utf-8", *, name: str = "tables.csv") -> Path:
    path = folder / name
    path.write_text(text, encoding=encoding)
    return path


def seats(path: Path, number: int) -> list[list[str]]:
    return [[seat.player for seat in game.seats] for game in facts(path).round(number)]


def codes(path: Path, severity: Severity) -> list[str]:
    return [one.finding.code for one in check(path) if one.finding.severity is severity]


def refused(path: Path, source: Path, exit_code: int = NOT_NOW) -> list[str]:
    """What is said; and the workbook is as it was."""
    with unchanged(path), pytest.raises(Refusal) as refusal:
        seat_by_hand(path, source)
    assert refusal.value.exit_code == exit_code
    return list(refusal.value.lines)


class TestRounds:
    def test_everybody_sits_where_the_list_says(self, at: Copy, tmp_path: Path) -> None:
        path = at("entered")
        said = seat_by_hand(path, listing(tmp_path, ROUND_1))
        code = facts(path).codes[0].code
        assert said == ("Round 1 is seated as you drew it by hand: 10 players, tables 5+5.", f"Code of the round: {code}")
        assert seats(path, 1) == [list(table) for table in ROUND_1]
        assert [game.seats[0].role for game in facts(path).round(1)] == [Role.SHERIFF, Role.SHERIFF]
        assert facts(path).draws == ()
        assert codes(path, Severity.NOTE) == ["draw_by_hand"]
        assert codes(path, Severity.ERROR) == []
        row = open_workspace(path).log[-1]
        assert (row.command, row.stage, row.seed, row.source) == ("seat", "Round1", "", "by hand")
        assert row.result.startswith("tables=5+5; ")

    def test_one_list_serves_all_rounds_in_any_order_of_lines(self, at: Copy, tmp_path: Path) -> None:
        path = at("entered")
        rows = [listing(tmp_path, tables, stage).read_text().splitlines() for tables, stage in ((ROUND_2, "2"), (ROUND_1, "1"))]
        source = written(tmp_path, "\n".join([rows[0][0], *reversed(rows[0][1:]), *rows[1][1:]]))
        seat_by_hand(path, source)
        played(path)
        seat_by_hand(path, source)
        assert [seats(path, number) for number in (1, 2)] == [[list(table) for table in tables] for tables in (ROUND_1, ROUND_2)]

    def test_names_semicolons_and_heads_of_the_referees_own_language(self, at: Copy, tmp_path: Path) -> None:
        path = at("entered")
        names = {f"P{number:03}": name for number, name in enumerate(NAMES, 1)}
        rows = [row.split(",") for row in listing(tmp_path, ROUND_1).read_text().splitlines()[1:]]
        heads = "Тур,Стол,№ за столом,Игрок"
        assert seat_list(written(tmp_path, f"{heads}\n1,1,1,P001"), catalog("en")) == [SeatLine(2, "1", 1, 1, "P001")]
        assert seat_list(written(tmp_path, "table,seat,player\n1,1,P001"), catalog("en")) == [SeatLine(2, "", 1, 1, "P001")]
        text = "\n".join(["Turno;Tavolo;Posto;Giocatore", *(";".join([*row[:3], names[row[3]].upper()]) for row in rows), ";;;"])
        seat_by_hand(path, written(tmp_path, text, "utf-8-sig"))
        assert seats(path, 1) == [list(table) for table in ROUND_1]

    def test_a_list_in_a_workbook_or_pasted_from_one(self, at: Copy, tmp_path: Path) -> None:
        rows = [line.split(",") for line in listing(tmp_path, ROUND_1).read_text().splitlines()]
        book = Workbook()
        for row in rows:
            book.worksheets[0].append(row)
        book.save(source := tmp_path / "tables.xlsx")
        lists = [
            source,
            *(written(tmp_path, "\n".join("\t".join(row) for row in some), name=f"{len(some)}") for some in (rows, rows[1:])),
        ]
        for number, one in enumerate([*lists, written(tmp_path, "\n".join("\t".join(row[1:]) for row in rows[1:]))]):
            path = at("entered").rename(tmp_path / f"{number}.xlsx")
            seat_by_hand(path, one)
            assert seats(path, 1) == [list(table) for table in ROUND_1]

    def test_a_sheriff_again_is_said_and_not_refused(self, at: Copy, tmp_path: Path) -> None:
        path = at("entered")
        seat_by_hand(path, listing(tmp_path, ROUND_1))
        played(path)
        again = (("P010", "P001", "P005", "P006", "P002"), ROUND_2[1])
        assert seat_by_hand(path, listing(tmp_path, again, "2"))[2:] == ("Żofia Łukasik would be Sheriff a second time.",)
        assert "sheriff_twice" in codes(path, Severity.WARNING)

    def test_it_can_be_undone_and_drawn_anew(self, at: Copy, tmp_path: Path) -> None:
        path = at("entered")
        source = listing(tmp_path, ROUND_1)
        seat_by_hand(path, source)
        undo(path)
        assert facts(path).games == ()
        seat_by_hand(path, source)
        redraw(path, "the cards were not shuffled", rng_seed="x")
        assert [draw.rng_seed for draw in facts(path).draws] == ["x"]
        assert "draw_by_hand" not in codes(path, Severity.NOTE)

    def test_rounds_drawn_by_hand_and_by_seed_mix(self, at: Copy, tmp_path: Path) -> None:
        path = at("played1")
        seat_by_hand(path, listing(tmp_path, ROUND_2, "2"))
        played(path)
        seat(path, rng_seed="third")
        played(path)
        assert [draw.drawn for draw in facts(path).draws] == ["1", "3"]
        assert codes(path, Severity.ERROR) == []


class TestWrongLists:
    def test_every_wrong_line_is_named(self, at: Copy, tmp_path: Path) -> None:
        rows = listing(tmp_path, ROUND_1).read_text().splitlines()
        rows[2], rows[4], rows[7] = "1,1,2,Nobody", "1,1,4,P010", "1,1,3,P005"
        told = refused(at("entered"), written(tmp_path, "\n".join(rows)))
        assert [line.partition(":")[0] for line in told[:-1]] == ["Line 3", "Line 5", "Line 8"]
        assert ["«Nobody»" in told[0], "Żofia Łukasik" in told[1]] == [True, True]

    def test_somebody_is_missing(self, at: Copy, tmp_path: Path) -> None:
        short = (ROUND_1[0], ROUND_1[1][:4])
        assert "Hansi Müller" in refused(at("entered"), listing(tmp_path, short))[0]

    def test_somebody_has_left(self, at: Copy, tmp_path: Path) -> None:
        path = at("played1")
        noted(path, Type="withdrawal", Player="P004", Moment="between rounds", After_Round=1, Reason="train")
        nine = refused(path, listing(tmp_path, ROUND_2, "2"))
        assert nine[0].startswith("9 players are left: the regulation has no tables for this number")

    def test_somebody_is_absent(self, at: Copy, tmp_path: Path) -> None:
        path = typed(at("entered"), {"Players_Name 10": "Late Comer"} | {f"Players_Present {row}": "yes" for row in range(10)})
        typed(path, {"Players_Present 10": "no"})
        rows = [*listing(tmp_path, ROUND_1).read_text().splitlines(), "1,1,6,Late Comer"]
        assert refused(path, written(tmp_path, "\n".join(rows)))[0] == "Line 12: Late Comer is not playing now."

    @pytest.mark.parametrize(
        ("tables", "said"),
        [
            ((ROUND_1[0][:4], (*ROUND_1[1], "P004")), "4+6.*5+5"),
            (((*ROUND_1[0], *ROUND_1[1]),), "10.*5+5"),
            (((), *ROUND_1), "without gaps"),
            ((ROUND_1[0], ("", *ROUND_1[1])), "without gaps"),
        ],
    )
    def test_tables_that_the_regulation_does_not_have(self, at: Copy, tmp_path: Path, tables: Tables, said: str) -> None:
        told = refused(at("entered"), listing(tmp_path, tables))[0]
        assert all(part in told for part in said.split(".*"))

    def test_lines_without_numbers(self, at: Copy, tmp_path: Path) -> None:
        path, right = at("entered"), listing(tmp_path, ROUND_1).read_text()
        for cell in ("", "x", "0", "-1", "1.5", "99999", "²"):
            text = right.replace("1,1,3,P002", f"1,{cell},3,P002").replace("1,2,2,P005", f"1,2,{cell},P005")
            assert "4, 8" in refused(path, written(tmp_path, text), USAGE)[0]

    def test_lists_that_cannot_be_read(self, at: Copy, tmp_path: Path) -> None:
        path = at("entered")
        (spoilt := tmp_path / "spoilt.csv").write_bytes(b"round,table,seat,player\n1,1,1,\0")
        for source in (spoilt, tmp_path / "no.csv", path):
            assert refused(path, source, USAGE)[0].startswith(f"{source}: ")
        for text in ("", "name\nAnna", "round,table,player\n1,1,P001"):
            assert "round,table,seat,player" in refused(path, written(tmp_path, text), USAGE)[0]

    def test_another_round_than_the_next(self, at: Copy, tmp_path: Path) -> None:
        source = listing(tmp_path, ROUND_2, "2")
        assert refused(at("entered"), source) == [f"{source} has no lines for round 1."]


class TestOtherRegulations:
    def test_fixed_tables_are_drawn_once(self, path: Path, tmp_path: Path) -> None:
        listed(path, "italy-2007", 11)
        tables = [[f"P{number:03}" for number in numbers] for numbers in ((11, 3, 5, 7, 9), (2, 4, 6, 8, 10, 1))]
        seat_by_hand(path, listing(tmp_path, tables))
        assert facts(path).start_tables == {1: tuple(tables[0]), 2: tuple(tables[1])}
        played(path)
        assert refused(path, listing(tmp_path, tables, "2")) == ["No tables are drawn now. Run «bangxl seat» for the next step."]
        seat(path)
        assert [[s.player for s in game.seats if s.role is Role.SHERIFF] for game in facts(path).round(2)] == [["P003"], ["P004"]]
        assert codes(path, Severity.ERROR) == []

    def test_lots_and_stages_of_the_knock_out(self, path: Path, tmp_path: Path) -> None:
        over, _log = simulate_tournament(GERMANY, 20, "by hand", "en")
        played_out = replace(over, draws=(), events=(), finals=None, stages=())
        create_workbook(path, State(played_out, GERMANY), 20, [log_entry("import", result="tables=5+5+5+5")])
        order = [f"P{number:03}" for number in range(20, 0, -1)]
        lots = written(tmp_path, "\n".join(["round,table,seat,player", *(f"lots,,{n},{p}" for n, p in enumerate(order, 1))]))
        assert seat_by_hand(path, lots)[0].startswith("The lots you drew by hand are saved.")
        assert facts(path).lot_order == tuple(order)
        assert facts(path).finals is None
        through = standings_data(path)["qualifiers"]
        assert isinstance(through, list)
        halves = [sorted(through)[:5], sorted(through)[5:]]
        said = seat_by_hand(path, listing(tmp_path, halves, "Stage1"))
        code = facts(path).codes[-1].code
        assert said == ("Stage 1 is seated as you drew it by hand: 10 players, tables 5+5.", f"Code: {code}")
        assert [[s.player for s in game.seats] for game in facts(path).stage(1)] == halves
        staged(path)
        assert codes(path, Severity.ERROR) == []
        assert {"draw_by_hand", "lots_by_hand"} <= set(codes(path, Severity.NOTE))

    def test_lots_decide_who_is_in_the_duels(self, at: Copy, tmp_path: Path) -> None:
        path = at("played3")
        source = written(tmp_path, "round,table,seat,player\nlots,,2,P002\nlots,,1,P007")
        seat_by_hand(path, source)
        assert facts(path).lot_order[:2] == ("P007", "P002")
        assert refused(path, source) == ["No tables are drawn now. Run «bangxl seat» for the next step."]
        seat(path)
        duelled(path)
        assert codes(path, Severity.ERROR) == []
