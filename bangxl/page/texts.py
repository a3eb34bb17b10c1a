"""The texts of the page, by the keys of its script. Buttons have the same names as in the ribbon."""

import re
from collections.abc import Mapping
from typing import Final

from bangxl.commands.forms import LABELS
from bangxl.locale.catalog import Catalog, sentences
from bangxl.seasons.book import SEASON_HEADS, SEASON_TABLES
from bangxl.seasons.summary import OFFENDERS, SCORES
from bangxl.vba.ribbon import action_of, buttons

TEXTS: Final[Mapping[str, str]] = {**LABELS, **sentences("bangxl.page")["texts"], "role_": "–", "rulebook_": "–"}
"""The texts in English."""

BUTTONS: Final = (
    "seat", "check", "undo", "redo", "report", "help", "earlier", "redraw", "swap", "names", "rename", "repair", "reopen", "rule",
    "slip", "close", "by_hand", "room",
)  # fmt: skip
"""The actions with the same word as their ribbon button."""

HELPED: Final = ("earlier", "names", "repair", "redraw", "close", "by_hand")
"""Those whose button tells what they do, and speaks of no selection."""

_FIELDS: Final[Mapping[str, str]] = {"round": "of_round", "by-hand": "by_lines"}
"""Options with another name in the page's forms."""

_FLAG: Final = re.compile(r"--([a-z-]+)(?: ([a-z]+))?")


def page_name(words: str, _: Catalog) -> str:
    """The page's word for a command (``bangxl seat --close --reason TEXT``) or an option (``--what walls``)."""
    if not words.startswith("bangxl "):
        return _field(words, _)
    action, flags = action_of(words), _FLAG.findall(words)
    label = (
        (flags and TEXTS.get(f"{action}_more")) or TEXTS.get(action) or (buttons()[action].label if action in buttons() else "")
    )
    if not label or "--history" in words:  # a folder, which only a terminal takes
        return _.quoted(words)
    beside = ", ".join(_field(f"--{flag}", _) for flag, _value in flags if flag not in {"close", "repair", "to"})
    return _.quoted(_(label)) + (f" ({beside})" if beside else "")


def _field(option: str, _: Catalog) -> str:
    """The field for an option; if the option offers several things, the chosen one."""
    flag, value = _FLAG.findall(option)[0]
    key = value or _FIELDS.get(flag, flag.replace("-", "_"))
    return _.quoted(_(TEXTS.get(f"{flag}_{key}") or TEXTS.get(key, key)))


def page_texts(_: Catalog) -> Mapping[str, str]:
    """All words of the page in a language; what a button says of itself helps, if it speaks of no selection."""
    labels = {action: _(buttons()[action].label) for action in BUTTONS}
    help_ = {f"{action}_help": _(buttons()[action].tip) for action in HELPED}
    season = {f"regional_{way}": said for way, (said, _long) in SCORES.items()}
    season |= {f"irregular_{what}": said for what, (said, _long) in OFFENDERS.items()}
    season |= {
        f"of_{code}": said
        for code, said in {**SEASON_HEADS, **{name: tab for name, (tab, _columns) in SEASON_TABLES.items()}}.items()
    }
    return {key: _(text) for key, text in {**TEXTS, **season}.items()} | labels | help_
