"""The referto by mail: what the mail says, and sending it, with a sentence for whatever goes wrong."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from bangxl.books.files import read
from bangxl.books.port import BookError
from bangxl.commands.errors import STATE, USAGE, Refusal, explain
from bangxl.interchange.dump import spoken_digest
from bangxl.locale.catalog import N_, Catalog, catalog
from bangxl.office import interpreter_file
from bangxl.post.configuration import PostError, password, settings
from bangxl.post.delivery import send
from bangxl.post.message import addresses
from bangxl.tournament.finals import final_ranking, title_holder
from bangxl.tournament.knockout import paid_at_last_table
from bangxl.tournament.model import EventInfo
from bangxl.tournament.progress import Phase, phase
from bangxl.tournament.roster import entrants, player_names
from bangxl.tournament.state import State

SETTINGS_SENTENCES: Final[Mapping[str, str]] = {
    "no_host": N_(
        "No mail server is known. Set BANGXL_SMTP_HOST (and _USER, _PASSWORD, _SENDER), or write "
        '«host = "smtp.example.org"» (and user, sender) in {path}.'
    ),
    "no_sender": N_('The mail has no sender: set BANGXL_SMTP_SENDER, or write «sender = "name@example.org"» in {path}.'),
    "wrong_host": N_("{place}: «{value}» is no server’s name. Write it without port and slashes, such as smtp.example.org."),
    "wrong_port": N_("{place}: «{value}» is no port. Write a number from 1 to 65535; leave it out for the usual one."),
    "wrong_tls": N_("{place}: «{value}» is not known. Write starttls, tls or none."),
    "wrong_sender": N_("{place}: «{value}» is not one mail address. Write one, such as name@example.org."),
    "wrong_type": N_("{place}: the value must be a text in quotation marks (a port may be a number)."),
    "not_toml": N_(
        '{path}: the mail settings cannot be understood ({reason}). Lines must look like «host = "smtp.example.org"».'
    ),
    "unreadable": N_("{path}: the mail settings cannot be read ({reason}). See that you may read the file."),
    "unknown_key": N_("{path}: there is no setting «{key}». There are: {known}."),
    "password_in_file": N_(
        "{path}: no password may stand in this file, for whoever copies or backs it up would have it. "
        "Take it out; set BANGXL_SMTP_PASSWORD, or keep it in the system’s keyring."
    ),
    "no_password": N_(
        "There is no password for {user}. Set BANGXL_SMTP_PASSWORD, or install «bangxl[mail]» and keep it once "
        "with «keyring set bangxl {user}»."
    ),
    "keyring": N_("The system’s keyring did not give the password of {user} ({reason}). Unlock it, or set BANGXL_SMTP_PASSWORD."),
    "clear_password": N_("{host}: a password is never sent without encryption. Set BANGXL_SMTP_TLS to starttls or tls."),
    "certificate_file": N_("{path}: there is no certificate to be read in this file ({reason}). It must be in PEM format."),
}
"""Of the settings, by the code of a PostError: exit code 2."""

SERVER_SENTENCES: Final[Mapping[str, str]] = {
    "no_recipient": N_("The mail has no address. Type it on the first sheet beside «{label}», then make the report again."),
    "host_unknown": N_("{host}: no such server is found. Check the name, and that this computer is on the internet."),
    "connection_refused": N_("{host} takes no mail at port {port}. Check the port: 587 for starttls, 465 for tls."),
    "unreachable": N_("{host} cannot be reached ({reason}). Check that this computer is on the internet."),
    "timeout": N_(
        "{host} did not answer at port {port} within {seconds} seconds. Try later, or check port and encryption: "
        "587 for starttls, 465 for tls."
    ),
    "certificate": N_(
        "{host} could not show that it is that server ({reason}): nothing was sent. If you know its certificate, "
        "name the file in BANGXL_SMTP_CERTIFICATE."
    ),
    "tls_failed": N_("{host} does not speak tls at port {port} ({reason}). Check both: 587 is for starttls, 465 for tls."),
    "no_starttls": N_("{host} offers no encryption at port {port}: nothing was sent. Try tls, at port 465."),
    "no_login": N_("{host} offers no login with a password that bangxl could use. Leave the user out, or take another server."),
    "wrong_password": N_(
        "{host} does not let {user} in with this password: {reason}. Check both; some servers want a password made for programs."
    ),
    "login_needed": N_("{host} wants encryption or a login first: {reason}. Set BANGXL_SMTP_TLS, or user and password."),
    "sender_refused": N_("{host} does not send for {sender}: {reason}. Set BANGXL_SMTP_SENDER to your own address there."),
    "all_refused": N_("{host} does not take mail for {refused}: {reason}. Check the address."),
    "some_refused": N_(
        "The report went to {taken}, but not to {refused}: {reason}. Check the address, and send it there by hand."
    ),
    "too_large": N_("{host} finds the mail too large: {reason}. Send the PDF and the workbook in two mails."),
    "dropped": N_("{host} broke the connection off; nothing was sent. Try again."),
    "uncertain": N_("{host} broke off in the middle: it is not certain that the mail arrived. Ask before you send it again."),
    "rejected": N_("{host} refused: {reason}."),
}
"""Of the server, by the code of a PostError: exit code 1."""


def settings_file() -> Path:
    """Where the user's mail settings lie."""
    return interpreter_file().with_name("mail.toml")


def send_report(draft_path: Path, language: str) -> str:
    """Send a draft by the user's settings, and say to whom it went. Refusal, with the draft's place as its last line."""
    _ = catalog(language)
    try:
        server = settings(os.environ, settings_file())
        receivers = send(read(draft_path), server, password(server, os.environ))
    except BookError as error:
        raise explain(error, str(draft_path), language) from None
    except PostError as error:
        kept = _("The draft is kept: {path}").format(path=draft_path)
        raise Refusal(sentence(error, _), kept, exit_code=USAGE if error.code in SETTINGS_SENTENCES else STATE) from None
    return _("The report was sent to {receivers}.").format(receivers=", ".join(receivers))


def sentence(error: PostError, _: Catalog) -> str:
    """What went wrong, where, and what to do."""
    values = {key: f"{value:g}" if isinstance(value, float) else value for key, value in error.values.items()}
    values |= {"reason": _(str(error.values["reason"]))} if "reason" in error.values else {}
    return _({**SETTINGS_SENTENCES, **SERVER_SENTENCES}[error.code]).format(**values, label=_("Report to"))


def doubtful_addresses(report_to: str, language: str) -> str:
    """A sentence on what was typed as an address and is none, or that there is nothing; "" if all is well."""
    _, bad = catalog(language), addresses(report_to).bad
    if not report_to.strip():
        nobody = SERVER_SENTENCES["no_recipient"]
        return _(nobody).format(label=_("Report to"))
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
