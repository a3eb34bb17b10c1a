"""The second half of a report's fingerprint: over the first half and the document's own data (docs/referto.md)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from typing import Final, NamedTuple

from bangxl.interchange.dump import DIGEST_LENGTH
from bangxl.tournament.model import Player

SHORTEST: Final = 16
"""The fewest digits of a half to compare with: nobody else makes a report with the same, but a referee makes two in minutes."""

_HALF: Final = re.compile(rf"[0-9a-f]{{{SHORTEST},{DIGEST_LENGTH}}}")


@dataclass(frozen=True, slots=True)
class Colophon:
    """A report's data beside the facts, which cannot be derived. ``addresses`` are mail addresses by the players' ids.

    ``layout`` is the version of its layout; ``program`` wrote it, at the moment ``written`` (ISO 8601).
    """

    language: str = ""
    layout: int = 0
    program: str = ""
    written: str = ""
    interim: bool = False
    secret: bool = False
    addresses: Mapping[str, str] = field(default_factory=dict)


def addresses_of(players: Iterable[Player]) -> Mapping[str, str]:
    """The published mail addresses, by the players' ids."""
    return {player.id: player.email for player in players if player.email.strip()}


def second_half(digest: str, beside: Colophon) -> str:
    """The second half, 32 hexadecimal digits over the first half and the document's data; runs of blanks are one blank."""
    text = json.dumps({"digest": digest, **_squeezed(asdict(beside))}, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()[:DIGEST_LENGTH]


def _squeezed(values: Mapping[str, object]) -> dict[str, object]:
    return {key: _text(value) for key, value in values.items()}


def _text(value: object) -> object:
    if isinstance(value, Mapping):
        return _squeezed(value)
    return " ".join(value.split()) if isinstance(value, str) else value


class DigestDigits(NamedTuple):
    """A digest that somebody has on paper: its first digits, or those of its second half, or of both."""

    digits: str
    second: str = ""

    def fits(self, digest: str, second: str) -> bool:
        """Whether these are the halves of a referto's digest; each that is asked for by itself counts."""
        if self.second:
            return digest.startswith(self.digits) and second.startswith(self.second)
        return digest.startswith(self.digits) or second.startswith(self.digits)

    def __str__(self) -> str:
        """The digits, with a stroke between the halves."""
        return " / ".join(filter(None, self))


def read_digits(text: str) -> DigestDigits | None:
    """A typed fingerprint in any case, with blanks or hyphens; None if it is not one.

    Of a half at least 16 digits; of both the whole first one before the second, or a stroke between them.
    """
    halves = ["".join(half.replace("-", " ").split()).casefold() for half in text.split("/")]
    if len(halves) == 1 and len(halves[0]) > DIGEST_LENGTH:
        halves = [halves[0][:DIGEST_LENGTH], halves[0][DIGEST_LENGTH:]]
    return DigestDigits(*halves) if len(halves) <= len(DigestDigits._fields) and all(map(_HALF.fullmatch, halves)) else None
