/** Starts a worker from the file beside the page. */
export function spawnWorker(): Worker {
  return new Worker(new URL("./worker/main.ts", import.meta.url), { type: "module", name: "recast" });
}
