"""Runs the macros of a workbook in LibreOffice; run by the system's Python, which has the module ``uno``.

Arguments: an empty folder for LibreOffice's profile, and the workbook. Standard input: a JSON list of calls, each the macro's
name (``Module.Sub``) and its arguments. Standard output: for each call, what column A of the sheet ``Called`` holds after it.
"""
# mypy: ignore-errors

import json
import os
import pathlib
import signal
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "hosts" / "libreoffice"))

from office_worker import SETTINGS, Soffice, properties

SETTINGS["Office.Common/Security/Scripting", "MacroSecurityLevel"] = "0"
ALWAYS = 4  # com.sun.star.document.MacroExecMode.ALWAYS_EXECUTE_NO_WARN


def called(document):
    sheet = document.Sheets.getByName("Called")
    texts = [row[0] for row in sheet.getCellRangeByName("A1:A50").getDataArray()]
    return [text for text in texts if text]


def main() -> None:
    office = Soffice(pathlib.Path(sys.argv[1]))
    load = properties(Hidden=True, MacroExecutionMode=ALWAYS)
    document = office.desktop.loadComponentFromURL(pathlib.Path(sys.argv[2]).as_uri(), "_blank", 0, load)
    scripts = document.getScriptProvider()
    results = []
    for name, *arguments in json.load(sys.stdin):
        script = scripts.getScript(f"vnd.sun.star.script:VBAProject.{name}?language=Basic&location=document")
        script.invoke(tuple(arguments), (), ())
        results.append(called(document))
    print(json.dumps(results), flush=True)


if __name__ == "__main__":
    try:
        main()
    finally:
        os.killpg(0, signal.SIGKILL)
