import { describe, expect, it } from "vitest";
import { isOutOfDate, isSameCase, isUnsaved, savedState } from "../../studio/src/open-state.js";
import { newStore, type OpenedSummary, type StudioState } from "../../studio/src/store.js";

const opened: OpenedSummary = { title: "a", origin: "made here", hasModel: true, hasPeople: true, hasEvidence: true };
const file = (sha256: string) => ({ name: "d.csv", bytes: 10, sha256, rows: 2, columns: 2, sheets: [], sheet: null });
const files = { decisions: file("1"), letters: null, population: null };
const configuration = { decision: "x", type: { a: "number", b: "category" } } as const;
const open: StudioState = {
  ...newStore().get(),
  ...{ files, configuration, opened, basis: { opened, files, configuration } },
};

describe("an open audit", () => {
  it("is out of date while other files or settings are in place, and not when they are as before", () => {
    expect(isOutOfDate(open)).toBe(false);
    expect(isOutOfDate({ ...open, configuration: { ...configuration, seed: 2 } })).toBe(true);
    expect(isOutOfDate({ ...open, files: { ...files, decisions: file("2") } })).toBe(true);
    expect(isOutOfDate({ ...open, files: { ...files, letters: file("1") } })).toBe(true);
    expect(isOutOfDate({ ...open, files: { ...files, decisions: { ...file("1"), sheet: "b" } } })).toBe(true);
    const again = { type: { b: "category", a: "number" }, decision: "x" } as const;
    expect(isOutOfDate({ ...open, configuration: again, files: { ...files, decisions: file("1") } })).toBe(false);
    expect(isSameCase({ files, configuration }, { files, configuration: {} })).toBe(false);
  });

  it("that was opened from files is out of date only where these were taken to another audit", () => {
    const other = { ...opened, origin: "opened" as const };
    expect(isOutOfDate({ ...open, opened: other, configuration: {} })).toBe(false);
    expect(isOutOfDate({ ...open, opened: other, basis: { opened: other, files, configuration: {} } })).toBe(true);
  });

  it("is lost with the page when it was made here and not saved", () => {
    expect([isUnsaved(open), savedState(open)]).toEqual([true, "unsaved"]);
    expect([isUnsaved({ ...open, saved: opened }), savedState({ ...open, saved: opened })]).toEqual([false, "saved"]);
    expect(isUnsaved({ ...open, saved: { ...opened } })).toBe(true); // another audit was saved
    const other = { ...open, opened: { ...opened, origin: "opened" as const } };
    expect([isUnsaved(other), savedState(other)]).toEqual([false, null]);
    expect(isUnsaved({ ...open, opened: null })).toBe(false);
  });
});
