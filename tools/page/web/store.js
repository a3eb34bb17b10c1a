// The page's data of each tournament: the log that identifies it, its history, and the workbook as the page last had it.
// What a private window or a full disk refuses is kept until the page is closed.

const answered = (request) => new Promise((resolve, reject) =>
  Object.assign(request, { onsuccess: () => resolve(request.result), onerror: () => reject(request.error) }));
const store = {
  memory: new Map(),
  open() {
    const request = indexedDB.open("bangxl", 2);
    request.onupgradeneeded = ({ target: { result: base } }) => {
      for (const old of [...base.objectStoreNames]) base.deleteObjectStore(old);
      base.createObjectStore("tournaments", { keyPath: "id", autoIncrement: true });
      base.createObjectStore("files");
    };
    return answered(request);
  },
  async at(mode, act) {
    const both = (await (this.opened ??= this.open())).transaction(["tournaments", "files"], mode);
    const ended = new Promise((resolve, reject) =>
      Object.assign(both, { oncomplete: resolve, onabort: () => reject(both.error) }));
    return (await Promise.all([act(both.objectStore("tournaments"), both.objectStore("files")), ended]))[0];
  },
  async all() {
    const kept = await this.at("readonly", (tournaments) => answered(tournaments.getAll())).catch(() => []);
    return [...kept.filter(({ id }) => !this.memory.has(id)), ...this.memory.values()];
  },
  async files(id) { return this.memory.get(id) ?? this.at("readonly", (_tournaments, files) => answered(files.get(id))); },
  // What is written is unsaved, until the person has it in a file. Nothing is written, and there is no id, where another tab
  // has gone on from `story` meanwhile, or from the same file, where the page knew nothing of it: then `story` is [].
  async put(tournament, kept, story) {
    const one = { ...tournament, unsaved: true }, [begun] = one.story;
    const isLate = (other) => other.id === one.id ? String(other.story) !== String(story)
      : story?.length === 0 && begun && other.story[0] === begun;
    this.asked ??= navigator.storage?.persist?.().catch(() => {});
    return this.at("readwrite", async (tournaments, files) => {
      if ((await answered(tournaments.getAll())).some(isLate)) return undefined;
      const id = await answered(tournaments.put(one));
      files.put(kept, id);
      return id;
    }).catch(() => {
      const id = one.id ?? `memory-${this.memory.size}`;
      this.memory.set(id, { ...one, ...kept, id });
      return id;
    });
  },
  forget(id) {
    this.memory.delete(id);
    return this.at("readwrite", (tournaments, files) => { files.delete(id); tournaments.delete(id); });
  },
  saved(id) {
    return this.at("readwrite", async (tournaments) => {
      const one = await answered(tournaments.get(id));
      if (one) tournaments.put({ ...one, unsaved: false });
    });
  },
};
