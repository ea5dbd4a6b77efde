/** Starts a worker from the file beside the page. */
export async function spawnWorker(): Promise<Worker> {
  return new Worker(new URL("./worker/main.ts", import.meta.url), { type: "module", name: "recast" });
}
