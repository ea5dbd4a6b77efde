import { describe, expect, it } from "vitest";
import { toOnnx } from "../../src/export/onnx.js";
import { referenceKernels } from "../../src/kernels/reference/index.js";
import { type SurrogateName, surrogateMethods } from "../../src/surrogate/methods.js";
import { fitModel } from "../../src/surrogate/model.js";
import { madeUpEvidence } from "../checks/made-up-evidence.js";
import { randomPeople } from "./random-people.js";
import { runOnnx } from "./run-onnx.js";

const evidence = madeUpEvidence({ people: 90, missing: 8 });
const names = (Object.keys(surrogateMethods) as SurrogateName[]).filter(
  (name) => name !== "dualcf" && name !== "prototype-mmd",
);

describe("toOnnx", () => {
  it.each(names)("answers as %s does, in ONNX Runtime", async (name) => {
    const model = fitModel(evidence, surrogateMethods[name](), referenceKernels);
    const people = randomPeople(model, 5000, 7, true);
    const { margins, scores, decisions } = model.predict(people);
    const answers = await runOnnx(toOnnx(model), people);
    let worst = 0;
    let worstScore = 0;
    let wrong = 0;
    margins.forEach((margin, i) => {
      const size = Math.max(1, Math.abs(margin));
      worst = Math.max(worst, Math.abs(answers.margin[i]! - margin) / size);
      worstScore = Math.max(worstScore, Math.abs(answers.score[i]! - scores[i]!));
      if (answers.decision[i] !== decisions[i]) wrong++;
    });
    console.log(name, worst, worstScore, wrong);
    expect(wrong).toBe(0);
  });
});
