import { desk } from "./desk.js";
import { type StudioState, store } from "./store.js";

type Files = StudioState["files"];

let adopted: { readonly files: Files; readonly isDone: Promise<void> } | null = null;

/** Brings the configuration in line with the files at the desk when these have changed since it was last asked. */
export function adoptFiles(): Promise<void> {
  const { files } = store.get();
  if (files.decisions === null) return Promise.resolve();
  if (adopted?.files !== files) adopted = { files, isDone: adopt(files) };
  return adopted.isDone;
}

/** Whether the configuration was brought in line with the files in place. */
export function isAdopted(): boolean {
  return adopted?.files === store.get().files;
}

/** Says whether the configuration that is put in place with these files was made for them: then it stays as it is. */
export function noteAdopted(files: Files, isMadeForThem: boolean): void {
  adopted = isMadeForThem ? { files, isDone: Promise.resolve() } : null;
}

async function adopt(files: Files): Promise<void> {
  try {
    const next = await desk.call("files", "adopt", { configuration: store.get().configuration });
    if (next !== null && store.get().files === files) store.set({ configuration: next });
  } catch (error) {
    if (adopted?.files === files) adopted = null; // to be tried again
    throw error;
  }
}
