"""Whether nothing has changed for anybody who uses bangxl: every file and every message, of another commit and of this code.

    python -m tools.same [COMMIT] [--with COMMIT] [--quick] [--only TEXT] [--most N] [--keep DIR]

plays the same days with the code of COMMIT (the commit before, if not given) and with the code that lies here (or that of
another commit), through the command line alone, so that modules may be renamed at will, and compares what the commands wrote and
said after every step. "The same" and exit code 0, or a list of differences and 1. What COMMIT did is kept in build/same for the
next time. LibreOffice is not started: in a PDF's place stands the workbook that it would have been given.
"""

from __future__ import annotations

import argparse
import compileall
import gc
import hashlib
import io
import json
import os
import re
import resource
import runpy
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from functools import partial
from importlib import import_module
from multiprocessing import get_context
from multiprocessing.connection import wait
from multiprocessing.context import ForkProcess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple, cast

from tools.same_parts import Difference, Workbook, cells_in, compared, other_parts

ROOT: Final = Path(__file__).parents[1]
KEPT: Final = ROOT / "build" / "same"
LANGUAGES: Final = ("it", "en", "de", "ru")
DAYS: Final = {
    "italy-2010": ("it", 13, ".xlsm"),
    "italy-2011": ("en", 11, ".xlsx"),
    "italy-2007": ("ru", 11, ".xlsx"),
    "germany": ("de", 20, ".xlsm"),
    "record": ("it", 6, ".xlsx"),
}
"""Of each regulation a whole day with everything that can happen: language, players, kind of workbook."""

SHORT_DAYS: Final = {
    "italy-2010": ("en", 22, ".xlsx"),
    "italy-2007": ("it", 14, ".xlsm"),
    "germany": ("en", 24, ".xlsx"),
    "record": ("de", 5, ".xlsm"),
}
"""Once more in another language, played through without incidents."""

OPTIONS: Final = {
    "italy-2010": (("duel=short", "draw=mixed", "balance=false"), ("keep_apart=P001+P002",)),
    "italy-2011": (("draw=mixed",),),
    "italy-2007": (("composition=6,5",), ("draw=mixed",)),
    "germany": (("draw=mixed",),),
    "record": (
        ("scoring=simplified",),
        ("scoring=complete", "auction=true"),
        ("cash_rewards=true", "experience=true"),
        ("auction=true", "cash_rewards=true", "games=3"),
    ),
}
ALIKE: Final = ("italy-2011",)
"""Whose record sheets are those of another regulation: there nothing is typed wrong."""

EPOCH: Final = 1794960000
SEED: Final = "Mezzogiorno"
MINUTE: Final = 60
WIDTH: Final = 240
"""So many signs of a text are shown."""

MOST_STEPS: Final = 16
"""So many times at most something is seated in a day."""

_SOFFICE: Final = """#!/bin/sh
for last do :; done
{ printf '%%PDF\\n'; cat "$last"; } > "${last%.xlsx}.pdf"
"""
_INPUTS: Final = (
    "Character", "Bid", "Role", "Status", "Outcome", "Winner", "Reconfirmed", "Lives", "Killed_Sheriff", "Outlaws_Killed",
    "Cards_Kept",
)  # fmt: skip
_KEYS: Final = """
format rulebook language event name date place region kind organiser referees report_to options duel draw players id email
eligible present draws round rng_seed source algorithm version start_tables events type player reason automatic moment
table games outcome renegade_final_duel seats seat role alive character payout finals mode duels seated closed 1 2 3 4
"""
COMMON: Final[frozenset[str | int]] = frozenset(_KEYS.split()) | {0}
"""Keys of the JSON that are looked into in one regulation only."""
_SAID: Final = "said.txt"
_COMMANDS: Final = (
    "new seat check standings reopen redraw swap undo export import demo report verify season slip blank rulebooks setup doctor"
)
_WRONG: Final = """
--help
nothing
rulebooks
rulebooks x
new a.xlsx
new a.xlsx --rulebook nowhere
new a.txt --rulebook italy-2010
new a.xlsx --rulebook italy-2010 --language fr
new a.xlsx --rulebook italy-2010 --players 3
new a.xlsx --rulebook italy-2010 --players 999
new a.xlsx --rulebook italy-2010 --players none.csv
new a.xlsx --rulebook italy-2010 --players bad.csv
new a.xlsx --rulebook italy-2010 --players list.csv
new b.xlsx --rulebook italy-2010 --players semicolons.csv --language en
new b.xlsx --rulebook italy-2010 --players 12
new c.xlsx --rulebook italy-2010 --option duel=never
new c.xlsx --rulebook italy-2010 --option x=1
new c.xlsx --rulebook italy-2010 --option duel
new c.xlsx --rulebook italy-2007 --option composition=9,9 --players 18
seat b.xlsx --close
seat b.xlsx --close --reason late
seat b.xlsx --by-hand list.csv
seat b.xlsx --by-hand none.csv
seat b.xlsx --by-hand list.csv --close
seat b.xlsx --rng-seed x --public-value 7
seat text.xlsx
check text.xlsx
check b.xlsx
check b.xlsx --json
check b.xlsx extra
check . --json
standings b.xlsx
standings b.xlsx --json
standings b.xlsx --csv
reopen b.xlsx --round 1 --table 9 --reason x
reopen b.xlsx --round 9 --table 1 --reason x
reopen b.xlsx --round x --table 1
swap b.xlsx P001 P099 --reason x
swap b.xlsx P001 Name --reason x
swap b.xlsx P001 P002 --reason x
redraw b.xlsx --reason late --rng-seed y
slip b.xlsx Nobody
slip b.xlsx P001
undo b.xlsx
undo b.xlsx
seat b.xlsx --public-value 426
export b.xlsx
export text.xlsx
import list.csv -o i.xlsx
import none.json -o i.xlsx
demo d.xlsx --players 5
demo d.txt
demo d.xlsx --rulebook x
demo d.xlsx --language fr
report b.xlsx
report b.xlsx --interim --rng-seed 1
report b.xlsx --interim --send
verify b.xlsx
verify text.xlsx --json
season b.xlsx text.xlsx -o s.xlsx
season none -o s.xlsx
season b.xlsx -o s.txt
blank x.txt
blank x.xlsx --rulebook x
blank x.xlsx
blank x.xlsx
blank x.pdf --language xx"""


class Said(NamedTuple):
    """What a command answered."""

    code: int
    out: str
    err: str


class Room:
    """A folder in which one day is played with the code of one side; every step leaves what it wrote and said in ``steps``."""

    def __init__(self, code: Path, folder: Path, *, alone: bool = False) -> None:
        self.alone = alone
        """Whether this process plays nothing else: then modules that a command has needed are in memory for the next ones."""
        self.code, self.folder, self.steps = code, folder / "room", folder / "steps"
        for made in (self.folder, self.steps, folder / "home"):
            made.mkdir(parents=True)
        self._home, self._number = folder / "home", 0
        self._seen: dict[str, tuple[int, int]] = {}

    def run(self, *arguments: str) -> Said:
        """One command, in a process of its own; what it said, and each file that it wrote, goes into ``steps``."""
        self._number += 1
        out, err = self._home / "out", self._home / "err"
        process = os.fork()
        if not process:
            self._command(arguments, out, err)
        code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
        if self.alone and code >= 0:
            for name in (self._home / "modules").read_text(encoding="utf-8").split():
                import_module(name)
        said = Said(code, *(self._cleaned(file.read_text(encoding="utf-8", errors="replace")) for file in (out, err)))
        self._keep(arguments, said)
        return said

    def type(self, file: str, values: Mapping[tuple[str, int], str | float | None], target: str = "") -> None:
        """Type into named cells of a workbook, as a referee would; what the workbook has no name for is left out."""
        book = Workbook((self.folder / file).read_bytes())
        for (name, index), value in values.items():
            if name in book.names and index < len(book.names[name][1]):
                book.type(name, value, index)
        book.save(self.folder / (target or file))

    def book(self, file: str) -> Workbook:
        """A workbook of this room."""
        return Workbook((self.folder / file).read_bytes())

    def there(self, file: str) -> bool:
        """Whether there is such a file."""
        return (self.folder / file).exists()

    def _command(self, arguments: Sequence[str], out: Path, err: Path) -> None:
        """In the forked process: python -m bangxl, of which nothing has run before."""
        for number, file in ((1, out), (2, err)):
            os.dup2(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
        sys.stdin = io.StringIO()
        sys.stdout, sys.stderr = (os.fdopen(number, "w", encoding="utf-8") for number in (1, 2))
        os.chdir(self.folder)
        os.environ |= {"HOME": str(self._home), "SOURCE_DATE_EPOCH": str(EPOCH + MINUTE * self._number)}
        lead(self.code)
        for name in () if self.alone else [name for name in sys.modules if name.split(".")[0] == "bangxl"]:
            del sys.modules[name]
        sys.argv[:] = ["bangxl", *arguments]
        code = 0
        try:
            runpy.run_module("bangxl", run_name="__main__", alter_sys=True)
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
        except BaseException:  # noqa: BLE001 -- what python -m would show
            traceback.print_exc()
            code = 1
        sys.stdout.flush()
        sys.stderr.flush()
        needed = [name for name in sys.modules if name.startswith("bangxl.") and not name.endswith("__main__")]
        (self._home / "modules").write_text("\n".join(needed), encoding="utf-8")
        os._exit(code)

    def _cleaned(self, text: str) -> str:
        """Without the folder, which is another one every time, and without what only this moment knows."""
        text = text.replace(str(self.folder.parent), "/here").replace(str(self.code), "/code")
        return re.sub(r"(/[\w.-]+)*/bangxl-\w+/", "/temporary/", text)

    def _keep(self, arguments: Sequence[str], said: Said) -> None:
        step = self.steps / f"{self._number:03}-{arguments[0] if arguments else 'bangxl'}"
        step.mkdir()
        now = {
            file.relative_to(self.folder).as_posix(): (file.stat().st_mtime_ns, file.stat().st_ino)
            for file in self.folder.rglob("*")
            if file.is_file()
        }
        for name, state in now.items():
            if state != self._seen.get(name):
                (step / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(self.folder / name, step / name)
        gone = "".join(f"gone: {name}\n" for name in sorted(self._seen.keys() - now.keys()))
        line = " ".join(f"'{argument}'" if " " in argument else argument for argument in arguments)
        text = f"$ bangxl {line}\n{said.out}--- standard error\n{said.err}--- exit code {said.code}\n{gone}"
        (step / _SAID).write_text(text, encoding="utf-8")
        self._seen = now


def lead(code: Path) -> None:
    """Let `import bangxl` find this code, and no other."""
    sys.path[:] = [str(code), *(path for path in sys.path if path and not Path(path, "bangxl", "__init__.py").exists())]


class Job(NamedTuple):
    """Something to play in a room of its own."""

    name: str
    play: Callable[[Room], None]


def fresh(room: Room, rulebook: str, *, large: bool) -> None:
    """New workbooks in every language, with every option; blank forms."""
    places = str(DAYS[rulebook][1])
    for number, language in enumerate(LANGUAGES):
        kind = ".xlsm" if number % 2 else ".xlsx"
        room.run("new", f"{language}{kind}", "--rulebook", rulebook, "--language", language, "--players", places)
        room.run("blank", f"{language}-blank{'.xlsx' if number % 2 else '.pdf'}", "--rulebook", rulebook, "--language", language)
    for number, options in enumerate(OPTIONS[rulebook]):
        given = [part for option in options for part in ("--option", option)]
        room.run("new", f"options-{number}.xlsx", "--rulebook", rulebook, "--players", places, *given)
        room.run("check", f"options-{number}.xlsx")
    if large:
        room.run("new", "large.xlsm", "--rulebook", rulebook)


def day(room: Room, rulebook: str, setting: tuple[str, int, str], *, incidents: bool) -> None:
    """A whole day: a simulated one, and the same once more by hand, step by step."""
    language, players, kind = setting
    demo, file = f"demo{kind}", f"torneo{kind}"
    room.run("demo", demo, "--rulebook", rulebook, "--players", str(players), "--rng-seed", SEED, "--language", language)
    room.run("export", demo, "-o", "demo.json")
    room.run("new", file, "--rulebook", rulebook, "--players", str(players), "--language", language)
    if incidents:
        for command in (["check", file], ["seat", file], ["standings", file], ["slip", file, "P001"], ["undo", file]):
            room.run(*command)
    known = room.book(demo)
    room.type(file, _entries(known))
    room.run("check", file)
    for number in range(1, MOST_STEPS):
        if room.run("seat", file, "--rng-seed", f"{SEED} {number}").code:
            break
        if incidents:
            _between(room, file, known, number, kind)
        room.type(file, _results(known, room.book(file), number))
        if incidents:
            room.run("check", file)
            if number == 1 and rulebook not in ALIKE:
                faults(room, file, known, kind)
    if incidents:
        _evening(room, file, demo)
    room.run("export", file)
    room.run("report", file, "-o", "referto")
    room.run("verify", f"referto/{Path(file).stem}-referto.xlsx", "--json")


def _between(room: Room, file: str, known: Workbook, number: int, kind: str) -> None:
    """What a referee may do while a round is played; in the end all is as it was before."""
    if number > 2:
        return
    if number == 1:
        room.run("redraw", file, "--reason", "a chair was missing", "--rng-seed", "another")
        room.run("undo", file)
        room.run("swap", file, "P001", "P002", "--reason", "wrong chairs")
        room.run("undo", file)
        room.run("undo", file)
        room.run("seat", file, "--rng-seed", f"{SEED} 1")
        _by_hand(room, file, kind)
    if number == 1:
        _half_played(room, file, known, kind)
    else:
        _reopened(room, file)


def _half_played(room: Room, file: str, known: Workbook, kind: str) -> None:
    """What may be asked while some results are not there yet."""
    room.run("seat", file)
    some = _results(known, room.book(file), 1)
    room.type(file, dict(list(some.items())[: len(some) // 3]), f"part{kind}")
    for command in (["seat", f"part{kind}"], ["check", f"part{kind}", "--json"], ["report", f"part{kind}"]):
        room.run(*command)
    room.run("report", f"part{kind}", "--interim", "-o", "interim")
    room.run("report", f"part{kind}", "--interim", "--with-results", "--without-addresses", "-o", "results")
    room.run("standings", f"part{kind}")
    room.run("slip", file, "P003")


def _reopened(room: Room, file: str) -> None:
    """A game of the round before, once more and back again; what is refused now."""
    for command in (["redraw", file, "--reason", ""], ["swap", file, "P001", "P001", "--reason", "x"]):
        room.run(*command)
    room.run("reopen", file, "--round", "1", "--table", "1", "--reason", "a role shown by mistake")
    room.run("check", file)
    room.run("seat", file, "--rng-seed", "none")
    room.run("undo", file)


def _by_hand(room: Room, file: str, kind: str) -> None:
    """The first round once more, as cards might have drawn it."""
    said = room.run("export", file)
    try:
        games = json.loads(said.out)["games"]
    except (ValueError, KeyError):
        return
    lines = [f"{g['round']},{g['table']},{s['seat']},{s['player']}" for g in games for s in g["seats"]]
    for name, kept in (("cards.csv", lines), ("wrong.csv", [*lines[1:], "1,9,9,P999"])):
        (room.folder / name).write_text("\n".join(["round,table,seat,player", *kept]), encoding="utf-8")
    hand = f"hand{kind}"
    shutil.copyfile(room.folder / file, room.folder / hand)
    shutil.copytree(room.folder / f"{Path(file).stem}.history", room.folder / "hand.history", dirs_exist_ok=True)
    for command in (
        ["undo", hand],
        ["seat", hand, "--by-hand", "wrong.csv"],
        ["seat", hand, "--by-hand", "cards.csv"],
        ["check", hand],
    ):
        room.run(*command)


def _evening(room: Room, file: str, demo: str) -> None:
    """What follows the last result."""
    for arguments in (
        ["check", file, "--json"],
        ["standings", file, "--json"],
        ["standings", file, "--csv"],
        ["slip", file, "P002"],
    ):
        room.run(*arguments)
    room.run("seat", file)
    room.run("reopen", file, "--round", "1", "--table", "1", "--reason", "too late")
    room.run("check", file)
    room.run("report", file)
    if room.there(f"{Path(file).stem}.history"):
        room.run("undo", file)
    room.run("report", demo, "-o", "open")
    room.run("report", demo, "--without-addresses", "-o", "closed")
    referto = "open/demo-referto.xlsx"
    code = re.search(r"\b[0-9a-f]{12}\b", room.run("verify", referto).out)
    room.run("verify", referto, "--against", code[0] if code else "")
    room.run("verify", referto, "--against", "000000000000")
    room.run("verify", file)
    room.run("check", referto)
    room.run("import", "demo.json", "-o", "imported.xlsx", "--language", "en")
    room.run("season", "open", "closed", "-o", "season.xlsx", "--language", "de")
    if room.there(referto):
        forged(room, referto)


def forged(room: Room, referto: str) -> None:
    """A referto in which something was changed afterwards."""
    names = [name for name, (_sheet, cells) in room.book(referto).names.items() if cells]
    for index in range(6):
        name = names[index * (len(names) - 1) // 5]
        value = room.book(referto).value(name)
        room.type(referto, {(name, 0): value + 7 if isinstance(value, float) else f"{value or ''}?"}, "forged.xlsx")
        room.run("verify", "forged.xlsx")


def faults(room: Room, file: str, known: Workbook, kind: str) -> None:
    """What can be typed wrong: each group in a copy of its own."""
    sheet = "Round1T1!"
    role, status = (known.value(f"{sheet}{name}") for name in ("Role", "Status"))
    groups: list[dict[tuple[str, int], str | float | None]] = [
        {(f"{sheet}Character", 0): "Nobody", (f"{sheet}Character", 2): known.value(f"{sheet}Character", 1)},
        {(f"{sheet}Bid", 0): -100.0, (f"{sheet}Bid", 1): "abc", (f"{sheet}Bid", 2): 99999.0, (f"{sheet}Bid", 3): 150.5},
        {(f"{sheet}Role", 1): role, (f"{sheet}Role", 2): "xyz", (f"{sheet}Status", 3): "?"},
        {(f"{sheet}Status", index): status for index in range(7)},
        {(f"{sheet}Role", 0): known.value(f"{sheet}Role", 1), (f"{sheet}Role", 1): role, (f"{sheet}Outcome", 0): "??"},
        {(f"{sheet}Outcome", 0): known.value("Round1T2!Outcome") if "Round1T2!Outcome" in known.names else None},
        {(f"{sheet}Player", 0): "P999", (f"{sheet}Player", 1): known.value(f"{sheet}Player", 2)},
        {("Players_Name", 0): known.value("Players_Name", 1), ("Players_Name", 2): None, ("Players_Present", 3): "perhaps"},
        {("Events_Type", 5): "xx", ("Events_Player", 5): "P999", ("Events_Moment", 6): "x", ("Events_Round", 7): -1.0},
        {("Events_Type", 5): known.value("Events_Type"), ("Events_Player", 5): known.value("Events_Player")},
        {("Round1!Wall_Player", 0): "P999", ("Round1!Draw_Seed", 0): "forged"},
        {("Option_draw", 0): "maybe", ("Event_Date", 0): "one day", ("Event_Kind", 0): "x", ("Event_Report_To", 0): "nobody"},
        {
            (f"{sheet}Lives", 0): 99.0,
            (f"{sheet}Lives", 1): -1.0,
            (f"{sheet}Cards_Kept", 0): -1.0,
            (f"{sheet}Reconfirmed", 1): "x",
        },
        {(f"{sheet}Killed_Sheriff", 0): "x", (f"{sheet}Killed_Sheriff", 1): "x", (f"{sheet}Outlaws_Killed", 0): 9.0},
        {("Payout_Value", 0): 1.0, ("Payout_Key", 1): "x", ("Standings_Score", 0): 5.0, (f"{sheet}Payout", 0): 1.0},
        {("Log_Seed", 0): "forged", ("Log_Digest", 0): "000000000000", ("Log_Version", 0): "9.9"},
        {("Finals_SF1_Score_A", 0): 9.0, ("Finals_SF1_Score_B", 0): "x", ("Stage1T1!Role", 0): role, ("Published", 0): "yes"},
        {("Closed_After_Round", 0): 9.0, ("Closed", 0): "yes", ("Lots_By_Hand", 0): "yes", ("Players_Lot", 0): 1.0},
        {(f"{sheet}Seat", 0): 9.0, (f"{sheet}Seat", 1): "x", ("Players_Id", 0): "P002"},
        {("Auctions_Round", 0): 1.0, ("Auctions_Table", 0): 9.0, ("Auctions_Price", 0): -5.0, ("Auctions_Winner", 0): "P001"},
    ]
    for number, group in enumerate(groups):
        room.type(file, group, f"fault{kind}")
        room.run("check", f"fault{kind}", *(["--json"] if number % 4 == 0 else []))
        if number % 3 == 0:
            room.run("seat", f"fault{kind}", "--rng-seed", "x")


def malformed(room: Room, rulebook: str, players: int, known: frozenset[str | int] = frozenset()) -> None:
    """JSON that was changed in one place, everywhere but at known keys: a wrong type, another value, nothing."""
    language = DAYS[rulebook][0]
    room.run("demo", "demo.xlsx", "--rulebook", rulebook, "--players", str(players), "--rng-seed", SEED, "--language", language)
    room.run("export", "demo.xlsx", "-o", "demo.json")
    whole = json.loads((room.folder / "demo.json").read_text(encoding="utf-8"))
    for text in _changed(whole, known):
        (room.folder / "t.json").write_text(text, encoding="utf-8")
        if not room.run("import", "t.json", "-o", "t.xlsx").code:
            (room.folder / "t.xlsx").unlink()
    if not known:
        _cut(room, whole)


def _changed(whole: dict[str, Any], known: frozenset[str | int]) -> Iterator[str]:
    for number, way in enumerate(_ways(whole, ())):
        for change in (_other_type, _other_value, None) if way[-1] not in known else ():
            changed: Any = deepcopy(whole)
            owner = changed
            for step in way[:-1]:
                owner = owner[step]
            if change is not None:
                owner[way[-1]] = change(owner[way[-1]])
            elif number % 3:
                continue
            else:
                del owner[way[-1]]
            yield json.dumps(changed, ensure_ascii=False)


def _cut(room: Room, whole: dict[str, Any]) -> None:
    """What is no tournament at all, and a tournament in the middle of the day, that ends there."""
    for number, text in enumerate(("", "[]", "{", '{"format": "bangxl/9"}', '{"format": "bangxl/1", "rulebook": "x"}')):
        (room.folder / "t.json").write_text(text, encoding="utf-8")
        room.run("import", "t.json", "-o", f"n{number}.xlsx")
    for cut in range(0, len(whole["games"]) + 1, 2):
        early = whole | {"games": whole["games"][:cut]}
        for key in ("finals", "ko_stages", "final_ranking", "standings"):
            early.pop(key, None)
        (room.folder / "t.json").write_text(json.dumps(early, ensure_ascii=False), encoding="utf-8")
        room.run("import", "t.json", "-o", f"cut-{cut}.xlsx", "--force")
        if room.there(f"cut-{cut}.xlsx"):
            room.run("check", f"cut-{cut}.xlsx")
            room.run("seat", f"cut-{cut}.xlsx", "--rng-seed", "x", "--close", "--reason", "it is late")


def _ways(value: Any, way: tuple[str | int, ...]) -> Iterator[tuple[str | int, ...]]:  # noqa: ANN401 -- JSON
    """The way to each key of a document; of a list only into its first entry."""
    if way:
        yield way
    if isinstance(value, dict):
        for key, below in value.items():
            yield from _ways(below, (*way, key))
    elif isinstance(value, list) and value:
        yield from _ways(value[0], (*way, 0))


def _other_type(value: object) -> object:
    return 5 if isinstance(value, str | bool) or value is None else "x"


def _other_value(value: object) -> object:
    match value:
        case bool():
            return not value
        case str():
            return f"{value}?"
        case int():
            return value - 3
        case list():
            return [*value, *value[:1]]
    return {}


def house_rules(room: Room, rulebook: str) -> None:
    """A regulation of one's own: copied, with a line changed or gone."""
    text = next(room.code.rglob(f"{rulebook}.toml")).read_text(encoding="utf-8").splitlines()
    keys = [number for number, line in enumerate(text) if re.match(r"\w+ *=", line)]
    some = keys[:: max(1, len(keys) // 8)]
    variants = [[*text[:number], *text[number + 1 :]] for number in some]
    variants += [[*text[:n], re.sub(r"=.*", "= 'x'", text[n]), *text[n + 1 :]] for n in some]
    variants += [[*text, "unknown = 1"], ["= ="], text]
    for number, lines in enumerate(variants):
        (room.folder / "house.toml").write_text("\n".join(lines), encoding="utf-8")
        room.run("blank", f"house-{number}.xlsx", "--rulebook", "house.toml")
    room.run("new", "house.xlsx", "--rulebook", "house.toml", "--players", str(DAYS[rulebook][1]))


def wrong_uses(room: Room) -> None:
    """What a person may type wrong on the command line; help; what needs no workbook."""
    (room.folder / "text.xlsx").write_text("no workbook", encoding="utf-8")
    (room.folder / "list.csv").write_text(
        "name,region,email\nAnna Rossi,Lazio,a@b.it\nBruno,Lazio,\nAnna Rossi,,x\n", encoding="utf-8"
    )
    (room.folder / "bad.csv").write_text("who;where\nAnna;Lazio\n", encoding="utf-8")
    twelve = "\n".join(f"Name {number};Toscana;n{number}@example.org" for number in range(12))
    (room.folder / "semicolons.csv").write_text(f"name;region;email\n{twelve}\n", encoding="utf-8")
    for command in _COMMANDS.split():
        room.run(command, "--help")
        if command not in {"rulebooks", "setup", "doctor"}:
            room.run(command)
        if command not in {"rulebooks", "setup", "doctor", "demo"}:
            room.run(command, "missing.xlsx")
    for line in _WRONG.splitlines():
        room.run(*line.split())


def season(room: Room) -> None:
    """Regional and national tables of several referti, with every choice."""
    for number, (rulebook, players) in enumerate([("italy-2010", 11), ("italy-2010", 12), ("italy-2011", 13), ("germany", 20)]):
        room.run("demo", f"t{number}.xlsx", "--rulebook", rulebook, "--players", str(players), "--rng-seed", f"season {number}")
        room.run("report", f"t{number}.xlsx", "-o", "all" if number < 2 else "others")
    (room.folder / "status.csv").write_text("name,status\nChloé Conti,banned\nZoë Grünwald,qualified\n", encoding="utf-8")
    (room.folder / "same.csv").write_text("name,other,same\nChloé Conti,Cloe Conti,yes\n", encoding="utf-8")
    room.run("season", "all", "-o", "s1.xlsx")
    room.run("season", "all", "others", "-o", "s2.xlsx", "--language", "en")
    for number, regional in enumerate(("best", "mean", "last", "median")):
        given = ["--regional", regional, "--irregular", "exclude", "--language", LANGUAGES[number], "--deadline", "2026-11-30"]
        room.run("season", "all", "-o", f"r{number}.xlsx", *given)
    for number, given in enumerate(
        (["--status", "status.csv"], ["--same", "same.csv"], ["--deadline", "x"], ["--rulebook", "record"])
    ):
        room.run("season", "all", "-o", f"g{number}.xlsx", *given)


def computer(room: Room) -> None:
    """What is said of this computer, and what its Excel is told."""
    for arguments in (["doctor"], ["setup"], ["doctor"], ["doctor", "-o", "x"], ["doctor", "--excel", "--libreoffice"]):
        room.run(*arguments)


def jobs(*, quick: bool) -> list[Job]:
    """All that is played, the longest first."""
    if quick:
        setting = {"italy-2010": ("it", 10, ".xlsm"), "germany": ("de", 20, ".xlsx"), "record": ("en", 4, ".xlsx")}
        days = [
            Job(f"day-{id_}", partial(day, rulebook=id_, setting=it, incidents=id_ == "italy-2010"))
            for id_, it in setting.items()
        ]
        return [*days, Job("season", season)]
    days = [Job(f"day-{id_}", partial(day, rulebook=id_, setting=it, incidents=True)) for id_, it in DAYS.items()]
    short = [Job(f"short-{id_}", partial(day, rulebook=id_, setting=it, incidents=False)) for id_, it in SHORT_DAYS.items()]
    new = [Job(f"fresh-{id_}", partial(fresh, rulebook=id_, large=id_ in {"italy-2007", "record"})) for id_ in DAYS]
    json_ = [
        Job("json-italy-2007", partial(malformed, rulebook="italy-2007", players=6)),
        Job("json-germany", partial(malformed, rulebook="germany", players=20, known=COMMON)),
        Job("json-record", partial(malformed, rulebook="record", players=4, known=COMMON)),
    ]
    house = [Job(f"house-{id_}", partial(house_rules, rulebook=id_)) for id_ in ("italy-2010", "record")]
    return [*days, *json_, *new, *short, Job("season", season), *house, Job("wrong-uses", wrong_uses), Job("computer", computer)]


def _entries(known: Workbook) -> dict[tuple[str, int], str | float | None]:
    """The event and the players, as they stand in the simulated tournament."""
    names = [name for name in known.names if re.fullmatch(r"Event_\w+|Players_(Name|Region|Email)", name)]
    found = {(name, index): known.value(name, index) for name in names for index in range(len(known.names[name][1]))}
    return {key: value for key, value in found.items() if value is not None}


def _results(known: Workbook, book: Workbook, number: int) -> dict[tuple[str, int], str | float | None]:
    """The simulated tournament's results of every table and duel that is seated, and what happened until then."""
    found: dict[tuple[str, int], str | float | None] = {}
    for name, (_sheet, cells) in known.names.items():
        sheet, _, own = name.rpartition("!")
        match = re.fullmatch(r"(Finals_\w+_)Score_[AB]", name)
        owner = f"{sheet}!Player" if own in _INPUTS else f"{match[1]}Player_A" if match else ""
        seated = owner in book.names and book.value(owner) is not None
        if seated and name in book.names:
            found |= {(name, index): known.value(name, index) for index in range(len(cells))}
    for row in range(len(known.names.get("Events_Type", ("", []))[1])):
        rounds = [known.value(f"Events_{column}", row) for column in ("After_Round", "Round")]
        if any(isinstance(when, float) and when <= number for when in rounds):
            columns = [
                name for name in known.names if re.fullmatch(r"Events_[A-Z]\w+", name) and known.value(name, row) is not None
            ]
            found |= {(name, row): known.value(name, row) for name in columns}
    return {key: value for key, value in found.items() if value is not None}


def checkout(commit: str, target: Path) -> None:
    """The project as it was at a commit; as it lies here, if none is named."""
    target.mkdir(parents=True)
    if commit:
        data = subprocess.run(["git", "archive", commit], cwd=ROOT, check=True, capture_output=True).stdout
        with tarfile.open(fileobj=io.BytesIO(data)) as archive:
            archive.extractall(target, filter="data")
        return
    for name in _git("ls-files", "-co", "--exclude-standard").splitlines():
        if (ROOT / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, target / name)


def played(code: Path, job: Job, target: Path) -> None:
    """Play a job with the code of one side; its steps are at the target once all of them are done."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix="bangxl-same-", dir=code.parent) as folder:
        lead(code)
        room = Room(code, Path(folder, "day"), alone=True)
        job.play(room)
        unfinished = Path(tempfile.mkdtemp(prefix=".unfinished-", dir=target.parent))
        shutil.copytree(room.steps, unfinished, dirs_exist_ok=True)
        if target.exists():  # another run has been quicker
            shutil.rmtree(unfinished)
        else:
            unfinished.rename(target)


def play_all(chosen: Sequence[Job], sides: Sequence[tuple[Path, Path]], started: float) -> None:
    """Play the jobs with the code of each side, each in a process of its own, into the side's folder, unless it is there."""
    context, running = get_context("fork"), dict[int, tuple[str, ForkProcess]]()
    waiting = [(job, *side) for job in chosen for side in sides if not (side[1] / job.name).exists()]
    while waiting or running:
        while waiting and len(running) < (os.cpu_count() or 1):
            job, code, target = waiting.pop(0)
            process = context.Process(target=played, args=(code, job, target / job.name))
            process.start()
            running[process.sentinel] = f"{job.name} ({code.name})", process
        for sentinel in wait(list(running)):
            name, process = running.pop(cast("int", sentinel))
            process.join()
            if process.exitcode:
                raise SystemExit(f"{name} could not be played")
            print(f"{time.monotonic() - started:4.0f} s  {name}", file=sys.stderr, flush=True)


def _git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


class Result(NamedTuple):
    """What the comparison of one job has found, and how much it has compared."""

    differences: list[tuple[str, Difference]]
    rewritten: Counter[str]
    counts: Counter[str]
    messages: set[str]
    defects: list[str]


def compare(before: Path, after: Path, most: int) -> Result:
    """Two folders of steps; at most so many differences a file."""
    found: list[tuple[str, Difference]] = []
    rewritten, counts, messages, defects = Counter[str](), Counter[str](), set[str](), list[str]()
    files = {file.relative_to(side).as_posix() for side in (before, after) for file in side.rglob("*") if file.is_file()}
    for name in sorted(files):
        one, other = before / name, after / name
        if not (one.exists() and other.exists()):
            there = ("there", "(nothing)") if one.exists() else ("(nothing)", "there")
            found.append((name, Difference("", "", "file", *there)))
            continue
        data, new = one.read_bytes(), other.read_bytes()
        counts["files"] += 1
        counts["cells"] += cells_in(new)
        if name.endswith(_SAID):
            counts["commands"] += 1
            if b"--- exit code 3" in new:
                defects.append(name)
            messages |= set(new.decode().splitlines())
        if data != new:
            differences = compared(data, new, name)
            found += [(name, difference) for difference in differences[:most]]
            if len(differences) > most:
                found.append((name, Difference("", "", "more", "", f"{len(differences) - most} more differences in this file")))
            if not differences:
                rewritten.update(other_parts(data, new))
    return Result(found, rewritten, counts, messages, defects)


def _environment(work: Path) -> None:
    """For the commands: no LibreOffice, no time zone, no colours, lines of one length."""
    programs = work / "programs"
    programs.mkdir()
    (programs / "soffice").write_text(_SOFFICE, encoding="utf-8")
    (programs / "soffice").chmod(0o755)
    os.environ |= {
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}", "TZ": "UTC", "COLUMNS": "120", "TERMINAL_WIDTH": "120",
        "NO_COLOR": "1", "LC_ALL": "C.UTF-8",
    }  # fmt: skip
    for name in ("PYTHONPATH", "XDG_CONFIG_HOME", "BANGXL_MESSAGES", "FORCE_COLOR"):
        os.environ.pop(name, None)
    time.tzset()


def show(results: Sequence[tuple[str, Result]]) -> bool:
    """Print what differs, each difference once; whether there is nothing."""
    places: dict[Difference, list[str]] = {}
    for job, result in results:
        for file, difference in result.differences:
            places.setdefault(difference, []).append(f"{job}/{file}")
    for difference, files in places.items():
        where = " ".join(filter(None, (difference.sheet, difference.place, difference.what)))
        more = f" (and {len(files) - 1} more files)" if len(files) > 1 else ""
        pairs = enumerate(zip(difference.before, difference.after, strict=False))
        alike = next((index for index, (one, other) in pairs if one != other), 0)
        start = max(0, alike - WIDTH // 2) if alike > WIDTH else 0
        before, after = (f"{'… ' if start else ''}{text[start:][:WIDTH]}" for text in (difference.before, difference.after))
        print(f"{files[0]}{more}: {where}\n  - {before}\n  + {after}")
    rewritten = sum((result.rewritten for _, result in results), Counter[str]())
    if rewritten:
        print("Written otherwise, with the same facts:")
        for part, number in rewritten.most_common(20):
            print(f"  {part}: {number} times")
    defects = [f"{job}/{name}" for job, result in results for name in result.defects]
    if defects:
        print(f"Defects (exit code 3) in {len(defects)} commands, alike or not: {', '.join(defects[:5])}")
    return not places


def main() -> int:
    """Compare; 0 if all is the same, 1 if something differs."""
    parser = argparse.ArgumentParser(description="Whether this code and that of another commit do the same.")
    parser.add_argument("commit", nargs="?", default="HEAD~1", help="the commit to compare with (HEAD~1)")
    parser.add_argument("--with", dest="other", default="", metavar="COMMIT", help="instead of the code that lies here")
    parser.add_argument("--quick", action="store_true", help="one language, small tournaments")
    parser.add_argument("--only", default="", metavar="TEXT", help="only the days with this in their name")
    parser.add_argument("--most", type=int, default=20, metavar="N", help="differences shown of each file (20)")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="keep what the second side wrote in a new folder")
    given = parser.parse_args()
    started = time.monotonic()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # leaves no folder behind
    commit = _git("rev-parse", f"{given.commit}^{{commit}}")
    with TemporaryDirectory(prefix="bangxl-same-") as folder:
        work = Path(folder)
        sides = work / "one", work / "two"
        checkout(commit, sides[0])
        checkout(given.other, sides[1])
        for side in sides:
            compileall.compile_dir(side / "bangxl", quiet=2, workers=1)
        _environment(work)
        tool = b"".join(Path(__file__).with_name(name).read_bytes() for name in ("same.py", "same_parts.py"))
        speed = "quick" if given.quick else "whole"
        kept = KEPT / f"{commit[:12]}-{hashlib.sha256(tool).hexdigest()[:12]}-{speed}"
        chosen = [job for job in jobs(quick=given.quick) if given.only in job.name]
        after = work / "second"
        play_all(chosen, [(sides[0], kept), (sides[1], after)], started)
        results = [(job.name, compare(kept / job.name, after / job.name, given.most)) for job in chosen]
        if given.keep:
            shutil.copytree(after, given.keep)
    same = show(results)
    counts = sum((result.counts for _, result in results), Counter[str]())
    messages = len(set().union(*(result.messages for _, result in results)))
    used = sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    amount = f"{counts['commands']} commands, {counts['files']} files, {counts['cells']} cells, {messages} different lines said"
    took = f"{time.monotonic() - started:.0f} s, {used:.0f} s of a processor"
    print(f"{'The same' if same else 'NOT the same'} as {commit[:12]}: {amount}; {took}")
    return 0 if same else 1


if __name__ == "__main__":
    os.environ["OPENPYXL_LXML"] = "False"  # as bangxl has it, before openpyxl is in memory
    for library in ("typer._adapters", "msgspec", "openpyxl", "rich.table"):
        import_module(library)  # once, not once for each command
    gc.freeze()
    sys.exit(main())
