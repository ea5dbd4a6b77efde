import { describe, expect, it } from "vitest";
import { toSql } from "../../src/export/sql.js";
import { referenceKernels } from "../../src/kernels/reference/index.js";
import { type SurrogateName, surrogateMethods } from "../../src/surrogate/methods.js";
import { fitModel } from "../../src/surrogate/model.js";
import { madeUpEvidence } from "../checks/made-up-evidence.js";
import { randomPeople } from "./random-people.js";
import { loadPeople, openDuckDb, runSql } from "./run-sql.js";

const evidence = madeUpEvidence({ people: 90, missing: 8 });
const names = (Object.keys(surrogateMethods) as SurrogateName[]).filter(
  (name) => name !== "dualcf" && name !== "prototype-mmd",
);

describe("toSql", async () => {
  const connection = await openDuckDb();
  it.each(names)("answers as %s does, in DuckDB", async (name) => {
    const model = fitModel(evidence, surrogateMethods[name](), referenceKernels);
    const people = randomPeople(model, 5000, 7);
    await loadPeople(connection, people);
    const { margins, scores, decisions } = model.predict(people);
    const sql = toSql(model, { keep: ["place"] });
    if (name === "ridge") console.log(sql);
    const answers = await runSql(connection, sql, people.rows);
    let worst = 0;
    let worstScore = 0;
    let wrong = 0;
    margins.forEach((margin, i) => {
      const size = Math.max(1, Math.abs(margin));
      worst = Math.max(worst, Math.abs(answers.margin[i]! - margin) / size);
      worstScore = Math.max(worstScore, Math.abs(answers.score[i]! - scores[i]!));
      if (answers.decision[i] !== (decisions[i] === 1 ? "yes" : "no")) wrong++;
    });
    console.log(name, sql.length, worst, worstScore, wrong);
    expect(wrong).toBe(0);
  });
});
