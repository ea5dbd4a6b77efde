import { describe, expect, it } from "vitest";
import { newStore, type OpenedSummary } from "../../studio/src/store.js";

const audit = (title: string): OpenedSummary => ({
  title,
  origin: "opened",
  hasModel: true,
  hasPeople: true,
  hasEvidence: true,
  hasLetters: true,
});

describe("newStore", () => {
  it("forgets steps about an audit when another one is opened, and keeps the others", async () => {
    const store = newStore();
    const [first, second] = [audit("first"), audit("second")];
    const nothing = () => undefined;
    store.set({ opened: first });
    store.configure("seed", { seed: 7 });
    store.remember({ label: "moved a person", undo: nothing, redo: nothing, about: first });
    store.remember({ label: "added a letter", undo: nothing, redo: nothing, about: first });
    expect(await store.undo()).toBe("added a letter");
    store.set({ isRunning: true });
    expect(store.next()).toEqual({ undo: "moved a person", redo: "added a letter" });
    store.set({ opened: second });
    expect(store.next()).toEqual({ undo: "seed", redo: null });
    expect(await store.undo()).toBe("seed");
    expect(store.get().configuration).toEqual({});
  });
});
