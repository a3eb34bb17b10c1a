// The page's computing half: Python in a worker without network, with one folder for the current file.
"use strict";

const FILES = "/files";
let python, browser;

self.onmessage = async ({ data }) => {
  try {
    self.postMessage(data.wasm ? await boot(data) : answer(data));
  } catch (error) {
    self.postMessage({ broken: String(error?.stack || error) });
  }
};

// Python takes its modules from the zips when they are first imported: those of a PDF or a season cost the start nothing.
async function boot({ wasm, stdlib, binary, app }) {
  const begun = performance.now();
  self.fetch = async (address) => {
    const name = String(address.url ?? address).split("/").pop();
    if (name === "python_stdlib.zip") return new Response(stdlib);
    if (name !== "pyodide.asm.wasm") throw new Error(`no network: ${name}`);
    const module = new Blob([wasm]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(module, { headers: { "Content-Type": "application/wasm" } });
  };
  const { createPyodideModule } = self, indexURL = "https://offline.invalid/";
  python = await loadPyodide({ indexURL, createPyodideModule, lockFileContents: /*LOCK*/ });
  const alone = performance.now();
  python.FS.writeFile("/app.zip", app, { canOwn: true });
  python.unpackArchive(binary, "zip", { extractDir: "/binary" });
  python.runPython("import gc, sys; gc.set_threshold(50000, 20, 100); sys.path[:0] = ['/app.zip', '/binary']");
  browser = python.pyimport("bangxl.page.browser");
  setTimeout(() => python.pyimport("bangxl.page.actions")); // while the person chooses a file
  return { alone: alone - begun, all: performance.now() - begun };
}

function answer({ action, name, options, language, files }) {
  const begun = performance.now();
  browser.clear();
  for (const [file, data] of files) {
    const path = `${FILES}/${file}`;
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    python.FS.writeFile(path, new Uint8Array(data));
  }
  if (options.logo instanceof Blob) options.logo = new FileReaderSync().readAsDataURL(options.logo);
  const reply = JSON.parse(browser.answer(action, name, JSON.stringify(options), language));
  const read = (path) => [path, python.FS.readFile(`${FILES}/${path}`)];
  const kept = reply.kept.map(read).map(([path, data]) => [path.split("/").pop(), data]);
  return { ...reply, files: reply.files.map(read), kept, seconds: (performance.now() - begun) / 1000 };
}
