"""Shared parts of the results page: the facts, the players by name, tables for a phone."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import Final, NamedTuple

from bangxl.locale.catalog import one_line
from bangxl.referto.listings import LEFT, Kind, Listing, prize_text
from bangxl.referto.report import Report
from bangxl.tournament.compositions import has_one_table
from bangxl.tournament.model import Game, game_code
from bangxl.tournament.roster import departures
from bangxl.web.markup import Html, element, join
from bangxl.workbook.titles import display_names, round_title, sheet_title
from bangxl.workbook.wall import evening_of
from bangxl.workbook.words import word

NO_VALUE: Final = "–"
"""Stands for a missing value."""

_LOOKS: Final[Mapping[Kind, str]] = {"place": "place", "player": "name", "subject": "name", "text": "", "score": "number main"}
"""The look of a listing's columns; the others hold numbers."""


class Head(NamedTuple):
    """A heading and the look of the values below: ``name``, ``place``, ``number`` (``main``: that ranks), ``code`` or ""."""

    head: str
    kind: str = ""


class View:
    """A tournament to show: the facts and what follows from them, and the catalog of the page's language."""

    def __init__(self, report: Report, referto: str) -> None:
        """``referto`` is the name of the file that proves the page."""
        self.report, self.referto = report, referto
        self.state, self.catalog = report.state, report.catalog
        self._names = display_names(report.tournament.players)
        self._anchors = {player: f"p{number}" for number, player in enumerate(report.ids, 1)}

    def anchor(self, player: str) -> str:
        """The id of a player's own part of the page; "" for a name outside the entry list."""
        return self._anchors.get(player, "")

    def called(self, player: str) -> str:
        """A player's display name."""
        return self._names.get(player, player)

    def link(self, player: str) -> Html:
        """A player's name, with a link to the player's own part of the page."""
        anchor = self.anchor(player)
        return element("a", self.called(player), href=f"#{anchor}") if anchor else element("span", self.called(player))

    def named(self, player: str, match: str | None = None) -> Html:
        """The link, and behind it how somebody has left; with ``match`` (``F``, ``Stage1``) only if they left there."""
        left = departures(self.state).get(player)
        if left is None or match not in {None, left.event.match}:
            return self.link(player)
        return join([self.link(player), " ", element("span", f"· {self.catalog(LEFT[left.status])}", class_="aside whole")])

    def amount(self, dollars: int | None) -> str:
        """An amount and its unit on one line."""
        return NO_VALUE if dollars is None else self.catalog.amount(dollars).replace(" ", "\N{NO-BREAK SPACE}")

    def prize(self, amount: int) -> str:
        """A prize on one line."""
        return prize_text(self.state, self.catalog, amount).replace(" ", "\N{NO-BREAK SPACE}")

    def score(self, value: Fraction) -> Html:
        """The score that ranks, with its exact value for programs."""
        figure = self.catalog.amount(value, 2 * (self.report.rulebook.score.per_game and not self.report.rulebook.score.rounded))
        return element("data", figure.replace(" ", "\N{NO-BREAK SPACE}"), value=str(value))

    def criterion(self, value: Fraction) -> Html:
        """A tie-break value, with its exact value for programs."""
        return element("data", self.catalog.number(value, 0 if value.denominator == 1 else 1), value=str(value))

    def cells(self, listing: Listing, nothing: str = "") -> tuple[list[Head], list[list[str]]]:
        """The columns and the rows of a table that the report has, too."""
        formats: Mapping[Kind, Callable[..., str]] = {
            "player": self.link, "score": self.score, "criterion": self.criterion, "dollars": self.amount,
            "prize": self.prize,
        }  # fmt: skip
        columns = [Head(one_line(head), _LOOKS.get(kind, "number")) for _name, head, kind in listing.columns]
        return columns, listing.texts(formats, nothing)

    def word(self, code: StrEnum | None) -> str:
        """A word of the record sheets; a dash without a choice."""
        return NO_VALUE if code is None else word(code, self.catalog.language)

    def where(self, game: Game) -> str:
        """Round and table of a game."""
        if has_one_table(self.report.rulebook):
            return evening_of(self.state, game.round, self.catalog) + round_title(game.round, self.catalog, self.report.rulebook)
        return sheet_title(game_code(game.round, game.table), self.catalog.language, self.report.rulebook)


def table(caption: str, columns: Sequence[Head], rows: Iterable[Sequence[str]]) -> Html:
    """A table with its headings; an empty caption is left out.

    On a phone the heading stands beside each value. ARIA roles tell screen readers that it is still a table.
    """
    head = (element("th", one.head, scope="col", class_=one.kind, role="columnheader") for one in columns)
    body = []
    for row in rows:
        cells = (
            element("th", value, scope="row", class_="name", role="rowheader")
            if column.kind == "name"
            else element("td", value, class_=column.kind, data_h=column.head, role="cell")
            for column, value in zip(columns, row, strict=True)
        )
        body.append(element("tr", *cells, role="row"))
    return element(
        "table",
        element("caption", caption) if caption else Html(),
        element("thead", element("tr", *head, role="row"), role="rowgroup"),
        element("tbody", *body, role="rowgroup"),
        class_="cards" if len(columns) > 3 else "",  # on a phone each row is a card, every value beside its heading
        role="table",
    )


def section(anchor: str, heading: str, *content: str) -> Html:
    """A part of the page under its heading."""
    return element("section", element("h2", heading, id=f"{anchor}-h"), *content, id=anchor, aria_labelledby=f"{anchor}-h")


def folded(heading: str, aside: str, *content: str, anchor: str = "", opened: bool = False) -> Html:
    """A part that opens on a click, or through a link into it; no line of ``aside`` begins with a dot."""
    note = element("span", aside.replace(" ·", "\N{NO-BREAK SPACE}·"), class_="aside") if aside else Html()
    summary = element("summary", element("h3", heading), note)
    return element("details", summary, element("div", *content, id=anchor), open=opened)
