"""What the referto's mail says."""

from __future__ import annotations

from collections.abc import Sequence

from bangxl.interchange.dump import spoken_digest
from bangxl.locale.catalog import Catalog, catalog
from bangxl.post import addresses
from bangxl.tournament.finals import final_ranking, title_holder
from bangxl.tournament.knockout import paid_at_last_table
from bangxl.tournament.model import EventInfo
from bangxl.tournament.progress import Phase, phase
from bangxl.tournament.roster import entrants, player_names
from bangxl.tournament.state import State


def doubtful_addresses(report_to: str, language: str) -> str:
    """A sentence on what was typed as an address and is none, or that there is nothing; "" if all is well."""
    _, bad = catalog(language), addresses(report_to).bad
    if not report_to.strip():
        nobody = _("The mail has no address. Type it on the first sheet beside «{label}», then make the report again.")
        return nobody.format(label=_("Report to"))
    text = _("«{label}»: this is no mail address, so it is not in the mail: {text}")
    return text.format(label=_("Report to"), text=", ".join(bad)) if bad else ""


def subject_and_text(
    state: State, digest: str, *, interim: bool, attachments: Sequence[str], language: str, second_half: str = ""
) -> tuple[str, str]:
    """What the mail says; ``attachments`` are names of files, the workbook among them. The winner only when all is over."""
    _, event = catalog(language).counting(state.rulebook.unit), state.tournament.event
    subject = _("Interim report: {event}") if interim else _("Report: {event}")
    named = ", ".join(filter(None, (event.name or _("BANG! tournament"), _.day(event.date))))
    opening = (
        _("attached is an interim report of a tournament that is not over yet:")
        if interim
        else _("attached is the report of this tournament:")
    )
    lines = [_("Good day,"), "", opening, "", *_facts(state, _), "", *_files(attachments, digest, second_half, _)]
    signed = [name for name in event.referees if name.strip()]
    return subject.format(event=named), "\n".join([*lines, "", _("Kind regards"), *signed]) + "\n"


def _facts(state: State, _: Catalog) -> list[str]:
    """What may be known by everybody: the event, how many took part; at the end who won."""
    event: EventInfo = state.tournament.event
    lines = [
        (_("Tournament: {text}"), event.name),
        (_("Date: {text}"), _.day(event.date)),
        (_("Venue: {text}"), ", ".join(filter(None, (event.place, event.region)))),
        (_("Participants: {text}"), str(len(entrants(state)))),
        (_("First place: {text}"), _winner(state)),
    ]
    return [*(line.format(text=text) for line, text in lines if text), *_endings(state, _)]


def _winner(state: State) -> str:
    """The first of the final ranking, two names if they share it; "" before the end."""
    if phase(state) is not Phase.CLOSED:
        return ""
    names = player_names(state)
    first = [placed.player for placed in final_ranking(state) if placed.place == 1]
    return ", ".join(names.get(player, player) for player in first)


def _endings(state: State, _: Catalog) -> list[str]:
    """Once all is over: who bears a title that not everybody may win (G15), and what a last table has paid (G14)."""
    if phase(state) is not Phase.CLOSED:
        return []
    names, paid, holder = player_names(state), paid_at_last_table(state), title_holder(state)
    titled = "champion" in state.rulebook.articles and holder
    each = ", ".join(f"{names.get(player, player)} {_.amount(amount)}" for player, amount in paid.items())
    lines = [f"{state.rulebook.champion}: {names.get(holder, holder)}"] if titled else []
    return [*lines, f"{_('Last table')}: {each}"] if paid else lines


def _files(attachments: Sequence[str], digest: str, second_half: str, _: Catalog) -> list[str]:
    """What is attached, and how the receiver checks it."""
    book = next((name for name in attachments if name.lower().endswith(".xlsx")), "")
    quoted = f'"{book}"' if " " in book else book
    check = _("Everything in it can be computed again from the record sheets: «bangxl verify {file} --against {digest}».")
    lines = [_("Digest of the facts: {digest}").format(digest=spoken_digest(digest))]
    second = _("Second half of the digest (addresses, time of writing, program): {digest}")
    lines += [second.format(digest=spoken_digest(second_half))] if second_half else []
    lines += [check.format(file=quoted, digest=f"{digest}{second_half}")] if book else []
    return [_("Attached:"), *(f"- {name}" for name in attachments), "", *lines]
