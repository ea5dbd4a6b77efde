import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { jobs } from "../../job-worker.js";
import { messageOf } from "../../message-of.js";
import { announce } from "../../parts/index.js";
import { store } from "../../store.js";
import { en } from "../../text/en.js";
import type { WithoutStream } from "../../worker/letters-draft.js";
import type { LettersChange, LettersView } from "../../worker/letters-jobs.js";
import type { Measured } from "../../worker/letters-measure.js";
import { effectWords } from "./words.js";

/** What the screen knows and can do. */
export interface LettersScreen {
  readonly view: LettersView | { readonly kind: WithoutStream } | null;
  readonly measured: Measured | null;
  /** What became of the last change; null before any. */
  readonly change: LettersChange | null;
  readonly failure: string | null;
  /** Does something to the letters, so that it can be undone. */
  readonly apply: (label: (change: LettersChange) => string, act: () => Promise<LettersChange>) => Promise<boolean>;
}

type Listener = (view: LettersView) => void;
const listeners = new Set<Listener>();

/** Goes to another version of the letters, and tells the screen where it is shown. */
async function restore(version: number): Promise<void> {
  const view = await jobs.call("letters", "restore", { version });
  for (const listener of [...listeners]) listener(view);
}

/** The letters of the open audit, measured again with every change. */
export function useLetters(target: number | null, upTo: number | null): LettersScreen {
  const [view, setView] = useState<LettersScreen["view"]>(null);
  const [measured, setMeasured] = useState<Measured | null>(null);
  const [change, setChange] = useState<LettersChange | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const told = useRef(-1);

  useEffect(() => {
    let isWanted = true;
    jobs.call("letters", "open", null).then(
      (found) => isWanted && setView(found),
      (error: unknown) => isWanted && setFailure(messageOf(error)),
    );
    const follow: Listener = (next) => {
      setView(next);
      setChange(null);
    };
    listeners.add(follow);
    return () => {
      isWanted = false;
      listeners.delete(follow);
    };
  }, []);

  const version = view?.kind === "letters" ? view.version : null;
  useEffect(() => {
    if (version === null) return;
    let isWanted = true;
    const work = async () => {
      for (;;) {
        const next = await jobs.call("letters", "measure", { target, upTo });
        if (!isWanted) return;
        setMeasured(next);
        const words = effectWords(next, next.points.at(-1)?.letters ?? 0);
        if (words !== null && told.current !== version) {
          if (told.current >= 0) announce(words);
          told.current = version;
        }
        if (next.done >= next.total) return;
      }
    };
    work().catch((error: unknown) => isWanted && setFailure(messageOf(error)));
    return () => {
      isWanted = false;
    };
  }, [version, target, upTo]);

  const apply = useCallback((label: (made: LettersChange) => string, act: () => Promise<LettersChange>) => {
    setFailure(null);
    return store.inTurn(async () => {
      try {
        const before = await jobs.call("letters", "open", null);
        const made = await act();
        setChange(made);
        setView(made.view);
        if (!made.isDone) {
          announce([en.letters.done.refused, ...made.problems.map(({ message }) => message)].join(" "));
          return false;
        }
        const from = before.kind === "letters" ? before.version : 0;
        const to = made.view.version;
        const about = store.get().opened;
        store.remember({ label: label(made), undo: () => restore(from), redo: () => restore(to), about });
        return true;
      } catch (error) {
        setFailure(messageOf(error));
        return false;
      }
    });
  }, []);

  return { view, measured, change, failure, apply };
}
