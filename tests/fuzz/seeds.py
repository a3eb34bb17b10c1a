"""One seed a run, from which all examples of all fuzzers follow; and how many there are."""

import os
import random
from collections.abc import Callable
from typing import Any, Final, TypeVar

import pytest
from hypothesis import HealthCheck, Phase, given, seed as seeded, settings, strategies as st

VARIABLE: Final = "BANGXL_FUZZ_SEED"
Example = TypeVar("Example")
settings.register_profile("bangxl", deadline=None, print_blob=True, derandomize="CI" in os.environ)  # for every test, by conftest
settings.load_profile("bangxl")


def fuzz_seed() -> int:
    """The seed of this run: the one given, else a fresh one, which the processes of the run share."""
    return int(os.environ.setdefault(VARIABLE, str(random.SystemRandom().randrange(10**6))))


def dice(fuzzer: str, number: int) -> random.Random:
    """For one example of a plain loop."""
    return random.Random(f"{fuzz_seed()} {fuzzer} {number}")  # noqa: S311 - a test, no secret


def numbers(quick: int, long: int, parts: int = 4) -> pytest.MarkDecorator:
    """The parameter ``examples``: a few (or none) in `make test`, many in `make soak`, there in parts that run side by side."""
    size = -(-long // parts)
    later = [range(first, min(first + size, quick + long)) for first in range(quick, quick + long, size)]
    soak = [pytest.param(part, marks=pytest.mark.soak, id=f"{part.start}-{part.stop - 1}") for part in later]
    first = [pytest.param(range(quick), id=f"0-{quick - 1}")] if quick else []
    return pytest.mark.parametrize("examples", [*first, *soak])


def search(
    examples: range, strategy: st.SearchStrategy[Example], judge: Callable[[Example], object], *, slow: bool = False
) -> None:
    """Let Hypothesis look for an example that the judge raises at, and cut it down, unless a judgement takes seconds."""

    @seeded(fuzz_seed() + examples.start)
    @settings(
        max_examples=len(examples),
        database=None,
        derandomize=False,
        phases=(Phase.generate,) if slow else (Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def look(example: Any) -> None:  # noqa: ANN401 - what the strategy draws
        judge(example)

    print(f"{VARIABLE}={fuzz_seed()}")  # noqa: T201 - to do it again
    look()
