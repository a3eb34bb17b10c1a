"""Signs beside the words of a record sheet, for a table that shares no language: roles, and what became of a seat."""

from collections.abc import Mapping, Sequence
from math import cos, pi, sin
from typing import Final

from bangxl.paper.sheet import INK, Figure, Paper
from bangxl.tournament.model import Outcome, Role, Status

_STAR: Final[Figure] = [(0.5 + r * sin(pi * n / 5), 0.54 - r * cos(pi * n / 5)) for n, r in enumerate([0.53, 0.22] * 5)]
_HAT: Final[Sequence[Figure]] = [
    [(0.3, 0.3), (0.34, 0.04), (0.66, 0.04), (0.7, 0.3)],
    [(0.02, 0.32), (0.98, 0.32), (0.84, 0.44), (0.16, 0.44)],
    [(0.2, 0.54), (0.8, 0.54), (0.5, 1)],
]
_RIGHT_HALF: Final[Figure] = [(0.5, 0.04), (0.77, 0.04, 0.98, 0.25, 0.98, 0.52), (0.98, 0.79, 0.77, 1, 0.5, 1)]
_LEFT_HALF: Final[Figure] = [(0.5, 0.04), (0.23, 0.04, 0.02, 0.25, 0.02, 0.52), (0.02, 0.79, 0.23, 1, 0.5, 1)]
_HEART: Final[Figure] = [(0.5, 1), (-0.25, 0.45, 0.1, -0.15, 0.5, 0.25), (0.9, -0.15, 1.25, 0.45, 0.5, 1)]
_GRAVE: Final[Sequence[Figure]] = [
    [(0.18, 1), (0.18, 0.4), (0.18, -0.1, 0.82, -0.1, 0.82, 0.4), (0.82, 1)],
    [(0.5, 0.26), (0.5, 0.74)],
    [(0.35, 0.42), (0.65, 0.42)],
]
_GUNS: Final[Sequence[Figure]] = [
    [(at, 0.22), (muzzle, 0.22), (muzzle, 0.4), (guard, 0.44), (grip, 0.9), (at, 0.9), (heel, 0.5)]
    for at, muzzle, guard, grip, heel in ((0, 0.46, 0.26, 0.2, 0.05), (1, 0.54, 0.74, 0.8, 0.95))
]
SIGNS: Final[Mapping[str, tuple[Sequence[Figure], Sequence[Figure]]]] = {
    Role.SHERIFF: ([_STAR], []),
    Role.DEPUTY: ([], [_STAR]),
    Role.OUTLAW: (_HAT, []),
    Role.RENEGADE: ([_RIGHT_HALF], [_LEFT_HALF]),
    Status.ALIVE: ([_HEART], []),
    Status.ELIMINATED: ([], _GRAVE),
    Status.FINAL_DUEL: (_GUNS, []),
    Outcome.LAW: ([_STAR], []),
    Outcome.OUTLAWS: (_HAT, []),
}
"""The figures of a sign in a square of 1 by 1: filled, and as outlines. (The winning Renegade is that role's sign.)"""


def draw_sign(paper: Paper, key: str, x: float, y: float, size: float) -> None:
    """Draw the sign of a role, state or outcome into a square of millimetres; where there is none, nothing."""
    filled, outlined = SIGNS.get(key, ((), ()))
    for fill, figure in [*((INK, one) for one in filled), *(("", one) for one in outlined)]:
        placed = [[(x, y)[n % 2] + size * part for n, part in enumerate(point)] for point in figure]
        paper.shape(placed, fill, "" if fill else INK, size / 16)
