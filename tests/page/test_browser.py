"""The page in a real browser, opened from disk, without a network: it does what the program does here (`make page`)."""

import json
import os
import shutil
import subprocess
import sys
import time
from datetime import date, timedelta
from pathlib import Path
from typing import Any, Final

import pytest

from bangxl.commands.check import check
from bangxl.commands.demo import demo
from bangxl.commands.printing import print_pages
from bangxl.commands.report import report
from bangxl.commands.seat import seat
from bangxl.commands.standings import standings_data
from bangxl.commands.transfer import export
from bangxl.page.actions import run
from bangxl.tournament.model import EventInfo
from tests.commands.stages import listed
from tests.commands.test_regulations import fill_in
from tests.helpers.missing import missing
from tests.helpers.render import page_texts
from tests.helpers.salts import uncoded, unsalted
from tests.season import referti
from tests.web.browser import ABSENT, MODULES, browser, seen

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = ROOT / "build/bangxl.html"
DAYS: Final = {"italy-2007": 10, "italy-2010": 10, "italy-2011": 11, "germany": 20, "record": 5}
MOST_BYTES: Final = 19_000_000
SLOWER: Final = 3
MOST_MEMORY: Final = 600
"""In MB."""
REPORTS: Final = 300
NO_NETWORK: Final = ("unshare", "--net", "--map-root-user", "sh", "-c", 'ip link set lo up; exec "$@"', "-")
"""But for this machine itself, over which Firefox is told what to do."""
BROWSERS: Final = {"chromium": "chromium", "firefox": "firefox-esr"}

pytestmark = pytest.mark.soak

Played = dict[str, Any]


def driven(script: str, page: Path, *given: object) -> dict[str, Any]:
    """What a script that drives the page has seen."""
    command = ["node", Path(__file__).with_name(script), MODULES, browser() or missing(ABSENT), page, *given]
    done = subprocess.run([str(one) for one in command], cwd=ROOT, capture_output=True, text=True, timeout=3600, check=False)
    assert done.returncode == 0, done.stderr
    seen: dict[str, Any] = json.loads(done.stdout)
    return seen


def play(tmp_path: Path, steps: list[dict[str, object]], kind: str = "chromium") -> Played:
    """What the page answers without a network; its files lie in ``tmp_path/played``, by step."""
    assert PAGE.is_file(), "make page"
    return play_in(PAGE, tmp_path, steps, kind, NO_NETWORK)


def play_in(page: Path, tmp_path: Path, steps: list[dict[str, object]], kind: str, under: tuple[str, ...] = ()) -> Played:
    """The same in any page; it asks the network for nothing."""
    script = tmp_path / "steps.json"
    script.write_text(json.dumps(steps), encoding="utf-8")
    player, folder = Path(__file__).with_name("play.mjs"), tmp_path / "played"
    command = [*under, "node", player, MODULES, kind, _there(kind), page, script, folder]
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, timeout=900, check=True)
    found: Played = json.loads(done.stdout)
    assert (found["errors"], found["requests"]) == ([], [])
    return found


def _there(kind: str) -> str:
    """Where the browser is."""
    return shutil.which(BROWSERS[kind]) or missing(f"The page was not tried: no {BROWSERS[kind]} (make soak tries to install it)")


@pytest.mark.parametrize("kind", BROWSERS)
@pytest.mark.parametrize("rulebook", DAYS)
def test_a_day_is_as_here(path: Path, tmp_path: Path, rulebook: str, kind: str) -> None:
    """Each `seat` of a whole day, from the same file and seed: the same tournament, the same lines, the same findings."""
    listed(path, rulebook, DAYS[rulebook])
    steps: list[dict[str, object]] = []
    expected: list[tuple[tuple[str, ...], str]] = []
    while standings_data(path)["phase"] != "closed":
        before = path.with_name(f"{len(steps)}.xlsx")
        shutil.copy(path, before)
        options = {"rng_seed": f"{len(steps)}", "yes": True}  # it asks before the standings become public
        lines = run("seat", path, options).lines
        steps.append({"action": "seat", "name": path.name, "from": str(before), "options": options})
        expected.append((lines, export(path)))
        fill_in(path, f"{len(steps)}")
        assert len(steps) < 40
    played = play(tmp_path, [*steps, {"action": "check", "name": path.name, "options": {"json": True}}], kind)
    for number, (lines, text) in enumerate(expected):
        step = played["steps"][number]
        assert (step["code"], uncoded(step["lines"])) == (0, uncoded(lines))
        assert unsalted(export(tmp_path / f"played/{number}/{path.name}")) == unsalted(text)
    here = {one.finding.code for one in check(tmp_path / f"played/{len(steps) - 1}/{path.name}")}
    assert {one["code"] for one in json.loads(played["steps"][-1]["lines"][0])["findings"]} == here


@pytest.mark.parametrize("kind", BROWSERS)
def test_referto_verify_undo_and_history(path: Path, tmp_path: Path, kind: str) -> None:
    demo(path, "italy-2010", 22, "x", "it")
    there = tmp_path / "there"
    there.mkdir()
    here = report(path, there).workbook
    steps: list[dict[str, object]] = [
        {"action": "report", "name": path.name, "from": str(path)},
        {"action": "verify", "name": "torneo-referto.xlsx"},
        {"action": "verify", "name": "here.xlsx", "from": str(here)},
        {"action": "reopen", "name": path.name, "options": {"round": 1, "table": 1, "reason": "x"}},
        {"action": "undo", "name": path.name},
        {"action": "history", "name": path.name},
        {"action": "look", "name": path.name, "from": str(path)},
    ]
    played = play(tmp_path, steps, kind)
    codes = [step["code"] for step in played["steps"]]
    assert codes == [0, 0, 0, 0, 0, 0, 1], played["steps"]
    assert json.loads(export(tmp_path / "played/4" / path.name))["games"] == json.loads(export(path))["games"]


@pytest.mark.parametrize("kind", BROWSERS)
def test_the_print_view_is_the_file_of_the_command_line(path: Path, tmp_path: Path, kind: str) -> None:
    seat(listed(path, "italy-2010", 22), rng_seed="x")
    play(tmp_path, [{"action": "print", "name": path.name, "from": str(path)}], kind)
    here = print_pages(path).path
    assert page_texts(tmp_path / "played/0" / here.name) == page_texts(here)


def test_size_speed_and_reading_aloud(tmp_path: Path) -> None:
    """At most 19 MB; ready in at most twice the time of Pyodide alone; nothing too wide, axe finds nothing."""
    assert PAGE.stat().st_size <= MOST_BYTES
    times = play(tmp_path, [])["times"]
    assert times["all"] <= 2 * times["alone"], times
    for sight in seen(PAGE)[PAGE]:
        assert (sight["errors"], sight["wide"], sight["findings"]) == ([], [], [])


@pytest.mark.parametrize(("kind", "players"), [("chromium", 22), ("firefox", 22), ("chromium", 126)])
def test_no_action_takes_more_than_three_times_as_long_as_in_a_terminal(tmp_path: Path, kind: str, players: int) -> None:
    """The best of three on each side; the page has loaded everything before. After *Check*, it takes at most 600 MB."""
    path, begun, there = tmp_path / "torneo.xlsx", tmp_path / "nuovo.xlsx", tmp_path / "there"
    demo(path, "italy-2010", players, "x", "it")
    listed(begun, "italy-2010", players, language="it")
    there.mkdir()
    verified = report(path, there).workbook
    asked: list[tuple[Path, list[str], dict[str, object]]] = [
        (path, ["check"], {}),
        (begun, ["seat"], {}),
        (verified, ["verify"], {}),
        (path, ["reopen", "--round", "1", "--table", "1", "--reason", "x"], {"round": 1, "table": 1, "reason": "x"}),
        (path, ["statement", "P001"], {"player": "P001"}),
        (path, ["rename", "P001", "Anna", "--reason", "x"], {"player": "P001", "name": "Anna", "reason": "x"}),
        *((path, [action], {}) for action in ("names", "standings", "show", "report", "print", "export")),
    ]
    steps: list[dict[str, object]] = [
        {"action": words[0], "name": file.name, "from": str(file), "options": options}
        for file, words, options in asked
        for _again in range(3)
    ]
    played = play(tmp_path, steps, kind)["steps"]
    assert played[0]["memory"] < MOST_MEMORY
    ratios = {}
    for number, (file, words, _options) in enumerate(asked):
        done = played[3 * number : 3 * number + 3]
        assert {step["code"] for step in done} <= {0, 1}, done[0]["lines"]
        page = min(step["seconds"] for step in done)
        ratios[words[0]] = page / min(seconds(words, file, tmp_path / "here") for _again in range(3))
    print({action: f"{ratio:.1f}" for action, ratio in ratios.items()})  # noqa: T201 - for whoever measures
    assert max(ratios.values()) <= SLOWER, ratios


def test_a_season_of_300_reports_is_counted_stopped_and_made_in_twice_the_time_of_a_terminal(tmp_path: Path) -> None:
    """With what looking at them takes. The page read each twice, one after the other."""
    folder, first = tmp_path / "reports", date(2026, 1, 1)
    folder.mkdir()
    for number in range(REPORTS):
        event = EventInfo(f"Open {number}", str(first + timedelta(number)), region="Lazio", kind="regional")
        told = referti.played("italy-2010", 10, event, seed=str(number))
        referti.file(folder / f"{number}-referto.xlsx", told)
    begun = time.perf_counter()
    command = [sys.executable, "-m", "bangxl", "season", str(folder), "-o", str(tmp_path / "season.xlsx")]
    anew = os.environ | {"BANGXL_CACHE": str(tmp_path / "cache")}
    assert subprocess.run(command, cwd=tmp_path, env=anew, capture_output=True, check=False).returncode in {0, 1}
    here = time.perf_counter() - begun
    found = driven("season.mjs", PAGE, folder)
    looked, made, _stopped, again = found["seconds"]
    assert (found["errors"], found["files"], found["stopped"][0][:8]) == ([], ["season.xlsx"], "Stopped.")
    looking, making = found["counts"]
    assert (f"Working … {REPORTS - 1} / {REPORTS}" in looking, f"Working … {REPORTS} / {REPORTS}" in making) == (True, True)
    assert looked + made <= 2 * here, (here, found["seconds"])
    assert again <= 1.5 * made  # two of Python begin once more


def seconds(words: list[str], file: Path, folder: Path) -> float:
    """How long a command takes in a terminal, on a copy as the page has one."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    shutil.copy(file, folder)
    command = [sys.executable, "-m", "bangxl", words[0], file.name, *words[1:]]
    begun = time.perf_counter()
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    taken = time.perf_counter() - begun
    assert done.returncode in {0, 1}, done.stderr
    return taken
