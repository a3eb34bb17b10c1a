"""Runs the macros of workbooks in LibreOffice; run by the system's Python, which has the module ``uno``.

Argument: an empty folder for LibreOffice's profile. Standard input: a JSON object of calls by workbook, each the macro's name
(``Module.Sub``) and its arguments. Standard output: for each call, what column A of the sheet ``Called`` holds after it.
"""
# mypy: ignore-errors

import json
import os
import pathlib
import signal
import sys

sys.path += map(str, (pathlib.Path(__file__).parents[2], pathlib.Path(__file__).parents[1] / "hosts" / "libreoffice"))

from office_worker import PROFILE_SETTINGS, Worker, properties

PROFILE_SETTINGS["Office.Common/Security/Scripting", "MacroSecurityLevel"] = "0"
ALWAYS = 4  # com.sun.star.document.MacroExecMode.ALWAYS_EXECUTE_NO_WARN


def called(document):
    sheet = document.Sheets.getByName("Called")
    texts = [row[0] for row in sheet.getCellRangeByName("A1:A50").getDataArray()]
    return [text for text in texts if text]


def main() -> None:
    office = Worker(pathlib.Path(sys.argv[1]))
    load = properties(Hidden=True, MacroExecutionMode=ALWAYS)
    results = {}
    for path, calls in json.load(sys.stdin).items():
        document = office.desktop.loadComponentFromURL(pathlib.Path(path).as_uri(), "_blank", 0, load)
        scripts, results[path] = document.getScriptProvider(), []
        for name, *arguments in calls:
            script = scripts.getScript(f"vnd.sun.star.script:VBAProject.{name}?language=Basic&location=document")
            script.invoke(tuple(arguments), (), ())
            results[path].append(called(document))
        document.close(True)
    print(json.dumps(results), flush=True)


if __name__ == "__main__":
    try:
        main()
    finally:
        os.killpg(0, signal.SIGKILL)
