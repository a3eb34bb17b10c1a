"""Sending a draft by SMTP. Whatever goes wrong is a PostError with a code of its own; the draft is never touched."""

from __future__ import annotations

import base64
import smtplib
import socket
import ssl
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from email import message_from_bytes
from email.generator import BytesGenerator
from email.message import Message
from email.policy import compat32
from email.utils import format_datetime, localtime, make_msgid
from io import BytesIO
from typing import Final

from bangxl.locale.system import reason
from bangxl.post.configuration import PostError, Settings, Tls
from bangxl.post.message import UNSENT, addresses, one_line

PATIENCE: Final = 30.0
"""Seconds that a server may take for an answer."""

MOST_SAID: Final = 300
"""Letters of a server's own words that are passed on."""

_GREETING: Final = "[127.0.0.1]"
"""How we introduce ourselves: asking for this computer's own name takes seconds without internet, and is nobody's business."""

_WELCOME: Final = 235
_FOR_GOOD: Final = 500
_NUMBERS: Final = {530: "login_needed", 552: "too_large"}


def send(message: bytes, server: Settings, secret: str = "", patience: float = PATIENCE) -> tuple[str, ...]:
    """Send a draft to the addresses in it, and give them; what made it a draft is left out, sender, date and number come in.

    ``secret``: the user's password. PostError, ``some_refused`` if it went to the others.
    """
    mail = message_from_bytes(message)
    receivers = addresses(", ".join(map(str, mail.get_all("To", []) + mail.get_all("Cc", [])))).good
    if not receivers:
        raise PostError("no_recipient")
    if secret and server.tls is Tls.NONE and not server.is_local:
        raise PostError("clear_password", host=server.host)
    data = _final_mail(mail, server.sender)
    context = _trust(server)
    with _explain(server, patience), closing(_connect(server, context, patience)) as client:
        if server.tls is Tls.STARTTLS:
            _encrypt(client, server, context)
        _log_in(client, server, secret)
        _hand_over(client, server, receivers, data)
        with suppress(smtplib.SMTPException, OSError):
            client.quit()
    return receivers


def _final_mail(mail: Message, sender: str) -> bytes:
    for name in UNSENT:
        del mail[name]
    if "From" not in mail:
        mail["From"] = sender
    del mail["Date"], mail["Message-ID"]
    mail["Date"] = format_datetime(localtime())
    mail["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2])
    out = BytesIO()
    BytesGenerator(out, policy=compat32.clone(linesep="\r\n", max_line_length=None, mangle_from_=False)).flatten(mail)
    return out.getvalue()


def _connect(server: Settings, context: ssl.SSLContext, patience: float) -> smtplib.SMTP:
    if server.tls is Tls.TLS:
        return smtplib.SMTP_SSL(server.host, server.port, _GREETING, timeout=patience, context=context)
    return smtplib.SMTP(server.host, server.port, _GREETING, timeout=patience)


def _encrypt(client: smtplib.SMTP, server: Settings, context: ssl.SSLContext) -> None:
    """Go on encrypted, or not at all. PostError ``no_starttls``."""
    client.ehlo_or_helo_if_needed()
    if not client.has_extn("starttls"):
        raise PostError("no_starttls", host=server.host, port=server.port)
    client.starttls(context=context)


def _trust(server: Settings) -> ssl.SSLContext:
    """What certificates are believed: those that the system believes, or the named one alone, that also if it signed itself."""
    if server.certificate is None:
        return ssl.create_default_context()
    try:
        context = ssl.create_default_context(cafile=server.certificate)
    except OSError as error:  # an SSLError too, where there is no certificate in the file
        why = "PEM" if isinstance(error, ssl.SSLError) else reason(error)
        raise PostError("certificate_file", path=server.certificate, reason=why) from None
    context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    context.verify_flags &= ~ssl.VERIFY_X509_STRICT
    return context


def _log_in(client: smtplib.SMTP, server: Settings, secret: str) -> None:
    if not server.user:
        return
    client.ehlo_or_helo_if_needed()
    if server.user.isascii() and secret.isascii():
        client.login(server.user, secret)
        return
    if "PLAIN" not in client.esmtp_features.get("auth", "").split():  # smtplib knows ASCII only
        raise smtplib.SMTPNotSupportedError
    proof = base64.b64encode(f"\0{server.user}\0{secret}".encode()).decode()
    code, answer = client.docmd("AUTH", f"PLAIN {proof}")
    if code != _WELCOME:
        raise smtplib.SMTPAuthenticationError(code, answer)


def _hand_over(client: smtplib.SMTP, server: Settings, receivers: tuple[str, ...], data: bytes) -> None:
    """Give the mail away. PostError ``uncertain`` if the connection ends before the server has said yes or no."""
    try:
        refused = client.sendmail(server.sender, receivers, data)
    except smtplib.SMTPServerDisconnected:
        raise PostError("uncertain", host=server.host) from None
    except smtplib.SMTPException:
        raise
    except OSError:
        raise PostError("uncertain", host=server.host) from None
    if refused:
        taken = ", ".join(receiver for receiver in receivers if receiver not in refused)
        raise PostError("some_refused", refused=", ".join(refused), reason=_first(refused), taken=taken)


@contextmanager
def _explain(server: Settings, patience: float) -> Iterator[None]:
    """Errors of the connection and of SMTP as PostErrors."""
    where = {"host": server.host, "port": server.port}
    try:
        yield
    except smtplib.SMTPServerDisconnected as error:
        slow = isinstance(error.__context__, TimeoutError)
        raise (PostError("timeout", **where, seconds=patience) if slow else PostError("dropped", **where)) from None
    except smtplib.SMTPException as error:
        raise _refusal(error, server) from None
    except TimeoutError:
        raise PostError("timeout", **where, seconds=patience) from None
    except (socket.gaierror, UnicodeError):
        raise PostError("host_unknown", **where) from None
    except ConnectionRefusedError:
        raise PostError("connection_refused", **where) from None
    except ssl.SSLCertVerificationError as error:
        raise PostError("certificate", **where, reason=_words(error.verify_message)) from None
    except (ConnectionError, ssl.SSLEOFError):
        raise PostError("dropped", **where) from None
    except ssl.SSLError as error:
        raise PostError("tls_failed", **where, reason=_words(error.reason)) from None
    except OSError as error:
        raise PostError("unreachable", **where, reason=_words(reason(error))) from None


def _refusal(error: smtplib.SMTPException, server: Settings) -> PostError:
    """What the server has said no to."""
    where = {"host": server.host, "port": server.port}
    match error:
        case smtplib.SMTPRecipientsRefused():
            return PostError("all_refused", **where, refused=", ".join(error.recipients), reason=_first(error.recipients))
        case smtplib.SMTPResponseException():
            values = {"user": server.user, "sender": server.sender, "reason": _words(error.smtp_error)}
            return PostError(_code(error), **where, **values)
    return PostError("no_login", **where)  # it offers none, or none that smtplib knows


def _code(error: smtplib.SMTPResponseException) -> str:
    """What is wrong, by the server's number: below 500 it may be right tomorrow."""
    if error.smtp_code in _NUMBERS:
        return _NUMBERS[error.smtp_code]
    if isinstance(error, smtplib.SMTPAuthenticationError) and error.smtp_code >= _FOR_GOOD:
        return "wrong_password"
    return "sender_refused" if isinstance(error, smtplib.SMTPSenderRefused) and error.smtp_code >= _FOR_GOOD else "rejected"


def _words(answer: bytes | str | None) -> str:
    """A server's words on one line, short, without anything that a terminal would obey."""
    text = answer.decode("utf-8", "replace") if isinstance(answer, bytes) else answer or ""
    return one_line(text)[:MOST_SAID].rstrip(". ") or "–"


def _first(refused: dict[str, tuple[int, bytes]]) -> str:
    """Why the first of them was refused."""
    return _words(next(iter(refused.values()))[1])
