// Python in workers: each answers one request after the other.

let stops = 0;
let last = Promise.resolve();
let count = 0;

// A function for each sign took a third of the page's start.
function unpacked(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const signs = atob(text), bytes = new Uint8Array(signs.length);
  for (let at = 0; at < signs.length; at++) bytes[at] = signs.charCodeAt(at);
  return bytes;
}

const part = (name) => unpacked($(`#part-${name}`).textContent);

// The worker begins with the first part, while the others are still unpacked.
async function boot(ready, failed, waiting) {
  const source = await new Response(new Blob([part("worker")]).stream().pipeThrough(new DecompressionStream("gzip"))).blob();
  const worker = new Worker(address(source, "text/javascript"));
  worker.onerror = (event) => failed(new Error(event.message || "worker"));
  worker.onmessage = ({ data }) => {
    if (data.ready) ready(data.ready);
    else if (data.log !== undefined) console.info(data.log);
    else if (data.id === undefined) failed(new Error(data.broken));
    else waiting.get(data.id)(data);
  };
  for (const name of ["wasm", "stdlib", "binary", "app"]) worker.postMessage({ part: name, bytes: part(name) });
  return worker;
}

function python() {
  const waiting = new Map(), one = {};
  one.ready = new Promise((ready, failed) => { one.failed = failed; one.worker = boot(ready, failed, waiting).catch(failed); });
  one.ready.catch(() => {}); // of those that are no longer needed
  one.ask = async (request) => {
    await one.ready;
    const worker = await one.worker, id = ++count;
    worker.postMessage({ id, language, options: {}, before: [], reports: [], ...request });
    return new Promise((resolve) => { waiting.set(id, (reply) => { waiting.delete(id); resolve(reply); }); });
  };
  one.end = () => {
    one.worker.then((worker) => worker?.terminate());
    one.failed(text("stopped"));
    for (const answered of [...waiting.values()]) answered({ broken: text("stopped") });
  };
  return one;
}

// Python cannot be interrupted: it begins again, and nothing of what it did is kept.
function stop() {
  stops += 1;
  for (const one of pythons) one.end();
  pythons = [python()];
  window.bangxl.ready = pythons[0].ready;
}

const ask = (request) => pythons[0].ask(request);

// The tournament of a file, whatever its name, and whether the file has everything that the page last wrote.
async function recognise(name, bytes) {
  const all = bytes ? await store.all() : [];
  if (!all.length) return null;
  const { chooser: [number, goesOn] } = await ask({ action: "recognise", name, bytes, options: { tournaments: all.map((one) => [one.name, one.story]) } });
  return number >= 0 ? { ...all[number], goesOn, ...await store.files(all[number].id) } : null;
}

const DEFECT = 3, COPIES = 30, MOST_COPIES = 40;

// The reports of a season, each under a name of its own: some are called the same, or like the season.
function numbered(reports, season) {
  const free = (name, names) => names.includes(name) ? free(`2-${name}`, names) : name;
  return reports.reduce((all, { name, bytes }) => [...all, [free(name.split(/[\\/]/).pop(), [season, ...all.map(([one]) => one)]), new Uint8Array(bytes)]], []);
}

// Reports are read side by side, like a terminal's: so many more are read by a worker more. A season gets what was read.
const FEW = 8, MOST_WORKERS = 3;
async function read(reports) {
  const more = Math.min(navigator.hardwareConcurrency || 1, MOST_WORKERS, Math.ceil(reports.length / FEW)) - 1;
  const all = pythons = [pythons[0], ...Array.from({ length: more }, python)], todo = [...reports], done = [];
  const reading = async (one) => {
    for (let next = todo.shift(); next; next = todo.shift()) {
      const [name, bytes] = next, { broken, files } = await one.ask({ action: "read", name, bytes });
      if (broken) throw broken;
      done.push(files[0]);
      show(`${done.length} / ${reports.length}`);
    }
  };
  try {
    await Promise.all(all.map(reading));
    return done;
  } finally {
    for (const one of all.slice(1)) one.end();
    if (pythons === all) pythons = all.slice(0, 1);
  }
}

// `mayBeOlder`: whether the person knows that the file may be an older copy; else another tab has just gone on from it.
async function run(action, name, bytes, options = {}, mayBeOlder = true) {
  await window.bangxl.ready;
  const asked = String(name).split(/[\\/]/).pop(), stop = stops;
  // The office gets a report without the number that a browser has put behind the name of a download.
  const file = action === "report" ? asked.replace(/ ?\(\d+\)(?=\.\w+$)/, "") : asked;
  const reports = action === "season" ? await read(numbered(bytes ?? [], file)) : [];
  const given = action === "season" ? null : bytes && new Uint8Array(bytes);
  const before = await recognise(file, given).catch(() => null);
  const known = action === "look" && before ? before.book : null;
  if (stop !== stops) return failed(text("stopped"));
  if (!mayBeOlder && before?.goesOn === false) return { ...await run("look", name, bytes), isLate: true };
  const reply = await ask({ action, name: file, bytes: given, options: known ? { ...options, known: true } : options, before: before ? before.kept : [], known, reports });
  if (reply.broken) return failed(reply.broken);
  const files = reply.files.map(([path, data]) => ({ name: path === file ? asked : path, bytes: data }));
  const written = action !== "season" && files.find((one) => one.name === asked);
  // A file that continues from an earlier state becomes a separate tournament: the later one stays unchanged.
  const same = before && before.goesOn ? { id: before.id } : {};
  const now = written && await store.put({ ...same, name: asked, story: reply.story }, { book: written.bytes, kept: pruned(reply, asked) }, before ? before.story : given && []);
  if (written && !now) return { ...await run("look", name, bytes), isLate: true };
  if (store.memory.has(now)) reply.lines.push(text("not_kept"));
  const { code, lines, asks, button, seconds, chooser } = reply;
  return { ok: code === 0, code, lines, files, asks, button, seconds, ...(chooser && { chooser }), tournament: now || before?.id, goesOn: before?.goesOn, last: known && { name: before.name, bytes: known } };
}

// Of very many copies the last ones stay.
function pruned({ kept, lines }, name) {
  const numbers = [...new Set(kept.map(([copy]) => copy.split("-")[0]))].sort();
  if (numbers.length <= MOST_COPIES) return kept;
  lines.push(text("pruned", { name, count: COPIES }));
  return kept.filter(([copy]) => numbers.slice(-COPIES).includes(copy.split("-")[0]));
}

const failed = (error) => ({ ok: false, code: DEFECT, lines: [String(error)], files: [] });
let pythons = [python()];
window.bangxl = { run: (...asked) => last = last.then(() => run(...asked)).catch(failed), ready: pythons[0].ready };
