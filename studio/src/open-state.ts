import { isKept } from "./keep/kept.js";
import { isSameFile, type StudioState } from "./store.js";

type Case = Pick<StudioState, "files" | "configuration">;

/** Whether files, roles and settings are the same: by their values, whatever was changed and changed back. */
export function isSameCase(a: Case, b: Case): boolean {
  const roles = ["decisions", "letters", "population"] as const;
  const isSame = roles.every((role) => isSameFile(a.files[role], b.files[role]));
  return isSame && ordered(a.configuration) === ordered(b.configuration);
}

/** Whether the results that are shown are about other files, roles or settings than those in place now. */
export function isOutOfDate(state: StudioState): boolean {
  const { opened, basis } = state;
  return opened !== null && basis?.opened === opened && !isSameCase(basis, state);
}

/** Whether the open audit would be lost with the page: made here, neither saved as a file nor kept. */
export function isUnsaved({ opened, saved }: StudioState): boolean {
  return opened?.origin === "made here" && saved !== opened && !isKept(opened);
}

/** How it stands with the open audit, in a word of its own. */
export function savedState(state: StudioState): "saved" | "unsaved" | null {
  return state.opened?.origin !== "made here" ? null : isUnsaved(state) ? "unsaved" : "saved";
}

/** The value as text, the keys of records in order. */
function ordered(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
