"""The lines of a regulation's TOML, changed as no regulation has them: refused with a key, or played by."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from hypothesis import strategies as st

from bangxl.commands.check import check
from bangxl.commands.demo import demo
from bangxl.commands.errors import Refusal
from bangxl.commands.new import new
from bangxl.rulebooks import loader
from bangxl.rulebooks.loader import RulebookError, parse_rulebook, rulebook_ids
from tests.fuzz.judge import limits
from tests.fuzz.seeds import numbers, search

OURS: Final = Path(loader.__file__).parent
HOUSES: Final = Path(__file__).parent.parent / "data"
FILES: Final = (*(OURS / f"{name}.toml" for name in rulebook_ids()), HOUSES / "house.toml", HOUSES / "konajka.toml")
TEXTS: Final = [re.sub('(?m)^id = ".*"$', 'id = "house"', path.read_text(encoding="utf-8")) for path in FILES]
VALUES: Final = (
    "0", "-1", "1", "2", "5", "7", "50", "99", "1000", "999999999", "1e9", "1e308", "-0.0", "inf", "nan", "true", "[]", "{}",
    "[5]", "1979-05-27", "'''x'''", '""', '"x"', '"players"', '"9**9**9"', '"-players"', '"--1"', '"1_000"', '"0x10"', '"True"',
    '"é"', '"it"', '"zz"', '"../../x"', '"italy-2010"', '"=1+1"', '"{player}"', "1" * 4000, '"players / 0"', '"1 / 3"',
    '"players ** 9"', '"outlaws // 2"', f'"{"(" * 60}{")" * 60}"', f'"{"(" * 90}1{")" * 90}"', f'"{"9" * 190}"',
    f'"1{" * 9999999999" * 13}"', "\"__import__('os')\"", '"players.__class__"', '"lambda: 1"', '"[1 for _ in ()]"',
    '"\\u009b31m"', '"\\u0007"', "[5, 5]", "[[5, 5], [6, 4]]", f"[{'5,' * 500}]", f'"{"x" * 400}"', f'"{"x" * 20_000}"',
    '"a\\nb"', '"[b]x"', '"\\u202e"',
)  # fmt: skip
INSTEAD: Final = ("0", "1", "2", "3", "4", "8", "9", "20", "40", "99", "999", "1000", "12345678901234567890")
SIGNS: Final = '"[]{}=.,#\\\0é'


class Edit(NamedTuple):
    """What is done, to which line and sign or other line (the remainders count), with which value."""

    deed: str
    line: int
    place: int
    value: str


def _value(lines: list[str], at: int, edit: Edit) -> None:
    key, equals, _old = lines[at].partition("=")
    if equals:
        lines[at] = f"{key}= {edit.value}"


def _number(lines: list[str], at: int, edit: Edit) -> None:
    found = list(re.finditer(r"\d+", lines[at]))
    if found:
        one = found[edit.place % len(found)]
        lines[at] = f"{lines[at][: one.start()]}{INSTEAD[edit.place % len(INSTEAD)]}{lines[at][one.end() :]}"


def _sign(lines: list[str], at: int, edit: Edit) -> None:
    where = edit.place % (len(lines[at]) + 1)
    lines[at] = f"{lines[at][:where]}{SIGNS[edit.place % len(SIGNS)]}{lines[at][where + 1 :]}"


def _take_out(lines: list[str], at: int, _edit: Edit) -> None:
    del lines[at]


def _double(lines: list[str], at: int, edit: Edit) -> None:
    lines.insert(edit.place % len(lines), lines[at])


def _exchange(lines: list[str], at: int, edit: Edit) -> None:
    other = edit.place % len(lines)
    lines[at], lines[other] = lines[other], lines[at]


DEEDS: Final[Mapping[str, Callable[[list[str], int, Edit], None]]] = {
    "value": _value, "number": _number, "sign": _sign, "take out": _take_out, "double": _double, "exchange": _exchange,
}  # fmt: skip
USUAL: Final = ("value", "value", "number", "number", "number", *DEEDS)
ANY: Final = st.integers(0, 10**6)
EDITS: Final = st.lists(st.builds(Edit, st.sampled_from(USUAL), ANY, ANY, st.sampled_from(VALUES)), min_size=1, max_size=3)
EXAMPLES: Final = st.tuples(st.sampled_from(TEXTS), EDITS)


def edited(example: tuple[str, list[Edit]]) -> str:
    lines = example[0].splitlines()
    for edit in example[1]:
        DEEDS[edit.deed](lines, edit.line % len(lines), edit)
    return "\n".join(lines)


def judge(example: tuple[str, list[Edit]]) -> str:
    """The text, if it is a rulebook; else ""."""
    text = edited(example)
    try:
        with limits():
            parse_rulebook(text, "house.toml")
    except RulebookError:
        return ""
    return text


@numbers(quick=25, long=2000)
def test_any_line(examples: range) -> None:
    search(examples, EXAMPLES, judge)


@numbers(quick=0, long=120)
def test_a_tournament_by_it(examples: range, tmp_path: Path) -> None:
    house, empty, whole = (tmp_path / name for name in ("house.toml", "new.xlsx", "demo.xlsx"))

    def look(example: tuple[str, list[Edit]]) -> None:
        text = judge(example)
        if not text:
            return
        house.write_text(text, encoding="utf-8")
        makers: Mapping[Path, Callable[[], object]] = {
            empty: lambda: new(empty, str(house)),
            whole: lambda: demo(whole, str(house), None, "x"),
        }
        for path, make in makers.items():
            path.unlink(missing_ok=True)
            try:
                with limits():
                    make()
            except (Refusal, RulebookError):
                assert not path.exists()
            else:
                check(path)

    search(examples, EXAMPLES, look, slow=True)
