"""What `make test` tries a part of, and `make soak` all."""

from collections.abc import Iterable, Sequence
from typing import Any

import pytest


def sample(values: Iterable[object], every: int) -> Sequence[Any]:
    """Values of a parameter: the first and each ``every``-th after it, none for 0; the others are marked for `make soak`.

    A tuple is one value for each of several parameters.
    """
    spread = enumerate(map(_as_tuple, values))
    return [pytest.param(*some, marks=() if every and number % every == 0 else pytest.mark.soak) for number, some in spread]


def these(values: Iterable[object], *kept: object) -> Sequence[Any]:
    """Values of a parameter: those ``kept`` in `make test`; the others are marked for `make soak`."""
    every = [*values]
    assert all(one in every for one in kept)
    return [pytest.param(*_as_tuple(one), marks=() if one in kept else pytest.mark.soak) for one in every]


def _as_tuple(value: object) -> tuple[Any, ...]:
    return value if type(value) is tuple else (value,)
