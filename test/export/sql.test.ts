import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toSql } from "../../src/export/sql.js";
import { type Model, makeModel } from "../../src/surrogate/model.js";
import { expectAgreement } from "./agreement.js";
import { EXPORTED, hostileModel, modelAtRate, modelOf } from "./models.js";
import { randomPeople } from "./random-people.js";
import { loadPeople, openDuckDb, runSql, type SqlAnswers } from "./run-sql.js";

const DOUBLE = { undecided: 1e-12, unit: 1e-13 }; // the same arithmetic, sums in another order

let connection: Awaited<ReturnType<typeof openDuckDb>>;
beforeAll(async () => {
  connection = await openDuckDb();
});
afterAll(() => connection.closeSync());

async function check(model: Model, rows: number, seed: number): Promise<SqlAnswers> {
  const people = randomPeople(model, rows, seed);
  await loadPeople(connection, people);
  const answers = await runSql(connection, toSql(model, { keep: ["place"] }), rows);
  const ours = model.predict(people);
  const compared = expectAgreement(ours, (i) => answers.decision[i] === model.decision.favourable, answers, DOUBLE);
  expect(compared).toBeGreaterThan(0.8 * rows);
  return answers;
}

describe("toSql, in DuckDB", () => {
  it.each(EXPORTED)("answers as %s does", async (name) => {
    await check(modelOf(name), 1000, 7);
  });

  it("answers 100,000 random people as recast does", async () => {
    await check(modelOf("recast"), 100_000, 8);
  });

  it("moves the threshold by a known rate as bracket does", async () => {
    await check(modelAtRate(0.05), 1000, 13);
  });

  it.each(["ridge", "samples-dt"] as const)("ranks numbers as %s does", async (name) => {
    await check(modelOf(name, { scaling: "rank" }), 1000, 9);
  });

  it.each(["ridge", "tra", "cca"] as const)("holds names and levels that mean something in SQL (%s)", async (name) => {
    const model = hostileModel(name);
    const answers = await check(model, 1000, 10);
    expect(new Set(answers.decision)).toEqual(new Set([model.decision.favourable, model.decision.unfavourable]));
    expect((await connection.runAndReadAll("SELECT COUNT(*) FROM people")).getRows()).toEqual([[1000n]]);
  });

  it("answers NULL exactly where the model abstains", async () => {
    const model = makeModel({ ...modelOf("ridge"), abstain: 1.5 });
    const people = randomPeople(model, 2000, 11);
    await loadPeople(connection, people);
    const { decision } = await runSql(connection, toSql(model, { keep: ["place"] }), 2000);
    const { status } = model.predict(people);
    expect(decision.map((word) => word === null)).toEqual(status.map((word) => word === "undecided"));
  });

  it("reads columns of other types: whole numbers, decimals, and a schema's table", async () => {
    const model = modelOf("ridge");
    await connection.run("CREATE SCHEMA other");
    await connection.run(
      "CREATE TABLE other.applicants AS SELECT 1 AS place, 7 AS branch, 'owned' AS home, 2000::DECIMAL(9,2) AS income, NULL::INTEGER AS savings",
    );
    const { margin } = await runSql(connection, toSql(model, { table: "other.applicants", keep: ["place"] }), 2);
    const people = {
      rows: 1,
      columns: [
        { name: "branch", type: "number", values: Float64Array.of(7) },
        { name: "home", type: "category", codes: Int32Array.of(0), levels: ["owned"] },
        { name: "income", type: "number", values: Float64Array.of(2000) },
        { name: "savings", type: "number", values: Float64Array.of(Number.NaN) },
      ],
    } as const;
    expect(margin[1]).toBeCloseTo(model.margins(people)[0]!, 12);
  });
});

describe("toSql", () => {
  it("is one statement of standard SQL, every number a double", () => {
    const sql = toSql(modelOf("ridge"));
    expect(sql.replace(/--.*/g, "").match(/;/g)).toHaveLength(1);
    expect(sql).toContain('COALESCE(CAST("income" AS DOUBLE PRECISION), ');
    expect(sql.replace(/"[^"]*"|'[^']*'|--.*/g, "").match(/\d\.\d+(?!\d*e)/g)).toBeNull();
  });

  it("refuses the character NUL and unknown options", () => {
    const refused = expect.objectContaining({ code: "EXPORT_UNSUPPORTED" });
    expect(() => toSql(modelOf("ridge"), { table: "a\u0000b" })).toThrow(refused);
    expect(() => toSql(modelOf("ridge"), { tabel: "a" } as never)).toThrow("sql has no option 'tabel'");
  });
});
