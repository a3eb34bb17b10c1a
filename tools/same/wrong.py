"""Mistakes of people: changed files, an own regulation with errors, unknown options."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from copy import deepcopy
from typing import Any, Final

from tools.same.days import DAYS, SEED
from tools.same.folder import Folder

_KEYS: Final = """
format rulebook language event name date place region kind organiser referees report_to options duel draw players id email
eligible present draws round rng_seed source algorithm version start_tables events type player reason automatic moment
table games outcome renegade_final_duel seats seat role alive character payout finals mode duels seated closed 1 2 3 4
"""
COMMON: Final[frozenset[str | int]] = frozenset(_KEYS.split()) | {0}
"""JSON keys to change in one regulation only."""
_COMMANDS: Final = (
    "new seat check standings reopen redraw swap undo export import demo report verify season statement blank-sheets "
    "rulebooks setup doctor"
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
statement b.xlsx Nobody
statement b.xlsx P001
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


def malformed(folder: Folder, rulebook: str, players: int, known: frozenset[str | int] = frozenset()) -> None:
    """Change JSON in one place, everywhere except at known keys: a wrong type, another value, nothing."""
    language = DAYS[rulebook][0]
    folder.run("demo", "demo.xlsx", "--rulebook", rulebook, "--players", str(players), "--rng-seed", SEED, "--language", language)
    folder.run("export", "demo.xlsx", "-o", "demo.json")
    whole = json.loads((folder.path / "demo.json").read_text(encoding="utf-8"))
    for text in _changed(whole, known):
        (folder.path / "t.json").write_text(text, encoding="utf-8")
        if not folder.run("import", "t.json", "-o", "t.xlsx").code:
            (folder.path / "t.xlsx").unlink()
    if not known:
        _cut(folder, whole)


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


def _cut(folder: Folder, whole: dict[str, Any]) -> None:
    """An input that is no tournament at all, and a tournament that ends in the middle of the day."""
    for number, text in enumerate(("", "[]", "{", '{"format": "bangxl/9"}', '{"format": "bangxl/1", "rulebook": "x"}')):
        (folder.path / "t.json").write_text(text, encoding="utf-8")
        folder.run("import", "t.json", "-o", f"n{number}.xlsx")
    for cut in range(0, len(whole["games"]) + 1, 2):
        early = whole | {"games": whole["games"][:cut]}
        for key in ("finals", "ko_stages", "final_ranking", "standings"):
            early.pop(key, None)
        (folder.path / "t.json").write_text(json.dumps(early, ensure_ascii=False), encoding="utf-8")
        folder.run("import", "t.json", "-o", f"cut-{cut}.xlsx", "--allow-invalid")
        if folder.there(f"cut-{cut}.xlsx"):
            folder.run("check", f"cut-{cut}.xlsx")
            folder.run("seat", f"cut-{cut}.xlsx", "--rng-seed", "x", "--close", "--reason", "it is late")


def _ways(value: Any, way: tuple[str | int, ...]) -> Iterator[tuple[str | int, ...]]:  # noqa: ANN401 -- JSON
    """The path to each key of a document; in a list only to its first entry."""
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


def house_rules(folder: Folder, rulebook: str) -> None:
    """An own regulation: copied, with a line changed or removed."""
    text = next(folder.code.rglob(f"{rulebook}.toml")).read_text(encoding="utf-8").splitlines()
    keys = [number for number, line in enumerate(text) if re.match(r"\w+ *=", line)]
    some = keys[:: max(1, len(keys) // 8)]
    variants = [[*text[:number], *text[number + 1 :]] for number in some]
    variants += [[*text[:n], re.sub(r"=.*", "= 'x'", text[n]), *text[n + 1 :]] for n in some]
    variants += [[*text, "unknown = 1"], ["= ="], text]
    for number, lines in enumerate(variants):
        (folder.path / "house.toml").write_text("\n".join(lines), encoding="utf-8")
        folder.run("blank-sheets", f"house-{number}.xlsx", "--rulebook", "house.toml")
    folder.run("new", "house.xlsx", "--rulebook", "house.toml", "--players", str(DAYS[rulebook][1]))


def wrong_uses(folder: Folder) -> None:
    """Possible mistakes on the command line; help; commands without a workbook."""
    (folder.path / "text.xlsx").write_text("no workbook", encoding="utf-8")
    (folder.path / "list.csv").write_text(
        "name,region,email\nAnna Rossi,Lazio,a@b.it\nBruno,Lazio,\nAnna Rossi,,x\n", encoding="utf-8"
    )
    (folder.path / "bad.csv").write_text("who;where\nAnna;Lazio\n", encoding="utf-8")
    twelve = "\n".join(f"Name {number};Toscana;n{number}@example.org" for number in range(12))
    (folder.path / "semicolons.csv").write_text(f"name;region;email\n{twelve}\n", encoding="utf-8")
    for command in _COMMANDS.split():
        folder.run(command, "--help")
        if command not in {"rulebooks", "setup", "doctor"}:
            folder.run(command)
        if command not in {"rulebooks", "setup", "doctor", "demo"}:
            folder.run(command, "missing.xlsx")
    for line in _WRONG.splitlines():
        folder.run(*line.split())


def computer(folder: Folder) -> None:
    """Commands about this computer and the setup of its Excel."""
    for arguments in (["doctor"], ["setup"], ["doctor"], ["doctor", "-o", "x"], ["doctor", "--excel"]):
        folder.run(*arguments)
