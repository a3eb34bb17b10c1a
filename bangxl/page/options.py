"""What the page may ask for with each action: the command line's options, with underscores (docs/page.md).

Each class is an action's; a misspelt option, or one of a wrong kind, is refused by its name.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from msgspec import Struct, ValidationError, convert

from bangxl.commands.errors import USAGE, Refusal
from bangxl.commands.workspace import guessed_language
from bangxl.locale.catalog import catalog

Asked = TypeVar("Asked", bound="Options")


class Options(Struct, forbid_unknown_fields=True, kw_only=True):
    """Those of an action that has none."""


class New(Options):
    """``players``: a number of places, a list as text (a line each, or CSV), or names."""

    rulebook: str
    language: str = ""
    players: int | str | list[str] = ""
    option: list[str] = []


class Seat(Options):
    """``by_hand``: the lines as drawn with cards, as CSV."""

    rng_seed: str | None = None
    public_value: str = ""
    close: bool = False
    reason: str = ""
    by_hand: str = ""
    preview: bool = False


class Check(Options):
    """``json``: for programs; ``notes``: each of them."""

    json: bool = False
    notes: bool = False


class Standings(Options):
    """For programs as JSON or CSV; else for people."""

    json: bool = False
    csv: bool = False


class Redraw(Options):
    """A round drawn anew."""

    reason: str
    rng_seed: str = ""
    public_value: str = ""


class Swap(Options):
    """Two who change places."""

    one: str
    other: str
    reason: str


class Reopen(Options):
    """A game of a closed round."""

    round: int
    table: int
    reason: str


class Rule(Options):
    """``payout``: as on the command line, or an amount by player."""

    round: int
    table: int
    reason: str
    payout: list[str] | dict[str, int]


class Report(Options):
    """The referto, or an interim one."""

    interim: bool = False
    with_results: bool = False
    without_addresses: bool = False


class Print(Options):
    """``what``: as on the command line, "" for what the hour needs; ``round``: of walls and records; diplomas for everybody."""

    what: str = ""
    round: int | None = None
    everyone: bool = False


class Verify(Options):
    """``against``: the code that the referto is to have."""

    json: bool = False
    against: str | None = None


class Slip(Options):
    """Whose."""

    player: str


class Look(Options):
    """``known``: whether the page has kept a workbook of this name."""

    known: bool = False


def read(action: str, kind: type[Asked], given: Mapping[str, object]) -> Asked:
    """The options of an action. Refusal (usage) which names the one that is wrong; numbers may come as texts."""
    try:
        return convert({_plain(key): value for key, value in given.items()}, kind, strict=False)
    except ValidationError as error:
        _ = catalog(guessed_language())
        text = _("«{action}»: an option is unknown, missing or of a wrong kind ({reason}). Nothing was done.")
        raise Refusal(text.format(action=action, reason=error), exit_code=USAGE) from None


def _plain(key: str) -> str:
    return key.replace("-", "_")
