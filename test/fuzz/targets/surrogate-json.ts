import { textOf } from "../../../src/input/file-rows.js";
import { loadKernels } from "../../../src/kernels/load.js";
import { checksumOf } from "../../../src/surrogate/checksum.js";
import { type SurrogateName, surrogateMethods } from "../../../src/surrogate/methods.js";
import { fitModel, type Model } from "../../../src/surrogate/model.js";
import { parseModel } from "../../../src/surrogate/model-file.js";
import { encode, fuzzTarget, must } from "../fuzzing.js";
import { chance, type Json, jsonOf, jsonText, mutatedBytes, mutatedJson, pick, withJson } from "../mutations.js";
import { schemaJudge } from "../schemas.js";
import { smallEvidence } from "../small-audit.js";

/** One of each kind of surrogate; the others write the same kinds. */
const METHODS: readonly SurrogateName[] = [
  ...(["ridge", "majority", "nearest", "samples-dt", "samples-lr", "no-cf-mlp", "recast", "tra"] as const),
  ...(["prototype-mean", "prototype-mmd", "bracket", "no-cf-rf"] as const),
];

/** The text of a model whose checksum is right, whatever is in it. */
function sealed(json: Json): string {
  const { checksum: _, ...contents } = Object(JSON.parse(jsonText(json))) as Record<string, unknown>;
  return jsonText(withJson(json, ["checksum"], checksumOf(contents)));
}

/** A model, and its answers about known people; null where it is about other columns. */
interface Answered {
  readonly model: Model;
  readonly answers: ReturnType<Model["predict"]> | null;
}

export const surrogateJsonTarget = fuzzTarget<Answered, readonly number[]>(
  "surrogate.json",
  "the published schema by ajv; finite answers about known people; the same answers after writing and reading",
  async () => {
    const judgeSchema = schemaJudge("surrogate-1.schema.json");
    const kernels = await loadKernels();
    const evidence = smallEvidence();
    const people = evidence.observations;
    const models = METHODS.map((method) => fitModel(evidence, surrogateMethods[method](), kernels));
    const bases = models.map((model) => ({
      json: jsonOf(JSON.parse(JSON.stringify(model))),
      margins: [...model.margins(people)],
    }));
    // most cases of the small files: they are quick, and every part of them matters
    const likely = [...bases].sort((a, b) => jsonText(a.json).length - jsonText(b.json).length);
    return {
      make(random) {
        const { json, margins } = likely[Math.floor(random.uniform() ** 2 * likely.length)]!;
        const kind = random.integer(12);
        if (kind === 0) return { bytes: encode(jsonText(json)), expected: margins };
        if (kind === 1) return { bytes: mutatedBytes(random, encode(jsonText(json))) };
        const changed = mutatedJson(random, json, chance(random, 0.5) ? [] : [pick(random, [`"${METHODS[0]}"`, "40"])]);
        return { bytes: encode(kind === 2 ? jsonText(changed) : sealed(changed)) };
      },
      async read(bytes) {
        const model = parseModel((await textOf(bytes, "surrogate.json")).text, kernels);
        const isOfThem = model.features.every(({ name, type }) =>
          people.columns.some((column) => column.name === name && column.type === type),
        );
        return { model, answers: isOfThem ? model.predict(people) : null };
      },
      judge({ model, answers }, { expected }) {
        const written = JSON.stringify(model);
        judgeSchema(JSON.parse(written));
        if (answers === null) return; // a model of other columns
        const { margins, scores } = answers;
        must(margins.every(Number.isFinite), "margins are finite");
        must(
          scores.every((score) => score >= 0 && score <= 1),
          "scores are within 0 and 1",
        );
        const again = parseModel(written, kernels).predict(people);
        must(
          again.margins.every((margin, i) => Object.is(margin, margins[i])),
          "a model that is written and read gives the same answers",
        );
        if (expected !== undefined)
          must(
            margins.every((margin, i) => Object.is(margin, expected[i])),
            "as it was fitted",
          );
      },
    };
  },
);
