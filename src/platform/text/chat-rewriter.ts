import * as v from "valibot";
import { AuditError } from "../../errors.js";
import type { Rewriter } from "../../text/rewriter.js";
import { askService, type ServiceOptions } from "./ask-service.js";

const answerSchema = v.object({ choices: v.array(v.object({ message: v.object({ content: v.string() }) })) });

const PROMPT =
  "Rewrite the comment so that it is no longer toxic. Change as few words as you can and keep its meaning. " +
  "Answer with the rewritten comment alone.";

/**
 * Rewrites through an OpenAI-compatible chat service: `POST {base}/chat/completions`, temperature 0, one request per
 * text.
 */
export function chatRewriter(base: string, model: string, options: ServiceOptions = {}, prompt = PROMPT): Rewriter {
  const address = `${base.replace(/\/+$/, "")}/chat/completions`;
  return {
    name: "rewriter",
    async rewrite(text, _target, signal) {
      const messages = [
        { role: "system", content: prompt },
        { role: "user", content: text },
      ];
      const answer = await askService(address, { model, temperature: 0, messages }, options, signal);
      const { success, output } = v.safeParse(answerSchema, answer);
      const written = success ? output.choices[0]?.message.content : undefined;
      if (written === undefined) {
        throw new AuditError("TARGET_INVALID", `${address} is not an OpenAI-compatible chat service: no message came`);
      }
      return written.trim() === "" ? null : written.trim();
    },
  };
}
