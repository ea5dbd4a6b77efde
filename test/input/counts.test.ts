import { describe, expect, it } from "vitest";
import { type CountsOptions, parseCounts } from "../../src/input/counts.js";
import { parseDecisions } from "../../src/input/decisions.js";
import { tallyOf } from "../../src/input/tally.js";
import { seededRandom } from "../../src/math/random.js";
import { gatherFacts, tallyFacts } from "../../src/measure/groups/facts.js";
import { applyGrouping, groupingRules } from "../../src/measure/groups/groups.js";

const OPTIONS: CountsOptions = { decision: "approved", sensitive: ["sex", "age"], count: "n", file: "counts.csv" };

function counts(rows: readonly string[], own: Partial<CountsOptions> = {}) {
  return parseCounts(["sex,age,region,approved,n", ...rows].join("\n"), { ...OPTIONS, ...own });
}

describe("parseCounts", () => {
  it("adds up over what is not compared", () => {
    const { schema, tally, rows, problems } = counts([
      "f,20,N,yes,10",
      "f,20,S,yes,7",
      "m,,N,no,3",
      "m,30,N,yes,0",
      "f,20,N,no,1e3",
    ]);
    expect(tally).toEqual({
      rows: 3,
      columns: [
        { name: "sex", type: "category", codes: Int32Array.of(0, 1, 0), levels: ["f", "m"] },
        { name: "age", type: "number", values: Float64Array.of(20, Number.NaN, 20) },
      ],
      decisions: Uint8Array.of(1, 0, 0),
      people: Float64Array.of(17, 3, 1000),
      weights: null,
    });
    expect(schema).toMatchObject({ features: [], sensitive: ["sex", "age"], ignored: ["region"] });
    expect(schema.decision).toEqual({ column: "approved", favourable: "yes", unfavourable: "no" });
    expect([rows, problems.map(({ code }) => code)]).toEqual([5, ["ROLE_GUESSED"]]);
  });

  it("says about groups what the people say", () => {
    const random = seededRandom(8);
    const cells = Array.from({ length: 60 }, (_, i) => {
      return {
        row: `${i % 2 ? "f" : "m"},${20 + random.integer(12)},N,${random.uniform() < 0.4 ? "yes" : "no"}`,
        n: random.integer(40),
      };
    });
    const { tally } = counts(cells.map(({ row, n }) => `${row},${n}`));
    const people = cells.flatMap(({ row, n }) => Array.from({ length: n }, (_, k) => `${row},${k}`));
    const whole = parseDecisions(["sex,age,region,approved,k", ...people].join("\n"), {
      ...{ decision: "approved", sensitive: ["sex", "age"] },
    });
    const options = { bins: {}, intersections: true };
    const facts = tallyFacts(
      groupingRules(tally.columns, options, tally.people).map((rule) => applyGrouping(rule, tally.columns)),
      tally,
    );
    const groupings = groupingRules(whole.groups, options).map((rule) => applyGrouping(rule, whole.groups));
    expect(facts).toEqual(gatherFacts(groupings, whole.decisions, null));
    expect(tally.rows).toBe(tallyOf(whole.groups, whole.decisions, null).rows);
  });

  it("reads counts as people write them", () => {
    const { tally, problems } = parseCounts('sex;approved;n\nf;yes;"1.234.567"\nm;no;12', {
      ...OPTIONS,
      sensitive: ["sex"],
    });
    expect(Array.from(tally.people)).toEqual([1234567, 12]);
    expect(problems.map(({ code }) => code)).toContain("NUMBERS_READ");
  });

  it.each([
    ["-3", "counts.csv, column 'n', row 3: '-3' as a count: below 0. Write how many people the row stands for"],
    ["2.5", "row 3: '2.5' as a count: not a whole number."],
    ["", "row 3: there is no count."],
    ["2020-01-31", "rows 2 and 3: '2020-01-01' and '2020-01-31' as a count: no number."],
    ["few", "row 3: 'few' as a count: no number."],
    ["9007199254740992", "row 3: '9007199254740992' as a count: above 2^53 − 1"],
    ["1e400", "row 3: '1e400' as a count: above 2^53 − 1"],
    ["9007199254740990", "column 'n': the counts add up to more than 2^53 − 1 people"],
  ])("refuses the count '%s'", (cell, message) => {
    const first = cell.includes("-01-") ? "2020-01-01" : "10";
    const refused = () => counts([`f,20,N,yes,${first}`, `m,30,N,no,${cell}`]);
    expect(refused).toThrow(message);
    expect(refused).toThrow(expect.objectContaining({ code: "COUNT_INVALID" }));
  });

  it("leaves out counts that cannot be read where it is told to", () => {
    const { tally, problems } = counts(["f,20,N,yes,10", "m,30,N,no,<5", "f,20,N,no,8", "m,20,N,no,<3"], {
      skip: ["unreadable"],
    });
    expect(Array.from(tally.people)).toEqual([10, 8]);
    expect(problems).toContainEqual(
      expect.objectContaining({
        severity: "warning",
        code: "COUNT_INVALID",
        message: "counts.csv, column 'n', rows 3 and 5: '<5' and '<3' cannot be used as a count; left out",
      }),
    );
  });

  it("refuses what no file could satisfy, and columns that are not there", () => {
    expect(() => counts([], { count: "sex" })).toThrow("column 'sex' cannot be both count and sensitive");
    expect(() => counts(["f,20,N,yes,10", "f,20,N,no,10"], { count: "m" })).toThrow("no column 'm' (named as count)");
    expect(() => counts(["f,20,N,yes,0", "f,20,N,no,0"])).toThrow("all counts are 0");
    expect(() => counts(["f,20,N,yes,3", "f,20,N,yes,2"])).toThrow("every decision is 'yes'");
    expect(() => counts([])).toThrow("counts.csv has a header but no rows");
  });
});
