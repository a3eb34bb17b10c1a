"""The mail as a file: a draft that mail programs open for sending, the same bytes whenever it is made of the same contents."""

from __future__ import annotations

import base64
import quopri
import re
from collections.abc import Iterable, Sequence
from email.header import Header
from hashlib import sha256
from pathlib import PurePath
from typing import Final, NamedTuple
from urllib.parse import quote

UNSENT: Final = {"X-Unsent": "1", "X-Uniform-Type-Identifier": "com.apple.mail-draft"}
"""By these Outlook and Thunderbird (the first), Apple Mail (the second) know a draft."""

TYPES: Final = {
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ".pdf": "application/pdf",
}
MOST_IN_SUBJECT: Final = 150
"""Letters: a header's line may hold 998 bytes."""

_END: Final = "\r\n"
_KIND: Final = b'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="'
_BETWEEN: Final = re.compile(r"[\s,;<>()\"«»]+")
_LOCAL: Final = re.compile(r"[\w.!#$%&'*+/=?^`{|}~-]{1,64}", re.ASCII)
_DOMAIN: Final = re.compile(r"(?=.{1,253}$)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*", re.IGNORECASE)
_PLAIN_NAME: Final = re.compile(r"[\w .,+()@&'-]{1,60}", re.ASCII)


class Attachment(NamedTuple):
    """A file that goes along, under its name."""

    name: str
    data: bytes


class Addresses(NamedTuple):
    """What somebody typed as addresses: ``good`` as they go into a header (ASCII), ``bad`` what cannot be one."""

    good: tuple[str, ...]
    bad: tuple[str, ...]


def addresses(text: str) -> Addresses:
    """The addresses in a text, each once; between them commas, semicolons, blanks; names beside them do not matter."""
    words = [word.removeprefix("mailto:").strip(".'") for word in _BETWEEN.split(text)]
    found = [word for word in words if "@" in word]
    if not found:
        return Addresses((), (one_line(text),) if text.strip() else ())
    written = {word: _ascii_address(word) for word in found}
    good = dict.fromkeys(address for address in written.values() if address)
    return Addresses(tuple(good), tuple(word for word, address in written.items() if not address))


def draft(report_to: str, subject: str, text: str, attachments: Sequence[Attachment], sender: str = "") -> bytes:
    """A mail that has not been sent: without date, number and, unless a ``sender`` is given, sender.

    ``report_to`` as it was typed; without an address in it the draft has none either. ``text`` is plain, with line feeds.
    """
    parts = [_text(text), *(_attachment_part(attachment) for attachment in attachments)]
    return _joined(_top(addresses(report_to).good, subject, addresses(sender).good).encode(), parts)


def is_draft(data: bytes) -> bool:
    """Whether a mail is a draft of ours in which nobody has changed anything."""
    top, _kind, rest = data.partition(_KIND)
    mark, _end, body = rest.partition(b'"\r\n\r\n')
    _before, *parts = body.removesuffix(b"--%b--\r\n" % mark).split(b"--%b\r\n" % mark)
    return data == _joined(top, [part.removesuffix(b"\r\n") for part in parts])


def _joined(top: bytes, parts: Sequence[bytes]) -> bytes:
    """A mail of several parts; what stands between them follows from all of it."""
    digest = sha256(b"\0".join([top, *parts])).hexdigest()
    mark = f"=_{digest[:32]}".encode()  # neither of the encodings below can produce its first two signs
    body = b"".join(b"--%b\r\n%b\r\n" % (mark, part) for part in parts)
    return b'%b%b%b"\r\n\r\n%b--%b--\r\n' % (top, _KIND, mark, body, mark)


def one_line(text: str) -> str:
    """A text without anything that could end a header: line ends and other control characters become blanks."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


def _top(receivers: Iterable[str], subject: str, sender: Iterable[str]) -> str:
    """The headers that say what, from whom and to whom."""
    fields = {
        **UNSENT,
        "From": ", ".join(sender),
        "To": f",{_END} ".join(receivers),
        "Subject": _header(subject),
    }
    return "".join(f"{name}: {value}{_END}" for name, value in fields.items() if value)


def _header(text: str) -> str:
    line = one_line(text)
    line = line if len(line) <= MOST_IN_SUBJECT else f"{line[: MOST_IN_SUBJECT - 1]}…"
    if line.isascii() and "=?" not in line:
        return line
    return Header(line, "utf-8", header_name="Subject").encode(linesep=_END)


def _ascii_address(word: str) -> str:
    """An address in ASCII; "" if it cannot be written so, or is none."""
    local, _, domain = word.rpartition("@")
    try:
        domain = domain.encode("idna").decode("ascii")
    except UnicodeError:
        return ""
    return f"{local}@{domain}" if _LOCAL.fullmatch(local) and _DOMAIN.fullmatch(domain) else ""


def _text(text: str) -> bytes:
    lines = "\n".join(text.splitlines()) + "\n"
    return _part("text/plain; charset=utf-8", "quoted-printable", quopri.encodestring(lines.encode(errors="replace")))


def _attachment_part(attachment: Attachment) -> bytes:
    name = one_line(attachment.name)
    kind = TYPES.get(PurePath(name).suffix.lower(), "application/octet-stream")
    named = f'filename="{name}"' if _PLAIN_NAME.fullmatch(name) else f"filename*=utf-8''{quote(name, safe='')}"
    return _part(kind, "base64", base64.encodebytes(attachment.data), f"attachment;{_END} {named}")


def _part(kind: str, encoding: str, body: bytes, disposition: str = "") -> bytes:
    fields = {"Content-Type": kind, "Content-Transfer-Encoding": encoding, "Content-Disposition": disposition}
    head = "".join(f"{name}: {value}{_END}" for name, value in fields.items() if value)
    return f"{head}{_END}".encode() + body.replace(b"\n", _END.encode())
