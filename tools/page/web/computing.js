// Python in workers: each answers one request after the other; the first is to begin, with its parts.

let stops = 0, last = Promise.resolve();

// Without `fromBase64` a browser takes a second longer.
const part = (name, packed = $(`#part-${name}`).textContent) =>
  Uint8Array.fromBase64?.(packed) ?? Uint8Array.from(atob(packed), (sign) => sign.charCodeAt(0));

function python() {
  const packed = new Blob([part("worker")]).stream().pipeThrough(new DecompressionStream("gzip"));
  const worker = new Response(packed).blob().then((source) => new Worker(address(source, "text/javascript")));
  let fail; // of the request that it has; a promise for the worker's end would keep every reply
  const sent = (request) => new Promise((resolve, reject) => {
    fail = reject;
    const onmessage = ({ data }) => data.broken ? reject(data.broken) : resolve(data);
    const onerror = ({ message }) => reject(new Error(message || "worker"));
    worker.then((one) => Object.assign(one, { onmessage, onerror }).postMessage(request)).catch(reject);
  });
  const ready = sent(Object.fromEntries(["wasm", "stdlib", "binary", "app"].map((name) => [name, part(name)])));
  ready.catch(() => {}); // of those that are no longer needed
  const ask = (action, name, options, files) => ready.then(() => sent({ action, name, options, language, files }));
  const end = () => { worker.then((one) => one.terminate()); fail(text("stopped")); };
  return { ready, ask, end };
}

// Python cannot be interrupted: it begins again, and nothing of what it did is kept.
function stop() {
  stops += 1;
  for (const one of pythons) one.end();
  pythons = pythons.map(python);
}

// The tournament of a file, whatever its name, and whether the file has everything that the page last wrote; null: by its name only.
async function recognise(name, bytes) {
  const all = bytes ? await store.all() : [];
  if (!all.length) return null;
  const tournaments = all.map((one) => [one.name, one.story]);
  const { chooser: [number, goesOn] } = await pythons[0].ask("recognise", name, { tournaments }, [[name, bytes]]);
  return number >= 0 ? { ...all[number], goesOn, ...await store.files(all[number].id) } : null;
}

const MISUSE = 2, DEFECT = 3, COPIES = 30, MOST_COPIES = 40;
const withoutFolder = (name) => String(name).split(/[\\/]/).pop();
// Python's files lie in memory, where a longer name, with what is added to it, cannot be removed again.
const LONGEST = 200, isName = (name) => /^[^.\0-\x1f][^\0-\x1f]*$/.test(name) && new TextEncoder().encode(name).length <= LONGEST;

// The reports of a season, each under a name of its own: some are called the same, or like the season. Folders tell them apart.
function numbered(reports, season) {
  const names = new Set([season]), alike = Map.groupBy(reports, ({ name }) => withoutFolder(name));
  const free = (name) => names.has(name) ? free(`2-${name}`) : names.add(name) && name;
  const called = (name, folder) => folder && alike.get(name).length > 1 ? `${folder}-${name}` : name;
  const fit = (name) => isName(name) ? name : "referto.xlsx";
  return reports.map(({ name, folder, bytes }) => [free(fit(called(withoutFolder(name), folder))), bytes]);
}

// Reports are read side by side, like a terminal's: so many more are read by a worker more, which begins when they are opened.
const FEW = 8, MOST_WORKERS = 3;
function readers(count) {
  const wanted = Math.min(navigator.hardwareConcurrency || 1, MOST_WORKERS, Math.ceil(count / FEW));
  while (pythons.length < wanted) pythons.push(python());
  return pythons;
}

// A season gets what was read; then one worker is enough.
async function read(reports) {
  const all = readers(reports.length);
  const todo = reports.values(), done = [];
  const reading = async (one) => {
    for (const report of todo) {
      done.push((await one.ask("read", report[0], {}, [report])).files[0]);
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

// What a program gives, as JSON has it, beside a picture; what JSON cannot have becomes an option that Python refuses.
function plain(options) {
  const picture = options?.logo instanceof Blob && { logo: options.logo };
  try {
    return { ...JSON.parse(JSON.stringify(options)), ...picture };
  } catch (error) {
    return { [String(error)]: true };
  }
}

// `mayBeOlder`: whether the person knows that the file may be an older copy; else another tab has just gone on from it.
async function run(command, name, bytes, given = {}, mayBeOlder = true) {
  await window.bangxl.ready;
  const action = String(command), options = plain(given), isSeason = action === "season";
  const asked = withoutFolder(name), begun = stops;
  if (!isName(asked)) return failed(text("no_name", { name: asked }), MISUSE);
  const late = async () => ({ ...await run("look", name, bytes), isLate: true });
  // The office gets a report without the number that a browser has put behind the name of a download.
  const file = action === "report" ? asked.replace(/ ?\(\d+\)(?=\.\w+$)/, "") : asked;
  const reports = () => Array.isArray(bytes) || !bytes ? bytes ?? [] : [{ name: "referto.xlsx", bytes }]; // or one alone
  const data = isSeason ? await read(numbered(reports(), file)) : bytes ? [[file, bytes]] : [];
  const before = isSeason ? null : await recognise(file, bytes).catch(() => null);
  const known = action === "look" && before ? before.book : null;
  if (begun !== stops) throw text("stopped");
  if (!mayBeOlder && before?.goesOn === false) return late();
  const kept = (before?.kept ?? []).map(([copy, data]) => [`.kept/${copy}`, data]);
  if (known) kept.push([`.known/${file}`, known]);
  const reply = await pythons[0].ask(action, file, known ? { ...options, known: true } : options, [...kept, ...data]);
  const files = reply.files.map(([path, data]) => ({ name: path === file ? asked : path, bytes: data }));
  const written = !isSeason && files.find((one) => one.name === asked);
  // A file that continues from an earlier state becomes a separate tournament: the later one stays unchanged.
  const same = before?.goesOn ? { id: before.id } : {};
  const now = written && await store.put({ ...same, name: asked, story: reply.story },
    { book: written.bytes, kept: pruned(reply, asked) }, before ? before.story : data.length ? [] : null);
  if (written && !now) return late();
  if (store.memory.has(now)) reply.lines.push(text("not_kept"));
  const { code, lines, asks, button, seconds, chooser } = reply;
  return { ok: code === 0, code, lines, files, asks, button, seconds, chooser, tournament: now || before?.id,
    goesOn: before?.goesOn, last: known && { name: before.name, bytes: known } };
}

// Of very many copies the last ones stay.
function pruned({ kept, lines }, name) {
  const number = ([copy]) => copy.split("-")[0], numbers = [...new Set(kept.map(number))].sort();
  if (numbers.length <= MOST_COPIES) return kept;
  lines.push(text("pruned", { name, count: COPIES }));
  return kept.filter((one) => numbers.slice(-COPIES).includes(number(one)));
}

const failed = (error, code = DEFECT) => ({ ok: false, code, lines: [String(error)], files: [] });
let pythons = [python()];
const queued = (...asked) => last = last.then(() => run(...asked)).catch(failed);
window.bangxl = { run: queued, get ready() { return pythons[0].ready; } };
