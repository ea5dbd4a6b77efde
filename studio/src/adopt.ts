import { desk } from "./desk.js";
import { type StudioState, store } from "./store.js";

let adopted: StudioState["files"] | null = null;

/** Brings the configuration in line with the files at the desk when these have changed since it was last asked. */
export async function adoptFiles(): Promise<void> {
  const { files, configuration } = store.get();
  if (files === adopted || files.decisions === null) return;
  adopted = files;
  const next = await desk.call("files", "adopt", { configuration });
  if (next !== null && store.get().files === files) store.set({ configuration: next });
}
