"""The pages: links lead somewhere, commands exist with their options, README prints what it shows, decisions are written down."""

import json
import re
import shlex
import subprocess
import tomllib
from itertools import chain
from pathlib import Path
from typing import Final

import pytest

from bangxl.cli import app
from tests.hosts.commandline import CommandLine
from tests.test_architecture import ROOT, own_files, own_texts

COMMANDS: Final = app.commands
MOST_WORDS: Final = 26_800
"""Of all pages for people and for builders."""


def pages() -> dict[str, str]:
    return {name: text for name, text in own_texts().items() if re.fullmatch(r"[A-Z]+\.md|docs/.*\.md", name)}


def shown(text: str) -> list[list[str]]:
    """The commands that a page shows, in ```sh blocks and between backquotes, as words."""
    lines = "\n".join(re.findall(r"```sh\n(.*?)```", text, re.DOTALL)).splitlines()
    inline = re.findall(r"(?<!`)`((?:bangxl|make) [^`\n]+)`", text)
    return [words for words in (shlex.split(line, comments=True) for line in [*lines, *inline]) if words]


def test_commands_exist_with_their_options() -> None:
    """A command with its options, `make` with its target."""
    targets = {*re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)}
    known = {
        name: {option for parameter in command.params for option in [*parameter.opts, *parameter.secondary_opts]}
        for name, command in COMMANDS.items()
    }
    calls = [(name, words) for name, text in pages().items() for words in shown(text)]
    wrong = []
    for name, (program, *words) in calls:
        if program == "make" and words[0] not in targets:
            wrong.append((name, words))
        if program == "bangxl" and words[0] != "--help":
            options = {word.partition("=")[0] for word in words if re.match(r"--?[a-z]", word)} - {"--help"}
            if not options <= known.get(words[0], set()) or words[0] not in known:
                wrong.append((name, words))
    assert wrong == []
    assert len(calls) > 100


def test_the_page_of_commands_names_every_one() -> None:
    assert {words[1] for words in shown(pages()["docs/commands.md"]) if words[0] == "bangxl"} == {*COMMANDS}


def test_readme_prints_what_it_shows(bangxl: CommandLine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """All lines of its first block, run one after the other, but for the two numbers in which the time is."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    steps, printed = re.findall(r"```(?:sh|text)\n(.*?)```", pages()["README.md"], re.DOTALL)[:2]
    runs = [bangxl(*words[1:]) for line in steps.splitlines() if (words := shlex.split(line, comments=True))[0] == "bangxl"]
    assert [run.code for run in runs] == [0, 0, 0]
    timeless = re.compile(r"\b[0-9a-f]{32}\b")
    assert timeless.sub("", "".join(run.out for run in runs)) == timeless.sub("", printed)
    assert len(timeless.findall(printed)) == 2


@pytest.mark.soak
def test_the_season_that_a_newcomer_makes(bangxl: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The demonstrations of docs/season.md are of several places and days, and most people meet again."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1830000000")  # whatever this computer's clock says
    season, demos = re.findall(r"```sh\n(.*?)\n```", pages()["docs/season.md"], re.DOTALL)[:2]
    seeds, each = re.fullmatch(r"for s in ([\d ]+); do (.*); done", demos).groups()  # type: ignore[union-attr] # it fails
    for line in [line.replace("$s", seed) for seed in seeds.split() for line in each.split("; ")]:
        assert bangxl(*shlex.split(line)[1:]).code == 0
    run = bangxl(*shlex.split(season)[1:], "--language", "en")
    counted = re.match(r"✓ season.xlsx is written\. Tournaments: (\d+); people: (\d+); doubtful pairs: 0\.", run.out)
    assert run.code == 0
    assert counted
    assert (int(counted[1]), 22 < int(counted[2]) < 33) == (len(seeds.split()), True)


def test_the_first_two_commands_do_all_and_speak_english() -> None:
    """Somebody who has only python3, make and git, and reads the README."""
    assert {"make demo", "make test"} <= {*re.findall(r"`(make \w+)`", pages()["README.md"])}
    command = ["make", "--dry-run", "--always-make", "demo"]
    steps = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    environment, demo = steps.index("-m venv --clear"), steps.index("bin/bangxl demo demo/torneo.xlsx")
    assert environment < demo < steps.index("bin/bangxl report demo/torneo.xlsx")
    spoken = re.findall(r"BANGXL_LANGUAGE=(\w+) \S*/bangxl (\w+)", steps)
    assert spoken == [("en", "demo"), ("en", "report")]


def test_links_between_pages_lead_somewhere() -> None:
    broken = {
        (name, target)
        for name, text in pages().items()
        for target, _anchor in re.findall(r"\]\(([^)#:]+)(#[^)]*)?\)", text)
        if not (ROOT / name).parent.joinpath(target).exists()
    }
    assert broken == set()


def test_pages_cited_are_there() -> None:
    """By their names in any text; with a folder in front, there."""
    there = {path.name for path in own_files() if path.suffix == ".md"}
    cited = {(name, page) for name, text in own_texts().items() for page in re.findall(r"(?<![\w.*/{-])[\w./-]*\w\.md\b", text)}
    assert {(name, page) for name, page in cited if Path(page).name not in there} == set()
    assert {(name, page) for name, page in cited if page.startswith("docs/") and not (ROOT / page).exists()} == set()


def test_pages_stay_short() -> None:
    """What people read; the blocks that they copy show what it means."""
    prose = (re.sub(r"(?ms)^ *```.*?^ *```$", "", text) for text in pages().values())
    assert sum(len(text.split()) for text in prose) <= MOST_WORDS


def test_what_this_project_depends_on_has_a_licence_on_the_page() -> None:
    """Half of the tools had none."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = {re.split(r"[<>=]", one)[0] for one in chain(project["dependencies"], *project["optional-dependencies"].values())}
    for file in ROOT.glob("tools/npm/*/package.json"):
        asked |= json.loads(file.read_text(encoding="utf-8"))["dependencies"].keys()
    told = {*re.findall(r"[@\w/-]+", pages()["docs/dev/dependencies.md"].lower())}
    assert asked | {"numpy", "python-dateutil", "tzdata", "et_xmlfile", "pywin32", "appscript", "psutil"} <= told


def test_decisions_cited_are_written_down() -> None:
    written = set(re.findall(r"\*\*((?:R\d\d|DE|DV)-\w+)\*\*", pages()["docs/dev/decisions.md"]))
    ids = re.compile(r"\b(?:R\d\d|DE|DV)-\d+b?\b")
    cited = {(name, decision) for name, text in own_texts().items() for decision in ids.findall(text)}
    assert {decision for _, decision in cited} & written
    assert {(name, decision) for name, decision in cited if decision not in written} == set()


def test_the_page_of_the_house_names_what_is_there() -> None:
    text = pages()["docs/dev/architecture.md"]
    named = set(re.findall(r"`((?:bangxl|macros)/[\w./-]*)`", text))
    rooms = {path.parent.name for path in (ROOT / "bangxl").glob("*/__init__.py")}
    assert {name for name in named if not (ROOT / name).exists()} == set()
    drawn = re.findall(r"(?ms)^```\n(.*?)^```$", text)[0]
    assert rooms - {word for line in drawn.splitlines() for word in line.partition("  ")[0].split(", ")} == set()


def test_the_checklist_counts_what_is_on_the_tab() -> None:
    ribbon = (ROOT / "macros/ribbon.xml").read_text(encoding="utf-8")
    buttons, groups = len(re.findall(r'<button [^>]*size="large"', ribbon)), ribbon.count("<group ")
    words = {6: "six", 7: "seven", 8: "eight"}
    assert f"{words[buttons]} buttons and the menu *More* in {words[groups]} groups" in pages()["docs/dev/testing.md"]
