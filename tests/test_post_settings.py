"""By which server mail goes out, and from where the password comes."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.errors import KeyringLocked

from bangxl.post.configuration import PostError, Settings, Tls, password, settings
from tests.smtp import USER
from tests.test_post import SENDER, code


class TestSettings:
    @pytest.fixture
    def file(self, tmp_path: Path) -> Path:
        return tmp_path / "mail.toml"

    @pytest.mark.parametrize(("tls", "port"), [("", 587), ("starttls", 587), ("TLS", 465), ("none", 25)])
    def test_the_usual_ports(self, file: Path, tls: str, port: int) -> None:
        found = settings({"BANGXL_SMTP_HOST": "mail.example.org", "BANGXL_SMTP_TLS": tls, "BANGXL_SMTP_SENDER": SENDER}, file)
        assert (found.host, found.port, found.user, found.certificate) == ("mail.example.org", port, "", None)

    def test_the_environment_wins_key_by_key(self, file: Path) -> None:
        file.write_text(
            '\ufeffhost = "mail.example.org"\nport = 2525\nuser = "anna@example.org"\ncertificate = "own.pem"\n', encoding="utf-8"
        )
        assert settings({}, file) == Settings(
            "mail.example.org", 2525, Tls.STARTTLS, "anna@example.org", "anna@example.org", file.parent / "own.pem"
        )
        environ = {
            "BANGXL_SMTP_PORT": "465",
            "BANGXL_SMTP_TLS": "tls",
            "BANGXL_SMTP_CERTIFICATE": "other.pem",
            "BANGXL_SMTP_USER": "",
        }
        assert settings(environ, file) == Settings(
            "mail.example.org", 465, Tls.TLS, "anna@example.org", "anna@example.org", Path("other.pem")
        )

    def test_a_certificate_in_the_users_folder(self, file: Path) -> None:
        file.write_text(f'host = "mail.example.org"\nsender = "{SENDER}"\ncertificate = "~/own.pem"\n', encoding="utf-8")
        assert settings({}, file).certificate == Path.home() / "own.pem"

    @pytest.mark.parametrize(
        ("text", "expected", "place"),
        [
            ("", "no_host", ""),
            ('host = "mail.example.org"', "no_sender", ""),
            ('host = "mail.example.org"\nuser = "anna"', "no_sender", ""),
            ('host = "mail.example.org:25"', "wrong_host", "host"),
            ('host = "smtp://mail.example.org"', "wrong_host", "host"),
            ("host = 5", "wrong_type", "host"),
            ('host = "x"\nport = true', "wrong_type", "port"),
            ('host = "x"\nport = 0', "wrong_port", "port"),
            ('host = "x"\nport = 65536', "wrong_port", "port"),
            ('host = "x"\nport = "smtp"', "wrong_port", "port"),
            ('host = "x"\ntls = "ssl"', "wrong_tls", "tls"),
            ('host = "x"\nsender = "Anna"', "wrong_sender", "sender"),
            ('host = "x"\nsender = "a@example.org, b@example.org"', "wrong_sender", "sender"),
            ("host = x", "not_toml", ""),
            ('host = "x"\npassword = "secret"', "password_in_file", ""),
            ('host = "x"\nhosts = "y"', "unknown_key", ""),
        ],
    )
    def test_what_is_wrong_and_where(self, file: Path, text: str, expected: str, place: str) -> None:
        file.write_text(text, encoding="utf-8")
        with pytest.raises(PostError) as caught:
            settings({}, file)
        assert code(caught) == expected
        where = caught.value.values.get("place")
        assert where == f"{file}: {place}" if place else caught.value.values["path"] == file
        assert "secret" not in str(caught.value.values)

    @pytest.mark.parametrize(
        ("key", "value", "expected"), [("PORT", "x", "wrong_port"), ("TLS", "ssl", "wrong_tls"), ("HOST", "a b", "wrong_host")]
    )
    def test_a_wrong_variable_is_named(self, file: Path, key: str, value: str, expected: str) -> None:
        file.write_text(f'host = "mail.example.org"\nsender = "{SENDER}"\n', encoding="utf-8")
        with pytest.raises(PostError) as caught:
            settings({f"BANGXL_SMTP_{key}": value}, file)
        assert (code(caught), caught.value.values["place"]) == (expected, f"BANGXL_SMTP_{key}")

    @pytest.mark.parametrize(("data", "expected"), [(b'host = "\xff"', "not_toml"), (None, "unreadable")])
    def test_a_file_that_cannot_be_read(self, file: Path, data: bytes | None, expected: str) -> None:
        file.mkdir() if data is None else file.write_bytes(data)
        with pytest.raises(PostError) as caught:
            settings({}, file)
        assert code(caught) == expected

    @pytest.mark.parametrize("host", ["localhost", "LOCALHOST", "127.0.0.1", "127.1.2.3", "::1"])
    def test_what_is_this_computer(self, host: str) -> None:
        assert Settings(host, 25).is_local
        assert not Settings(f"{host}.example.org", 25).is_local


class Chain(KeyringBackend):
    """A keyring of one password, or one that stays shut."""

    priority = 1

    def __init__(self, secret: str | None = None, *, shut: bool = False) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.secret, self.shut = secret, shut

    def get_password(self, service: str, username: str) -> str | None:
        if self.shut:
            raise KeyringLocked("Failed to unlock the collection!")
        return self.secret if (service, username) == ("bangxl", USER) else None

    def set_password(self, service: str, username: str, password: str) -> None:
        raise NotImplementedError


class TestPassword:
    SERVER: Final = Settings("mail.example.org", 587, user=USER)

    @pytest.fixture(autouse=True)
    def own_keyring(self) -> Iterator[None]:
        before = keyring.get_keyring()
        yield
        keyring.set_keyring(before)

    def test_the_environment_first(self) -> None:
        keyring.set_keyring(Chain("kept"))
        assert password(self.SERVER, {"BANGXL_SMTP_PASSWORD": "said"}) == "said"

    def test_then_the_keyring(self) -> None:
        keyring.set_keyring(Chain("kept"))
        assert password(self.SERVER, {}) == "kept"

    def test_nobody_logs_in_without_a_user(self) -> None:
        keyring.set_keyring(Chain(shut=True))
        assert password(Settings("mail.example.org", 25), {}) == ""

    def test_none_kept(self) -> None:
        keyring.set_keyring(Chain())
        with pytest.raises(PostError) as caught:
            password(self.SERVER, {})
        assert code(caught) == "no_password"

    def test_a_keyring_that_stays_shut(self) -> None:
        keyring.set_keyring(Chain(shut=True))
        with pytest.raises(PostError) as caught:
            password(self.SERVER, {})
        assert code(caught) == "keyring"
        assert caught.value.values["reason"] == "Failed to unlock the collection!"

    def test_no_keyring_installed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "keyring", None)
        with pytest.raises(PostError) as caught:
            password(self.SERVER, {})
        assert code(caught) == "no_password"
