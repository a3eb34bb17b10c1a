"""Who has won: champion, podium, final ranking; the standings of the elimination phase."""

from __future__ import annotations

from collections.abc import Iterator

from bangxl.tournament.finals import champions, prizes
from bangxl.tournament.standings import Row, standings
from bangxl.web.markup import Html, element, join
from bangxl.web.view import NOTHING, Column, View, heading, section, table
from bangxl.workbook.words import HEADS

PODIUM = 3
"""The places that are on it."""


def champion(view: View) -> Html:
    """The champion and the podium."""
    _, report = view.text, view.report
    podium = [placed for placed in report.ranking if placed.place <= PODIUM]
    won = prizes(view.state)
    steps = (
        element(
            "li",
            element("b", f"{placed.place}."),
            " ",
            view.link(placed.player),
            element("span", view.amount(won[placed.player])) if placed.player in won else Html(),
        )
        for placed in podium
    )
    title = report.rulebook.champion or _("Winner of the tournament")
    best = (element("p", element("strong", view.called(player))) for player in champions(view.state))
    return section(
        "champion", title, *best, element("ol", *steps, class_="podium", aria_label=_("Podium")) if podium else Html()
    )  # fmt: skip


def final_ranking(view: View) -> Html:
    """Everybody who is ranked, with the prizes."""
    _, won = view.text, prizes(view.state)
    columns = [Column(_("Place"), "place"), Column(_("Player"), "name")]
    columns += [Column(_("Prize"), "number")] if won else []
    prized = {player: view.amount(amount) for player, amount in won.items()}
    rows = (
        [str(placed.place), view.link(placed.player), *([prized.get(placed.player, "")] if won else [])]
        for placed in view.report.ranking
    )
    return table("", columns, rows)


def elimination(view: View) -> Html:
    """The standings of the elimination phase, with every criterion and what separated players."""
    _, codes = view.text, [code for code in view.report.rulebook.criteria if code != "games"]
    columns = [
        Column(_("Place"), "place"),
        Column(_("Player"), "name"),
        Column(_("Score"), "number"),
        *(Column(heading(_(HEADS[code])), "number") for code in codes),
        Column(_("Games"), "number"),
        Column(_("Remarks")),
    ]
    rows = (
        [
            NOTHING if row.place is None else str(row.place),
            view.link(row.player),
            view.score(row.score),
            *(view.criterion(row.criteria[code]) for code in codes),
            str(row.games),
            join(_remarks(view, row), ", "),
        ]
        for row in standings(view.state)
    )
    return table("", columns, rows)


def _remarks(view: View, row: Row) -> Iterator[str]:
    """What put a player behind the one above him, and whether he has left: why concerns the office, not the public."""
    _ = view.text
    if row.separated_by:
        what = _("lot") if row.separated_by == "lot" else _(HEADS[row.separated_by])
        yield _("separated by: {what}").format(what=heading(what))
    if row.status != "active":
        yield _("left the tournament")
