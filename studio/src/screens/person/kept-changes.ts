import type { Value } from "../../../../src/measure/explain/explain-person.js";
import type { RowValues } from "../../../../src/measure/explain/observed-values.js";
import { go } from "../../routes.js";
import { shared } from "../../shared.js";
import { type OpenedSummary, store } from "../../store.js";

/** What was moved about people of an audit, by row, as long as it is open. */
const kept = shared({ opened: null as OpenedSummary | null, byRow: new Map<number, RowValues>() });
const NOTHING: RowValues = {};

/** A feature that was moved. */
export interface Change {
  readonly feature: string;
  readonly from: Value;
  readonly to: Value;
}

/** `changes` without those that are the person's own values. */
export function onlyChanges(own: RowValues, changes: RowValues): RowValues {
  return Object.fromEntries(Object.entries(changes).filter(([feature, value]) => value !== (own[feature] ?? null)));
}

/** The changes as a list, in the order they were made. */
export function listChanges(own: RowValues, changes: RowValues): readonly Change[] {
  return Object.entries(changes).map(([feature, to]) => ({ feature, from: own[feature] ?? null, to }));
}

/** What was moved about the person in a row. */
export function changesOf(row: number): RowValues {
  return keptNow().get(row) ?? NOTHING;
}

function keptNow(): ReadonlyMap<number, RowValues> {
  const { opened, byRow } = kept.get();
  return opened === store.get().opened ? byRow : new Map();
}

/** Moves a person; not yet to be undone. */
export function setChanges(row: number, changes: RowValues): void {
  kept.set({ opened: store.get().opened, byRow: new Map([...keptNow(), [row, changes]]) });
}

/** Remembers that a person was moved from `before`, so that it can be undone wherever the page is. */
export function rememberChanges(row: number, label: string, before: RowValues): void {
  const after = changesOf(row);
  if (after === before) return;
  const put = (changes: RowValues) => {
    go("person", String(row));
    setChanges(row, changes);
  };
  store.remember({ label, undo: () => put(before), redo: () => put(after), about: store.get().opened });
}

/** What was moved about the person in a row, kept up to date in a component. */
export function useChanges(row: number): RowValues {
  kept.use();
  return changesOf(row);
}
