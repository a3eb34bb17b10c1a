"""`bangxl undo`: after every command back to what was before, and the log keeps the trace."""

import json
import shlex
from collections.abc import Callable, Mapping, Sequence
from errno import ENOSPC
from itertools import count
from pathlib import Path
from shutil import copyfile, rmtree
from typing import Final
from unittest.mock import ANY

import pytest

from bangxl.books import files, history
from bangxl.books.closed import ClosedBook
from bangxl.books.history import history_folder
from bangxl.commands.check import check
from bangxl.commands.commit import commit
from bangxl.commands.corrections import redraw, reopen, rule, swap
from bangxl.commands.demo import demo
from bangxl.commands.errors import Refusal
from bangxl.commands.new import new
from bangxl.commands.people import put_back, rename
from bangxl.commands.repair import repair
from bangxl.commands.report import report
from bangxl.commands.seat import seat
from bangxl.commands.undo import UNKNOWN_SEED, earlier_copies, redo, undo
from bangxl.commands.verify import verify
from bangxl.commands.workspace import Source, open_workspace
from bangxl.interchange.dump import dumps, standings_json, tournament_json
from bangxl.locale.catalog import Catalog
from bangxl.tournament.journal import read_pairs
from tests.additions.package import repacked
from tests.commands.stages import NAMES, Copy, fingerprint, unchanged
from tests.helpers.keyboard import Sheet, entered, facts, played, typed
from tests.helpers.sample import these
from tests.hosts.commandline import CommandLine

COMMANDS: dict[str, tuple[str, Callable[[Source], object], str, str]] = {
    "round 1": ("entered", lambda book: seat(book, rng_seed="x"), "seat Round1", "draw of Round 1"),
    "round 2": ("played1", lambda book: seat(book, rng_seed="x"), "seat Round2", "draw of Round 2"),
    "closing early": (
        "played2", lambda book: seat(book, rng_seed="x", close_early=True, reason="late"), "seat SF1+SF2",
        "draw of Semifinal 1, Semifinal 2"),
    "semifinals": ("played3", lambda book: seat(book, rng_seed="x"), "seat SF1+SF2", "draw of Semifinal 1, Semifinal 2"),
    "final": ("semifinals_played", lambda book: seat(book, rng_seed="x"), "seat F", "draw of Final"),
    "end": ("final_played", seat, "seat end", "end of the tournament"),
    "reopening": ("drawn2", lambda book: reopen(book, 1, 1, "typing error"), "reopen Round1T1", "reopening of Round 1, table 1"),
    "reopening at the end": (
        "closed", lambda book: reopen(book, 1, 1, "typing error"), "reopen Round1T1", "reopening of Round 1, table 1"),
}  # fmt: skip


Row = tuple[str, str, str, str]


def never(_: Catalog, lines: Sequence[str]) -> None:
    pytest.fail(f"asked where nothing was typed: {lines}")


def state(path: Path) -> str:
    return both(path)[0]


def log(path: Path) -> list[Row]:
    return both(path)[1]


def both(path: Path) -> tuple[str, list[Row]]:
    """What `export` and `standings --json` print and the tabs that are seen; and the log's rows."""
    workspace = open_workspace(path, reading_only=True)
    rows = [(one.command, one.stage, one.seed, one.result) for one in workspace.contents.journal.entries]
    return dumps(
        {"export": tournament_json(workspace.contents), "standings": standings_json(workspace.contents), **workspace.book.sheets}
    ), rows


def outfit(path: Path) -> dict[str, object]:
    """Locks, hidden rows and sheets, as openpyxl finds them; on sheets that are seen."""
    found: dict[str, object] = {}
    sheet = Sheet(path)
    for title in sheet.visible():
        hidden = [row for row, dimension in sheet.tab(title).row_dimensions.items() if dimension.hidden]
        found[title] = (sheet.unlocked(title), hidden)
    return {**sheet.tabs(), **found}


def _log_rows(before: dict[str, object], after: dict[str, object]) -> dict[str, object]:
    """The log's sheet has one row more in use."""
    return {sheet: before[sheet] for sheet in after if sheet == "Log"}


IN_FILES = [(command, False) for command in COMMANDS]
IN_OPEN_BOOKS = [(command, True) for command in ("round 2", "closing early", "end", "reopening at the end")]
QUICK = [*((command, False) for command in ("semifinals", "round 1", "closing early", "reopening")), ("end", True)]


@pytest.mark.parametrize(("command", "opened"), these([*IN_FILES, *IN_OPEN_BOOKS], *QUICK))
def test_takes_every_command_back(at: Copy, command: str, *, opened: bool) -> None:
    """Excel and LibreOffice do not read the file again: what the snapshot holds is written into the open book."""
    stage, run, said, told = COMMANDS[command]
    path = at(stage)
    before, rows = both(path)
    looks, source = outfit(path), ClosedBook.open(path) if opened else path
    run(source)
    after, more = both(path)
    assert after != before or stage in {"drawn2", "closed"}
    assert len(more) == len(rows) + 1
    first, second = undo(source, None, never).lines
    assert first == f"Taken back: the {told}."
    assert second.startswith(f"A copy of the workbook from before this step: {history_folder(path)}")
    name, target = said.split()
    seed = "" if target == "end" or name == "reopen" else "x"
    assert both(path) == (before, [*rows, ("undo", target, seed, name)])
    now = outfit(path)
    assert {**now, **_log_rows(looks, now)} == looks


def test_what_was_typed_since_is_kept_beside(at: Copy) -> None:
    """A late player: undo, add the name, draw again; the results typed meanwhile are in the file that undo names."""
    path = played(at("drawn1"), "in a hurry")
    results = facts(path).games
    kept = Path(undo(path).lines[1].partition(": ")[2])
    assert facts(kept).games == results
    typed(path, {"Players_Name 10": "Zoë Tardi"})
    assert seat(path, rng_seed="again")[0] == "Round 1 is drawn: 11 players, tables 6+5."
    assert "P011" in {seat.player for game in facts(path).games for seat in game.seats}
    assert [row[:3] for row in log(path)] == [
        ("new", "italy-2010", ""), ("undo", "Round1", "round 1"), ("seat", "Round1", "again")
    ]  # fmt: skip


def renamed(path: Path) -> None:
    with Sheet(path) as sheet:
        sheet.book["Round1T1"].title = "Table one"


def truncated(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:5000])


def one_sheet_broken(path: Path) -> None:
    """As a disk or a half-done copy leaves it: all is there, but one part can't be read."""
    repacked(path, lambda name, data: data[: len(data) // 2] if name.endswith("sheet6.xml") else data)


DAMAGES = [renamed, truncated, one_sheet_broken]


@pytest.mark.parametrize("damage", these(DAMAGES, truncated, one_sheet_broken))
def test_a_damaged_file(at: Copy, damage: Callable[[Path], None]) -> None:
    """Then undo is needed most; where the log cannot be read, it does not say which command, but a draw counts as taken back."""
    before = state(at("played1"))
    path = at("drawn2")
    damage(path)
    unknown = "The workbook is back to the newest copy in its history. The damaged file cannot say which commands came after."
    assert undo(path).lines[0] == (unknown if damage is truncated else "Taken back: the draw of Round 2.")
    assert state(path) == before
    seed = UNKNOWN_SEED if damage is truncated else "round 2"
    assert log(path)[-1] == ("undo", "Round2", seed, "seat")
    assert "draw_taken_back" in {found.finding.code for found in check(path)}
    trusted = verify(report(path, interim=True).workbook).trusted
    assert [one.finding.values for one in trusted if one.finding.code == "taken_back"] == [{"count": 1}]


def test_a_damaged_file_after_undos_tells_of_every_draw(at: Copy) -> None:
    path = at("played2")
    seat(path, rng_seed="one")
    undo(path)
    seat(path, rng_seed="two")
    undo(path)
    truncated(path)
    assert undo(path).lines[:2] == ("Taken back: the draw of Round 3.", "Taken back: the draw of Round 2.")
    assert log(path)[2:] == [
        ("undo", "Round3", "one", "seat"), ("undo", "Round3", "two", "seat"), ("undo", "Round2", "round 2", "seat")
    ]  # fmt: skip


@pytest.mark.parametrize("moment", ["entered", "played1", "drawn2", "played3"])
def test_a_damaged_file_keeps_the_code_that_was_read_aloud(at: Copy, moment: str) -> None:
    """Whoever broke his own file after the code drew with a seed of his choice, and no log told of a code."""
    path = at(moment)
    commit(path)
    said = next(row for row in open_workspace(path).log if row.command == "commit")
    truncated(path)
    undo(path)
    row = open_workspace(path).log[-1]
    code = UNKNOWN_SEED if moment in {"played1", "played3"} else read_pairs(said.result)["code"]  # the salt was lost
    assert (row.result, row.stage, read_pairs(row.digest)) == ("commit", said.stage, {"code": code})


def test_redo_of_a_rename_says_the_new_name(at: Copy) -> None:
    path = at("drawn2")
    rename(path, "P001", "Zora Neumann", "her passport says so")
    undo(path)
    assert "Zora Neumann" in redo(path)[0]


def test_a_lost_snapshot_loses_no_draw(at: Copy) -> None:
    """Two commands at once, if that is wanted: each stands in the log."""
    path = at("drawn2")
    history.snapshots(path)[-1].unlink()
    with unchanged(path.parent), pytest.raises(Refusal, match="--to N"):
        undo(path)
    assert undo(path, 1).lines[:2] == ("Taken back: the draw of Round 2.", "Taken back: the draw of Round 1.")
    assert [row[:3] for row in log(path)[1:]] == [("undo", "Round2", "round 2"), ("undo", "Round1", "round 1")]


def garbage(snapshot: Path) -> None:
    snapshot.write_bytes(b"garbage")


def link(snapshot: Path) -> None:
    elsewhere = snapshot.with_name("elsewhere")
    snapshot.rename(elsewhere)
    snapshot.symlink_to(elsewhere)


def directory(snapshot: Path) -> None:
    snapshot.unlink()
    snapshot.mkdir()


def without_log(snapshot: Path) -> None:
    with Sheet(snapshot) as sheet:
        del sheet.book.defined_names["Log_Seed"]


def foreign(snapshot: Path) -> None:
    snapshot.unlink()
    demo(snapshot, "italy-2010", 12, "x")


BAD: Final = (garbage, link, directory, without_log, foreign)


@pytest.mark.parametrize("spoil", these(BAD, garbage, link, directory, without_log))
def test_a_snapshot_that_is_none_replaces_nothing(at: Copy, spoil: Callable[[Path], None]) -> None:
    path = at("drawn2")
    spoil(history.snapshots(path)[-1])
    before = fingerprint(path.parent)
    for source in (path, ClosedBook.open(path)):
        with pytest.raises(Refusal, match="is not in this file's history"):
            undo(source)
        assert fingerprint(path.parent) == before
    assert undo(path, 1).lines[0] == "Taken back: the draw of Round 2."
    assert facts(path).rounds_seated == 0


class TestTravelled:
    """The log of the workbook says what its last command was, wherever its history lies, and whatever it is called."""

    def test_one_command_at_most(self, at: Copy, tmp_path: Path) -> None:
        path = at("played1")
        elsewhere = tmp_path / "other" / path.name
        elsewhere.parent.mkdir()
        copyfile(path, elsewhere)
        seat(elsewhere, rng_seed="there")
        copyfile(elsewhere, path)
        with unchanged(path.parent), pytest.raises(Refusal, match=r"draw of Round 1, .*; The draw of Round 2") as refusal:
            undo(path)
        assert refusal.value.exit_code == 1
        with pytest.raises(Refusal, match="from 1 to 2"):
            undo(path, 3)
        assert undo(path, 1).lines[:2] == ("Taken back: the draw of Round 2.", "Taken back: the draw of Round 1.")
        assert log(path)[1:] == [("undo", "Round2", "there", "seat"), ("undo", "Round1", "round 1", "seat")]

    def test_without_any_history(self, at: Copy) -> None:
        path = at("drawn2")
        rmtree(history_folder(path))
        with unchanged(path.parent), pytest.raises(Refusal, match="is not in this file's history"):
            undo(path)
        path.write_bytes(path.read_bytes()[:5000])
        with pytest.raises(Refusal, match="no earlier copy"):
            undo(path)

    def test_another_name(self, at: Copy, bangxl: CommandLine) -> None:
        """The histories beside it are shown, each with the command that uses it; nothing is taken by itself."""
        path = at("drawn2").rename(at("drawn2").with_name("Torneo Torino.xlsx"))
        before = fingerprint(path.parent)
        run = bangxl("undo", path, "--yes")
        assert (run.code, run.out, fingerprint(path.parent)) == (1, "", before)
        offer, command = run.err.splitlines()[-1].split(" This file may continue them. If so: ")
        assert offer.startswith("torneo.xlsx.history has copies (2) of «Anna Rossi, ")
        assert json.loads(bangxl("undo", path, "--json").out)["histories"] == [str(history_folder(at("drawn2")))]
        assert bangxl(*shlex.split(command)[1:]).out.startswith("Taken back: the draw of Round 2.")
        assert undo(path, where=history_folder(at("drawn2"))).lines[0] == "Taken back: the draw of Round 1."
        assert redo(path) == ("Done again: the draw of Round 1.",)

    def test_a_copy_beside_it(self, at: Copy) -> None:
        path = at("drawn2")
        twin = path.with_name("torneo (conflicted copy).xlsx")
        copyfile(path, twin)
        with unchanged(history_folder(path)):
            with pytest.raises(Refusal, match="not in this file's history"):
                undo(twin)
            assert undo(twin, where=history_folder(path)).lines[0] == "Taken back: the draw of Round 2."
        assert undo(path).lines[0] == "Taken back: the draw of Round 2."
        assert (facts(twin).rounds_seated, facts(path).rounds_seated) == (1, 1)

    def test_a_history_of_another_tournament_is_not_offered(self, at: Copy, tmp_path: Path) -> None:
        path, other = at("drawn2"), tmp_path / "other.xlsx"
        demo(other, "italy-2010", 12, "x", "en")
        reopen(other, 1, 1, "typing error")
        rmtree(history_folder(path))
        history_folder(other).rename(path.with_name("other.xlsx.history"))
        with pytest.raises(Refusal, match=r"the folder that ends in \.history") as refusal:
            undo(path)
        assert refusal.value.data is None

    def test_an_older_state_put_back(self, at: Copy) -> None:
        path = at("drawn2")
        path.write_bytes(history.snapshots(path)[-1].read_bytes())
        assert undo(path).lines[0] == "Taken back: the draw of Round 1."


class TestRedo:
    def test_forth_again(self, at: Copy) -> None:
        path = played(at("drawn2"), "two")
        before, rows = both(path)
        undo(path)
        undo(path)
        assert redo(path) == ("Done again: the draw of Round 1.",)
        assert redo(path) == ("Done again: the draw of Round 2.",)
        assert both(path) == (before, [*rows, ("redo", "Round1", "round 1", "seat"), ("redo", "Round2", "round 2", "seat")])
        with pytest.raises(Refusal, match="nothing to redo"):
            redo(path)
        assert not {one.finding.code for one in check(path)} & {"draw_not_reproduced", "seat_changed", "draw_by_hand"}
        assert undo(path).lines[0] == "Taken back: the draw of Round 2."
        assert undo(path).lines[0] == "Taken back: the draw of Round 1."
        assert [row[:2] for row in log(path)[1:]] == [
            ("redo", "Round1"), ("redo", "Round2"), ("undo", "Round2"), ("undo", "Round1")
        ]  # fmt: skip

    def test_several_at_once(self, at: Copy) -> None:
        path = at("drawn2")
        before = state(path)
        undo(path, 1)
        assert redo(path) == ("Done again: the draw of Round 1.", "Done again: the draw of Round 2.")
        assert state(path) == before

    def test_not_after_another_command(self, at: Copy) -> None:
        path = at("drawn2")
        with pytest.raises(Refusal, match="nothing to redo"):
            redo(path)
        undo(path)
        played(path, "once more")
        seat(path, rng_seed="new")
        with unchanged(path.parent), pytest.raises(Refusal, match="nothing to redo"):
            redo(path)


class KilledError(BaseException):
    """As good as kill -9."""


def killed(path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """An undo that dies before it renames a file to such a name."""

    def rename(old: Path, new: Path) -> None:
        if name in new.name:
            raise KilledError
        old.rename(new)

    monkeypatch.setattr(files, "rename_file", rename)
    with pytest.raises(KilledError):
        undo(path)
    monkeypatch.undo()


def test_killed_before_the_state_replaced_has_its_name(at: Copy, monkeypatch: pytest.MonkeyPatch) -> None:
    """The draw taken back stands in the log of the one file that was written, and the next undo goes on from there."""
    path = at("drawn2")
    killed(path, monkeypatch, "undone")
    assert log(path)[2:] == [("undo", "Round2", "round 2", "seat")]
    typed(path, {"Event_Place": "Torino"})
    assert undo(path).lines[0] == "Taken back: the draw of Round 1."
    assert log(path)[1:] == [("undo", "Round2", "round 2", "seat"), ("undo", "Round1", "round 1", "seat")]
    assert [file.name.partition("-")[2] for file in sorted(history_folder(path).glob("0*")) if "undo" in file.name] == [
        "seat.undone-1.xlsx", "seat.undoing-1.xlsx"
    ]  # fmt: skip


def test_a_command_that_was_killed_before_edits_is_no_step(at: Copy) -> None:
    path = at("drawn2")
    history.snapshot(path, "seat", path.read_bytes())
    typed(path, {"Event_Place": "Torino"})
    assert undo(path).lines[0] == "Taken back: the draw of Round 2."
    assert log(path)[2:] == [("undo", "Round2", "round 2", "seat")]


@pytest.mark.parametrize("number", [1, 2])
def test_a_full_disk_leaves_all_as_it_was(at: Copy, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    path = at("drawn2")
    before, written = fingerprint(path.parent), count(1)
    write = files._write

    def full(temporary: Path, data: bytes, mode: int | None) -> None:
        if next(written) == number:
            raise OSError(ENOSPC, "No space left on device")
        write(temporary, data, mode)

    monkeypatch.setattr(files, "_write", full)
    with pytest.raises(Refusal, match="No space left on device"):
        undo(path)
    assert fingerprint(path.parent) == before


def test_a_file_open_elsewhere_is_left_alone(at: Copy) -> None:
    path = at("drawn1")
    lock = path.with_name(f".~lock.{path.name}#")
    lock.touch()
    with unchanged(path), pytest.raises(Refusal, match="is open in another program"):
        undo(path)
    lock.unlink()
    assert undo(path).lines[0] == "Taken back: the draw of Round 1."


@pytest.mark.soak
def test_redo_brings_back_what_was_typed_last(at: Copy) -> None:
    """Several undos of one command keep several states; the newest counts."""
    path = at("drawn1")
    for name in ("first", "second", "third"):
        typed(path, {"Event_Name": name})
        undo(path)
        redo(path)
        assert Sheet(path).filled("Event_Name") == [name]


BEGUN: Final[Mapping[str, Callable[[Path], object]]] = {
    "Round 1": lambda path: seat(path, rng_seed="x"),
    "commitment of Round 1": commit,
}


@pytest.mark.parametrize("begun", these(BEGUN, "commitment of Round 1"))
def test_undo_takes_no_state_of_another_copy_of_the_same_template(tmp_path: Path, begun: str) -> None:
    """Before a draw its log does not tell: it is shown, and a person says which is which."""
    template, one, other = (tmp_path / f"{name}.xlsx" for name in ("template", "one", "other"))
    new(template, "italy-2010", language="en", players="12")
    for path in (one, other):
        copyfile(template, path)
        entered(path, [f"{path.stem} {letter}" for letter in "ABCDEFGHIJKL"])
        BEGUN[begun](path)
    rmtree(history_folder(other))
    with unchanged(other), pytest.raises(Refusal, match="This file may continue them"):
        undo(other)
    assert begun in undo(one).lines[0]


def test_a_simulated_tournament_has_no_command_to_undo(tmp_path: Path) -> None:
    path = tmp_path / "demo.xlsx"
    demo(path, "italy-2010", 12, "x", "en")
    for do, text in ((undo, "there is nothing to undo"), (redo, "there is nothing to redo")):
        with pytest.raises(Refusal, match=text):
            do(path)
    reopen(path, 1, 1, "typing error")
    assert undo(path).lines[0] == "Taken back: the reopening of Round 1, table 1."
    with pytest.raises(Refusal, match="there is nothing to undo"):
        undo(path)


def nothing(_path: Path) -> None:
    pass


def exchanged(path: Path) -> None:
    entered(path, [NAMES[1], NAMES[0]])


def swapped(path: Path) -> None:
    one, other, *_rest = facts(path).games[-1].seats
    swap(path, one.player, other.player, "wrong seats")


CORRECTIONS: Final[Mapping[str, tuple[str, Callable[[Path], object], Callable[[Path], object]]]] = {
    "redraw": ("drawn1", lambda path: typed(path, {"Round1T1!Bid 1": 100}), lambda path: redraw(path, "late")),
    "swap": ("drawn1", lambda path: typed(path, {"Round1T2!Bid 1": 100, "Round1T2!Character 0": "Jourdonnais"}), swapped),
    "names": ("drawn1", exchanged, put_back),
    "rename": (
        "drawn2", lambda path: typed(path, {"Events_Type": "withdrawal", "Events_Player": "P001"}),
        lambda path: rename(path, "P001", "Anna Rosso", "a typing error")),
    "rule": ("drawn1", lambda path: typed(path, {"Round1T1!Bid 1": 100}), lambda path: rule(
        path, 1, 1, "a quarrel", [f"{seat.player}=100" for seat in facts(path).games[0].seats])),
    "reopen": ("drawn2", nothing, lambda path: reopen(path, 1, 1, "typing error")),
    "commit": ("played1", nothing, commit),
    "repair": ("played1", nothing, repair),
}  # fmt: skip
"""A stage, what is typed before, and the command."""


@pytest.mark.parametrize("command", these(CORRECTIONS, "commit"))
def test_nothing_is_asked_after_a_command_alone(at: Copy, command: str) -> None:
    stage, before, run = CORRECTIONS[command]
    path = at(stage)
    before(path)
    run(path)
    assert log(path)[-1][0] == command
    undo(path, None, never)
    assert log(path)[-1][0] == "undo"


@pytest.mark.parametrize(
    ("stage", "undone", "what", "sheets"),
    [
        ("drawn2", "Round 2, tables of 5+5", {"Round2T1!Bid 1": "much", "Round2T2!Outcome": "Law"},
         "2 sheets since: Round2T1 (round 2, table 1), Round2T2 (round 2, table 2)."),
        ("drawn1", "Round 1, tables of 5+5", {"Players_Name 10": "Zoë Tardi"}, "1 sheet since: Players."),
        ("semifinals", "Semifinal 1, Semifinal 2", {"Finals_SF1_Score_A": 5}, "1 sheet since: Finals."),
    ],
)  # fmt: skip
def test_it_is_asked_what_would_go(at: Copy, stage: str, undone: str, what: Mapping[str, object], sheets: str) -> None:
    path = typed(at(stage), what)
    typed_state, before, questions = state(path), fingerprint(path.parent), list[Sequence[str]]()

    def refuse(_: Catalog, lines: Sequence[str]) -> None:
        questions.append(lines)
        raise Refusal("no")

    for source in (path, ClosedBook.open(path)):
        with pytest.raises(Refusal, match="no"):
            undo(source, None, refuse)
    assert [lines[1] for lines in questions] == [f"You typed on {sheets}"] * 2
    assert {lines[0] for lines in questions} == {f"This takes back: the draw of {undone}."}
    assert fingerprint(path.parent) == before
    undo(path, None, lambda _, lines: questions.append(lines))
    assert (len(questions), state(path) != typed_state) == (3, True)
    redo(path, never)
    assert state(path) == typed_state


def test_redo_asks_before_what_was_typed_since_goes(at: Copy) -> None:
    path = at("played2")
    undo(path)
    typed(path, {"Event_Place": "Torino"})
    questions = list[Sequence[str]]()
    redo(path, lambda _, lines: questions.append(lines))
    assert [lines[0] for lines in questions] == ["You typed on 1 sheet since: Tournament."]
    assert history_folder(path).name in questions[0][1]
    assert [Sheet(file).filled("Event_Place") for file in history_folder(path).glob("*-redo.xlsx")] == [["Torino"]]


@pytest.mark.soak
def test_redo_in_an_open_book(at: Copy) -> None:
    path = at("played2")
    before, looks = state(path), outfit(path)
    undo(path)
    assert redo(ClosedBook.open(path), never) == ("Done again: the draw of Round 2.",)
    assert state(path) == before
    after = outfit(path)
    assert {**after, **_log_rows(looks, after)} == looks


def test_the_earlier_copies_that_are_kept(at: Copy) -> None:
    path = at("played3")
    assert [*earlier_copies(path).items()] == [(3, ANY), (2, ANY), (1, ANY)]
    assert [text.partition(" · ")[2] for text in earlier_copies(path).values()][:2] == [
        "The draw of Round 2, tables of 5+5", "The draw of Round 1, tables of 5+5"
    ]  # fmt: skip
    before = state(at("played1"))
    undo(at("played3"), 2, lambda _, _lines: None)
    assert state(path) == before
    rmtree(history_folder(path))
    with pytest.raises(Refusal, match=r"the copy from before «The draw of Round 1, tables of 5\+5» .* is not in"):
        earlier_copies(path)
    with pytest.raises(Refusal, match="no command has changed this workbook"):
        earlier_copies(at("entered"))
