"""What a call raises, to look at."""

from collections.abc import Callable
from typing import TypeVar

import pytest

Error = TypeVar("Error", bound=BaseException)


def raised(kind: type[Error], call: Callable[..., object], *given: object, **named: object) -> Error:
    """The error of this kind with which a call ends; it fails if there is none."""
    with pytest.raises(kind) as caught:
        call(*given, **named)
    return caught.value
