import packed from "./worker/main.js?worker&inline";

let script: Promise<Blob> | null = null;

/** Starts a worker from text that is part of the page: takes the place of `spawn.ts` in the page of one file. */
export async function spawnWorker(): Promise<Worker> {
  script ??= unpack(packed);
  return new Worker(URL.createObjectURL(await script), { name: "recast" });
}

function unpack(base64: string): Promise<Blob> {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const text = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(text, { headers: { "content-type": "text/javascript" } }).blob();
}
