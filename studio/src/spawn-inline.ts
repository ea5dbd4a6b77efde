import InlineWorker from "./worker/main.js?worker&inline";

/** Starts a worker from text that is part of the page: takes the place of `spawn.ts` in the page of one file. */
export function spawnWorker(): Worker {
  return new InlineWorker({ name: "recast" });
}
