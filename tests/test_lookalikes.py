"""The table of letters that look alike is the one that Unicode's own data make."""

from tools.lookalikes import TABLE, text


def test_the_table_is_current() -> None:
    assert TABLE.read_text(encoding="utf-8") == text()
