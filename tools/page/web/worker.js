// The page's computing half: Python in a worker without network, with one folder for the current file.
"use strict";

const FILES = "/files";
let python;

self.onmessage = async ({ data }) => {
  try {
    if (data.parts) await boot(data.parts);
    else if (data.action) answer(data);
    else recognise(data);
  } catch (error) {
    postMessage({ id: data.id, broken: String((error && error.stack) || error) });
  }
};
postMessage({ started: true });

async function boot(parts) {
  const begun = performance.now();
  const served = { "pyodide.asm.wasm": [parts.wasm, "application/wasm"], "python_stdlib.zip": [parts.stdlib, "application/zip"] };
  self.fetch = async (address) => {
    const name = String(address.url ?? address).split("/").pop();
    if (!served[name]) throw new Error(`no network: ${name}`);
    return new Response(served[name][0], { headers: { "Content-Type": served[name][1] } });
  };
  python = await loadPyodide({
    indexURL: "https://offline.invalid/",
    lockFileContents: JSON.parse(new TextDecoder().decode(parts.lock)),
    createPyodideModule: globalThis.createPyodideModule,
    stdout: (line) => postMessage(line.startsWith("progress ") ? { progress: line.slice(9) } : { log: line }),
    stderr: (line) => postMessage({ log: line }),
  });
  const alone = performance.now();
  python.unpackArchive(parts.app, "zip", { extractDir: "/app" });
  python.runPython("import sys; sys.path.insert(0, '/app'); sys.dont_write_bytecode = True; from bangxl.page import browser");
  const ready = performance.now();
  postMessage({ ready: { alone: alone - begun, all: ready - begun } });
  python.runPython("browser.warm()");
}

function recognise({ id, name, bytes, tournaments }) {
  const browser = python.globals.get("browser");
  browser.clear();
  put(`${FILES}/${name}`, bytes);
  const [number, goesOn] = JSON.parse(browser.recognise(name, JSON.stringify(tournaments)));
  postMessage({ id, number, goesOn });
  browser.destroy();
}

function answer({ id, action, name, bytes, options, language, kept, known, reports }) {
  const browser = python.globals.get("browser");
  const begun = performance.now();
  browser.clear();
  for (const [file, data] of kept) put(`${FILES}/.kept/${file}`, data);
  if (known) put(`${FILES}/.known/${name}`, known);
  if (bytes) put(`${FILES}/${name}`, bytes);
  for (const [file, data] of reports) put(`${FILES}/${file}`, data);
  const reply = JSON.parse(browser.answer(action, name, JSON.stringify(options ?? {}), language));
  const read = (path) => [path, python.FS.readFile(`${FILES}/${path}`)];
  postMessage({
    id,
    code: reply.code,
    lines: reply.lines,
    files: reply.files.map(read),
    asks: reply.asks,
    button: reply.button,
    chooser: reply.chooser,
    kept: reply.kept.map(read).map(([path, data]) => [path.split("/").pop(), data]),
    story: reply.story,
    seconds: (performance.now() - begun) / 1000,
  });
  browser.destroy();
}

function put(path, data) {
  python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
  python.FS.writeFile(path, new Uint8Array(data));
}
