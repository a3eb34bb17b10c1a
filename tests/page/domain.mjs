// Runs tests in the page's own Python: node domain.mjs PYODIDE WHEELS PROJECT PYTEST-ARGUMENT... Ends with pytest's exit code.
// The project is read from the disk as it stands; what the tests write stays in memory.
import fs from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, wheels, root, ...args] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide();
const through = (stream) => ({ write: (bytes) => fs.writeSync(stream, bytes) });
python.setStdout(through(1));
python.setStderr(through(2));
for (const name of fs.readdirSync(wheels).filter((one) => one.endsWith(".whl"))) {
  python.unpackArchive(new Uint8Array(fs.readFileSync(`${wheels}/${name}`)), "zip", { extractDir: "/packages" });
}
python.FS.mkdirTree("/project");
python.FS.mount(python.FS.filesystems.NODEFS, { root }, "/project");
python.globals.set("arguments", python.toPy(args));
process.exitCode = python.runPython(`
import os, sys
sys.path[:0] = ["/project", "/packages"]
sys.dont_write_bytecode = True
os.chdir("/project")
os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = "/examples"
import pytest
print("Python", sys.version.split()[0], "on", sys.platform, flush=True)
int(pytest.main(["-p", "no:cacheprovider", *arguments]))
`);
