"""Small arithmetic in a regulation's own words: ``1500 * outlaws``. Read once, never by Python's ``eval``."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

VARIABLES: Final = frozenset({"players", "outlaws"})
_OPERATORS: Final[Mapping[type[ast.operator], Callable[[int, int], int]]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
}


LONGEST: Final = 200
"""Characters; enough for any amount, and too few to exhaust the stack or the memory."""


class ExpressionError(ValueError):
    """The text is not a sum, difference or product of whole numbers and known words."""


@dataclass(frozen=True, slots=True)
class Expression:
    """An amount in dollars that depends on the table: call it with the number of players and of outlaws."""

    text: str
    _tree: ast.expr

    def __call__(self, **table: int) -> int:
        """Give the dollars, from the value of each of VARIABLES."""
        return _value(self._tree, table)


def parse(text: str) -> Expression:
    """Read an amount, for example ``400 * players``.

    Raises ExpressionError, with the reason, for anything but ``+``, ``-``, ``*``, brackets, whole numbers and VARIABLES.
    """
    if len(text) > LONGEST:
        raise ExpressionError(f"{text[:LONGEST]!r}… is longer than {LONGEST} characters")
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise ExpressionError(f"{text!r} is not an expression") from None
    _check(tree, text)
    return Expression(text, tree)


def _check(node: ast.expr, text: str) -> None:
    match node:
        case ast.Constant(value=int() as number) if not isinstance(number, bool):
            return
        case ast.Name(id=word) if word in VARIABLES:
            return
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in _OPERATORS:
            _check(left, text)
            _check(right, text)
        case ast.Name(id=word):
            raise ExpressionError(f"{text!r}: unknown word {word!r}; known are {', '.join(sorted(VARIABLES))}")
        case _:
            raise ExpressionError(f"{text!r}: only whole numbers, + - * and {', '.join(sorted(VARIABLES))} are allowed")


def _value(node: ast.expr, table: Mapping[str, int]) -> int:
    match node:
        case ast.Constant(value=int() as number):
            return number
        case ast.Name(id=word):
            return table[word]
        case ast.BinOp(left=left, op=operator, right=right):
            return _OPERATORS[type(operator)](_value(left, table), _value(right, table))
    raise AssertionError(f"unchecked node {node!r}")
