// The page's computing half: Python in a worker without network, with one folder for the current file.
"use strict";

const FILES = "/files";
const given = {}, parts = Object.fromEntries(["wasm", "stdlib", "binary", "app"].map((name) => [name, new Promise((resolve) => { given[name] = resolve; })]));
let python, browser;

self.onmessage = ({ data }) => {
  try {
    if (data.part) given[data.part](data.bytes);
    else answer(data);
  } catch (error) {
    broken(error, data.id);
  }
};
const broken = (error, id) => postMessage({ id, broken: String((error && error.stack) || error) });

// Python takes its modules from the zips when they are first imported: those of a PDF or a season cost the start nothing.
async function boot() {
  const begun = performance.now();
  self.fetch = async (address) => {
    const name = String(address.url ?? address).split("/").pop();
    if (name === "python_stdlib.zip") return new Response(await parts.stdlib);
    if (name !== "pyodide.asm.wasm") throw new Error(`no network: ${name}`);
    const module = new Blob([await parts.wasm]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(module, { headers: { "Content-Type": "application/wasm" } });
  };
  python = await loadPyodide({
    indexURL: "https://offline.invalid/",
    lockFileContents: /*LOCK*/,
    createPyodideModule: globalThis.createPyodideModule,
    stdout: (line) => postMessage({ log: line }),
    stderr: (line) => postMessage({ log: line }),
  });
  const alone = performance.now();
  python.unpackArchive(await parts.binary, "zip", { extractDir: "/binary" });
  python.FS.writeFile("/app.zip", await parts.app, { canOwn: true });
  python.runPython("import gc, sys; gc.set_threshold(50000, 20, 100); sys.path[:0] = ['/app.zip', '/binary']; sys.dont_write_bytecode = True; from bangxl.page import browser");
  browser = python.globals.get("browser");
  postMessage({ ready: { alone: alone - begun, all: performance.now() - begun } });
  python.runPython("import bangxl.page.actions"); // while the person chooses a file
}
boot().catch(broken);

function answer({ id, action, name, bytes, options, language, before, known, reports }) {
  const begun = performance.now();
  browser.clear();
  for (const [file, data] of before) put(`${FILES}/.kept/${file}`, data);
  if (known) put(`${FILES}/.known/${name}`, known);
  if (bytes) put(`${FILES}/${name}`, bytes);
  for (const [file, data] of reports) put(`${FILES}/${file}`, data);
  const reply = JSON.parse(browser.answer(action, name, JSON.stringify(options), language));
  const read = (path) => [path, python.FS.readFile(`${FILES}/${path}`)];
  const kept = reply.kept.map(read).map(([path, data]) => [path.split("/").pop(), data]);
  postMessage({ id, ...reply, files: reply.files.map(read), kept, seconds: (performance.now() - begun) / 1000 });
}

function put(path, data) {
  python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
  python.FS.writeFile(path, new Uint8Array(data));
}
