"""The mail: what stands in a draft, and by whom it is read."""

import email
import email.policy
import re
from email.message import EmailMessage
from typing import Final

import pytest
from hypothesis import given, strategies as st

from bangxl.mail_draft import ATTACHMENT_TYPES, MOST_IN_SUBJECT, Attachment, draft, header_text, mail_addresses

FILES: Final = (
    Attachment("Torneo d'autunno-referto.xlsx", bytes(range(256)) * 40),
    Attachment("Турнир «Полдень»-referto.pdf", b"%PDF-1.7\r\n.\r\nFrom here\n"),
)
TEXT: Final = "Buongiorno,\n\nè finito.  \n.\nFrom Rho with love " + "x" * 200 + "\nПолдень\n"
TO: Final = "report@example.org"
DRAFT: Final = draft(TO, "Referto", TEXT, FILES)
WORDS: Final = st.text(st.characters(exclude_categories=[]), max_size=120)


def read(data: bytes) -> EmailMessage:
    message = email.message_from_bytes(data, policy=email.policy.SMTP)
    assert isinstance(message, EmailMessage)
    assert not message.defects
    return message


class TestDraft:
    def test_it_is_a_draft_with_everything_in_it(self) -> None:
        message = read(draft("a@example.org; b@example.org", "Referto: Città alta", TEXT, FILES))
        assert message["X-Unsent"] == "1"
        assert message["X-Uniform-Type-Identifier"] == "com.apple.mail-draft"
        assert message["To"] == "a@example.org, b@example.org"
        assert message["Subject"] == "Referto: Città alta"
        assert {name: message[name] for name in ("From", "Date", "Message-ID")} == {
            "From": None,
            "Date": None,
            "Message-ID": None,
        }
        body = message.get_body()
        assert body is not None
        assert body.get_content().replace("\r\n", "\n") == TEXT
        files = list(message.iter_attachments())
        assert [(file.get_filename(), file.get_content(), file.get_content_type()) for file in files] == [
            (given.name, given.data, f"application/{ATTACHMENT_TYPES[suffix]}")
            for given, suffix in zip(FILES, (".xlsx", ".pdf"), strict=True)
        ]

    def test_lines_are_those_of_mail(self) -> None:
        assert not re.search(rb"(?<!\r)\n|\r(?!\n)", DRAFT)
        assert DRAFT.isascii()
        assert max(map(len, DRAFT.split(b"\r\n"))) <= 150

    def test_same_contents_same_bytes(self) -> None:
        assert draft(TO, "Referto", TEXT, FILES) == DRAFT
        others = [draft(TO, "Referti", TEXT, FILES), draft(TO, "Referto", "", FILES), draft(TO, "Referto", TEXT, FILES[:1])]
        found = [re.findall(rb'boundary="(.*)"', mail) for mail in (DRAFT, *others)]
        assert all(len(boundary) == 1 for boundary in found)
        assert len({boundary[0] for boundary in found}) == 4

    def test_without_address_or_pdf(self) -> None:
        message = read(draft("", "Referto", "Ciao", FILES[:1]))
        assert "To" not in message
        assert [file.get_filename() for file in message.iter_attachments()] == [FILES[0].name]

    @pytest.mark.parametrize(
        "subject", ["Ünter турнир BANG! Ünter в Ünter Ünter турнир 12 Кубок", "0000 00000¡¡¡¡¡¡¡ ¡", "Referto " * 12]
    )
    def test_a_long_subject_keeps_its_spaces(self, subject: str) -> None:
        assert read(draft("", subject, "Ciao", FILES))["Subject"] == subject.strip()

    def test_an_encoded_line_end_becomes_no_header(self) -> None:
        encoded = "=?utf-8?q?=0d=0aBcc:_evil@example.org?="
        message = read(draft(f"{encoded}a@example.org b@example.org", encoded, "", [Attachment(f"{encoded}.pdf", b"1")]))
        assert "Bcc" not in message
        assert message["To"] == "b@example.org"

    @given(subject=WORDS, name=WORDS, text=st.text(st.characters(exclude_categories=[])), report_to=WORDS)
    def test_nothing_that_is_typed_becomes_a_header(self, subject: str, name: str, text: str, report_to: str) -> None:
        typed = f"Bcc: a@example.org\r\nBcc: {subject}"
        data = draft(f"{report_to}\r\nBcc: b@example.org", typed, text, [Attachment(f"{name}\r\n\r\nx.pdf", b"1")])
        message = read(data)
        assert set(message.keys()) <= {
            "X-Unsent", "X-Uniform-Type-Identifier", "To", "Subject", "MIME-Version", "Content-Type"
        }  # fmt: skip
        whole = header_text(typed)
        assert message["Subject"] == (whole if len(whole) <= MOST_IN_SUBJECT else f"{whole[: MOST_IN_SUBJECT - 1]}…")
        (file,) = message.iter_attachments()
        assert file.get_filename() == header_text(f"{name}\r\n\r\nx.pdf")
        body = message.get_body()
        assert body is not None
        lines = [line.encode(errors="replace").decode() for line in text.splitlines()] or [""]
        assert body.get_content().split("\r\n") == [*lines, ""]
        assert max(map(len, data.split(b"\r\n"))) <= 998


@pytest.mark.parametrize(
    ("typed", "good", "bad"),
    [
        ("", (), ()),
        ("  ", (), ()),
        ("a@example.org", ("a@example.org",), ()),
        ("a@example.org,b@example.org;c@example.org d@example.org\n", tuple(f"{n}@example.org" for n in "abcd"), ()),
        ("a@example.org; a@example.org.", ("a@example.org",), ()),
        ("Anna Rossi <anna@example.org>, 'b@example.org'", ("anna@example.org", "b@example.org"), ()),
        ("mailto:a@example.org", ("a@example.org",), ()),
        ("a@münchen.example", ("a@xn--mnchen-3ya.example",), ()),
        ("Käthe@example.org a@example.org", ("a@example.org",), ("Käthe@example.org",)),
        ("a@ex ample.org @", ("a@ex",), ("@",)),
        ("a@example..org", (), ("a@example..org",)),
        ("a@b@example.org", (), ("a@b@example.org",)),
        ("the regional contact", (), ("the regional contact",)),
        ("a@example.org\r\nBcc: b@example.org", ("a@example.org", "b@example.org"), ()),
    ],
)
def test_addresses_as_people_type_them(typed: str, good: tuple[str, ...], bad: tuple[str, ...]) -> None:
    assert mail_addresses(typed) == (good, bad)
