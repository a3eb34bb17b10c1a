"""The mail as a draft file that mail programs open for sending. The same contents give the same bytes."""

import re
from collections.abc import Sequence
from email.header import Header
from email.message import EmailMessage
from email.policy import SMTP
from hashlib import sha256
from pathlib import PurePath
from typing import Final, NamedTuple

ATTACHMENT_TYPES: Final = {".xlsx": "vnd.openxmlformats-officedocument.spreadsheetml.sheet", ".pdf": "pdf"}
MOST_IN_SUBJECT: Final = 150
"""Letters: a header's line may hold 998 bytes."""

_BOUNDARY: Final = re.compile(rb'boundary="=_([0-9a-f]{32})"')
_NO_DIGEST: Final = b"0" * 32
_BETWEEN_ADDRESSES: Final = re.compile(r"[\s,;<>()\"«»]+")
_BEFORE_AT: Final = re.compile(r"(?!.*=\?)[\w.!#$%&'*+/=?^`{|}~-]{1,64}", re.ASCII)
_DOMAIN: Final = re.compile(r"(?=.{1,253}$)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*", re.IGNORECASE)


class Attachment(NamedTuple):
    """A file that goes along, under its name."""

    name: str
    data: bytes


class Addresses(NamedTuple):
    """Typed mail addresses: ``good`` ones for a header (ASCII), and ``bad`` texts."""

    good: tuple[str, ...]
    bad: tuple[str, ...]


def mail_addresses(text: str) -> Addresses:
    """The addresses in a text, each once; between them commas, semicolons, blanks; names beside them do not matter."""
    words = [word.removeprefix("mailto:").strip(".'") for word in _BETWEEN_ADDRESSES.split(text)]
    found = [word for word in words if "@" in word]
    if not found:
        return Addresses((), (header_text(text),) if text.strip() else ())
    written = {word: _ascii_address(word) for word in found}
    good = dict.fromkeys(address for address in written.values() if address)
    return Addresses(tuple(good), tuple(word for word, address in written.items() if not address))


def draft(report_to: str, subject: str, text: str, attachments: Sequence[Attachment], whose: str = "") -> bytes:
    """A mail that has not been sent: without date, number and sender.

    ``report_to`` as it was typed; without an address in it the draft has none either. ``text`` is plain, with line feeds.
    ``whose`` marks the tournament.
    """
    mail = EmailMessage(SMTP)
    mail["X-Unsent"] = "1"  # by this Outlook and Thunderbird know a draft, by the next Apple Mail
    mail["X-Uniform-Type-Identifier"] = "com.apple.mail-draft"
    if whose:
        mail["X-Bangxl-Tournament"] = whose
    if receivers := mail_addresses(report_to).good:
        mail["To"] = ", ".join(receivers)
    lines = "\n".join(text.splitlines()) + "\n"
    mail.set_content(lines.encode(errors="replace").decode(), cte="quoted-printable")
    mail.make_mixed(boundary=f"=_{_NO_DIGEST.decode()}")  # no encoding of the parts can produce "=_"
    for attachment in attachments:
        name = header_text(attachment.name)
        kind = ATTACHMENT_TYPES.get(PurePath(name).suffix.lower(), "octet-stream")
        mail.add_attachment(attachment.data, "application", kind, filename=name)
    data = mail.as_bytes()
    if line := header_text(subject):  # EmailMessage loses a space where it breaks a long line of accented words
        line = line if len(line) <= MOST_IN_SUBJECT else f"{line[: MOST_IN_SUBJECT - 1]}…"
        subject = Header(line, header_name="Subject").encode(linesep="\r\n")
        data = f"Subject: {subject}\r\n".encode() + data
    return data.replace(_NO_DIGEST, _digest(data))


def is_draft(data: bytes) -> bool:
    """Whether a mail is an unchanged draft by bangxl: its boundary is the digest of the rest."""
    boundary = _BOUNDARY.search(data)
    return boundary is not None and _digest(data.replace(boundary[1], _NO_DIGEST)) == boundary[1]


def _digest(data: bytes) -> bytes:
    return sha256(data).hexdigest()[:32].encode()


def header_text(text: str) -> str:
    """A text without anything that could end a header: line ends and other control characters become blanks."""
    plain = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    return plain.replace("=?", "= ?")  # else EmailMessage decodes "=?utf-8?q?=0d=0aBcc:…?=", and has a new header in it


def _ascii_address(word: str) -> str:
    """An address in ASCII; "" if it cannot be written so, or is none."""
    local, _, domain = word.rpartition("@")
    try:
        domain = domain.encode("idna").decode("ascii")
    except UnicodeError:
        return ""
    return f"{local}@{domain}" if _BEFORE_AT.fullmatch(local) and _DOMAIN.fullmatch(domain) else ""
