import { jobs } from "./job-worker.js";
import type { GivenFile } from "./parts/index.js";
import { go } from "./routes.js";
import { store } from "./store.js";

/** Names that a saved audit has and files of rows do not. */
const SAVED = /(?:^|\/)(?:audit\.json|manifest\.json)$|\.zip$/i;

/** Whether these files are a saved audit rather than decisions and letters. */
export function isSavedAudit(files: readonly GivenFile[]): boolean {
  return files.some(({ path }) => SAVED.test(path)) || (files.length === 1 && /\.json$/i.test(files[0]?.path ?? ""));
}

/** Opens a saved audit and shows its results; rejects with a JobError when it is none. */
export async function openSaved(files: readonly GivenFile[], onProgress: (words: string) => void): Promise<void> {
  const opened = await jobs.call("results", "open", { files }, { onProgress: ({ label }) => onProgress(label) });
  store.set({ opened });
  go("results");
}
