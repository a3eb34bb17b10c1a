// The page's data of each tournament: the log that identifies it, its history, and the workbook as the page last had it.
// What a private window or a full disk refuses is kept until the page is closed.

const base = new Dexie("bangxl");
base.version(0.2).stores({ tournaments: "++id", files: "" }); // Dexie counts in tenths of the browser's versions

const store = {
  memory: new Map(),
  both: (act) => base.transaction("rw", base.tables, act),
  async all() {
    const kept = await base.tournaments.toArray().catch(() => []);
    return [...kept.filter(({ id }) => !this.memory.has(id)), ...this.memory.values()];
  },
  async files(id) { return this.memory.get(id) ?? base.files.get(id); },
  // What is written is unsaved, until the person has it in a file. Nothing is written, and there is no id, where another tab
  // has gone on from `story` meanwhile, or from the same file, where the page knew nothing of it: then `story` is [].
  async put({ id: own, ...tournament }, kept, story) {
    const inBase = typeof own === "number" && { id: own }, one = { ...tournament, ...inBase, unsaved: true }, [begun] = one.story;
    const before = this.memory.get(own)?.before ?? story; // what the base refused went on from this
    const isLate = (other) => other.id === one.id ? String(other.story) !== String(before)
      : story?.length === 0 && begun && other.story[0] === begun;
    this.asked ??= navigator.storage?.persist?.().catch(() => {});
    return this.both(async () => {
      if ((await base.tournaments.toArray()).some(isLate)) return undefined;
      const id = await base.tournaments.put(one);
      await base.files.put(kept, id);
      return id;
    }).then((id) => {
      if (id) this.memory.delete(own);
      return id;
    }, () => {
      const id = own ?? `memory-${Date.now()}`;
      this.memory.set(id, { ...one, ...kept, id, before });
      return id;
    });
  },
  // The names of those that stay and began like it: somebody went on from a copy, or from the same template.
  async forget(id) {
    const [begun] = (await this.all()).find((one) => one.id === id)?.story ?? [];
    this.memory.delete(id);
    await this.both(() => Promise.all(base.tables.map((table) => table.delete(id)))).catch(() => {});
    return (await this.all()).filter(({ story }) => story[0] === begun).map(({ name }) => name).join(", ");
  },
  saved: (id) => base.tournaments.update(id, { unsaved: false }),
};
