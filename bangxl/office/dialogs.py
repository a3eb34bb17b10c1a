"""LibreOffice's own dialogs: a line to write, a question to agree to.

Runs in LibreOffice's own Python, 3.8 or later: the standard library and ``uno`` only. Where there is no window, nobody
can answer: then it is as if he had cancelled.
"""

from __future__ import annotations

from typing import Any

import uno

Uno = Any
"""An object of LibreOffice."""

TITLE = "BANG!"
OK_CANCEL, OK = 2, 1
"""com.sun.star.awt.MessageBoxButtons, MessageBoxResults."""
WIDTH, MARGIN, LINE, LETTERS = 260, 6, 9, 62
"""The dialog's width, margins and height of a line, in units of its font; letters that a line holds, roughly."""
BUTTON = 50, 14
PUSH_OK, PUSH_CANCEL = 1, 2
"""com.sun.star.awt.PushButtonType."""


def agreed(context: Uno, window: Uno, text: str) -> bool:
    """Whether the person says OK."""
    if window is None:
        return False
    toolkit = _service(context, "com.sun.star.awt.Toolkit")
    kind = uno.Enum("com.sun.star.awt.MessageBoxType", "QUERYBOX")
    box = toolkit.createMessageBox(window, kind, OK_CANCEL, TITLE, text)
    if box is None:
        return False
    try:
        return bool(box.execute() == OK)
    finally:
        box.dispose()


def asked(context: Uno, window: Uno, text: str, default: str) -> str | None:
    """What the person writes; None if he cancels."""
    if window is None:
        return None
    model = _model(context, text, default)
    dialog = _service(context, "com.sun.star.awt.UnoControlDialog")
    dialog.setModel(model)
    dialog.setVisible(False)
    dialog.createPeer(_service(context, "com.sun.star.awt.Toolkit"), window)
    try:
        answer = dialog.getControl("answer")
        answer.setFocus()
        return str(answer.Text) if dialog.execute() == OK else None
    finally:
        dialog.dispose()


def _model(context: Uno, text: str, default: str) -> Uno:
    """The question above, the line below it, two buttons."""
    model = _service(context, "com.sun.star.awt.UnoControlDialogModel")
    lines = sum(1 + len(line) // LETTERS for line in text.split("\n"))
    below = 2 * MARGIN + lines * LINE
    model.Title, model.Width, model.Moveable, model.Closeable = TITLE, WIDTH, True, True
    model.Height = below + 2 * BUTTON[1] + 2 * MARGIN
    inner = WIDTH - 2 * MARGIN
    _add(model, "question", "FixedText", (MARGIN, MARGIN, inner, lines * LINE), Label=text, MultiLine=True)
    _add(model, "answer", "Edit", (MARGIN, below, inner, BUTTON[1]), Text=default)
    row = below + BUTTON[1] + MARGIN
    for name, kind, left in (("ok", PUSH_OK, 2), ("cancel", PUSH_CANCEL, 1)):
        place = WIDTH - left * (BUTTON[0] + MARGIN), row, *BUTTON
        _add(model, name, "Button", place, PushButtonType=kind, DefaultButton=kind == PUSH_OK)
    return model


def _add(model: Uno, name: str, kind: str, place: tuple[int, int, int, int], **properties: Uno) -> None:
    control = model.createInstance(f"com.sun.star.awt.UnoControl{kind}Model")
    control.Name = name
    control.PositionX, control.PositionY, control.Width, control.Height = place
    for key, value in properties.items():
        setattr(control, key, value)
    model.insertByName(name, control)


def _service(context: Uno, name: str) -> Uno:
    return context.ServiceManager.createInstanceWithContext(name, context)
