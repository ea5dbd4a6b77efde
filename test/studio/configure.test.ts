import { describe, expect, it } from "vitest";
import { configText } from "../../src/folder/config-text.js";
import type { AuditConfiguration } from "../../src/folder/configuration.js";
import { parseConfig } from "../../src/folder/parse-config.js";
import { guessRoles } from "../../src/input/guess/guess-roles.js";
import { demoLending } from "../../src/lab/demo/lending.js";
import {
  ROLE_CHOICES,
  roleOf,
  withBins,
  withImmutable,
  withLetterColumn,
  withRole,
  withSetting,
  withType,
} from "../../studio/src/screens/check/configure.js";
import { foundColumns, gravest, marksOf, pageOf, targetOf } from "../../studio/src/screens/check/places.js";
import type { ColumnView, PlacedProblem } from "../../studio/src/worker/inspecting.js";
import { matchedConfiguration, proposedConfiguration } from "../../studio/src/worker/proposal.js";

const ORDER = ["id", "income", "sex", "age", "later", "w", "approved"];
const START: AuditConfiguration = {
  ...{ decision: "approved", favourable: "yes", id: "id", outcome: "later", favourableOutcome: "good", weight: "w" },
  ...{ sensitive: ["sex", "age"], immutable: ["sex", "age"], bins: { age: [30] }, seed: 7, system: "A lender" },
};
const column = (name: string): ColumnView => ({
  ...{ name, looks: "category", distinct: 2, missing: 0, values: [], settled: null, reasons: [] },
});

describe("withRole", () => {
  it("puts any column into any role, which is then its only one", () => {
    for (const name of ORDER) {
      for (const choice of ROLE_CHOICES) {
        const next = withRole(START, ORDER, name, choice);
        expect(roleOf(next, column(name))).toBe(choice);
        const singles = (["decision", "id", "outcome", "weight"] as const).filter((role) => next[role] === name);
        expect(singles.length + (next.sensitive?.includes(name) || next.ignore?.includes(name) ? 1 : 0)).toBe(
          choice === "feature" ? 0 : 1,
        );
        expect({ seed: next.seed, system: next.system }).toEqual({ seed: 7, system: "A lender" });
        expect(Object.values(next)).not.toContain(undefined);
      }
    }
  });

  it("forgets what was said only about the old decision, outcome and groups", () => {
    expect(withRole(START, ORDER, "sex", "decision")).not.toHaveProperty("favourable");
    expect(withRole(START, ORDER, "approved", "ignored")).toMatchObject({ ignore: ["approved"] });
    expect(withRole(START, ORDER, "approved", "ignored")).not.toHaveProperty("decision");
    expect(withRole(START, ORDER, "later", "feature")).not.toHaveProperty("favourableOutcome");
    expect(withRole(START, ORDER, "age", "feature")).not.toHaveProperty("bins");
    expect(withRole(START, ORDER, "age", "ignored")).toMatchObject({ immutable: ["sex"], sensitive: ["sex"] });
    expect(withRole(START, ORDER, "income", "feature")).toEqual(START);
  });

  it("lists columns in the order of the file, whatever the order of choosing", () => {
    const chosen = ["w", "age", "income"].reduce((now, name) => withRole(now, ORDER, name, "ignored"), START);
    expect(chosen.ignore).toEqual(["income", "age", "w"]);
  });
});

describe("what else can be said of columns", () => {
  it("is recorded only while it differs from the default", () => {
    const typed = withType(START, "age", "category");
    expect(typed.type).toEqual({ age: "category" });
    expect(withType(typed, "age", null)).toEqual(START);
    expect(withImmutable(withImmutable(START, ORDER, "income", true), ORDER, "income", false)).toEqual(START);
    expect(withImmutable(START, ORDER, "income", true).immutable).toEqual(["income", "sex", "age"]);
    expect(withBins(START, "age", null)).not.toHaveProperty("bins");
    expect(withBins(START, "income", [10, 20]).bins).toEqual({ age: [30], income: [10, 20] });
    expect(withSetting(START, "seed", undefined)).not.toHaveProperty("seed");
  });

  it("keeps a column of the letters in one use", () => {
    const id = withLetterColumn(START, ORDER, "person", "id");
    expect(id).toMatchObject({ lettersId: "person" });
    const ignored = withLetterColumn(id, ORDER, "person", "ignored");
    expect(ignored).toMatchObject({ lettersIgnore: ["person"] });
    expect(ignored).not.toHaveProperty("lettersId");
    expect(withLetterColumn(ignored, ORDER, "person", "read")).toEqual(START);
  });

  it("follows what the reader settled where nothing was said", () => {
    const settled = {
      role: "id",
      sensitive: false,
      immutable: false,
      type: "category",
      missing: 0,
      distinct: 1,
    } as const;
    const found = { ...column("x"), settled: { ...settled, name: "x" } };
    expect(roleOf({}, found)).toBe("id");
    expect(roleOf({ id: "y" }, found)).toBe("feature");
    expect(roleOf({ ignore: ["x"] }, found)).toBe("ignored");
  });
});

describe("proposedConfiguration", () => {
  const cases = {
    demo: () => {
      const { decisionsCsv, lettersCsv } = demoLending(1, { people: 60, population: 10 });
      return { decisions: decisionsCsv, letters: lettersCsv };
    },
    "with types, markers, an outcome, a weight and letters of other names": () => ({
      decisions: [
        "case_no,income,gender,defaulted,sample_weight,name,outcome_note,approved",
        ...Array.from({ length: 30 }, (_, k) =>
          [
            `c${k}`,
            k % 9 === 0 ? "unknown" : k * 10,
            k % 2,
            k % 3 === 0 ? 1 : 0,
            1 + k,
            `Person ${k}`,
            "x",
            k > 14 ? "yes" : "no",
          ].join(),
        ),
      ].join("\n"),
      letters: ["person,income,text", "c1,900,Dear you", "c2,950,Dear you"].join("\n"),
    }),
    "with an open question": () => ({
      decisions: ["a,b,c", ...Array.from({ length: 20 }, (_, k) => `${k},${"xy"[k % 2]},${"uv"[(k >> 1) % 2]}`)].join(
        "\n",
      ),
      letters: null,
    }),
  };

  it.each(Object.entries(cases))("is what recast init writes: %s", (_, files) => {
    const guess = guessRoles(files());
    const text = configText({ decisions: "d.csv", letters: null, out: "audit", guess });
    const { types, ...roles } = parseConfig(text, "audit.yaml").roles;
    expect(proposedConfiguration(guess)).toEqual({ ...roles, ...(types === undefined ? {} : { type: types }) });
  });
});

describe("matchedConfiguration", () => {
  const guess = guessRoles({
    decisions: [
      "id,income,sex,approved",
      ...ORDER.map((_, k) => `p${k},${k * 10},${"fm"[k % 2]},${k > 2 ? "yes" : "no"}`),
    ].join("\n"),
    letters: null,
  });

  it("keeps roles that the file still has, and settings in any case", () => {
    const mine = { decision: "sex", favourable: "f", ignore: ["income"], lettersId: "old", seed: 3, notes: "mine" };
    const { lettersId: _, ...kept } = mine;
    expect(matchedConfiguration(guess, mine, ["id", "field"])).toEqual(kept);
    const other = { ...mine, ignore: ["wealth"] };
    expect(matchedConfiguration(guess, other, ["old"])).toEqual({
      ...proposedConfiguration(guess),
      seed: 3,
      notes: "mine",
    });
    expect(matchedConfiguration(guess, {}, [])).toEqual(proposedConfiguration(guess));
  });

  it("keeps roles of the letters' columns while the letters have these columns", () => {
    const mine = { decision: "sex", lettersId: "to", lettersIgnore: ["sent"] };
    expect(matchedConfiguration(guess, mine, ["to", "sent", "field", "new"])).toEqual(mine);
    expect(matchedConfiguration(guess, mine, ["to", "field", "new"])).toEqual({ decision: "sex" });
  });
});

describe("marksOf", () => {
  const problem = (given: Partial<PlacedProblem>): PlacedProblem => ({
    ...{ severity: "error", code: "VALUE_UNPARSABLE", message: "?", file: "f", column: null, count: 1, rows: [] },
    role: "decisions",
    ...given,
  });

  it("puts a problem into its cells, its row, or the head of its column", () => {
    const cell = problem({ column: "income", rows: [4, 9], severity: "warning" });
    const worse = problem({ column: "income", rows: [4] });
    const row = problem({ rows: [7] });
    const head = problem({ column: "sex" });
    const header = problem({ column: "sex", rows: [1], code: "COLUMN_DUPLICATE" });
    const other = problem({ column: "sex", rows: [2], role: "letters" });
    const marks = marksOf([cell, worse, row, head, header, other, problem({})], "decisions");
    expect(marks.at(4, "income")).toEqual([cell, worse]);
    expect(gravest(marks.at(4, "income"))).toBe(worse);
    expect(marks.at(9, "income")).toEqual([cell]);
    expect(marks.at(7, null)).toEqual([row]);
    expect(marks.head("sex")).toEqual([head, header]);
    expect(marks.at(2, "sex")).toEqual([]);
    expect(gravest([])).toBeNull();
  });

  it("knows where to look for a problem", () => {
    expect(targetOf(problem({ column: "income", rows: [4, 9] }))).toEqual({
      role: "decisions",
      column: "income",
      row: 4,
    });
    expect(targetOf(problem({ column: "sex", rows: [1] }))).toEqual({ role: "decisions", column: "sex", row: null });
    expect(targetOf(problem({ role: "settings", column: "age" }))).toEqual({
      role: "decisions",
      column: "age",
      row: null,
    });
    expect(targetOf(problem({}))).toBeNull();
  });
});

describe("pages of columns", () => {
  it("are those whose names hold the words, in pages", () => {
    expect(foundColumns(ORDER, " E")).toEqual([1, 2, 3, 4, 6]);
    expect(foundColumns(ORDER, "")).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(pageOf([5, 6, 7, 8], 1, 3)).toEqual([8]);
  });
});
