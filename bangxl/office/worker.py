"""The part of the self-test that runs in LibreOffice's own Python (3.8 or later): open, click, save.

It reads one JSON request per line on standard input, ``{"do": "open", …}``, and writes one answer per line: ``{"value": …}`` or
``{"error": "…"}``. Its arguments: LibreOffice's program, an empty folder for a profile, and the extension to install.
It starts LibreOffice with the profile, and ends it at the end of standard input.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import uno
import unohelper
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException
from com.sun.star.lang import DisposedException
from com.sun.star.task import XInteractionHandler
from com.sun.star.ucb import XCommandEnvironment
from com.sun.star.uno import Exception as UnoException, RuntimeException

from bangxl.office import BUTTON
from bangxl.office.agent import Agent, Uno

START_SECONDS = 60
AGAIN = 81
"""LibreOffice's exit code after it has only made its profile, and restarts itself."""
_OPTIONS = ("--headless", "--invisible", "--norestore", "--nologo", "--nodefault", "--nofirststartwizard")
PROFILE_SETTINGS = {("Office.Recovery/AutoSave", "Enabled"): "false", ("Office.Recovery/RecoveryInfo", "Enabled"): "false"}
"""What the user's profile says otherwise than by default."""


class ImpossibleRequest(Exception):  # noqa: N818 - the caller gets it as text
    """An impossible request, and the reason."""


class Consent(unohelper.Base, XInteractionHandler):  # type: ignore[misc] # made by LibreOffice
    """Agrees to install the extension."""

    def handle(self, request: Uno) -> None:
        """Choose the answer that approves."""
        approve = uno.getTypeByName("com.sun.star.task.XInteractionApprove")
        for answer in request.getContinuations():
            if answer.queryInterface(approve):
                answer.select()
                return


class Environment(unohelper.Base, XCommandEnvironment):  # type: ignore[misc] # made by LibreOffice
    """The environment for installing the extension without a question to the user."""

    def getInteractionHandler(self) -> Uno:  # noqa: N802 - UNO's name
        """The object that answers questions."""
        return Consent()

    def getProgressHandler(self) -> None:  # noqa: N802 - UNO's name
        """None: nobody watches the progress."""
        return


def profile() -> str:
    """`PROFILE_SETTINGS` as LibreOffice keeps them."""
    items = "".join(
        f'<item oor:path="/org.openoffice.{path}"><prop oor:name="{name}" oor:op="fuse"><value>{value}</value></prop></item>'
        for (path, name), value in PROFILE_SETTINGS.items()
    )
    return f'<oor:items xmlns:oor="http://openoffice.org/2001/registry">{items}</oor:items>'


def properties(**values: object) -> tuple[PropertyValue, ...]:
    """Options of LibreOffice's methods."""
    return tuple(PropertyValue(name, 0, value, 0) for name, value in values.items())


class Worker:
    """The requests; each public method is one."""

    def __init__(self, program: str, home: Path, extension: Path | None = None) -> None:
        """``home``: an empty folder for the profile."""
        os.environ.pop("PYTHONPATH", None)  # LibreOffice must find its modules in the extension
        self.program, self.home = program, home
        self.documents: dict[int, Uno] = {}
        settings = home / "user" / "registrymodifications.xcu"
        settings.parent.mkdir(parents=True)
        settings.write_text(profile(), encoding="utf-8")
        self.start()
        if extension:
            manager = self.context.getValueByName("/singletons/com.sun.star.deployment.ExtensionManager")
            manager.addExtension(extension.as_uri(), (), "user", None, Environment())
            self.stop()
            self.start()  # as after setup: only then does an extension run inside LibreOffice

    def start(self) -> None:
        """Start LibreOffice."""
        self.process, self.context = started(self.program, self.home)
        self.desktop = self.service("com.sun.star.frame.Desktop")

    def version(self) -> str:
        """The version from *About LibreOffice*."""
        provider = self.service("com.sun.star.configuration.ConfigurationProvider")
        node = properties(nodepath="/org.openoffice.Setup/Product")
        product = provider.createInstanceWithArguments("com.sun.star.configuration.ConfigurationAccess", node)
        return str(product.getByName("ooSetupVersionAboutBox"))

    def open(self, path: str, **options: object) -> int:
        """Open a file as a person does; return its number."""
        document = self.desktop.loadComponentFromURL(uno.systemPathToFileUrl(path), "_blank", 0, properties(**options))
        if document is None or not hasattr(document, "Sheets"):
            raise ImpossibleRequest(f"LibreOffice does not open {path}")
        number = 1 + max(self.documents, default=0)
        self.documents[number] = document
        return number

    def close(self, book: int) -> None:
        """Close without saving."""
        self.documents.pop(book).close(True)  # noqa: FBT003 - UNO takes no keywords

    def agent(self, book: int, request: dict[str, Any]) -> dict[str, Any]:
        """Pass a request to the extension's agent in an open book."""
        return Agent(self.context, self.documents[book]).answer(request)

    def click(self, book: int, action: str) -> None:
        """Act like the button, on the document in front."""
        self.dispatch(book, BUTTON.format(action=action))

    def dispatch(self, book: int, address: str) -> None:
        """Act like a button, a key or a menu, on the document in front."""
        frame = self.documents[book].getCurrentController().Frame
        frame.activate()
        self.service("com.sun.star.frame.DispatchHelper").executeDispatch(frame, address, "", 0, ())

    def recalculate(self, book: int) -> None:
        """Calculate every formula again."""
        self.documents[book].calculateAll()

    def stop(self) -> None:
        """End LibreOffice, by the menu's command if possible."""
        with suppress(UnoException, RuntimeException):
            self.desktop.terminate()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(10)
        self.process.kill()
        self.process.wait()

    def service(self, name: str) -> Uno:
        """What LibreOffice offers by this name."""
        return self.context.ServiceManager.createInstanceWithContext(name, self.context)


def started(program: str, home: Path) -> tuple[subprocess.Popen[bytes], Uno]:
    """Start a hidden LibreOffice with its own profile; return it with its services."""
    pipe = f"bangxl{os.getpid()}"
    command = [program, *_OPTIONS, f"--accept=pipe,name={pipe};urp", f"-env:UserInstallation={home.as_uri()}"]
    with (home / "log").open("wb") as log:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)  # noqa: S603 - a known program
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        if process.poll() not in (None, AGAIN):
            raise ImpossibleRequest(f"LibreOffice ended at once: {(home / 'log').read_text(errors='replace')[-500:]}")
        try:
            return process, context_of(pipe)
        except (NoConnectException, DisposedException):  # DisposedException: while it restarts itself
            time.sleep(0.05)
    process.kill()
    raise ImpossibleRequest(f"LibreOffice did not answer within {START_SECONDS} s")


def context_of(pipe: str) -> Uno:
    """What a running LibreOffice that listens to the pipe has to offer."""
    resolver = uno.getComponentContext().ServiceManager.createInstance("com.sun.star.bridge.UnoUrlResolver")
    return resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")


def reply(message: dict[str, Any]) -> None:
    """Answer one request."""
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def serve(worker: Worker) -> None:
    """Answer requests until standard input ends."""
    reply({"value": "ready"})
    for line in sys.stdin:
        request = json.loads(line)
        try:
            reply({"value": getattr(worker, request.pop("do"))(**request)})
        except ImpossibleRequest as refusal:
            reply({"error": str(refusal)})
        except (UnoException, RuntimeException) as error:
            reply({"error": f"{type(error).__name__} {error.Message}"})


def main() -> None:
    """Start LibreOffice and serve."""
    program, home, extension = sys.argv[1:]
    try:
        worker = Worker(program, Path(home), Path(extension))
    except ImpossibleRequest as refusal:
        reply({"error": str(refusal)})
        return
    try:
        serve(worker)
    finally:
        worker.stop()


if __name__ == "__main__":
    main()
