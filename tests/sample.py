"""What `make test` tries a part of, and `make soak` all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest


def sample(values: Iterable[object], every: int) -> Sequence[Any]:
    """Values of a parameter: the first and each ``every``-th after it, none for 0; the others are marked for `make soak`.

    A tuple is one value for each of several parameters.
    """
    spread = (value if type(value) is tuple else (value,) for value in values)
    return [
        pytest.param(*some, marks=() if every and number % every == 0 else pytest.mark.soak) for number, some in enumerate(spread)
    ]
