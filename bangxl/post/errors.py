"""What can go wrong with mail; `commands/mailing.py` has the sentences."""

from __future__ import annotations


class PostError(Exception):
    """A mail that was not sent, or not to everybody: a ``code``, and the ``values`` for its sentence."""

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code, values)
        self.code, self.values = code, values
