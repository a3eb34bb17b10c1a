"""A formula as a tree, and two questions about it: where a column stands for a single value, where TRUE or FALSE is a number."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from tests.excel_rules.formulas import tokens

_COMPARISONS: Final = frozenset({"=", "<>", "<", ">", "<=", ">="})
_STRENGTH: Final = dict.fromkeys(_COMPARISONS, 1) | {"&": 2, "+": 3, "-": 3, "*": 4, "/": 4, "^": 5, ":": 6}
"""The operators by how tightly they bind, from the weakest."""
_SIGN: Final = 5
"""How tightly a sign before an operand binds; ``%`` after it makes no difference here."""
_LOGICAL: Final = frozenset({
    "AND", "OR", "NOT", "XOR", "TRUE", "FALSE", "EXACT", "ISBLANK", "ISERR", "ISERROR", "ISEVEN", "ISFORMULA", "ISLOGICAL",
    "ISNA", "ISNONTEXT", "ISNUMBER", "ISODD", "ISREF", "ISTEXT",
})  # fmt: skip
"""Functions that give TRUE or FALSE."""
_CONDITIONS: Final = frozenset({"AND", "OR", "NOT"})
_CHOOSING: Final = {"IF": 1, "IFERROR": 0, "IFNA": 0, "CHOOSE": 1}
"""Functions that give one of their arguments, from this one on."""
_ALL, _NONE = range(99), range(0)
_WHOLE: Final = {
    **dict.fromkeys(("SUM", "COUNT", "COUNTA", "MIN", "MAX", "AND", "OR"), _ALL),
    **dict.fromkeys(("COUNTIF", "INDEX", "SMALL", "LARGE", "ROWS", "COLUMNS"), range(1)),
    **dict.fromkeys(("MATCH", "RANK"), range(1, 2)),
    "COUNTIFS": range(0, 99, 2),
    "SUMIF": range(0, 3, 2),
    "SUMIFS": (0, *range(1, 99, 2)),
}
"""The arguments, from 0, that are ranges: everywhere else an engine expects one value."""
_ARRAYS: Final = frozenset({"SUMPRODUCT", "LOOKUP"})
"""Functions within which every formula is one of whole columns."""


class Node(NamedTuple):
    """A piece of a formula (its kind and text as in `tokens`, the number of the piece) and what it works on.

    Parentheses are a function without a name; a sheet before the ``!`` is left out.
    """

    kind: str
    text: str
    at: int
    parts: tuple[Node, ...] = ()


@lru_cache(maxsize=4096)
def tree(formula: str) -> Node:
    """Read a formula. Of one that is malformed, what can be read."""
    return _Reader(formula).expression()


class _Reader:
    def __init__(self, formula: str) -> None:
        self._pieces = [(*piece, at) for at, piece in enumerate(tokens(formula)) if piece[0] != "blank"]
        self._place = 0

    def expression(self, weakest: int = 1) -> Node:
        """Read operands and the operators between them that are no weaker."""
        node, before = self._operand(), 0
        while (strength := _STRENGTH.get(self._next[1], 0)) >= weakest:
            _kind, text, at = self._take()
            other = self.expression(strength + 1)
            if strength == before != 1:  # a long sum is no deep tree
                node = Node("operator", node.text, node.at, (*node.parts, other))
            else:
                node = Node("operator", text, at, (node, other))
            before = strength
        return node

    def _operand(self) -> Node:
        kind, text, at = self._take()
        if kind == "operator":
            return Node(kind, text, at, (self.expression(_SIGN),))
        if kind == "sheet":
            return self._operand()
        node = Node(kind, text, at)
        if kind in {"function", "open"}:
            node = Node("function", text[:-1].upper(), at, tuple(self._arguments()))
        while self._next[1] == "%":
            self._take()
        return node

    def _arguments(self) -> Iterator[Node]:
        while self._next[0] not in {"close", "end"}:
            yield Node("blank", "", self._next[2]) if self._next[0] == "comma" else self.expression()
            if self._next[0] == "comma":
                self._take()
        self._take()

    @property
    def _next(self) -> tuple[str, str, int]:
        return self._pieces[self._place] if self._place < len(self._pieces) else ("end", "", -1)

    def _take(self) -> tuple[str, str, int]:
        taken = self._next
        self._place += taken[0] != "end"
        return taken


def columns_as_values(node: Node, is_many: Callable[[Node], bool], *, whole: bool = False) -> Iterator[Node]:
    """Names and ranges of several cells that stand where one value is expected. ``whole``: not at the top."""
    if not node.parts:
        if not whole and node.kind in {"name", "area"} and is_many(node):
            yield node
    elif node.kind != "function":
        for part in node.parts if node.text != ":" else ():
            yield from columns_as_values(part, is_many)
    elif node.text not in _ARRAYS:
        for number, part in enumerate(node.parts):
            yield from columns_as_values(part, is_many, whole=whole if not node.text else number in _WHOLE.get(node.text, _NONE))


def is_logical(node: Node) -> bool:
    """Whether a formula gives TRUE or FALSE."""
    if node.kind != "function":
        return (node.text in _COMPARISONS and len(node.parts) > 1) or (
            node.kind == "name" and node.text.upper() in {"TRUE", "FALSE"}
        )
    chosen = node.parts[_CHOOSING[node.text] :] if node.text in _CHOOSING else () if node.text else node.parts
    return node.text in _LOGICAL or any(map(is_logical, chosen))


def logical_numbers(node: Node, *, array: bool = False) -> Iterator[Node]:
    """What compares, adds, joins or looks up TRUE or FALSE, instead of asking AND, OR, NOT or IF.

    Within SUMPRODUCT and LOOKUP, where these know no columns, conditions are multiplied and added.
    """
    inside = array or node.text in _ARRAYS
    for number, part in enumerate(node.parts):
        yield from logical_numbers(part, array=inside)
        if is_logical(part):
            if node.kind == "function":
                fine = node.text in _CONDITIONS or not node.text or number == 0 == _CHOOSING.get(node.text, 0) - 1
                fine = fine or (node.text in _CHOOSING and number >= _CHOOSING[node.text])
            else:
                fine = array and node.text in {"+", "*", "-"}
            if not fine:
                yield node
