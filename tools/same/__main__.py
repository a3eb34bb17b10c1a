"""Whether two versions behave the same for all users: compares every file and message of another commit and of this code.

    python -m tools.same [COMMIT] [--with COMMIT] [--quick] [--only TEXT] [--most N] [--keep DIR]

plays the same days with the code of COMMIT (by default the commit before) and with the current code (or that of
another commit), only through the command line, so that modules can be renamed freely, and compares the files and
messages of the commands after every step. "The same" and exit code 0, or a list of differences and 1. The results of COMMIT are
kept in build/same for the next time. It does not start LibreOffice.
"""

from __future__ import annotations

import argparse
import compileall
import gc
import hashlib
import io
import os
import resource
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from multiprocessing import get_context
from multiprocessing.connection import wait
from multiprocessing.context import ForkProcess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple, cast

from tools.same.days import DAYS, day, fresh, season
from tools.same.folder import SAID, Folder, lead
from tools.same.parts import Difference, cells_in, compared, other_parts
from tools.same.wrong import COMMON, computer, house_rules, malformed, wrong_uses

ROOT: Final = Path(__file__).parents[2]
KEPT: Final = ROOT / "build" / "same"
SHORT_DAYS: Final = {
    "italy-2010": ("en", 22, ".xlsx"),
    "italy-2007": ("it", 14, ".xlsm"),
    "germany": ("en", 24, ".xlsx"),
    "record": ("de", 5, ".xlsm"),
}
"""The same again in another language, without incidents."""
WIDTH: Final = 240
"""How many characters of a text to show."""


class Job(NamedTuple):
    """A scenario to play in its own folder."""

    name: str
    play: Callable[[Folder], None]


def jobs(*, quick: bool) -> list[Job]:
    """All jobs, the longest first."""
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


def checkout(commit: str, target: Path) -> None:
    """The project at a commit; the working tree if none is named."""
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
    """Play a job with the code of one side; its steps appear at the target once all are done."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix="bangxl-same-", dir=code.parent) as folder:
        lead(code)
        day = Folder(code, Path(folder, "day"), alone=True)
        job.play(day)
        unfinished = Path(tempfile.mkdtemp(prefix=".unfinished-", dir=target.parent))
        shutil.copytree(day.steps, unfinished, dirs_exist_ok=True)
        if target.exists():  # another run was faster
            shutil.rmtree(unfinished)
        else:
            unfinished.rename(target)


def play_all(chosen: Sequence[Job], sides: Sequence[tuple[Path, Path]], started: float) -> None:
    """Play the jobs with the code of each side, each in its own process, into the side's folder, unless they are there."""
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
    """The result of comparing one job, and how much was compared."""

    differences: list[tuple[str, Difference]]
    rewritten: Counter[str]
    counts: Counter[str]
    messages: set[str]
    defects: list[str]


def compare(before: Path, after: Path, most: int) -> Result:
    """Compare two folders of steps; at most this many differences a file."""
    result: list[tuple[str, Difference]] = []
    rewritten, counts, messages, defects = Counter[str](), Counter[str](), set[str](), list[str]()
    files = {file.relative_to(side).as_posix() for side in (before, after) for file in side.rglob("*") if file.is_file()}
    for name in sorted(files):
        one, other = before / name, after / name
        if not (one.exists() and other.exists()):
            there = ("there", "(nothing)") if one.exists() else ("(nothing)", "there")
            result.append((name, Difference("", "", "file", *there)))
            continue
        data, new = one.read_bytes(), other.read_bytes()
        counts["files"] += 1
        counts["cells"] += cells_in(new)
        if name.endswith(SAID):
            counts["commands"] += 1
            if b"--- exit code 3" in new:
                defects.append(name)
            messages |= set(new.decode().splitlines())
        if data != new:
            differences = compared(data, new, name)
            result += [(name, difference) for difference in differences[:most]]
            if len(differences) > most:
                result.append((name, Difference("", "", "more", "", f"{len(differences) - most} more differences in this file")))
            if not differences:
                rewritten.update(other_parts(data, new))
    return Result(result, rewritten, counts, messages, defects)


def _environment() -> None:
    """The environment of the commands: no time zone, no colours, a fixed line length."""
    os.environ |= {"TZ": "UTC", "COLUMNS": "120", "TERMINAL_WIDTH": "120", "NO_COLOR": "1", "LC_ALL": "C.UTF-8"}
    for name in ("PYTHONPATH", "XDG_CONFIG_HOME", "BANGXL_MESSAGES", "FORCE_COLOR"):
        os.environ.pop(name, None)
    time.tzset()


def show(results: Sequence[tuple[str, Result]]) -> bool:
    """Print each difference once; return whether there is none."""
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
    """Compare; return 0 if everything is the same, 1 if something differs."""
    parser = argparse.ArgumentParser(description="Whether this code and that of another commit do the same.")
    parser.add_argument("commit", nargs="?", default="HEAD~1", help="the commit to compare with (HEAD~1)")
    parser.add_argument("--with", dest="other", default="", metavar="COMMIT", help="instead of the code that lies here")
    parser.add_argument("--quick", action="store_true", help="one language, small tournaments")
    parser.add_argument("--only", default="", metavar="TEXT", help="only the days with this in their name")
    parser.add_argument("--most", type=int, default=20, metavar="N", help="differences shown of each file (20)")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="keep what the second side wrote in a new folder")
    arguments = parser.parse_args()
    started = time.monotonic()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # to remove temporary folders
    commit = _git("rev-parse", f"{arguments.commit}^{{commit}}")
    with TemporaryDirectory(prefix="bangxl-same-") as folder:
        work = Path(folder)
        sides = work / "one", work / "two"
        checkout(commit, sides[0])
        checkout(arguments.other, sides[1])
        for side in sides:
            compileall.compile_dir(side / "bangxl", quiet=2, workers=1)
        _environment()
        tool = b"".join(path.read_bytes() for path in sorted(Path(__file__).parent.glob("*.py")))
        speed = "quick" if arguments.quick else "whole"
        kept = KEPT / f"{commit[:12]}-{hashlib.sha256(tool).hexdigest()[:12]}-{speed}"
        chosen = [job for job in jobs(quick=arguments.quick) if arguments.only in job.name]
        after = work / "second"
        play_all(chosen, [(sides[0], kept), (sides[1], after)], started)
        results = [(job.name, compare(kept / job.name, after / job.name, arguments.most)) for job in chosen]
        if arguments.keep:
            shutil.copytree(after, arguments.keep)
    same = show(results)
    counts = sum((result.counts for _, result in results), Counter[str]())
    messages = len(set().union(*(result.messages for _, result in results)))
    used = sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    amount = f"{counts['commands']} commands, {counts['files']} files, {counts['cells']} cells, {messages} different lines said"
    took = f"{time.monotonic() - started:.0f} s, {used:.0f} s of a processor"
    print(f"{'The same' if same else 'NOT the same'} as {commit[:12]}: {amount}; {took}")
    return 0 if same else 1


if __name__ == "__main__":
    os.environ["OPENPYXL_LXML"] = "False"  # as in bangxl, before openpyxl is imported
    for library in ("click", "msgspec", "openpyxl"):
        import_module(library)  # once, not once for each command
    gc.freeze()
    sys.exit(main())
