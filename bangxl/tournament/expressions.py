"""Small arithmetic in a regulation's own words: ``1500 * outlaws``. Read once, never by Python's ``eval``."""

import ast
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

VARIABLES: Final = ("players", "outlaws", "eliminated", "living_outlaws")
"""Players and Outlaws at the table; at the end of the game, who has been eliminated, and Outlaws still alive."""

_OPERATORS: Final[Mapping[type[ast.operator], Callable[[Fraction, Fraction], Fraction]]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.Div: lambda a, b: a / b,
}
_TOKEN: Final = re.compile(r"\d+|\w+|[-+*/()]")
_PRINTED_SIGNS: Final[Mapping[str, str]] = {"*": "×", "/": "÷"}
_ALLOWED: Final = f"only whole numbers, + - * / and {', '.join(VARIABLES)} are allowed"

LONGEST_AMOUNT: Final = 200
"""Characters; enough for any amount, and too few to exhaust the stack or the memory."""


class ExpressionError(ValueError):
    """The text is no arithmetic of whole numbers and known words, or its value is no whole number."""


@dataclass(frozen=True, slots=True)
class Expression:
    """An amount in dollars that depends on the table and on how the game ended: call it with what it needs."""

    text: str
    words: frozenset[str]
    """Those of VARIABLES that stand in it."""
    _tree: ast.expr

    def __call__(self, **table: int) -> int:
        """Give the dollars, from the value of each of its words. Raises ExpressionError if they are no whole number."""
        try:
            value = _value(self._tree, table)
        except ZeroDivisionError:
            raise ExpressionError(f"{self.text!r} divides by 0") from None
        if value.denominator != 1:
            raise ExpressionError(f"{self.text!r} gives {value}, not a whole number")
        return int(value)

    def render(self, words: Mapping[str, str], unit: str = "", number: Callable[[int], str] = str) -> str:
        """As people write it: ``1500 $ × Outlaws``. ``words`` says its words; ``unit`` follows numbers that multiply none.

        ``number`` writes numbers as a language does.
        """
        parts: list[str] = []
        for token in _TOKEN.findall(self.text):
            if token.isdecimal():
                counts = parts[-1:] in (["×"], ["÷"]) or parts.count("(") > parts.count(")")
                parts.append(number(int(token)) + unit * (not counts))
            else:
                parts.append(_PRINTED_SIGNS.get(token) or words.get(token, token))
        return " ".join(parts).replace("( ", "(").replace(" )", ")")


def parse_amount(text: str) -> Expression:
    """Read an amount, for example ``400 * players``.

    Raises ExpressionError, with the reason, for anything but ``+``, ``-``, ``*``, ``/``, brackets, whole numbers (also
    below zero) and VARIABLES.
    """
    if len(text) > LONGEST_AMOUNT:
        raise ExpressionError(f"{text[:LONGEST_AMOUNT]!r}… is longer than {LONGEST_AMOUNT} characters")
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise ExpressionError(f"{text!r} is not an expression") from None
    _check(tree, text)
    return Expression(text, frozenset(node.id for node in ast.walk(tree) if isinstance(node, ast.Name)), tree)


def _check(node: ast.expr, text: str) -> None:
    match node:
        case ast.Constant(value=int() as number) if not isinstance(number, bool):
            return
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant() as number):
            _check(number, text)
        case ast.Name(id=word) if word in VARIABLES:
            return
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in _OPERATORS:
            _check(left, text)
            _check(right, text)
        case ast.Name(id=word):
            raise ExpressionError(f"{text!r}: unknown word {word!r}; known are {', '.join(VARIABLES)}")
        case _:
            raise ExpressionError(f"{text!r}: {_ALLOWED}")


def _value(node: ast.expr, table: Mapping[str, int]) -> Fraction:
    match node:
        case ast.Constant(value=int() as number):
            return Fraction(number)
        case ast.UnaryOp(operand=number):
            return -_value(number, table)
        case ast.Name(id=word):
            return Fraction(table[word])
        case ast.BinOp(left=left, op=operator, right=right):
            return _OPERATORS[type(operator)](_value(left, table), _value(right, table))
    raise AssertionError(f"unchecked node {node!r}")
