import { useEffect, useRef, useState } from "preact/hooks";
import { failureOf, jobs } from "../../job-worker.js";
import { matchConfiguration } from "../../matched-configuration.js";
import { type StudioState, store, useStudio } from "../../store.js";
import type { Inspected } from "../../worker/inspecting.js";
import type { Failure, JobProgress } from "../../worker/protocol.js";

/** The files as the check sees them, and whether it is still looking. */
export interface Inspection {
  /** The last look; null before the first, and without decisions. */
  readonly seen: Inspected | null;
  readonly isPending: boolean;
  readonly progress: JobProgress | null;
  readonly failure: Failure | null;
}

const NOTHING: Inspection = { seen: null, isPending: true, progress: null, failure: null };

/** Looks at the files whenever they or the configuration change, one look at a time, the last change always. */
export function useInspection(): Inspection {
  const { files, configuration } = useStudio();
  const [shown, setShown] = useState(NOTHING);
  const working = useRef(false);
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  useEffect(() => {
    if (files.decisions === null) return;
    setShown((before) => ({ ...before, isPending: true }));
    if (working.current) return;
    working.current = true;
    const say = (change: Partial<Inspection>) => isHere.current && setShown((before) => ({ ...before, ...change }));
    lookUntilCurrent(say).finally(() => {
      working.current = false;
    });
  }, [files, configuration]);
  return shown;
}

/** Looks until nothing has changed since the look began. */
async function lookUntilCurrent(say: (change: Partial<Inspection>) => void): Promise<void> {
  for (;;) {
    let before = store.get();
    try {
      await matchConfiguration();
      before = store.get();
      const seen = await jobs.call(
        "files",
        "inspect",
        { configuration: before.configuration },
        { onProgress: (progress) => say({ progress }) },
      );
      const isCurrent = isSame(before, store.get());
      say({ seen, isPending: !isCurrent, failure: null, ...(isCurrent ? { progress: null } : {}) });
      if (isCurrent) return;
    } catch (error) {
      if (!isSame(before, store.get())) continue;
      say({ isPending: false, progress: null, failure: failureOf(error) });
      return;
    }
  }
}

function isSame(a: StudioState, b: StudioState): boolean {
  return a.files === b.files && a.configuration === b.configuration;
}
