import { useEffect, useState } from "preact/hooks";
import type { Value } from "../../../../src/measure/explain/explain-person.js";
import type { RowValues } from "../../../../src/measure/explain/observed-values.js";
import { go } from "../../routes.js";
import { type OpenedSummary, store } from "../../store.js";

/** What was moved about people, by row, as long as the audit is open. */
let kept = new Map<number, RowValues>();
let keptFor: OpenedSummary | null = null;
const listeners = new Set<() => void>();

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
  const { opened } = store.get();
  if (opened !== keptFor) {
    kept = new Map();
    keptFor = opened;
  }
  return kept.get(row) ?? NOTHING;
}

/** Moves a person; not yet to be undone. */
export function setChanges(row: number, changes: RowValues): void {
  changesOf(row);
  kept.set(row, changes);
  for (const listener of [...listeners]) listener();
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
  const [changes, setShown] = useState(() => changesOf(row));
  useEffect(() => {
    const follow = () => setShown(changesOf(row));
    follow();
    listeners.add(follow);
    return () => {
      listeners.delete(follow);
    };
  }, [row]);
  return changes;
}
