import { useEffect, useState } from "preact/hooks";
import { jobs } from "../../job-worker.js";
import type { OpenedSummary } from "../../store.js";
import type { Overview, PartContent } from "../../worker/results-jobs.js";
import type { ResultPart } from "../../worker/results-parts.js";

/** What the worker has sent of one open audit. */
export interface Results {
  readonly overview: Overview | null;
  readonly parts: ReadonlyMap<ResultPart, PartContent>;
  readonly error: unknown;
}

const EMPTY: Results = { overview: null, parts: new Map(), error: null };

/** Parts that were sent, by the audit they are of: going to another screen and back asks for nothing twice. */
const kept = new WeakMap<OpenedSummary, Results>();

/**
 * The overview of the open audit and its parts, the one that is shown first and then the others one by one, so that all
 * are there when the page is printed. `attempt` changes to ask again after a failure.
 */
export function useResults(opened: OpenedSummary | null, part: ResultPart, attempt: number): Results {
  const [, redraw] = useState(0);
  useEffect(() => {
    if (opened === null) return;
    let isWanted = true;
    const set = (change: Partial<Results>) => {
      kept.set(opened, { ...(kept.get(opened) ?? EMPTY), ...change });
      if (isWanted) redraw((count) => count + 1);
    };
    const load = async () => {
      const known = () => kept.get(opened) ?? EMPTY;
      if (known().error !== null) set({ error: null });
      if (known().overview === null) set({ overview: await jobs.call("results", "overview", undefined) });
      for (const name of [part, ...(known().overview?.parts ?? [])]) {
        if (!isWanted) return;
        if (name === "overview" || known().parts.has(name)) continue;
        const content = await jobs.call("results", "section", { part: name });
        set({ parts: new Map([...known().parts, [name, content]]) });
        await nextFrame();
      }
    };
    load().catch((error: unknown) => set({ error }));
    return () => {
      isWanted = false;
    };
  }, [opened, part, attempt]);
  return opened === null ? EMPTY : (kept.get(opened) ?? EMPTY);
}

/** Lets the page draw and answer before the next part comes. */
function nextFrame(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 30));
}
