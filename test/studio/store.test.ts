import { describe, expect, it } from "vitest";
import { newStore, type OpenedSummary } from "../../studio/src/store.js";

const audit = (title: string): OpenedSummary => ({
  title,
  origin: "opened",
  hasModel: true,
  hasPeople: true,
  hasEvidence: true,
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

  it("takes steps back one after the other, also when a later one takes its time", async () => {
    const store = newStore();
    store.configure("seed", { seed: 7 });
    let release = () => {};
    const slow = new Promise<void>((resolve) => {
      release = resolve;
    });
    const undo = () => slow.then(() => store.set({ configuration: { seed: 7 } }));
    store.set({ configuration: {} });
    store.remember({ label: "files", undo, redo: () => undefined });
    const both = [store.undo(), store.undo()];
    release();
    expect(await Promise.all(both)).toEqual(["files", "seed"]);
    expect(store.get().configuration).toEqual({});
    expect(store.next()).toEqual({ undo: null, redo: "seed" });
  });

  it("keeps a step that cannot be taken back or again, and says why", async () => {
    const store = newStore();
    let isBroken = true;
    const turn = async () => {
      if (isBroken) throw new Error("the worker is gone");
    };
    store.remember({ label: "files", undo: turn, redo: turn });
    await expect(store.undo()).rejects.toThrow("the worker is gone");
    expect(store.next()).toEqual({ undo: "files", redo: null });
    isBroken = false;
    expect(await store.undo()).toBe("files");
    isBroken = true;
    await expect(store.redo()).rejects.toThrow("the worker is gone");
    expect(store.next()).toEqual({ undo: null, redo: "files" });
  });

  it("lets what is unfinished become a step before it takes one back", async () => {
    const store = newStore();
    store.configure("seed", { seed: 7 });
    const leave = store.beforeSteps(async () => {
      await Promise.resolve();
      if (store.get().configuration.folds === undefined) store.configure("folds", { seed: 7, folds: 3 });
    });
    expect(await store.undo()).toBe("folds");
    expect(store.get().configuration).toEqual({ seed: 7 });
    expect(await store.redo()).toBe(null); // the unfinished change was made again, so there is nothing left to redo
    leave();
    expect(await store.undo()).toBe("folds");
    expect(await store.undo()).toBe("seed");
  });

  it("begins a change when the one before has ended, well or not", async () => {
    const store = newStore();
    const order: string[] = [];
    const first = store.inTurn(async () => {
      await Promise.resolve();
      order.push("first");
      throw new Error("refused");
    });
    const second = store.inTurn(async () => order.push("second"));
    await expect(first).rejects.toThrow("refused");
    await second;
    expect(order).toEqual(["first", "second"]);
  });
});
