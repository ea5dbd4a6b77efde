import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { type Embedder, embeddingRows } from "../../text/embedder.js";
import { sha256Of } from "../hash-file.js";

const BATCH = 64; // texts asked for before what came is kept

/** Where embeddings are kept: RECAST_CACHE, else recast under the system's folder for caches. */
export function cacheFolder(env: Readonly<Record<string, string | undefined>>, cwd: string): string {
  const named = env["RECAST_CACHE"] ?? "";
  if (named !== "") return isAbsolute(named) ? named : resolve(cwd, named);
  const system = env["XDG_CACHE_HOME"] ?? "";
  return join(isAbsolute(system) ? system : join(homedir(), ".cache"), "recast");
}

/**
 * The embedder with a memory on the disk: one file per text, named by the SHA-256 of the model's name and the text, so
 * that no text can be read from it. Each text is asked about once, also within a call. A file that is damaged or cannot
 * be written only costs asking again.
 */
export function cachedEmbedder(embedder: Embedder, folder: string): Embedder {
  const pathOf = (text: string) => {
    const key = sha256Of(JSON.stringify([embedder.name, text]));
    return join(folder, "embeddings", key.slice(0, 2), `${key}.f32`);
  };
  return {
    name: embedder.name,
    get dimensions() {
      return embedder.dimensions;
    },
    async embed(texts, signal) {
      const known = new Map<string, Float32Array>();
      const fresh: string[] = [];
      for (const text of new Set(texts)) {
        const kept = await readRow(pathOf(text), embedder.dimensions);
        if (kept === null) fresh.push(text);
        else known.set(text, kept);
      }
      for (let start = 0; start < fresh.length; start += BATCH) {
        const asked = fresh.slice(start, start + BATCH);
        const { columns, values } = await embedder.embed(asked, signal);
        for (const [i, text] of asked.entries()) {
          const row = Float32Array.from(values.subarray(i * columns, (i + 1) * columns));
          known.set(text, row);
          await keepRow(pathOf(text), row);
        }
      }
      const rows = texts.map((text) => known.get(text)!);
      return embeddingRows(embedder.name, rows);
    },
  };
}

/** The numbers of a file and a sum over them; null where there is none, or where it was cut short or changed. */
async function readRow(path: string, dimensions: number | null): Promise<Float32Array | null> {
  const bytes = await readFile(path).catch(() => null);
  if (bytes === null || bytes.length <= SUM_BYTES || (bytes.length - SUM_BYTES) % 4 !== 0) return null;
  const numbers = bytes.subarray(SUM_BYTES);
  if (!sumOf(numbers).equals(bytes.subarray(0, SUM_BYTES))) return null;
  const row = new Float32Array(numbers.length / 4);
  for (let k = 0; k < row.length; k++) row[k] = numbers.readFloatLE(4 * k);
  return dimensions === null || dimensions === row.length ? row : null;
}

async function keepRow(path: string, row: Float32Array): Promise<void> {
  const numbers = Buffer.alloc(4 * row.length);
  row.forEach((value, k) => {
    numbers.writeFloatLE(value, 4 * k);
  });
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(temporary, Buffer.concat([sumOf(numbers), numbers]));
    await rename(temporary, path);
  } catch {
    await rm(temporary, { force: true }).catch(() => undefined); // a full or read-only disk: nothing is kept
  }
}

const SUM_BYTES = 8;

function sumOf(numbers: Buffer): Buffer {
  return createHash("sha256").update(numbers).digest().subarray(0, SUM_BYTES);
}
