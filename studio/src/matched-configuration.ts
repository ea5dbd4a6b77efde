import { jobs } from "./job-worker.js";
import { type StudioState, store } from "./store.js";

type Files = StudioState["files"];

let matched: { readonly files: Files; readonly isDone: Promise<void> } | null = null;

/** Brings the configuration in line with the files in the worker when these have changed since it was last asked. */
export function matchConfiguration(): Promise<void> {
  const { files } = store.get();
  if (files.decisions === null) return Promise.resolve();
  if (matched?.files !== files) matched = { files, isDone: match(files) };
  return matched.isDone;
}

/** Whether the configuration was brought in line with the files in place. */
export function isMatched(): boolean {
  return matched?.files === store.get().files;
}

/** Says whether the configuration that is put in place with these files was made for them: then it stays as it is. */
export function noteMatch(files: Files, isMadeForThem: boolean): void {
  matched = isMadeForThem ? { files, isDone: Promise.resolve() } : null;
}

/** Asks again where a setting was changed meanwhile: the answer would take it back. */
async function match(files: Files): Promise<void> {
  try {
    for (;;) {
      const { configuration } = store.get();
      const next = await jobs.call("files", "match", { configuration });
      if (store.get().files !== files) return;
      if (store.get().configuration !== configuration) continue;
      if (next !== null) store.set({ configuration: next });
      return;
    }
  } catch (error) {
    if (matched?.files === files) matched = null; // to be tried again
    throw error;
  }
}
