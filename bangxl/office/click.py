"""A click on a BANG! button in LibreOffice: start bangxl, answer its questions, show its message.

It runs in LibreOffice's own Python, 3.8 or later: the standard library and ``uno`` only.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
from contextlib import suppress
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import TYPE_CHECKING, Any

import uno
import unohelper
from com.sun.star.task import XJobExecutor

from bangxl.office import ANY, MESSAGES, interpreter_file, neutral
from bangxl.office.agent import Agent, Uno

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

SERVICE = "org.bangxl.Click"
_PATIENCE = 300
"""The seconds of work after which we stop bangxl."""
PEOPLE = ("form", "agrees", "say")
"""Requests that wait for a person."""
NO_WINDOW = 0x08000000
"""CREATE_NO_WINDOW: Windows must not open a console."""
OK = 1
"""com.sun.star.awt.MessageBoxButtons."""
NOT_SET_UP = "LibreOffice does not know where bangxl is. Run this once: bangxl setup --libreoffice"
TOO_OLD = "This LibreOffice has Python {python}, and BANG! needs 3.11. Install LibreOffice 25.8 or later."
CARRIED = Path(__file__).parents[3] / "carried"
"""In the extension: bangxl and what it needs, for every Python in ``any``, and compiled in a folder for each."""
STOPPED = "bangxl has stopped unexpectedly: {reason}"


class Click(unohelper.Base, XJobExecutor):  # type: ignore[misc] # made by LibreOffice
    """The service behind the buttons: ``service:org.bangxl.Click?seat``."""

    running = False

    def __init__(self, context: Uno) -> None:
        self._context = context

    def trigger(self, action: str) -> None:
        """Run the action of a button; ignore a click during another one."""
        if Click.running:
            return
        Click.running = True
        try:
            document = self._service("com.sun.star.frame.Desktop").getCurrentComponent()
            frame = _frame(document)
            if frame is not None:  # like Enter, for a cell in edit mode; otherwise no effect
                self._service("com.sun.star.frame.DispatchHelper").executeDispatch(frame, ".uno:AcceptFormula", "", 0, ())
            self._click(action, document)
        except Exception as error:  # noqa: BLE001 - the outermost edge: nobody else would report it
            self._show(document, [self._text(STOPPED).format(reason=f"{type(error).__name__}: {error}")], wrong=True)
        finally:
            Click.running = False

    def _service(self, name: str) -> Uno:
        return self._context.ServiceManager.createInstanceWithContext(name, self._context)

    def _click(self, action: str, document: Uno) -> None:
        agent = Agent(self._context, document)
        folders = carried()
        try:
            interpreter = self._own_python() if folders else interpreter_file().read_text(encoding="utf-8").strip()
            command = [interpreter, "-P", "-m", "bangxl.toolbar", action]
            answer = converse(command, agent, lambda message: self._tell(document, agent, message), folders)
        except OSError:
            version = "{}.{}".format(*sys.version_info[:2])
            text = self._text(TOO_OLD).format(python=version) if CARRIED.is_dir() else self._text(NOT_SET_UP)
            self._show(document, [text], wrong=True)
            return
        if "stopped" in answer:
            self._show(document, [self._text(STOPPED).format(reason=answer["stopped"])], wrong=True)

    def _own_python(self) -> str:
        """The program of the Python in which this runs: LibreOffice's, or the system's. FileNotFoundError."""
        expander = self._context.getValueByName("/singletons/com.sun.star.util.theMacroExpander")
        office = Path(uno.fileUrlToSystemPath(expander.expandMacros("$BRAND_BASE_DIR")))
        own = [office / "program" / "python.exe", office / "program" / "python", office / "Resources" / "python"]
        system = Path(sys.base_prefix) / "bin" / "python{}.{}".format(*sys.version_info[:2])
        for program in (*own, system):
            if program.is_file():
                return str(program)
        raise FileNotFoundError(str(system))

    def _tell(self, document: Uno, agent: Agent, message: dict[str, Any]) -> None:
        if message["lines"]:
            self._show(document, message["lines"], wrong=message["wrong"])
        if message["place"]:
            agent.goto(*message["place"])

    def _show(self, document: Uno, lines: list[str], *, wrong: bool) -> None:
        """Show a message box over the document, or add a line to the message file."""
        file = os.environ.get(MESSAGES)
        if file:
            with Path(file).open("a", encoding="utf-8") as stream:
                stream.write(json.dumps({"lines": lines, "wrong": wrong}, ensure_ascii=False) + "\n")
            return
        toolkit = self._service("com.sun.star.awt.Toolkit")
        frame = _frame(document)
        window = frame.ContainerWindow if frame is not None else toolkit.getDesktopWindow()
        kind = uno.Enum("com.sun.star.awt.MessageBoxType", "ERRORBOX" if wrong else "INFOBOX")
        box = toolkit.createMessageBox(window, kind, OK, "BANG!", "\n".join(lines))
        if box is not None:  # no box without a window
            box.execute()
            box.dispose()

    def _text(self, english: str) -> str:
        """A text in LibreOffice's language, if the extension has it."""
        node = uno.createUnoStruct("com.sun.star.beans.PropertyValue", "nodepath", 0, "org.openoffice.Setup/L10N", 0)
        provider = self._service("com.sun.star.configuration.ConfigurationProvider")
        settings = provider.createInstanceWithArguments("com.sun.star.configuration.ConfigurationAccess", (node,))
        texts = json.loads(Path(__file__).with_name("texts.json").read_text(encoding="utf-8"))
        return texts.get(settings.ooLocale[:2], {}).get(english, english)  # type: ignore[no-any-return] # a JSON object


def _frame(document: Uno) -> Uno:
    """The frame of a document; None if there is no document, or if it is invisible."""
    controller = document.getCurrentController() if document is not None else None
    return controller.Frame if controller is not None else None


def carried() -> list[str]:
    """The folders with the bangxl that this extension carries for this Python; none if it carries none, or Python is too old."""
    compiled = CARRIED.glob("*/msgspec/_core" + EXTENSION_SUFFIXES[0])
    for folder in (file.parents[1] for file in compiled):
        if sys.platform != "darwin" or folder.name.endswith(os.uname().machine):  # both kinds of Mac have one suffix
            return [str(CARRIED / ANY), str(folder)]
    return []


def converse(command: list[str], agent: Agent, tell: Callable[[dict[str, Any]], None], folders: Sequence[str]) -> dict[str, Any]:
    """Start bangxl and answer its requests; return its last message, or why it ``stopped``. OSError if the program is missing.

    ``tell`` gets each message at once: while a person reads, bangxl may still be working. ``folders``: where its modules are.
    """
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(  # noqa: S603 - the user has set it up; there is no shell
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            env={**neutral(os.environ), **({"PYTHONPATH": os.pathsep.join(folders)} if folders else {})},
            creationflags=NO_WINDOW if os.name == "nt" else 0,
            cwd=Path(command[0]).parent,
        )
        with process:
            limit = _limited(process)
            last = None
            try:
                agent.prepare()
                for line in process.stdout:  # type: ignore[union-attr] # there is a pipe
                    request = json.loads(line)
                    waits = request["do"] in PEOPLE  # the time limit pauses while a person reads or writes
                    if waits:
                        limit.cancel()
                    if request["do"] == "say":
                        last = request
                        tell(request)
                    else:
                        answer = json.dumps(agent.answer(request)).encode() + b"\n"
                        with suppress(OSError):  # it may have ended
                            process.stdin.write(answer)  # type: ignore[union-attr] # there is a pipe
                            process.stdin.flush()  # type: ignore[union-attr] # there is a pipe
                    if waits:
                        limit = _limited(process)
            finally:
                with suppress(OSError):  # it may have ended before us
                    process.stdin.close()  # type: ignore[union-attr] # there is a pipe
                process.wait()
                limit.cancel()
        errors.seek(0)
        trace = errors.read().decode("utf-8", "replace").strip().rpartition("\n")[2]
    return {"stopped": trace or process.returncode} if last is None else last


def _limited(process: subprocess.Popen[bytes]) -> threading.Timer:
    """Start the time limit; at its end the process is killed."""
    timer = threading.Timer(_PATIENCE, process.kill)
    timer.daemon = True
    timer.start()
    return timer


g_ImplementationHelper = unohelper.ImplementationHelper()  # noqa: N816 - LibreOffice looks for this name
g_ImplementationHelper.addImplementation(Click, SERVICE, (SERVICE,))
