"""The digest of a tournament's facts, by which a referto, its PDF and its mail are known to belong together (docs/referto.md)."""

from __future__ import annotations

import json
from dataclasses import asdict
from hashlib import sha256
from typing import Any, Final

from bangxl.interchange.dump import tournament_json
from bangxl.tournament.state import State

LENGTH: Final = 32
_DERIVED: Final = ("payout", "bankroll")


def fingerprint(state: State) -> str:
    """32 hexadecimal digits over all facts, the log and the text of a referee's own regulation.

    Mail addresses, the language, and what can be computed, do not count.
    """
    data: dict[str, Any] = {**tournament_json(state)}
    del data["language"]
    data["players"] = [_without(player, "email") for player in data["players"]]
    data["games"] = [{**game, "seats": [_without(seat, *_DERIVED) for seat in game["seats"]]} for game in data["games"]]
    facts = {
        "rulebook": _lines(state.rulebook.text),
        "tournament": data,
        "log": [asdict(entry) for entry in state.journal.entries],
    }
    text = json.dumps(facts, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()[:LENGTH]


def _lines(text: str) -> str:
    """A text as every program's saving leaves it: line ends and blanks before them do not count."""
    return "\n".join(line.rstrip() for line in text.strip().splitlines())


def _without(data: dict[str, Any], *keys: str) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key not in keys}
