import { AuditError } from "../../errors.js";
import type { Embedder } from "../../text/embedder.js";
import type { TextCode } from "../../text/text-code.js";
import { cachedEmbedder, cacheFolder } from "./embedding-cache.js";
import { localEmbedder } from "./local-embedder.js";
import { httpEmbedder, keyFrom } from "./text-services.js";

/** Which embedder the user asks for; without an address the one of this package. */
export interface EmbedderChoice {
  readonly address: string | null;
  readonly model: string | null;
  /** Environment variable with the key. */
  readonly key: string | null;
}

/** An embedder, and what a model file says about its service. */
export interface OpenedEmbedder {
  readonly embedder: Embedder;
  readonly service: TextCode["service"];
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The embedder that was asked for, behind the cache on the disk. */
export function openEmbedder({ address, model, key }: EmbedderChoice, env: Environment, cwd: string): OpenedEmbedder {
  const folder = cacheFolder(env, cwd);
  if (address === null) {
    if (model === null && key === null) return { embedder: cachedEmbedder(localEmbedder(), folder), service: null };
    throw refused("--embedder-model and --embedder-key belong to a service; name it with --embedder");
  }
  if (!/^https?:\/\//.test(address) || !URL.canParse(address)) {
    throw refused(`--embedder must be an address such as https://host/v1, got ${address}`);
  }
  if (model === null) throw refused("--embedder needs the name of a model: add --embedder-model");
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
  const unless = `nothing is asked there unless you name it: add --embedder ${service}`;
  throw refused(`the texts were embedded at ${service}, and ${unless}`);
}

/** The embedder behind the features of a model; MODEL_VERSION when the one of that name is not here. */
export function reopenEmbedder(code: TextCode, key: string | null, env: Environment, cwd: string): Embedder {
  const { address = null, model = null } = code.service ?? {};
  const { embedder } = openEmbedder({ address, model, key }, env, cwd);
  if (embedder.name === code.embedder) return embedder;
  const other = `the texts were embedded by '${code.embedder}', and here is '${embedder.name}'`;
  throw new AuditError("MODEL_VERSION", `${other}; use the version of recast that wrote the file`);
}
