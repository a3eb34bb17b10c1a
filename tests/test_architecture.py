"""The house keeps its shape: layers, sizes, nothing private in the files, a README that tells the truth."""

from __future__ import annotations

import ast
import re
import shlex
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

import pytest
import typer.main

from bangxl.cli import app

ROOT: Final = Path(__file__).parents[1]
MOST_LINES_OF_A_FUNCTION: Final = 60
EDGE: Final = frozenset({"cli", "table", "terminal", "locale"})
"""What the command line needs before it knows the command."""
ROOMS: Final[Mapping[str, int]] = {
    "bangxl": 1785,
    "books": 5460,
    "commands": 6440,
    "interchange": 1200,
    "locale": 210,
    "office": 1250,
    "page": 450,
    "paper": 2600,
    "referto": 1650,
    "rulebooks": 1500,
    "season": 2050,
    "selftest": 800,
    "sheets": 6350,
    "tests": 49000,
    "tournament": 6250,
    "vba": 545,
    "web": 800,
    "workbook": 2500,
}
"""The most lines of Python in each room of the program (in `bangxl`: the edges), and in the tests."""
TEXT_FILES: Final = frozenset({".py", ".md", ".toml", ".sh", ".mjs", ".po", ".txt", ".cfg", ".yml", ".json", ".csv", ""})
PRIVATE: Final = re.compile(r"(?<![\w.])/(?:work|tmp|root|home|opt|mnt)/\w")
HOST: Final = re.compile(r"https?://([\w.-]+)")
KNOWN_HOSTS: Final = frozenset(
    {
        "example.org",
        "offline.invalid",
        "openoffice.org",
        "purl.oclc.org",
        "purl.org",
        "schemas.microsoft.com",
        "schemas.openxmlformats.org",
        "www.w3.org",
    }
)
"""Names of XML vocabularies, and the invented ones; nothing of ours is fetched from anywhere by address."""
LICENCES: Final = ("tools/page/licences/", "bangxl/paper/fonts/LICENSE-")
"""Other people's texts, word for word."""


@cache
def own_files() -> tuple[Path, ...]:
    """Every file that is, or would be, in the repository."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return tuple(path for name in listed.split("\0") if name and (path := ROOT / name).is_file())


def own_texts() -> dict[str, str]:
    return {
        str(path.relative_to(ROOT)): path.read_text(encoding="utf-8", errors="replace")
        for path in own_files()
        if path.suffix in TEXT_FILES
    }


def commands(text: str) -> list[list[str]]:
    """The lines of a page's ```sh blocks, as words."""
    blocks = re.findall(r"```sh\n(.*?)```", text, re.DOTALL)
    lines = (shlex.split(line, comments=True) for block in blocks for line in block.splitlines())
    return [words for words in lines if words]


def readme() -> list[list[str]]:
    """README's commands, and those of the page that has them all."""
    return [words for name in ("README.md", "docs/commands.md") for words in commands((ROOT / name).read_text(encoding="utf-8"))]


def test_imports_run_downwards() -> None:
    run = subprocess.run(
        [sys.executable, "-c", "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr


def test_rooms_grow_only_on_purpose() -> None:
    """Fewer lines are always welcome; for more, a change raises the number in `ROOMS`."""
    sizes: Counter[str] = Counter()
    for name, text in own_texts().items():
        folder, _slash, rest = name.partition("/")
        if name.endswith(".py") and folder in {"bangxl", "tests"}:
            sizes[rest.partition("/")[0] if folder == "bangxl" and "/" in rest else folder] += text.count("\n")
    assert {room: size for room, size in sizes.items() if size > ROOMS[room]} == {}


def functions() -> list[tuple[str, ast.FunctionDef]]:
    """Every function of the program, with its module."""
    own = {name: text for name, text in own_texts().items() if name.startswith("bangxl/") and name.endswith(".py")}
    return [(name, node) for name, text in own.items() for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)]


def test_functions_stay_small() -> None:
    sizes = {(name, node.name): (node.end_lineno or 0) - node.lineno + 1 for name, node in functions()}
    assert sizes
    assert {which: size for which, size in sizes.items() if size > MOST_LINES_OF_A_FUNCTION} == {}


def test_a_tournament_and_its_rulebook_travel_together() -> None:
    """As a State, whose facts are computed once."""
    asked = {(name, node.name): {arg.arg for arg in (*node.args.args, *node.args.kwonlyargs)} for name, node in functions()}
    assert {name for (name, _), arguments in asked.items() if {"tournament", "rulebook"} <= arguments} == set()


def test_no_private_place_is_named() -> None:
    assert [(name, found.group()) for name, text in own_texts().items() for found in PRIVATE.finditer(text)] == []


def test_no_address_is_named() -> None:
    ours = {name: text for name, text in own_texts().items() if not name.startswith(LICENCES)}
    assert {(name, host) for name, text in ours.items() for host in HOST.findall(text) if host not in KNOWN_HOSTS} == set()


def test_help_imports_nothing_of_the_tournament() -> None:
    code = (
        "import sys; sys.argv[1:] = ['--help']; from bangxl.cli import main\n"
        "try: main()\nexcept SystemExit: pass\nprint(*sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True)
    modules = run.stdout.splitlines()[-1].split()
    assert [name for name in modules if name.startswith("bangxl.") and name.split(".")[1] not in EDGE] == []


def test_ci_calls_make_test() -> None:
    lines = (ROOT / ".ci/run").read_text(encoding="utf-8").splitlines()
    assert lines[-1] == "exec make test"


def test_readme_names_make_targets_that_exist() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = {words[1] for words in readme() if words[0] == "make"}
    assert {"demo", "test"} <= named <= targets


@pytest.mark.parametrize("command", sorted({words[1] for words in readme() if words[0] == "bangxl"}))
def test_readme_commands_exist_with_their_options(command: str) -> None:
    run = subprocess.run(
        [sys.executable, "-c", "from bangxl.cli import main; main()", command, "--help"],
        capture_output=True,
        text=True,
        check=False,
        env={"COLUMNS": "200", "PATH": "", "NO_COLOR": "1", "TERM": "dumb", "PYTHONPATH": str(ROOT)},
    )
    assert run.returncode == 0, run.stderr
    words = [word for line in readme() if line[:2] == ["bangxl", command] for word in line]
    options = {word.partition("=")[0] for word in words if word.startswith("-")}
    assert {option for option in options if option not in run.stdout} == set()


def test_the_page_of_commands_names_every_one() -> None:
    assert {words[1] for words in readme() if words[0] == "bangxl"} == {*typer.main.get_command(app).commands}  # type: ignore[attr-defined]


def test_decisions_cited_are_written_down() -> None:
    written = set(re.findall(r"\*\*((?:R\d\d|DE|DV)-\w+)\*\*", (ROOT / "docs/dev/decisions.md").read_text(encoding="utf-8")))
    ids = re.compile(r"\b(?:R\d\d|DE|DV)-\d+b?\b")
    cited = {(name, decision) for name, text in own_texts().items() for decision in ids.findall(text)}
    assert {decision for _, decision in cited} & written
    assert {(name, decision) for name, decision in cited if decision not in written} == set()


def test_links_between_pages_lead_somewhere() -> None:
    broken = {
        (name, target)
        for name, text in own_texts().items()
        if name.endswith(".md")
        for target in re.findall(r"\]\(([^)#:]+)\)", text)
        if not (ROOT / name).parent.joinpath(target).exists()
    }
    assert broken == set()


def test_pages_cited_are_there() -> None:
    pages = {path.name for path in own_files() if path.suffix == ".md"}
    cited = {(name, page) for name, text in own_texts().items() for page in re.findall(r"\b[\w.-]+\w\.md\b", text)}
    assert {(name, page) for name, page in cited if page not in pages} == set()


def test_the_page_of_the_house_names_what_is_there() -> None:
    text = (ROOT / "docs/dev/architecture.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:bangxl|macros)/[\w./-]*)`", text))
    rooms = {path.parent.name for path in (ROOT / "bangxl").glob("*/__init__.py")}
    assert {name for name in named if not (ROOT / name).exists()} == set()
    assert {room for room in rooms if f"`bangxl/{room}/`" not in text} == {"locale"}


def test_the_checklist_counts_what_is_on_the_tab() -> None:
    ribbon = (ROOT / "macros/ribbon.xml").read_text(encoding="utf-8")
    buttons, groups = len(re.findall(r'<button [^>]*size="large"', ribbon)), ribbon.count("<group ")
    told = {6: "six", 7: "seven", 8: "eight"}
    page = (ROOT / "docs/dev/testing.md").read_text(encoding="utf-8")
    assert f"{told[buttons]} buttons and the menu *More* in {told[groups]} groups" in page
