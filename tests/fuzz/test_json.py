"""A tournament's JSON, changed anywhere: it is refused, or read, checked and written as any other."""

import json
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any, Final, NamedTuple

from hypothesis import strategies as st

from bangxl.commands.check import check
from bangxl.commands.errors import Refusal
from bangxl.commands.transfer import export, import_json
from bangxl.interchange.dump import dumps, standings_json, tournament_json
from bangxl.interchange.load import MalformedError, loads
from bangxl.rulebooks.loader import RulebookError, load
from bangxl.tournament.checks import findings_of as checks
from bangxl.tournament.findings import Severity
from bangxl.tournament.progress import next_step
from bangxl.tournament.state import State
from tests.fuzz.judge import limits
from tests.fuzz.moments import CASES, cut, tournament
from tests.fuzz.seeds import numbers, search
from tests.fuzz.weird import NUMBERS, TEXTS, WORDS

ANY: Final = st.integers(0, 10**6)
LEAF: Final = st.one_of(st.none(), st.sampled_from(NUMBERS), st.sampled_from(TEXTS), st.sampled_from(WORDS))
STRANGE: Final = st.sampled_from(([], {}, [[]], [{}], {"a": 1}, [5, 5], [1] * 1000, ["P001", "P001"], ["P001", "P002"], "\ud800"))
KEYS: Final = (
    "x", "winner", "auction", "closed_after_round", "lot_order", "start_tables", "ko_stages", "match", "score", "lives", "ruling",
    "finals", "events", "draws", "stage", "after_round", "moment", "walkover",
)  # fmt: skip
Path_ = tuple[str | int, ...]


class Edit(NamedTuple):
    """What is done, at which place of the JSON, beside which other (any numbers: the remainders count), with which value."""

    deed: str
    place: int
    other: int
    value: object


class Example(NamedTuple):
    """A case (the remainder counts), after how many of its rounds it stops, and what is done to it."""

    case: int
    rounds: int
    half: bool
    edits: list[Edit]


def _put(found: Any, key: Any, edit: Edit, _other: object) -> None:  # noqa: ANN401 - any JSON, here and below
    found[key] = deepcopy(edit.value)


def _take_out(found: Any, key: Any, _edit: Edit, _other: object) -> None:  # noqa: ANN401
    del found[key]


def _copy(found: Any, key: Any, _edit: Edit, other: object) -> None:  # noqa: ANN401
    found[key] = deepcopy(other)


def _double(found: Any, key: Any, _edit: Edit, _other: object) -> None:  # noqa: ANN401
    if isinstance(found, list):
        found.append(deepcopy(found[key]))


def _turn(found: Any, key: Any, _edit: Edit, _other: object) -> None:  # noqa: ANN401
    if isinstance(found[key], list):
        found[key].reverse()


def _add(found: Any, key: Any, edit: Edit, _other: object) -> None:  # noqa: ANN401
    if isinstance(found[key], dict):
        found[key][KEYS[edit.other % len(KEYS)]] = deepcopy(edit.value)


DEEDS: Final[Mapping[str, Callable[[Any, Any, Edit, object], None]]] = {
    "put": _put, "take out": _take_out, "copy": _copy, "double": _double, "turn": _turn, "add": _add,
}  # fmt: skip
USUAL: Final = (*("put",) * 5, *DEEDS)
EXAMPLES: Final = st.builds(
    Example,
    ANY,
    st.sampled_from((0, 1, 2, 3, 99, 99)),
    st.booleans(),
    st.lists(st.builds(Edit, st.sampled_from(USUAL), ANY, ANY, LEAF | STRANGE), min_size=1, max_size=5),
)


def edited(example: Example) -> Any:  # noqa: ANN401 - JSON
    whole = tournament(CASES[example.case % len(CASES)].stem)
    found = whole if example.rounds == 99 else cut(whole, example.rounds, half=example.half)
    for edit in example.edits:
        every = list(paths(found, edit.place % 3 == 0))
        if not every:
            return found
        *way, key = every[edit.place % len(every)]
        DEEDS[edit.deed](inner(found, way), key, edit, inner(found, every[edit.other % len(every)]))
    return found


def paths(found: object, shallow: bool, way: Path_ = ()) -> Iterator[Path_]:  # noqa: FBT001 - shallow: three keys deep
    """The way to everything in it."""
    if way:
        yield way
    if shallow and len(way) == 3:
        return
    steps: Any = found.items() if isinstance(found, dict) else enumerate(found) if isinstance(found, list) else ()
    for key, value in steps:
        yield from paths(value, shallow, (*way, key))


def inner(found: Any, way: Any) -> Any:  # noqa: ANN401 - JSON
    for key in way:
        found = found[key]
    return found


def tells_where(error: MalformedError) -> None:
    assert error.path.startswith("$")
    assert error.sentence(str)


def judge(example: Example) -> bytes | None:
    """The text, if it can be read; where no check calls it wrong, export → import → export is the identity."""
    text = json.dumps(edited(example)).encode()
    with limits():
        try:
            facts = loads(text, load)
            rulebook = load(facts.rulebook)
        except MalformedError as error:
            tells_where(error)
            return None
        except RulebookError:
            return None
        state = State(facts, rulebook)
        next_step(state)
        standings_json(state)
        exported = dumps(tournament_json(state))
        if all(one.severity is not Severity.ERROR for one in checks(state)):
            assert dumps(tournament_json(State(loads(exported.encode(), load), rulebook))) == exported
    return text


@numbers(quick=100, long=3000)
def test_any_value(examples: range) -> None:
    search(examples, EXAMPLES, judge)


@numbers(quick=0, long=200)
def test_a_workbook_of_it(examples: range, tmp_path: Path) -> None:
    """What can be imported by force is checked and exported too; a second import of that says the same."""
    source, target = tmp_path / "t.json", tmp_path / "torneo.xlsx"

    def look(example: Example) -> None:
        text = judge(example)
        if text is None:
            return
        source.write_bytes(text)
        target.unlink(missing_ok=True)
        try:
            with limits():
                import_json(source, target, allow_invalid=True)
        except (Refusal, RulebookError):
            assert not target.exists()
            return
        with limits():
            check(target)
            json.loads(export(target))

    search(examples, EXAMPLES, look, slow=True)
