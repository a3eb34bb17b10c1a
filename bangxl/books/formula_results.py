"""What formulas show, as far as it follows for certain: for programs that show stored results only.

This knows a small part of what formulas can say. A formula with anything else, or about a cell of which nothing is certain, has
no result: none is better than a wrong one, for LibreOffice believes what is stored.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date, timedelta
from functools import lru_cache, partial
from math import floor, isfinite
from operator import ge, gt, le, lt
from typing import Any, Final

from bangxl import limits
from bangxl.books.cell_changes import EXACT
from bangxl.books.port import Ref, Value
from bangxl.books.references import Place, column_number
from bangxl.books.worksheet import Values, Worksheet

Here = tuple[str, int, int]
"""The cell with the formula: sheet, row and column."""
_Area = tuple[str, int, int, int, int]
"""Cells of a sheet: top, left, bottom, right."""
_Node = Callable[[Here], Any]
"""What computes a part of a formula: a value, or an Area."""
Nodes = Sequence[_Node]
Function = Callable[["CellResults", Here, Nodes, Nodes], Any]
"""A function of its arguments; the last are their single values."""

_MOST_CELLS: Final = 2_000_000
"""So many are looked at; a full workbook of bangxl needs a fifth."""
_CELLS: Final = re.compile(
    r""""(?:[^"]|"")*"|'(?:[^']|'')*'!|(?<![\w.$])(\$?)([A-Z]{1,3})(\$?)(\d+)(?::(\$?)([A-Z]{1,3})(\$?)(\d+))?(?![\w(!.])"""
)
"""A text, a sheet, or the address of a cell or an area."""
_TOKEN: Final = re.compile(
    r""""(?:[^"]|"")*"|(?:'(?:[^']|'')*'!|[^\W\d][\w.]*!)?(?:«[^»]*»|[^\W\d][\w.]*)|\d+\.?\d*(?:E[-+]?\d+)?|<>|<=|>=|\S"""
)
_CRITERION: Final = re.compile(
    r"(<>|<=|>=|[=<>]?)(\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:E[-+]?\d+)?\s*\Z)?(.*)", re.DOTALL | re.IGNORECASE
)
_WILD: Final = re.compile(r"~([~*?])|([*?])|(.)", re.DOTALL)
_ORDER: Final = {"<": lt, "<=": le, ">": gt, ">=": ge}
_RANKS: Final = dict.fromkeys(("=", "<>", *_ORDER), 0) | {"&": 1, "+": 2, "-": 2, "*": 3, "/": 3}


class UnsureError(Exception):
    """Nothing certain follows."""


class FaultError(Exception):
    """The formula shows an error, such as #N/A."""


class CellResults(dict[Here, Value]):
    """What the cells of a workbook show, each computed when somebody asks for it: UnsureError, FaultError."""

    def __init__(self, sheet: Callable[[str], Worksheet], values: Values, names: Mapping[str, Ref]) -> None:
        super().__init__()
        self._sheet, self._values = sheet, values
        self._names = {name: (ref.sheet, ref.first, ref.column, ref.last, ref.column) for name, ref in names.items()}
        self._local = {name.rpartition("!")[2] for name in names if "!" in name}
        self._failed: dict[Here, type[Exception]] = {}
        self._nodes: dict[object, _Node] = {}
        self._areas: dict[_Node, _Node] = {}
        """The parts that may give an area, with what gives its single value."""
        self.equal_to: dict[_Node, list[tuple[_Node, _Node]]] = {}
        """The parts that ask which lines of columns are equal to values: (column=value)*(column=value)."""
        self._columns: dict[object, Mapping[object, Sequence[int]]] = {}
        self._left, self._height = _MOST_CELLS, 1
        self._line: int | None = None
        self._lenient = False

    def on(self, title: str) -> dict[Place, Value]:
        """What the formulas of a sheet show in rows and columns that are not hidden."""
        found, sheet = dict[Place, Value](), self._sheet(title)
        rows = {row for row in sheet.rows if sheet.is_hidden(row)}
        columns = {column for column in {column for _row, column in sheet.cells} if sheet.is_column_hidden(column)}
        for (row, column), cell in sheet.cells.items():
            if cell.formula is not None and row not in rows and column not in columns:
                with suppress(UnsureError, FaultError, RecursionError):
                    value: Any = self[title, row, column]
                    value = 0 if value is None else value  # an empty cell is shown as 0 elsewhere
                    if value == value.strip() if isinstance(value, str) else isfinite(value):
                        found[row, column] = int(value) if _is_whole(value) else value
        return found

    # CPython takes memory for frames in pieces of 16 KB, and gives each back once it is empty: a loop at the end of one costs
    # a piece at every call, and cost more than all else together. Behind a frame of this size all others have room.
    on.__code__ = on.__code__.replace(co_stacksize=17_000)

    def __missing__(self, at: Here) -> Value:
        if at in self._failed:
            raise self._failed[at]
        before, self._line, self._left = self._line, None, self._left - 1
        self._failed[at] = UnsureError  # in case it asks for itself
        try:
            self[at] = value = self._result(self._sheet(at[0]), at)
        except FaultError:
            self._failed[at] = FaultError
            raise
        except (ArithmeticError, LookupError, TypeError, ValueError) as error:
            raise UnsureError from error
        finally:
            self._line = before
        return value

    def _result(self, sheet: Worksheet, at: Here) -> Value:
        cell = sheet.cells.get(at[1:])
        if cell is None:
            return None
        if self._left < 0 or cell.kind in {"d", "e"} or (cell.kind == "b" and cell.formula is None):
            raise UnsureError  # TRUE that somebody has typed is 1 for LibreOffice, and none for Excel
        if cell.formula is not None:
            master = at[1:] if cell.formula else sheet.masters.get(cell.shared, at[1:])
            return self._node(sheet.cells[master].formula or "", *master)(at)  # type: ignore[no-any-return]
        if cell.content is None or cell.kind in {"s", "inlineStr", "str"}:
            return self._values.shown(cell)
        return float(cell.content)

    def _node(self, formula: str, row: int, column: int) -> _Node:
        """What computes the formula of a cell, and all others that differ only in their place."""

        def relative(found: re.Match[str]) -> str:
            if not found[2]:
                return found[0]
            corners = (found.groups()[i : i + 4] for i in (0, 4) if found[i + 2])
            steps = ((one[3], row, one[2], column_number(one[1]), column, one[0]) for one in corners)
            return f"«{';'.join(f'{int(a) - i * (not f)};{not f:d};{b - j * (not g)};{not g:d}' for a, i, f, b, j, g in steps)}»"

        key = formula, row, column
        if key not in self._nodes:
            shape = _CELLS.sub(relative, formula)
            if shape not in self._nodes:
                tokens = ["", *reversed(_TOKEN.findall(shape))]
                self._nodes[shape], self._lenient = _unsure, False
                with suppress(LookupError, TypeError, UnsureError, ValueError):
                    node = self._value(self._level(tokens, 0))
                    self._nodes[shape] = _unsure if tokens[1:] else node
            self._nodes[key] = self._nodes[shape]
        return self._nodes[key]

    def _level(self, tokens: list[str], least: int) -> _Node:
        """What computes the next parts, between which stand signs of this rank or above."""
        node, equal = self._part(tokens), self.equal_to
        while (rank := _RANKS.get(tokens[-1], -1)) >= least:
            sign, left, right = tokens.pop(), node, self._level(tokens, rank + 1)
            node = self._pair(sign, self._value(left), self._value(right))
            if sign == "=" and left in self._areas:
                equal[node] = [(left, self._value(right))]
            elif sign == "*" and left in equal and right in equal:
                equal[node] = equal[left] + equal[right]
        return node

    def _pair(self, sign: str, a: _Node, b: _Node) -> _Node:
        if sign == "*" and self._lenient:
            return lambda at: first * _amount(b(at)) if (first := _amount(a(at))) else 0
        compute = _PAIRS[sign]
        return lambda at: compute(a(at), b(at))

    def _value(self, node: _Node) -> _Node:
        return self._areas.get(node, node)

    def _part(self, tokens: list[str]) -> _Node:
        part, names = tokens.pop(), self._names
        if part == "-":
            twice = tokens[-1] == "-" and tokens.pop()  # makes a number of a condition
            inner = self._part(tokens)
            node = self._pair("+" if twice else "-", lambda _at: 0, self._value(inner))
            if twice and inner in self.equal_to:
                self.equal_to[node] = self.equal_to[inner]
            return node
        if part == "(":
            node = self._level(tokens, 0)
            return node if tokens.pop() == ")" else _unsure
        if part in {"TRUE", "FALSE"} or part[0] == '"' or part[0].isdigit():
            value = part == "TRUE" if part[0] in "TF" else float(part) if part[0].isdigit() else part[1:-1].replace('""', '"')
            return lambda _at: value
        sheet, _sign, name = part.rpartition("!")
        if name[0] == "«":
            return self._area(sheet[1:-1].replace("''", "'") if sheet[:1] == "'" else sheet, *map(int, name[1:-1].split(";")))
        if tokens[-1] == "(":
            return self._call(tokens, name)
        local = bool(sheet) or name in self._local
        return self._of_area(lambda at: (local and names.get(f"{sheet or at[0]}!{name}")) or names[part])

    def _call(self, tokens: list[str], name: str) -> _Node:
        nodes, before = list[_Node](), self._lenient
        self._lenient = name == "LOOKUP"  # it passes over errors: after a condition that is not met, nothing matters
        tokens.pop()
        while tokens[-1] != ")":
            nodes.append(self._level(tokens, 0))
            if tokens[-1] != ")" and (tokens.pop() != "," or tokens[-1] == ")"):
                raise UnsureError
        tokens.pop()
        self._lenient = before
        function, values = _FUNCTIONS.get(name, _unsure), [self._value(node) for node in nodes]

        def node(at: Here) -> Any:  # noqa: ANN401 -- a value or an Area
            return function(self, at, nodes, values)

        gives_area = name in {"INDEX", "LOOKUP"} or (name == "IF" and not self._areas.keys().isdisjoint(nodes[1:]))
        return self._of_area(node) if gives_area else node

    def _area(self, sheet: str, top: int, down: int, left: int, across: int, *last: int) -> _Node:
        bottom, down2, right, across2 = last or (top, down, left, across)

        def area(at: Here) -> _Area:
            own, row, column = at
            return sheet or own, top + down * row, left + across * column, bottom + down2 * row, right + across2 * column

        if last:
            return self._of_area(area)
        self._areas[area] = lambda at: self[sheet or at[0], top + down * at[1], left + across * at[2]]
        return area

    def _of_area(self, node: _Node) -> _Node:
        """A part that may give an area: its single value is that of the only cell; in an array, of a column that of the line."""

        def value(at: Here) -> Any:  # noqa: ANN401 -- a value of any kind
            found = node(at)
            if type(found) is not tuple:
                return found
            sheet, top, left, bottom, right = found
            if top == bottom and left == right:
                return self[sheet, top, left]
            if self._line is None or left != right or top + self._line > bottom:
                raise UnsureError
            return self[sheet, self.row(found), left]

        self._areas[node] = value
        return node

    def row(self, area: _Area) -> int:
        """The row of a cell; of a column, in an array, that of the line."""
        self._height = max(self._height, area[3] - area[1] + 1)
        return area[1] + (self._line or 0)

    def all(self, area: _Area) -> Iterator[Value]:
        """All values of an area, row by row. UnsureError for an error: some functions pass over it."""
        sheet, top, left, bottom, right = area
        self._left -= (bottom - top + 1) * (right - left + 1)
        if self._left < 0:
            raise UnsureError
        try:
            for row in range(top, bottom + 1):
                for column in range(left, right + 1):
                    yield self[sheet, row, column]
        except FaultError:
            raise UnsureError from None

    def lines(self, areas: tuple[_Area, ...], criteria: Sequence[Value]) -> Sequence[int]:
        """The lines, from 0, of columns side by side that fit criteria, as COUNTIFS has them."""
        tests = [_read_criterion(criterion) for criterion in criteria]
        if any(map(callable, tests)):
            key = areas, *tests
            if key not in self._columns:
                values = enumerate(zip(*map(self.all, areas), strict=True))
                self._columns[key] = {None: [line for line, own in values if all(map(_meets, tests, own))]}
            return self._columns[key][None]
        return self.equal(areas).get((*tests,), ())

    def equal(self, areas: tuple[_Area, ...]) -> Mapping[object, Sequence[int]]:
        """The lines by what stands in columns side by side: many formulas look for something there."""
        if areas not in self._columns:
            self._columns[areas] = found = defaultdict[object, list[int]](list)
            for line, own in enumerate(zip(*map(self.all, areas), strict=True)):
                found[(*map(_folded, own),)].append(line)
        return self._columns[areas]

    def by_lines(self, value: _Node, at: Here) -> list[float]:
        """What an array gives in each line of its columns."""
        found, before = list[float](), (self._line, self._height)
        self._line, self._height = 0, 1
        try:
            while self._line < self._height:
                found.append(_amount(value(at)))
                self._line += 1
        finally:
            self._line, self._height = before
        return found


def _is_number(value: Value) -> bool:
    return type(value) in {int, float}


def _is_whole(value: Value) -> bool:
    return _is_number(value) and value % 1 == 0 and abs(value) < EXACT  # type: ignore[operator,arg-type]


def _folded(value: Value) -> object:
    """A value as comparisons take it: texts in any case, nothing like an empty text."""
    if isinstance(value, str) or value is None:
        return (value or "").lower()
    return (value,) if isinstance(value, bool) else value


def _same(a: Value, b: Value) -> bool:
    if isinstance(a, str) and isinstance(b, str):
        return a == b or a.lower() == b.lower()
    return not (b if a is None else a) if a is None or b is None else _folded(a) == _folded(b)


def _ordered(sign: str, a: Value, b: Value) -> bool:
    """Two values compared by < and the like: texts come after all numbers. UnsureError for two different texts."""
    if isinstance(a, str) or isinstance(b, str):
        texts = isinstance(a, str | None) and isinstance(b, str | None)
        if texts and a and b and a != b:
            raise UnsureError
        a, b = (bool(a), bool(b)) if texts else (isinstance(a, str), isinstance(b, str))
    return bool(_ORDER[sign](_amount(a), _amount(b)))


def _amount(value: Value) -> float:
    """A number as arithmetic takes it. UnsureError: a text may stand for one."""
    if isinstance(value, str):
        raise UnsureError
    return value or 0  # type: ignore[return-value] # there are no moments here


def _text(value: Value) -> str:
    """A value as a text. UnsureError for a fraction, which every country writes in its own way."""
    if value is None or isinstance(value, str):
        return value or ""
    return str(int(value)) if _is_whole(value) else _unsure()  # type: ignore[arg-type]


def _bounded_text(text: str) -> str:
    return text if len(text) <= limits.CELL else _unsure()


def _substituted(text: Value, old: Value, new: Value) -> str:
    known = _bounded_text(_text(text)).split(_text(old))
    return _text(new).join(known) if len(known) * len(_text(new)) <= limits.CELL else _unsure()


def _size(value: Value) -> int:
    return int(_amount(value))


@lru_cache(maxsize=4096, typed=True)
def _read_criterion(criterion: Value) -> object:
    """What fits a criterion of COUNTIF: a value, or a test of values. UnsureError where programs differ."""
    if not isinstance(criterion, str):
        return _folded(criterion or 0)
    sign, amount, text = _CRITERION.fullmatch(criterion).groups()  # type: ignore[union-attr]
    if not amount and (sign in _ORDER or (sign and not text)):
        raise UnsureError
    if sign in _ORDER:
        return lambda value: _is_number(value) and _ORDER[sign](value, float(amount))
    signs = {"*": ".*", "?": "."}
    parts = [(signs.get(wild), escaped + plain) for escaped, wild, plain in _WILD.findall(text.lower())]
    wanted = float(amount) if amount else "".join(plain for _wild, plain in parts)
    if sum(wild == ".*" for wild, _plain in parts) > 2:  # nobody should wait
        raise UnsureError
    if any(wild for wild, _plain in parts):
        pattern = re.compile("".join(wild or re.escape(plain) for wild, plain in parts), re.DOTALL)
        return lambda value: (isinstance(value, str) and pattern.fullmatch(value.lower()) is not None) is (sign != "<>")
    return wanted if sign != "<>" else lambda value: _folded(value) != wanted


def _meets(test: object, value: Value) -> bool:
    return bool(test(value)) if callable(test) else _folded(value) == test


_PAIRS: Final[Mapping[str, Callable[[Value, Value], Value]]] = {
    "&": lambda a, b: _bounded_text(_text(a) + _text(b)),
    "=": _same,
    "<>": lambda a, b: not _same(a, b),
    **{sign: partial(_ordered, sign) for sign in _ORDER},
    "+": lambda a, b: _amount(a) + _amount(b),
    "-": lambda a, b: _amount(a) - _amount(b),
    "*": lambda a, b: _amount(a) * _amount(b),
    "/": lambda a, b: _amount(a) / _amount(b),
}


def _unsure(*_any: object) -> Any:  # noqa: ANN401 -- nothing
    raise UnsureError


def _of_values(compute: Callable[..., Value]) -> Function:
    """A function of single values."""
    return lambda _results, at, _nodes, values: compute(*[value(at) for value in values])


def _of_numbers(compute: Callable[[list[float]], float]) -> Function:
    """A function of the numbers in areas, and of what else is given."""

    def function(results: CellResults, at: Here, nodes: Nodes, _values: Nodes) -> float:
        found = list[Any]()
        for value in (node(at) for node in nodes):
            found += filter(_is_number, results.all(value)) if type(value) is tuple else [_amount(value)]
        return compute(found)

    return function


def _if_error(fine: Callable[[Value], Value], fault: Callable[[Here, Nodes], Value]) -> Function:
    """A function that has another answer for an error."""

    def function(_results: CellResults, at: Here, _nodes: Nodes, values: Nodes) -> Value:
        try:
            return fine(values[0](at))
        except FaultError:
            return fault(at, values)

    return function


def _index(_results: CellResults, at: Here, nodes: Nodes, values: Nodes) -> _Area:
    sheet, top, left, bottom, right = nodes[0](at)
    row, column = top + _size(values[1](at)) - 1, left + sum(_size(value(at)) - 1 for value in values[2:])
    if nodes[3:] or (left != right and not nodes[2:]) or row < top or column < left:
        raise UnsureError
    if row > bottom or column > right:
        raise FaultError
    return sheet, row, column, row, column


def _match(results: CellResults, at: Here, nodes: Nodes, values: Nodes) -> int:
    wanted, area = values[0](at), nodes[1](at)
    if values[2](at) != 0 or wanted is None or isinstance(wanted, bool):
        raise UnsureError
    if isinstance(wanted, str) and wanted.lstrip("<>=") == wanted != "":
        found = iter(results.lines((area,), [wanted]))
    else:  # one by one: the lines behind it may be unsure
        found = (line for line, one in enumerate(results.all(area)) if one is not None and _folded(one) == _folded(wanted))
    line = next(found, None)
    if line is None:
        raise FaultError
    return line + 1


def _counted(results: CellResults, at: Here, nodes: Nodes, values: Nodes) -> int:
    return len(results.lines(tuple(node(at) for node in nodes[::2]), [value(at) for value in values[1::2]]))


def _summed(results: CellResults, at: Here, nodes: Nodes, values: Nodes) -> float:
    (sheet, top, left, *_rest), areas = nodes[0](at), tuple(node(at) for node in nodes[1::2])
    found = (results[sheet, top + line, left] for line in results.lines(areas, [value(at) for value in values[2::2]]))
    return sum(filter(_is_number, found))  # type: ignore[arg-type] # numbers


def _sumproduct(results: CellResults, at: Here, nodes: Nodes, values: Nodes) -> float:
    [value], equal = values, results.equal_to.get(nodes[0], [])
    wanted = [one(at) for _column, one in equal]
    if equal and all(one or one == "" for one in wanted):  # a blank is equal to 0 too
        return len(results.equal(tuple(column(at) for column, _one in equal)).get(tuple(map(_folded, wanted)), ()))
    return sum(results.by_lines(value, at))


def _last(results: CellResults, at: Here, nodes: Nodes, values: Nodes) -> _Area:
    """LOOKUP(2, 1/conditions, column): the last line that meets them; where one is not met, 1/0 is an error and passed over."""

    def met(at: Here) -> float:
        with suppress(FaultError, ZeroDivisionError):
            return _amount(values[1](at))
        return 0

    found = results.by_lines(met, at)
    if values[0](at) != 2 or set(found) - {0, 1}:  # 2 is greater than each 1
        raise UnsureError
    if not any(found):
        raise FaultError
    sheet, top, left, *_rest = nodes[2](at)
    row = top + len(found) - 1 - found[::-1].index(1)
    return sheet, row, left, row, left


def _smallest(found: list[float]) -> float:
    *amounts, wanted = found
    if not 1 <= wanted <= len(amounts):
        raise FaultError
    return sorted(amounts)[int(wanted) - 1]


def _find(wanted: Value, text: Value, start: Value = 1) -> int:
    at = _text(text).find(_text(wanted), _size(start) - 1)
    if at < 0:
        raise FaultError
    return at + 1


def _round(value: Value, digits: Value) -> float:
    power, amount = 10.0 ** _size(digits), _amount(value)
    return floor(abs(amount) * power + 0.5) / power * (-1 if amount < 0 else 1)


def _day(value: Value) -> date:
    return date(1899, 12, 30) + timedelta(days=floor(_amount(value)))


_FUNCTIONS: Final[Mapping[str, Function]] = {
    "IF": lambda _results, at, nodes, values: nodes[1](at) if _amount(values[0](at)) else nodes[2](at) if nodes[2:] else False,
    "IFERROR": _if_error(lambda value: value, lambda at, values: values[1](at)),
    "ISNUMBER": _if_error(_is_number, lambda _at, _values: False),
    **dict.fromkeys(("ISERROR", "ISNA"), _if_error(lambda _value: False, lambda _at, _values: True)),
    # each argument, for an error in one decides more
    "AND": lambda _results, at, _nodes, values: 0 not in {_amount(value(at)) for value in values},
    "OR": lambda _results, at, _nodes, values: {_amount(value(at)) for value in values} != {0},
    "NOT": _of_values(lambda value: not _amount(value)),
    "INDEX": _index,
    "MATCH": _match,
    **dict.fromkeys(("COUNTIF", "COUNTIFS"), _counted),
    "SUMIFS": _summed,
    "SUMPRODUCT": _sumproduct,
    "LOOKUP": _last,
    "COUNTA": lambda results, at, nodes, _values: sum(one is not None for node in nodes for one in results.all(node(at))),
    "COUNT": _of_numbers(len),
    "SUM": _of_numbers(sum),
    "MAX": _of_numbers(partial(max, default=0)),
    "MIN": _of_numbers(partial(min, default=0)),
    "SMALL": _of_numbers(_smallest),
    "ROW": lambda results, at, nodes, _values: results.row(nodes[0](at)) if nodes else at[1],
    "COLUMN": lambda _results, at, _nodes, _values: at[2],
    "HYPERLINK": _of_values(lambda _url, text: text),
    "LEFT": _of_values(lambda text, count=1: _text(text)[: _size(count)]),
    "RIGHT": _of_values(lambda text, count=1: _text(text)[max(0, len(_text(text)) - _size(count)) :]),
    "MID": _of_values(lambda text, start, count: _text(text)[_size(start) - 1 :][: _size(count)]),
    "LEN": _of_values(lambda text: len(_text(text))),
    "UPPER": _of_values(lambda text: _text(text).upper()),
    "TRIM": _of_values(lambda text: " ".join(filter(None, _text(text).split(" ")))),
    "SUBSTITUTE": _of_values(_substituted),
    "FIND": _of_values(_find),
    "TEXT": _of_values(lambda value, code: _text(value).zfill(len(code)) if not code.strip("0") else _unsure()),
    "VALUE": _of_values(lambda value: float(value) if isinstance(value, str) and value.isdecimal() else _amount(value)),
    "CHAR": _of_values(lambda code: chr(_size(code))),
    "ROUND": _of_values(_round),
    "ROUNDUP": _of_values(lambda value, digits: -floor(-_amount(value)) if digits == 0 <= _amount(value) else _unsure()),
    "INT": _of_values(lambda value: floor(_amount(value))),
    "MOD": _of_values(lambda value, by: _amount(value) % _amount(by)),
    "DAY": _of_values(lambda value: _day(value).day),
    "MONTH": _of_values(lambda value: _day(value).month),
    "YEAR": _of_values(lambda value: _day(value).year),
    "WEEKDAY": _of_values(lambda value, _kind: _day(value).isoweekday()),
}
