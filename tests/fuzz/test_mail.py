"""A mail's draft of any texts and files: one that every reader understands alike, whatever stands in it."""

import email
import email.policy
from email.message import EmailMessage
from typing import Final, NamedTuple

from hypothesis import strategies as st

from bangxl.mail_draft import Attachment, draft, header_text, mail_addresses
from tests.fuzz.judge import limits
from tests.fuzz.seeds import numbers, search

BITS: Final = (
    "\r\n", "\n", "\r", "\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u2029", "\r\n\r\n", "Bcc: evil@example.org",
    "To: e@e.it", "--=_",
    "=?utf-8?q?=0d=0aBcc:_x@y.it?=", "=?utf-8?b?DQpCY2M6IHhAeS5pdA==?=", "Content-Type: text/html", "é", "😀", "\0",
    "\x1b[31m", "\x9b",
    "a@b.it", "c@d.it", "<", ">", ",", ";", '"', "'", "(", ")", "«", "»", "\\", " ", "  ", "\t", "mailto:", "@", "..",
    ".", "x" * 300,
    "ü@münchen.de", f"a@{'b' * 300}.it", "a@b..it", "a@-b.it", "a@[127.0.0.1]", "a@b\n.it", "٣@b.it", "a@ｂ.it", "a@b。it",
    "\u202e",
    "\ufeff", "\ud800", "=", "&", "%0d%0a",
)  # fmt: skip
TEXT: Final = st.lists(st.sampled_from(BITS) | st.text(max_size=3), max_size=10).map("".join)
FILES: Final = st.lists(
    st.builds(Attachment, st.builds(str.__add__, TEXT, st.sampled_from(("", ".xlsx", ".pdf"))), st.binary(max_size=100)),
    max_size=2,
)
USUAL: Final = {"x-unsent", "x-uniform-type-identifier", "mime-version", "content-type"}
IN_PART: Final = {"mime-version", "content-type", "content-transfer-encoding", "content-disposition"}
LONGEST_LINE: Final = 998


class Example(NamedTuple):
    receivers: str
    subject: str
    text: str
    files: list[Attachment]


def judge(example: Example) -> None:
    with limits():
        data = draft(example.receivers, example.subject, example.text, example.files)
    mail = email.message_from_bytes(data, policy=email.policy.default)
    assert isinstance(mail, EmailMessage)
    wanted = USUAL | {
        *(["to"] if mail_addresses(example.receivers).good else []),
        *(["subject"] if header_text(example.subject) else []),
    }
    assert sorted(key.lower() for key in mail) == sorted(wanted)
    plain = email.message_from_bytes(data)
    assert {one.strip() for one in (plain["To"] or "").replace("\r\n", "").split(",")} - {""} == set(
        mail_addresses(example.receivers).good
    )
    assert max(map(len, data.split(b"\r\n"))) <= LONGEST_LINE
    assert not {10, 13} & {*data.replace(b"\r\n", b"")}
    _parts(example, plain)


def _parts(example: Example, mail: email.message.Message) -> None:
    assert not mail.defects
    _whole, text, *parts = mail.walk()
    assert not text.defects
    assert len(parts) == len(example.files)
    for part, file in zip(parts, example.files, strict=True):
        assert part.get_payload(decode=True) == file.data
        assert {key.lower() for key in part.keys()} == IN_PART  # noqa: SIM118 - a header may stand twice
        name = part.get_filename()
        assert name is not None
        assert not any(ord(sign) < ord(" ") for sign in name)


@numbers(quick=40, long=2000)
def test_any_draft(examples: range) -> None:
    search(examples, st.builds(Example, TEXT, TEXT, TEXT, FILES), judge)
