import { toOnnx } from "../../../src/export/onnx.js";
import type { Table } from "../../../src/input/table.js";
import { loadKernels } from "../../../src/kernels/load.js";
import { onnxTarget } from "../../../src/lab/targets/onnx.js";
import type { Reply } from "../../../src/lab/targets/outside.js";
import { onnxSession } from "../../../src/platform/onnx-session.js";
import { surrogateMethods } from "../../../src/surrogate/methods.js";
import { fitModel } from "../../../src/surrogate/model.js";
import { fuzzTarget, must } from "../fuzzing.js";
import { chance, mutatedBytes, pick } from "../mutations.js";
import { smallEvidence } from "../small-audit.js";

type Replies = readonly Reply<string>[];

export const onnxFileTarget = fuzzTarget<Replies, readonly string[]>(
  "onnx",
  "our own models written as ONNX answer as they do; one typed answer per person, through the runtime",
  async () => {
    const kernels = await loadKernels();
    const { schema, observations } = smallEvidence();
    const people: Table = observations;
    const bases = (["ridge", "samples-dt"] as const).map((method) => {
      const model = fitModel(smallEvidence(), surrogateMethods[method](), kernels);
      return { bytes: toOnnx(model).bytes, answers: [...model.predict(people).decisions].map(String) };
    });
    return {
      make(random) {
        const { bytes, answers } = pick(random, bases);
        return chance(random, 0.1) ? { bytes, expected: answers } : { bytes: mutatedBytes(random, bytes) };
      },
      async read(bytes) {
        const session = await onnxSession(bytes, "model.onnx");
        return onnxTarget(session, schema.features, { name: "model.onnx" }).decide(people);
      },
      judge(replies, { expected }) {
        must(replies.length === people.rows, "a reply per person");
        for (const [i, reply] of replies.entries()) {
          if (reply.status === "answered") must(typeof reply.answer === "string", "an answer is a text");
          else must("reason" in reply && reply.reason.length > 0, "a refusal has a reason");
          if (expected === undefined) continue;
          must(reply.status === "answered" && reply.answer === expected[i], "the answer of the model that was written");
        }
      },
    };
  },
);
