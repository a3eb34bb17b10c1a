"""The mail: what stands in a draft, by whom it is read, and how it goes out to a real server on this computer."""

from __future__ import annotations

import email
import email.policy
import re
import socket
from email.message import EmailMessage
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bangxl.commands.mailing import sentence
from bangxl.locale.catalog import catalog
from bangxl.post.configuration import PostError, Settings, Tls
from bangxl.post.delivery import send
from bangxl.post.message import MOST_IN_SUBJECT, TYPES, Attachment, addresses, draft, one_line
from tests.smtp import CERTIFICATE, HOST, PASSWORD, UNKNOWN, UNWANTED, USER, Postman, free_port, running, saying

FILES: Final = (
    Attachment("Torneo d'autunno-referto.xlsx", bytes(range(256)) * 40),
    Attachment("Турнир «Полдень»-referto.pdf", b"%PDF-1.7\r\n.\r\nFrom here\n"),
)
TEXT: Final = "Buongiorno,\n\nè finito.  \n.\nFrom Rho with love " + "x" * 200 + "\nПолдень\n"
SENDER: Final = "referee@example.org"
TO: Final = "report@example.org"
DRAFT: Final = draft(TO, "Referto", TEXT, FILES)
WORDS: Final = st.text(st.characters(exclude_categories=[]), max_size=120)


def read(data: bytes) -> EmailMessage:
    message = email.message_from_bytes(data, policy=email.policy.SMTP)
    assert isinstance(message, EmailMessage)
    assert not message.defects
    return message


def code(caught: pytest.ExceptionInfo[PostError]) -> str:
    """The error's code, for which there is a sentence with all its values."""
    assert "{" not in sentence(caught.value, catalog("en"))
    return caught.value.code


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
            (given.name, given.data, TYPES[suffix]) for given, suffix in zip(FILES, (".xlsx", ".pdf"), strict=True)
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

    def test_a_sender_if_there_is_one(self) -> None:
        assert read(draft(TO, "Referto", "", (), sender=SENDER))["From"] == SENDER

    @given(subject=WORDS, name=WORDS, text=st.text(st.characters(exclude_categories=[])), report_to=WORDS)
    def test_nothing_that_is_typed_becomes_a_header(self, subject: str, name: str, text: str, report_to: str) -> None:
        typed = f"Bcc: a@example.org\r\nBcc: {subject}"
        data = draft(f"{report_to}\r\nBcc: b@example.org", typed, text, [Attachment(f"{name}\r\n\r\nx.pdf", b"1")])
        message = read(data)
        assert set(message.keys()) <= {
            "X-Unsent", "X-Uniform-Type-Identifier", "To", "Subject", "MIME-Version", "Content-Type"
        }  # fmt: skip
        whole = one_line(typed)
        assert message["Subject"] == (whole if len(whole) <= MOST_IN_SUBJECT else f"{whole[: MOST_IN_SUBJECT - 1]}…")
        (file,) = message.iter_attachments()
        assert file.get_filename() == one_line(f"{name}\r\n\r\nx.pdf")
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
    assert addresses(typed) == (good, bad)


def server(port: int, tls: Tls = Tls.STARTTLS, user: str = USER, sender: str = SENDER, *, trusted: bool = True) -> Settings:
    """The test's own server, on this computer; ``trusted``: its certificate is named."""
    return Settings(HOST, port, tls, user, sender, CERTIFICATE if trusted else None)


class TestSending:
    @pytest.mark.parametrize("tls", [Tls.STARTTLS, Tls.TLS])
    def test_it_arrives_encrypted_and_whole(self, tls: Tls) -> None:
        postman = Postman()
        with running(postman, tls=tls is Tls.TLS) as port:
            assert send(DRAFT, server(port, tls), PASSWORD) == (TO,)
        (envelope,) = postman.received
        assert (envelope.mail_from, envelope.rcpt_tos, postman.logged_in) == (SENDER, [TO], [USER])
        assert (postman.sessions[0].ssl is not None) == (tls is Tls.STARTTLS)
        assert isinstance(envelope.content, bytes)
        arrived, before = read(envelope.content), read(DRAFT)
        assert {"X-Unsent", "X-Uniform-Type-Identifier"}.isdisjoint(arrived.keys())
        assert arrived["From"] == SENDER
        assert arrived["Date"].datetime.tzinfo is not None
        assert re.fullmatch(r"<[^@]+@example\.org>", arrived["Message-ID"])
        assert [part.as_bytes() for part in arrived.iter_parts()] == [part.as_bytes() for part in before.iter_parts()]
        assert arrived["Subject"] == before["Subject"]

    def test_long_names_arrive_as_they_were(self) -> None:
        postman, receivers = Postman(), [f"somebody{number}@example.org" for number in range(30)]
        subject = "Полдень à la carte, " * 7
        with running(postman) as port:
            assert send(draft(";".join(receivers), subject, "", FILES), server(port), PASSWORD) == tuple(receivers)
        content = postman.received[0].content
        assert isinstance(content, bytes)
        arrived = read(content)
        assert arrived["Subject"] == subject.strip()
        assert arrived["To"] == ", ".join(receivers)
        assert [file.get_filename() for file in arrived.iter_attachments()] == [file.name for file in FILES]
        assert max(map(len, content.split(b"\r\n"))) <= 998

    def test_in_clear_without_a_password(self) -> None:
        postman = Postman()
        with running(postman, starttls=False, login=False) as port:
            send(DRAFT, server(port, Tls.NONE, user=""))
        assert len(postman.received) == 1
        assert postman.logged_in == []

    def test_a_password_in_letters_of_any_language(self) -> None:
        postman = Postman()
        with running(postman) as port:
            send(DRAFT, server(port, user="Käthe"), "schön")
            assert postman.logged_in == ["Käthe"]
            with pytest.raises(PostError) as caught:
                send(DRAFT, server(port, user="Käthe"), "schon")
        assert code(caught) == "wrong_password"

    def test_letters_that_no_login_of_the_server_can_carry(self) -> None:
        with running(Postman(), without=["PLAIN"]) as port, pytest.raises(PostError) as caught:
            send(DRAFT, server(port, user="Käthe"), "schön")
        assert code(caught) == "no_login"

    @pytest.mark.parametrize("tls", [Tls.STARTTLS, Tls.TLS])
    def test_a_certificate_that_nobody_named(self, tls: Tls) -> None:
        postman = Postman()
        with running(postman, tls=tls is Tls.TLS) as port, pytest.raises(PostError) as caught:
            send(DRAFT, server(port, tls, trusted=False), PASSWORD)
        assert code(caught) == "certificate"
        assert "self-signed" in str(caught.value.values["reason"]).replace("self signed", "self-signed")
        assert (postman.received, postman.logged_in) == ([], [])

    def test_a_certificate_of_another_server(self) -> None:
        postman = Postman()
        with running(postman) as port, pytest.raises(PostError) as caught:
            send(DRAFT, Settings("127.1", port, Tls.STARTTLS, USER, SENDER, CERTIFICATE), PASSWORD)  # a name it does not bear
        assert code(caught) == "certificate"
        assert postman.logged_in == []

    @pytest.mark.parametrize("text", [None, "", "no certificate"])
    def test_a_certificate_file_that_is_none(self, tmp_path: Path, text: str | None) -> None:
        path = tmp_path / "server.pem"
        if text is not None:
            path.write_text(text, encoding="utf-8")
        with pytest.raises(PostError) as caught:
            send(DRAFT, Settings(HOST, free_port(), sender=SENDER, certificate=path))
        assert code(caught) == "certificate_file"
        assert caught.value.values["path"] == path

    def test_wrong_password(self) -> None:
        postman = Postman()
        with running(postman) as port, pytest.raises(PostError) as caught:
            send(DRAFT, server(port), "High Noon")
        assert code(caught) == "wrong_password"
        assert caught.value.values["reason"] == "5.7.8 bad credentials"
        assert postman.received == []

    def test_a_login_is_needed(self) -> None:
        with running(Postman()) as port, pytest.raises(PostError) as caught:
            send(DRAFT, server(port, user=""))
        assert code(caught) == "login_needed"

    def test_no_login_offered(self) -> None:
        with running(Postman(), starttls=False, login=False) as port, pytest.raises(PostError) as caught:
            send(DRAFT, server(port, Tls.NONE), PASSWORD)
        assert code(caught) == "no_login"

    def test_no_encryption_offered(self) -> None:
        postman = Postman()
        with running(postman, starttls=False, login=False) as port, pytest.raises(PostError) as caught:
            send(DRAFT, server(port), PASSWORD)
        assert code(caught) == "no_starttls"
        assert postman.received == []

    def test_the_wrong_kind_of_encryption(self) -> None:
        with running(Postman(), starttls=False, login=False) as port, pytest.raises(PostError) as caught:
            send(DRAFT, server(port, Tls.TLS), PASSWORD)
        assert code(caught) == "tls_failed"

    def test_no_password_in_clear_over_the_net(self) -> None:
        with pytest.raises(PostError) as caught:
            send(DRAFT, Settings("mail.example.org", 25, Tls.NONE, USER, SENDER), PASSWORD)
        assert code(caught) == "clear_password"

    def test_sender_refused(self) -> None:
        with running(Postman()) as port, pytest.raises(PostError) as caught:
            send(DRAFT, server(port, sender=UNWANTED), PASSWORD)
        assert code(caught) == "sender_refused"
        assert caught.value.values["reason"] == "5.7.1 <stranger@example.org>: not [31m yours"

    def test_every_receiver_refused(self) -> None:
        postman = Postman()
        with running(postman) as port, pytest.raises(PostError) as caught:
            send(draft(UNKNOWN, "", "", ()), server(port), PASSWORD)
        assert code(caught) == "all_refused"
        assert caught.value.values["reason"] == "5.1.1 no such user here"
        assert postman.received == []

    def test_one_receiver_refused(self) -> None:
        postman = Postman()
        with running(postman) as port, pytest.raises(PostError) as caught:
            send(draft(f"{UNKNOWN}, {TO}", "", "", ()), server(port), PASSWORD)
        assert code(caught) == "some_refused"
        assert (caught.value.values["refused"], caught.value.values["taken"]) == (UNKNOWN, TO)
        assert [envelope.rcpt_tos for envelope in postman.received] == [[TO]]

    def test_too_large(self) -> None:
        with running(Postman(), most=1000) as port, pytest.raises(PostError) as caught:
            send(DRAFT, server(port), PASSWORD)
        assert code(caught) == "too_large"

    def test_dropped_when_all_was_said(self) -> None:
        postman = Postman(drops=True)
        with running(postman) as port, pytest.raises(PostError) as caught:
            send(DRAFT, server(port), PASSWORD)
        assert code(caught) == "uncertain"

    def test_dropped_in_the_middle_of_a_mail(self) -> None:
        lines = (b"220 hello", b"250 test", b"250 OK", b"250 OK", b"354 go on")
        with saying(*lines) as port, pytest.raises(PostError) as caught:
            send(draft(TO, "", "", [Attachment("x.pdf", bytes(5_000_000))]), server(port, Tls.NONE, user=""))
        assert code(caught) == "uncertain"

    @pytest.mark.parametrize("lines", [(), (b"220 hello",), (b"220 hello", b"250-test\r\n250 STARTTLS")])
    def test_dropped_before(self, lines: tuple[bytes, ...]) -> None:
        with saying(*lines) as port, pytest.raises(PostError) as caught:
            send(DRAFT, server(port), PASSWORD)
        assert code(caught) == "dropped"

    @pytest.mark.parametrize(("lines", "tls"), [((), Tls.STARTTLS), ((b"220 hello",), Tls.STARTTLS), ((), Tls.TLS)])
    def test_no_answer(self, lines: tuple[bytes, ...], tls: Tls) -> None:
        with saying(*lines, hang=True) as port, pytest.raises(PostError) as caught:
            send(DRAFT, server(port, tls), PASSWORD, patience=0.2)
        assert code(caught) == "timeout"

    def test_nobody_listens(self) -> None:
        with pytest.raises(PostError) as caught:
            send(DRAFT, server(free_port()), PASSWORD)
        assert code(caught) == "connection_refused"

    @pytest.mark.parametrize("host", ["a..b", "x" * 70])
    def test_a_host_that_cannot_be(self, host: str) -> None:
        with pytest.raises(PostError) as caught:
            send(DRAFT, Settings(host, 587, sender=SENDER))
        assert code(caught) == "host_unknown"

    def test_a_host_that_is_not(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def unknown(*_arguments: object, **_more: object) -> object:
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

        monkeypatch.setattr(socket, "getaddrinfo", unknown)
        with pytest.raises(PostError) as caught:
            send(DRAFT, Settings("mail.example.org", 587, sender=SENDER))
        assert code(caught) == "host_unknown"

    def test_the_server_is_shut_today(self) -> None:
        with saying(b"554 closed on Sundays") as port, pytest.raises(PostError) as caught:
            send(DRAFT, server(port), PASSWORD)
        assert code(caught) == "rejected"
        assert caught.value.values["reason"] == "closed on Sundays"

    def test_nobody_to_send_it_to(self) -> None:
        with pytest.raises(PostError) as caught:
            send(draft("", "", "", ()), server(free_port()))
        assert code(caught) == "no_recipient"
