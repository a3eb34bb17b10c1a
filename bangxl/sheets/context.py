"""The context of every sheet builder: the regulation, the language and the size of the workbook."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bangxl.locale.catalog import Catalog, sentences
from bangxl.sheets.formulas import link_if, literal
from bangxl.tournament.model import EventType, Role
from bangxl.tournament.rulebook import Rulebook

WORDING: Final = sentences("bangxl.sheets")
"""What the sheets say of a regulation."""

TABS: Final[Mapping[str, str]] = WORDING["tabs"]
"""The sheets that exist once, with the names on their tabs; programs find them by their defined names."""


@dataclass(frozen=True, slots=True)
class Context:
    """A workbook under construction. ``rounds`` and ``tables`` are the largest numbers needed for up to ``capacity`` players.

    ``stages`` are the tables of each stage of a knock-out; empty without one. ``extras``: see `Tournament.extras`.
    """

    rulebook: Rulebook
    catalog: Catalog
    capacity: int
    rounds: int
    tables: int
    stages: tuple[int, ...] = ()
    extras: frozenset[str] = frozenset()

    @property
    def wall_count(self) -> int:
        """How many wall sheets there are: one for each round, or one in all if tables are fixed."""
        return 1 if self.rulebook.fixed_tables else self.rounds

    @property
    def _(self) -> Catalog:
        """The catalog under its short name: ``_ = ctx._``."""
        return self.catalog.counting(self.rulebook.unit)

    @property
    def largest(self) -> int:
        """The most players at a table, and so the number of seats on every record sheet."""
        return self.rulebook.largest_table

    def tab(self, kind: str) -> str:
        """The name of a sheet that exists once (a key of TABS), in the workbook's language."""
        return self.catalog(TABS[kind])

    def links(self, **others: str) -> dict[str, tuple[str, str] | str]:
        """The links of a sheet by their cells: to the first sheet, and to others by their keys: ``links(D2="events")``.

        Standings and finals are linked once they are published.
        """
        links: dict[str, tuple[str, str] | str] = {"B2": (self.tab("setup"), self._("◄ Tournament"))}
        for cell, key in others.items():
            tab = self.tab(key)
            links[cell] = link_if('Published="yes"', tab, tab) if key in {"standings", "finals"} else (tab, tab)
        return links

    def how_left(self, number: str, before: str) -> str:
        """The word for how somebody has left, ``before`` it, by the row of ``Leaving_…``: formula text."""
        ejected, withdrawn = (literal(before + word) for word in (self._("ejected"), self._("withdrawn")))
        return f'IF(INDEX(Leaving_Kind,{number})="{EventType.EJECTION}",{ejected},{withdrawn})'

    def noon_by_the_clock(self) -> str:
        """The minutes until players begin to lose life points, if the clock decides."""
        text = self._("High Noon after {n} minutes of play: each player loses 1 life point a turn, the Sheriff first.")
        return text.format(n=self.rulebook.noon_minutes)

    def roles_text(self, roles: Mapping[Role, int]) -> str:
        """The role cards of a table, in words; a role that nobody has there is not named."""
        counts = {role.value: count for role, count in roles.items()}
        text = self.catalog.plural(
            "Roles: {sheriff} Sheriff, {deputy} Deputy, {outlaw} Outlaws, {renegade} Renegade",
            "Roles: {sheriff} Sheriff, {deputy} Deputies, {outlaw} Outlaws, {renegade} Renegade",
            counts[Role.DEPUTY],
        )
        return ", ".join(part for part in text.format(**counts).split(", ") if "0" not in part.split())
