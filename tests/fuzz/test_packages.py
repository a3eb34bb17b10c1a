"""The package of a workbook or a referto: its bytes, its XML and its parts changed at random; then the command line."""

import random
import re
import warnings
import zipfile
from collections.abc import Callable, Mapping
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Final

import pytest

from tests.additions.package import CONTENT_TYPES, STRINGS, WORKBOOK, unzipped
from tests.fuzz.judge import harmless, warm
from tests.fuzz.moments import copied, referti, some
from tests.fuzz.seeds import VARIABLE, dice, fuzz_seed, numbers

ATTRIBUTES: Final = (
    "", "0", "-1", "1", "7", "99999", "1048577", "4294967296", "9" * 5000, "1e308", "-0", "nan", "x", "é", "²", "٣", "true", "A1",
    "A0", "XFE1", "A1048577", "a1", "$A$1", "A1:XFD1048576", "B2:A1", "A1:A1", "A:A", "1:1", "A1 B2 C3", "#REF!", "rId1", "rId2",
    "rId999", "s", "str", "inlineStr", "b", "e", "d", "n", "shared", "array", "dataTable", "hidden", "veryHidden",
    "../../../etc/passwd", "/xl/x", "https://example.org/x", "sheet1.xml", "workbook.xml", "&#x0;", "&#10;", "&amp;amp;", "&x;",
    "_x0000_", "x" * 300, "x" * 40_000,
)  # fmt: skip
TEXTS: Final = (
    "", " ", "0", "-1", "1e308", "-0", "NaN", "INF", "1e999", "9" * 5000, "x", "P001", "P999", "Sheriff", "x" * 32_768,
    "é" * 20_000, "&#x9b;31m",
    "_x0000_", "_x001B_[31m", "&#xD800;", "<b/>", "]]>", "<!-- -->", "<![CDATA[x]]>", "=1+1", "2026-11-20", "#REF!", "true",
    "Round1T1!$A$1:$A$99999999", "Round1T1!$A$0", "Nowhere!$A$1", f"Round1T1!$A${'1' * 4400}", "OFFSET(A1,1,1)", "A1",
)  # fmt: skip
LIMITED: Final = re.compile(
    rb"<(?:row|c|mergeCell|definedName|xf|sheet|Relationship|Override|col|dataValidation|fill|font)\b[^>]*>"
)
ADDITIONS: Final[Mapping[str, tuple[bytes, bytes]]] = {
    "whole sheet merged": (b"</sheetData>", b'</sheetData><mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>'),
    "links everywhere": (b"</sheetData>", b'</sheetData><hyperlinks><hyperlink ref="A1:XFD1048576" location="A1"/></hyperlinks>'),
    "a gradient": (b"</fills>", b'<fill><gradientFill><stop position="0"><color auto="1"/></stop></gradientFill></fill></fills>'),
    "an automatic colour": (b"</fonts>", b'<font><color auto="1"/><sz val="11"/><name val="x"/></font></fonts>'),
    "a document type": (b"<workbook ", b'<!DOCTYPE x [<!ENTITY x "x">]><workbook '),
    "a comment": (b"<sheetData>", b"<!-- x --><sheetData>"),
    "columns": (b"<sheetData>", b'<cols><col min="1" max="16384" width="1e9"/></cols><sheetData>'),
    "another name": (b"</definedNames>", b'<definedName name="Players_Name">Round1!$A$1:$A$1048576</definedName></definedNames>'),
}
Parts = dict[str, bytes]
_unzipped_once = cache(unzipped)


def _attribute(parts: Parts, dice: random.Random) -> str:
    return _replaced(parts, dice, re.compile(rb'="([^"]*)"'), dice.choice(ATTRIBUTES))


def _text(parts: Parts, dice: random.Random) -> str:
    return _replaced(parts, dice, re.compile(rb">([^<>]+)<"), dice.choice(TEXTS))


def _replaced(parts: Parts, dice: random.Random, pattern: re.Pattern[bytes], value: str) -> str:
    name = dice.choice(sorted(parts))
    found = list(pattern.finditer(parts[name]))
    if not found:
        return "nothing"
    one = dice.choice(found)
    parts[name] = parts[name][: one.start(1)] + value.encode() + parts[name][one.end(1) :]
    return f"{name} at {one.start(1)}: {one[1][:40]!r} -> {value[:40]!r}"


def _tag(parts: Parts, dice: random.Random) -> str:
    """An element begins twice, or not."""
    name = dice.choice(sorted(parts))
    found = list(LIMITED.finditer(parts[name])) or list(re.finditer(rb"<[^>]*>", parts[name]))
    if not found:
        return "nothing"
    one, times = dice.choice(found), dice.choice((0, 2, 2, 300))
    parts[name] = parts[name][: one.start()] + one[0] * times + parts[name][one.end() :]
    return f"{name} at {one.start()}: {times} times {one[0][:60]!r}"


def _bytes(parts: Parts, dice: random.Random) -> str:
    name = dice.choice(sorted(parts))
    data = bytearray(parts[name])
    for _ in range(dice.choice((1, 1, 4, 40))):
        if data:
            data[dice.randrange(len(data))] = dice.randrange(256)
    parts[name] = bytes(data)
    return f"bytes of {name}"


def _cut(parts: Parts, dice: random.Random) -> str:
    name = dice.choice(sorted(parts))
    parts[name] = parts[name][: dice.randrange(len(parts[name]) + 1)]
    return f"{name} cut to {len(parts[name])}"


def _gone(parts: Parts, dice: random.Random) -> str:
    name = dice.choice(sorted(parts))
    del parts[name]
    return f"without {name}"


def _exchanged(parts: Parts, dice: random.Random) -> str:
    one, other = dice.choice(sorted(parts)), dice.choice(sorted(parts))
    parts[one], parts[other] = parts[other], parts[one]
    return f"{one} <-> {other}"


def _renamed(parts: Parts, dice: random.Random) -> str:
    old = dice.choice(sorted(parts))
    new = dice.choice((old.upper(), f"../{old}", f"/{old}", old.replace("/", "\\"), f"{old}é", "x" * 300, f"{old}/x"))
    parts[new] = parts.pop(old)
    return f"{old} called {new[:40]}"


def _filled(parts: Parts, dice: random.Random) -> str:
    """Blanks, which pack into nothing, before the end of a part."""
    name, size = dice.choice((WORKBOOK, CONTENT_TYPES, STRINGS, *sorted(parts))), dice.choice((10**5, 10**6, 10**7))
    head, end, tail = parts.get(name, b"").rpartition(b"</")
    parts[name] = head + b" " * size + end + tail
    return f"{size} blanks in {name}"


def _added(parts: Parts, dice: random.Random) -> str:
    what = dice.choice(sorted(ADDITIONS))
    old, new = ADDITIONS[what]
    able = [name for name in sorted(parts) if old in parts[name]]
    if able:
        name = dice.choice(able)
        parts[name] = parts[name].replace(old, new, 1)
    return what


def _merged(parts: Parts, dice: random.Random) -> str:
    """Two or more cells merged somewhere among those that are written."""
    sheets = [name for name in sorted(parts) if b"</sheetData>" in parts[name] and b"<mergeCell" not in parts[name]]
    if not sheets:
        return "nothing"
    name, column, row = dice.choice(sheets), dice.randrange(12), dice.randint(1, 30)
    area = f"{chr(65 + column)}{row}:{chr(65 + column + dice.randrange(4))}{row + dice.randrange(4)}"
    cells = f'</sheetData><mergeCells count="1"><mergeCell ref="{area}"/></mergeCells>'
    parts[name] = parts[name].replace(b"</sheetData>", cells.encode(), 1)
    return f"{name}: {area} merged"


DEEDS: Final[tuple[Callable[[Parts, random.Random], str], ...]] = (
    *((_attribute, _text) * 4), _tag, _tag, _merged, _merged, _added, _added, _bytes, _cut, _gone, _exchanged, _renamed,
    _filled,
)  # fmt: skip


def mutated(data: bytes, dice: random.Random) -> tuple[bytes, str]:
    """Another file, and what was done."""
    if dice.random() < 0.08:
        return _whole(data, dice)
    parts = dict(_unzipped_once(data))
    deeds = dice.choices(DEEDS, k=dice.choice((1, 1, 1, 2, 4)))
    done = [deed(parts, dice) for deed in deeds if parts]
    return _packed(parts, twice=dice.random() < 0.03, level=dice.choice((1, 1, 0))), "; ".join(done)


def _whole(data: bytes, dice: random.Random) -> tuple[bytes, str]:
    """The file's own bytes: cut, changed, something before or behind it."""
    changed = bytearray(data)
    for _ in range(dice.choice((0, 1, 10, 100))):
        changed[dice.randrange(len(changed))] = dice.randrange(256)
    cut = dice.choice((len(changed), len(changed), dice.randrange(len(changed))))
    return dice.choice((b"", b"", b"MZ", b" " * 1000)) + bytes(changed[:cut]) + dice.choice((b"", b"x" * 100)), f"cut to {cut}"


def _packed(parts: Parts, *, twice: bool, level: int) -> bytes:
    out = BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED if level else zipfile.ZIP_STORED) as archive:
        warnings.simplefilter("ignore")
        for name, part in parts.items():
            for _ in range(1 + twice):
                archive.writestr(name, part, compresslevel=1)
    return out.getvalue()


WORKBOOKS: Final = (
    ("check",), ("check", "--json"), ("seat", "--rng-seed", "x"), ("standings",), ("export",), ("redraw", "--reason",
    "x"), ("undo",),
    ("swap", "P001", "P002", "--reason", "x"), ("reopen", "--round", "1", "--table", "1", "--reason", "x"), ("statement", "P001"),
    ("report", "--interim"), ("print",), ("verify",),
)  # fmt: skip
REPORTS: Final = (("verify",), ("verify", "--json"), ("check",), ("standings",), ("export",), ("season",))


def tried(folder: Path, file: Path, words: tuple[str, ...]) -> None:
    name, *more = words
    if name == "season":
        harmless(folder, name, file, "-o", folder / "season.xlsx", "--overwrite", makes="season.xlsx")
    elif not harmless(folder, name, file, *more).code and name in {"seat", "redraw", "swap", "reopen", "undo"}:
        assert harmless(folder, "check", file).code < 2, "a command wrote what the next one cannot read"


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    warm()


@numbers(quick=2, long=3000, parts=6)
def test_any_package(examples: range, tmp_path: Path) -> None:
    print(f"{VARIABLE}={fuzz_seed()}")  # noqa: T201 - to do it again
    workbooks = some("packages", 1 if not examples.start else 8)
    for number in examples:
        rolls = dice("packages", number)
        report = rolls.random() < 0.4
        source = rolls.choice(referti() if report else workbooks)
        file = copied(source, tmp_path / "day")
        data, done = mutated(source.read_bytes(), rolls)
        file.write_bytes(data)
        for words in rolls.sample(REPORTS if report else WORKBOOKS, 2):
            try:
                tried(file.parent, file, words)
            except AssertionError as error:
                raise AssertionError(
                    f"{VARIABLE}={fuzz_seed()}, example {number}, {source.parent.name}: {done}\n{error}"
                ) from None
