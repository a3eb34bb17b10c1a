"""Where the program runs: names of files, rights, links, locks, variables, arguments, streams, disks that are full."""

import ctypes
import os
import random
import resource
import shutil
import signal
import stat
import struct
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

import pytest

from bangxl.books.history import history_folder as history
from tests.fuzz.judge import contents, harmless, warm
from tests.fuzz.moments import at, copied, referti
from tests.fuzz.seeds import VARIABLE, dice, fuzz_seed, numbers

NAMES: Final = (
    "torneo.xlsx", "a b.xlsx", "tor'neo.xlsx", 'tor"neo.xlsx', "-n.xlsx", "--json.xlsx", "tornèo.xlsx", "турнир.xlsx",
    "😀.xlsx", "a\nb.xlsx",
    "a\x1b[31mb.xlsx", "a\u009bb.xlsx", "a\u202eb.xlsx", os.fsdecode(b"\xff\xfe.xlsx"), "{x}.xlsx", "[b]x.xlsx",
    "%s.xlsx", "torneo.XLSX",
    "con.xlsx", "x.y.z.xlsx", ".torneo.xlsx", " .xlsx", "$HOME.xlsx", "*.xlsx", "a\\b.xlsx", "~.xlsx", "=1+1.xlsx",
    *(f"{'x' * (length - 5)}.xlsx" for length in (200, 230, 236, 240, 245, 250, 255)), f"{'é' * 120}.xlsx", f"{'é' * 125}.xlsx",
)  # fmt: skip
VARIABLES: Final[tuple[Mapping[str, str | None], ...]] = (
    {}, {"LANG": "C", "LC_ALL": "C"}, {"LC_ALL": "POSIX"}, {"LC_ALL": "tr_TR.UTF-8"}, {"LC_ALL": "xx_YY"},
    {"LC_ALL": None, "LANG": ""},
    {"LC_ALL": "it_IT"}, {"LC_ALL": "de"}, {"LC_ALL": "ru_RU.KOI8-R"}, {"LC_ALL": "\udcff"}, {"HOME": None},
    {"HOME": "/nowhere"}, {"HOME": ""},
    {"COLUMNS": "1"}, {"COLUMNS": "0"}, {"COLUMNS": "x"}, {"TERM": "dumb"}, {"TERM": None}, {"TMPDIR": "/nowhere"},
    {"PATH": ""}, {"PATH": None},
    {"FORCE_COLOR": "1"}, {"NO_COLOR": "1"}, {"DISPLAY": ":99"},
    *({"SOURCE_DATE_EPOCH": value} for value in ("x", "-1", "0", "²", "99999999999999", "253402300800", "9" * 5000, "1e9", "")),
)  # fmt: skip
HARMFUL: Final = (
    "", " ", "x" * 40_000, "a\nb", "\x07", "\x9b31m", "\u200b", "\udcff", "=cmd|'/c calc'!A1", "{x}", "[b]", "-1", "0",
    "9" * 5000, "1e9", "²",
    "../../x", "/etc/passwd", "/dev/null", "/", ".", "..", "x" * 300, "/nowhere/x", "P001", "nobody", "2026-02-30", "it", "zz",
)  # fmt: skip
"""Arguments."""

PLAIN: Final = tuple(map(str.split, (
    "check FILE", "seat FILE --rng-seed x", "undo FILE", "standings FILE", "standings FILE --csv", "redraw FILE --reason x",
    "report FILE --interim", "export FILE -o out.json", "verify FILE",
)))  # fmt: skip
WITH: Final = tuple(map(str.split, (
    "seat FILE --rng-seed ?", "seat FILE --public-value ?", "seat FILE --close --reason ?", "seat FILE --by-hand ?",
    "reopen FILE --round ? --table 1 --reason x", "reopen FILE --round 1 --table ? --reason ?", "redraw FILE --reason ?",
    "rule FILE --round 1 --table 1 --reason ? --payout ?", "rule FILE --round ? --table ? --reason x --payout P001=?",
    "swap FILE P001 ? --reason ?", "statement FILE ?", "verify REPORT --against ?", "print FILE --what ?", "print FILE -o ?",
    "verify ?", "check ?", "export FILE -o ?", "report FILE --interim -o ?", "import ? -o new.xlsx", "import FILE -o new.xlsx",
    "new new.xlsx --rulebook ?", "new new.xlsx --rulebook record --language ?", "new new.xlsx --rulebook italy-2010 --players ?",
    "new ? --rulebook record", "new new.xlsx --rulebook italy-2007 --option composition=?",
    "new new.xlsx --rulebook italy-2010 --option ?", "season REPORT -o ?", "season REPORT -o s.xlsx --deadline ?",
    "season REPORT -o s.xlsx --status ?", "season REPORT -o s.xlsx --same ?", "season ? -o s.xlsx",
    "season REPORT -o s.xlsx --regional ?", "season REPORT -o s.xlsx --rulebook ?", "blank ?", "demo ? --players 10",
    "demo new.xlsx --rng-seed ?", "? FILE", "check FILE ?",
)))  # fmt: skip


def rights(mode: int, of: Callable[[Path], Path] = Path) -> Callable[[Path], object]:
    return lambda path: of(path).chmod(mode)


def instead(put: Callable[[Path], object], of: Callable[[Path], Path] = Path) -> Callable[[Path], None]:
    """Something else in the place of a file or a folder."""

    def ground(path: Path) -> None:
        place = of(path)
        if place.is_dir():
            shutil.rmtree(place)
        place.unlink(missing_ok=True)
        put(place)

    return ground


def snapshots(change: Callable[[Path], object]) -> Callable[[Path], None]:
    def ground(path: Path) -> None:
        for file in history(path).glob("*.xlsx"):
            change(file)

    return ground


def lock(path: Path) -> Path:
    return history(path) / ".lock"


def link(target: str) -> Callable[[Path], object]:
    return lambda place: place.symlink_to(target or place.name)


def _history_elsewhere(path: Path) -> None:
    old = history(path)
    old.rename(path.with_name("elsewhere"))
    old.symlink_to(path.with_name("elsewhere"))


def _lock_leads_elsewhere(path: Path) -> None:
    path.with_name("victim").write_text("mine", encoding="ascii")
    instead(link(str(path.with_name("victim"))), lock)(path)


def _elsewhere(path: Path) -> None:
    """The workbook is a link to a file in another folder."""
    path.with_name("away").mkdir()
    path.rename(path.with_name("away") / "real.xlsx")
    path.symlink_to(Path("away") / "real.xlsx")


def _sign(name: str) -> Callable[[Path], object]:
    return lambda path: path.with_name(name.format(path.name)).write_text("x", encoding="ascii")


def _in_the_way(name: str) -> Callable[[Path], object]:
    return lambda path: path.with_name(name.format(path.stem)).mkdir()


RING: Final = link("")
GROUNDS: Final[Mapping[str, Callable[[Path], object]]] = {
    "usual": Path, "file read only": rights(0o444), "file unreadable": rights(0),
    "folder read only": rights(0o555, lambda path: path.parent),
    "history read only": rights(0o555, history), "history unreadable": rights(0, history),
    "a file for the history": instead(lambda place: place.write_text("x", encoding="ascii"), history),
    "history dangling": instead(link("/nowhere/at/all"), history), "history elsewhere": _history_elsewhere,
    "history in a ring": instead(RING, history), "lock a folder": instead(Path.mkdir, lock), "lock a link": _lock_leads_elsewhere,
    "snapshots unreadable": snapshots(rights(0)), "snapshots gone": snapshots(Path.unlink),
    "snapshots empty": snapshots(lambda file: file.write_bytes(b"")),
    "snapshots garbage": snapshots(lambda file: file.write_bytes(b"garbage")),
    "snapshots referti": snapshots(lambda file: shutil.copy(referti()[0], file)),
    "snapshots links": snapshots(instead(link("/etc/passwd"))), "snapshots folders": snapshots(instead(Path.mkdir)),
    "snapshots pipes": snapshots(instead(os.mkfifo)), "snapshots rings": snapshots(instead(RING)),
    "number huge": snapshots(lambda file: file.rename(file.with_name(f"{'9' * 200}-seat.xlsx"))),
    "number arabic": snapshots(lambda file: file.rename(file.with_name("٠٠٠٠٠١-seat.xlsx"))),
    "a folder for the file": instead(Path.mkdir), "a pipe for the file": instead(os.mkfifo), "a ring for the file": instead(RING),
    "no file": Path.unlink, "linked": _elsewhere,
    "Excel's sign": _sign("~${}"), "LibreOffice's sign": _sign(".~lock.{}#"),
    "referto in the way": _in_the_way("{}-referto-interim.xlsx"),
    "pdf in the way": _in_the_way("{}-referto-interim.pdf"), "mail in the way": _in_the_way("{}-referto-interim.eml"),
    "json in the way": _in_the_way("out.json"),
}  # fmt: skip
SIZES: Final = (None, None, None, None, 1, 1000, 20_000, 50_000, 90_000, 104_000, 110_000)
"""Bytes that a file may have; None: as many as it likes."""
CONTROL: Final = {*range(32), *range(0x7F, 0xA0)} - {*b"\t\n\r"}
"""What no terminal may be sent."""


@pytest.fixture(autouse=True)
def _quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BANGXL_MESSAGES", "none")
    warm()


def as_a_person() -> None:
    """The administrator may do anything: give that right up, in a child."""
    if sys.platform == "linux" and os.geteuid() == 0:
        header, none = struct.pack("Ii", 0x20080522, 0), bytes(24)
        if ctypes.CDLL(None, use_errno=True).capset(header, none):
            raise OSError(ctypes.get_errno(), "capset")


def child(place: Path, variables: Mapping[str, str | None], size: int | None) -> Callable[[], None]:
    def before() -> None:
        os.chdir(place)
        for key, value in variables.items():
            if value is None:
                os.environ.pop(key, None)
            else:
                os.environ[key] = value
        if size is not None:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
        as_a_person()

    return before


def named(place: Path, name: str, moment: str) -> Path:
    """A workbook of this name, with its history."""
    path = copied(at("italy-2010_n10_plain", moment), place)
    old, new = history(path), path.rename(path.with_name(name))
    with suppress(OSError):  # its name would be too long
        old.rename(history(new))
    return new


def words(template: list[str], path: Path, rolls: random.Random) -> list[str]:
    """A command, with something harmful for each question mark."""
    known = {"FILE": str(path), "REPORT": str(referti()[0])}
    return [
        known.get(word, word.replace("?", rolls.choice(HARMFUL))) if word != "?" else rolls.choice(HARMFUL) for word in template
    ]


def clear(place: Path) -> None:
    """Take away what has no rights for anybody."""
    for path in [place, *place.rglob("*")] if place.exists() else []:
        if path.is_dir() and not path.is_symlink():
            path.chmod(stat.S_IRWXU)
    shutil.rmtree(place, ignore_errors=True)


def tried(place: Path, rolls: random.Random) -> str:
    """One command somewhere odd; what was done."""
    clear(place)
    kind = rolls.choice(("name", "ground", "ground", "arguments", "arguments", "variables", "size"))
    path = named(place, rolls.choice(NAMES) if kind == "name" else "torneo.xlsx", rolls.choice(("drawn", "played", "over")))
    ground = rolls.choice(sorted(GROUNDS)) if kind == "ground" and history(path).exists() else "usual"
    GROUNDS[ground](path)
    variables = rolls.choice(VARIABLES) if kind == "variables" else {}
    size = rolls.choice(SIZES) if kind == "size" else None
    template = rolls.choice(WITH if kind == "arguments" else PLAIN)
    arguments = words(template, Path(path.name) if rolls.random() < 0.3 and not path.name.startswith("-") else path, rolls)
    done = f"{kind}: {path.name[:60]!r}, {ground}, {variables}, {size}: {' '.join(arguments)[:200]!r}"
    try:
        run = harmless(place, *arguments, before=child(place, variables, size), makes=made(template, arguments, place))
        coloured = "FORCE_COLOR" in variables
        assert coloured or not CONTROL & {*map(ord, run.out + run.err)}, f"control characters\n{run}"
    except AssertionError as error:
        raise AssertionError(f"{done}\n{error}") from None
    finally:
        clear(place)
    return done


def made(template: list[str], arguments: list[str], place: Path) -> str:
    """A season's workbook comes with exit code 1 too, where a referto is bad."""
    return os.path.relpath(place / arguments[arguments.index("-o") + 1], place) if template[0] == "season" else ""


@numbers(quick=2, long=800)
def test_any_surroundings(examples: range, tmp_path: Path) -> None:
    print(f"{VARIABLE}={fuzz_seed()}")  # noqa: T201 - to do it again
    for number in examples:
        try:
            tried(tmp_path / "day", dice("surroundings", number))
        except AssertionError as error:
            raise AssertionError(f"{VARIABLE}={fuzz_seed()}, example {number}: {error}") from None


STREAMS: Final = (
    ">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-", ">/dev/full", "2>/dev/full", ">/dev/full 2>/dev/full", "| true", "<&-",
)  # fmt: skip
COMMANDS: Final = (
    "check", "standings", "standings --json", "seat --rng-seed x", "undo", "no-such-command", "check --no-such-option",
)  # fmt: skip


@numbers(quick=1, long=60, parts=2)
def test_any_streams(examples: range, tmp_path: Path) -> None:
    """A true process each: closed streams, and ones that take nothing. Nobody reads what it says; the exit code must be sane."""
    for number in examples:
        rolls = dice("streams", number)
        path = copied(at("italy-2010_n10_plain", rolls.choice(("drawn", "over"))), tmp_path / "day")
        before = contents(path.parent)
        command, *more = rolls.choice(COMMANDS).split()
        line = f'"$0" -m bangxl {command} "$1" {" ".join(more)} {rolls.choice(STREAMS)}'
        done = subprocess.run(["sh", "-c", line, sys.executable, path], capture_output=True, text=True, check=False, timeout=120)
        told = f"{VARIABLE}={fuzz_seed()}, example {number}: {line} -> {done.returncode}\n{done.stdout}{done.stderr}"
        assert done.returncode in {0, 1, 2}, told
        assert "Traceback" not in done.stdout + done.stderr, told
        assert not done.returncode or contents(path.parent) == before, told
