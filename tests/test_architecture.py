"""The house keeps its shape: layers, sizes, nothing private in the files."""

import ast
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
MOST_LINES_OF_A_FUNCTION: Final = 60
EDGE: Final = frozenset({"cli", "command_table", "terminal", "locale"})
"""What the command line needs before it knows the command."""
ROOMS: Final[Mapping[str, int]] = {
    "bangxl": 3200,
    "books": 5650,
    "commands": 7750,
    "interchange": 1450,
    "locale": 250,
    "office": 1300,
    "page": 450,
    "paper": 3000,
    "referto": 1800,
    "rulebooks": 2000,
    "seasons": 2250,
    "selftest": 950,
    "sheets": 6450,
    "tests": 56300,
    "tournament": 6800,
    "vba": 200,
    "web": 1200,
    "workbook": 2850,
}
"""The most lines of Python in each package of the program (in `bangxl`: the edges), and in the tests."""
TEXT_FILES: Final = frozenset({".py", ".md", ".toml", ".sh", ".mjs", ".po", ".txt", ".cfg", ".yml", ".json", ".csv", ""})
PRIVATE: Final = re.compile(r"(?<![\w.])/(?:work|tmp|root|home|opt|mnt)/\w")
HOST: Final = re.compile(r"https?://([\w.-]+)")
KNOWN_HOSTS: Final = frozenset(
    {
        "customschemas.google.com", "example.org", "offline.invalid", "openoffice.org", "purl.oclc.org", "purl.org",
        "schemas.microsoft.com", "schemas.openxmlformats.org", "www.w3.org",
    }
)  # fmt: skip
"""Names of XML vocabularies, and the invented ones; nothing of ours is fetched from anywhere by address."""
LICENCES: Final = ("tools/page/licences/", "bangxl/paper/fonts/LICENSE-")
"""Other people's texts, word for word."""


@cache
def own_files() -> tuple[Path, ...]:
    """Every file that is, or would be, in the repository; a source distribution has no repository to ask."""
    ignored = [".git", *(line.strip("/") for line in (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines())]
    found = []
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if not any(fnmatch(name, one) for one in ignored)]
        found += [Path(folder) / name for name in names if not any(fnmatch(name, one) for one in ignored)]
    return tuple(sorted(found))


def own_texts() -> dict[str, str]:
    return {
        str(path.relative_to(ROOT)): path.read_text(encoding="utf-8", errors="replace")
        for path in own_files()
        if path.suffix in TEXT_FILES
    }


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
