import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Value } from "../../../../src/measure/explain/explain-person.js";
import type { RowValues } from "../../../../src/measure/explain/observed-values.js";
import { messageOf } from "../../message-of.js";
import { tell } from "../../parts/index.js";
import { store } from "../../store.js";
import { en } from "../../text/en.js";
import { valueWords } from "./figures.js";
import { changesOf, onlyChanges, rememberChanges, setChanges, useChanges } from "./kept-changes.js";

/** Moving a person: live while a handle moves, one step to undo when it rests. */
export interface WhatIf {
  /** What differs from the person. */
  readonly changes: RowValues;
  /** The person with the changes; null when there are none. */
  readonly values: RowValues | null;
  /** Moves one feature. */
  move(feature: string, value: Value): void;
  /** Says that the feature rests. */
  rest(): void;
  /** Moves several features in one step. */
  apply(label: string, changes: readonly { readonly feature: string; readonly to: Value }[]): void;
  /** Puts one feature back, or all. */
  putBack(feature?: string): void;
  undo(): void;
}

const REST_MS = 500; // keys pressed one after the other are one step

/** What is moved about the person in a row, whose own values are `own`. */
export function useWhatIf(row: number, own: RowValues): WhatIf {
  const changes = useChanges(row);
  const pending = useRef<{ readonly feature: string; readonly before: RowValues } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const values = useMemo(() => (Object.keys(changes).length === 0 ? null : { ...own, ...changes }), [own, changes]);

  const flush = () => {
    clearTimeout(timer.current);
    const step = pending.current;
    pending.current = null;
    if (step === null) return;
    const { feature, before } = step;
    const to = changesOf(row)[feature] ?? own[feature] ?? null;
    const from = before[feature] ?? own[feature] ?? null;
    if (from !== to) rememberChanges(row, en.person.steps.move(feature, valueWords(from), valueWords(to)), before);
  };
  useEffect(() => {
    const leave = store.beforeSteps(flush);
    return () => {
      leave();
      flush();
    };
  }, [row]);

  const takeStep = (label: string, after: RowValues) => {
    flush();
    const before = changesOf(row);
    setChanges(row, onlyChanges(own, after));
    rememberChanges(row, label, before);
  };
  return {
    changes,
    values,
    move(feature, value) {
      if (pending.current?.feature !== feature) flush();
      clearTimeout(timer.current);
      const before = changesOf(row);
      pending.current ??= { feature, before };
      setChanges(row, onlyChanges(own, { ...before, [feature]: value }));
    },
    rest() {
      clearTimeout(timer.current);
      timer.current = setTimeout(flush, REST_MS);
    },
    apply(label, list) {
      const asked = Object.fromEntries(list.map(({ feature, to }) => [feature, to]));
      takeStep(label, { ...changesOf(row), ...asked });
    },
    putBack(feature) {
      const others = Object.fromEntries(Object.entries(changesOf(row)).filter(([name]) => name !== feature));
      takeStep(en.person.steps.putBack(feature), feature === undefined ? {} : others);
    },
    undo() {
      store.undo().catch((error: unknown) => tell(en.app.history.undo.failed(messageOf(error))));
    },
  };
}
