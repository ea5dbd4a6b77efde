import * as v from "valibot";
import { AuditError } from "../../errors.js";
import type { TextServices } from "../../lab/study/work.js";
import { type DeletingOptions, deletingRewriter } from "../../text/deleting-rewriter.js";
import { chatRewriter } from "../text/chat-rewriter.js";
import { cachedEmbedder, cacheFolder } from "../text/embedding-cache.js";
import { localEmbedder } from "../text/local-embedder.js";
import { keyFrom } from "../text/service-key.js";

const name = v.pipe(v.string(), v.minLength(1));

/** Options of a rewriter behind an address: where, which model, and the environment variable that holds the key. */
const chatSchema = v.strictObject({ address: v.pipe(v.string(), v.url()), model: name, key: v.optional(name) });

type Environment = Readonly<Record<string, string | undefined>>;

/** Texts in studies: embedded on this machine and cached; rewritten here, or at the address in the options. */
export function textServices(env: Environment, cwd: string): TextServices {
  return {
    embedder: cachedEmbedder(localEmbedder(), cacheFolder(env, cwd)),
    rewriter(options) {
      if (!("address" in options)) return deletingRewriter(options as DeletingOptions); // refuses what it does not know
      const { success, output, issues } = v.safeParse(chatSchema, options);
      if (!success) throw new AuditError("STUDY_INVALID", `options of the rewriter: ${issues[0].message}`);
      return chatRewriter(output.address, output.model, { key: keyFrom(output.key ?? null, env) });
    },
  };
}
