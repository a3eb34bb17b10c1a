"""By which server mail goes out: the environment first, then ``mail.toml`` among the user's settings. Never a password."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from bangxl import limits
from bangxl.locale.system import reason
from bangxl.post.message import addresses

PREFIX: Final = "BANGXL_SMTP_"
KEYS: Final = ("host", "port", "tls", "user", "sender", "certificate")
"""Those of the file; in the environment each stands in capitals behind the prefix."""

SERVICE: Final = "bangxl"
"""Under which the keyring keeps the password of a user."""

_HOST: Final = re.compile(r"[^\s/:@\[\]]{1,253}|[0-9A-Fa-f:]{2,45}")
_LAST_PORT: Final = 65535


class PostError(Exception):
    """A mail that was not sent, or not to everybody: a ``code``, and the ``values`` for its sentence (`commands/mailing.py`)."""

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code, values)
        self.code, self.values = code, values


class Tls(StrEnum):
    """How the connection is encrypted: after a greeting in clear, from the first byte, or not at all."""

    STARTTLS = "starttls"
    TLS = "tls"
    NONE = "none"


PORTS: Final = {Tls.STARTTLS: 587, Tls.TLS: 465, Tls.NONE: 25}
"""The usual ones."""


@dataclass(frozen=True, slots=True)
class Settings:
    """A mail server, and how to speak to it. ``certificate``: the PEM file that alone is trusted, None for the system's.

    Without ``user`` nobody logs in.
    """

    host: str
    port: int
    tls: Tls = Tls.STARTTLS
    user: str = ""
    sender: str = ""
    certificate: Path | None = None

    @property
    def is_local(self) -> bool:
        """Whether the server is this computer: then nobody can listen."""
        return self.host.lower() in {"localhost", "::1"} or re.fullmatch(r"127(\.\d{1,3}){3}", self.host) is not None


class _Source:
    """What was set, key by key, and the place to name where it is wrong."""

    def __init__(self, environ: Mapping[str, str], file: Path) -> None:
        self._file, self._environ = file, environ
        self._written = _read(file)

    def text(self, key: str) -> str:
        """The value; "" if there is none. PostError ``wrong_type``."""
        value = self._in_environment(key) or self._written.get(key, "")
        if key == "port" and isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        if not isinstance(value, str):
            raise PostError("wrong_type", place=self._place(key))
        return value.strip()

    def path(self, key: str) -> Path | None:
        """The file that a value names: ``~/`` is the user's folder, a relative one in ``mail.toml`` lies beside it."""
        text = self.text(key)
        if text.startswith("~/"):
            return Path.home() / text[2:]
        return (Path() if self._in_environment(key) else self._file.parent) / text if text else None

    def fault(self, code: str, key: str) -> PostError:
        """The error of a value that cannot be."""
        return PostError(code, place=self._place(key), value=self.text(key))

    def _place(self, key: str) -> str:
        return f"{PREFIX}{key.upper()}" if self._in_environment(key) else f"{self._file}: {key}"

    def _in_environment(self, key: str) -> str:
        return self._environ.get(f"{PREFIX}{key.upper()}", "").strip()


def settings(environ: Mapping[str, str], file: Path) -> Settings:
    """The settings. PostError names what is wrong and where, ``no_host`` and ``no_sender`` what is missing.

    The sender is the user where that is an address.
    """
    given = _Source(environ, file)
    host, user = given.text("host"), given.text("user")
    if not host:
        raise PostError("no_host", path=file)
    if not _HOST.fullmatch(host):
        raise given.fault("wrong_host", "host")
    tls = _tls(given)
    return Settings(host, _port(given, tls), tls, user, _sender(given, user, file), given.path("certificate"))


def password(chosen: Settings, environ: Mapping[str, str]) -> str:
    """The user's password: from the environment, else from the keyring if there is one; "" where nobody logs in.

    PostError ``no_password``, or ``keyring`` if the keyring does not open.
    """
    if not chosen.user:
        return ""
    found = environ.get(f"{PREFIX}PASSWORD", "") or _keyring_password(chosen.user)
    if not found:
        raise PostError("no_password", user=chosen.user)
    return found


def _keyring_password(user: str) -> str:
    try:
        import keyring  # noqa: PLC0415 -- an extra; and it looks for its back ends as soon as it is imported
        from keyring.errors import KeyringError  # noqa: PLC0415 -- as above
    except ImportError:
        return ""
    try:
        return keyring.get_password(SERVICE, user) or ""
    except KeyringError as error:
        raise PostError("keyring", user=user, reason=str(error).rstrip(". ") or type(error).__name__) from None


def _read(file: Path) -> Mapping[str, object]:
    try:
        data = tomllib.loads(limits.read(file, limits.SETTINGS).decode("utf-8-sig"))
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except OSError as error:
        raise PostError("unreadable", path=file, reason=reason(error)) from None
    except (ValueError, RecursionError) as error:  # also numbers of thousands of digits, and brackets nested as deep
        raise PostError("not_toml", path=file, reason=str(error).rstrip(". ")) from None
    if "password" in data:
        raise PostError("password_in_file", path=file)
    if unknown := [key for key in data if key not in KEYS]:
        raise PostError("unknown_key", path=file, key=unknown[0], known=", ".join(KEYS))
    return data


def _tls(given: _Source) -> Tls:
    try:
        return Tls(given.text("tls").lower() or Tls.STARTTLS)
    except ValueError:
        raise given.fault("wrong_tls", "tls") from None


def _port(given: _Source, tls: Tls) -> int:
    text = given.text("port")
    if not text:
        return PORTS[tls]
    if not re.fullmatch(r"[0-9]{1,5}", text) or not 0 < int(text) <= _LAST_PORT:
        raise given.fault("wrong_port", "port")
    return int(text)


def _sender(given: _Source, user: str, file: Path) -> str:
    sender = given.text("sender")
    good = addresses(sender or user).good
    if not good and not sender:
        raise PostError("no_sender", path=file)
    if len(good) != 1:
        raise given.fault("wrong_sender", "sender")
    return good[0]
