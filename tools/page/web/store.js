// The page's data of each tournament: the log that identifies it, its history, and the workbook as the page last had it.
// What a private window or a full disk refuses is kept until the page is closed.

const store = {
  opened: null,
  memory: new Map(),
  open() {
    return this.opened ??= new Promise((resolve, reject) => {
      const request = indexedDB.open("bangxl", 2);
      request.onupgradeneeded = ({ target: { result: base } }) => {
        for (const old of [...base.objectStoreNames]) base.deleteObjectStore(old);
        base.createObjectStore("tournaments", { keyPath: "id", autoIncrement: true });
        base.createObjectStore("files");
      };
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  },
  async at(mode, act) {
    const base = await this.open();
    return new Promise((resolve, reject) => {
      const both = base.transaction(["tournaments", "files"], mode);
      const request = act(both.objectStore("tournaments"), both.objectStore("files"));
      both.oncomplete = () => resolve(request.result);
      both.onabort = () => reject(both.error);
    });
  },
  async all() {
    const kept = await this.at("readonly", (tournaments) => tournaments.getAll()).catch(() => []);
    return [...kept.filter(({ id }) => !this.memory.has(id)), ...this.memory.values()];
  },
  async files(id) { return this.memory.get(id) ?? this.at("readonly", (_tournaments, files) => files.get(id)); },
  // What is written is unsaved, until the person has it in a file. Nothing is written, and there is no id, where another tab
  // has gone on from `story` meanwhile, or from the same file, where the page knew nothing of it: then `story` is [].
  put(tournament, kept, story) {
    const one = { ...tournament, unsaved: true };
    let id;
    this.asked ??= navigator.storage?.persist?.().catch(() => {});
    return this.at("readwrite", (tournaments, files) => {
      const before = tournaments.getAll();
      before.onsuccess = () => {
        if (before.result.some((other) => other.id === one.id ? String(other.story) !== String(story) : story?.length === 0 && one.story[0] && other.story[0] === one.story[0])) return;
        const request = tournaments.put(one);
        request.onsuccess = () => { id = request.result; files.put(kept, id); };
      };
      return before;
    }).then(() => id, () => {
      id = one.id ?? `memory-${this.memory.size}`;
      this.memory.set(id, { ...one, ...kept, id });
      return id;
    });
  },
  forget(id) {
    this.memory.delete(id);
    return this.at("readwrite", (tournaments, files) => { files.delete(id); return tournaments.delete(id); });
  },
  saved(id) {
    return this.at("readwrite", (tournaments) => {
      const request = tournaments.get(id);
      request.onsuccess = () => { if (request.result) tournaments.put({ ...request.result, unsaved: false }); };
      return request;
    });
  },
};
