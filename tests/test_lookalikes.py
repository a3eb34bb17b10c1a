"""The table of letters that look alike is the one that Unicode's own data make."""

from tools.lookalikes import MODULE, text


def test_the_table_is_current() -> None:
    assert MODULE.read_text(encoding="utf-8") == text()
