"""A real SMTP server on this computer, with a certificate that it has signed itself, and servers that behave badly."""

from __future__ import annotations

import asyncio
import socket
import ssl
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from aiosmtpd.smtp import DATA_SIZE_DEFAULT, SMTP, AuthResult, Envelope, LoginPassword, Session

DATA: Final = Path(__file__).parent / "data" / "mail"
CERTIFICATE: Final = DATA / "server.pem"
HOST: Final = "127.0.0.1"
USER: Final = "arbitro"
PASSWORD: Final = "Mezzogiorno di fuoco"  # noqa: S105 -- of a server that lives for a second
UNKNOWN: Final = "nobody@example.org"
UNWANTED: Final = "stranger@example.org"


@dataclass
class Postman:
    """What arrives at the server, and what it refuses. ``drops``: it hangs up as soon as it has all of a mail."""

    drops: bool = False
    received: list[Envelope] = field(default_factory=list)
    sessions: list[Session] = field(default_factory=list)
    logged_in: list[str] = field(default_factory=list)

    async def handle_MAIL(  # noqa: N802 -- aiosmtpd's name
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if address == UNWANTED:
            return "550 5.7.1 <stranger@example.org>: not\x1b[31m yours"
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 OK"

    async def handle_RCPT(  # noqa: N802 -- aiosmtpd's name
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        if address == UNKNOWN:
            return "550 5.1.1 no such user here"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802 -- aiosmtpd's name
        if self.drops:
            assert isinstance(server.transport, asyncio.Transport)
            server.transport.abort()
            return "421 gone"
        self.received.append(envelope)
        self.sessions.append(session)
        return "250 OK"

    def authenticate(self, _server: SMTP, _session: Session, _envelope: Envelope, _mechanism: str, data: object) -> AuthResult:
        """Whether somebody may come in."""
        assert isinstance(data, LoginPassword)
        right = (data.login.decode(), data.password.decode()) in {(USER, PASSWORD), ("Käthe", "schön")}
        if right:
            self.logged_in.append(data.login.decode())
        return AuthResult(success=right, handled=False, message=None if right else "535 5.7.8 bad credentials")


def server_context() -> ssl.SSLContext:
    """The server's side of TLS."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(CERTIFICATE, DATA / "server.key")
    return context


@contextmanager
def running(
    postman: Postman,
    *,
    starttls: bool = True,
    tls: bool = False,
    login: bool = True,
    most: int = DATA_SIZE_DEFAULT,
    without: Sequence[str] = (),
) -> Iterator[int]:
    """The port of a server that gives its mail to a postman.

    ``login``: it asks for one, but not in the ways that it is ``without``. ``most``: bytes of a mail.
    """
    context = server_context() if starttls and not tls else None
    settings: dict[str, Any] = {"hostname": "test", "tls_context": context, "require_starttls": context is not None}
    settings |= {"data_size_limit": most, "auth_exclude_mechanism": without}
    if login:
        asked = context is not None  # with TLS from the first byte aiosmtpd knows nothing of it, and warns
        settings |= {"authenticator": postman.authenticate, "auth_required": asked, "auth_require_tls": asked}
    loop = asyncio.new_event_loop()
    serving = loop.create_server(lambda: SMTP(postman, loop=loop, **settings), HOST, 0, ssl=server_context() if tls else None)
    server = loop.run_until_complete(serving)
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        asyncio.run_coroutine_threadsafe(_end(server), loop).result(timeout=10)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.close()


async def _end(server: asyncio.Server) -> None:
    """Let the connections end, then the server."""
    server.close()
    me = asyncio.current_task()
    others = [task for task in asyncio.all_tasks() if task is not me]
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    await asyncio.sleep(0.01)


@contextmanager
def saying(*lines: bytes, hang: bool = False) -> Iterator[int]:
    """The port of a server that says a line at each of the client's, then hangs up; with ``hang`` it says nothing more."""
    with socket.create_server((HOST, 0)) as listening:
        done = threading.Event()
        thread = threading.Thread(target=_say, args=(listening, lines, done if hang else None))
        thread.start()
        try:
            yield listening.getsockname()[1]
        finally:
            done.set()
            thread.join()


def _say(listening: socket.socket, lines: tuple[bytes, ...], done: threading.Event | None) -> None:
    connection, _address = listening.accept()
    with connection:
        for number, line in enumerate(lines):
            if number:
                connection.recv(1 << 16)
            connection.sendall(line + b"\r\n")
        if done is not None:
            done.wait()


def free_port() -> int:
    """A port at which nobody listens."""
    with socket.create_server((HOST, 0)) as listening:
        port: int = listening.getsockname()[1]
        return port
