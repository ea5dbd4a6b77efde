import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Decisions, parseDecisions } from "../../src/input/decisions.js";
import { inspectLetters, type Letters } from "../../src/input/letters.js";
import { jsonRows } from "../../src/input/library-rows.js";
import { settled } from "../../src/input/problem.js";
import { cellAt, type RawRows } from "../../src/input/raw-table.js";

const read = (file: string) => readFileSync(`test/fixtures/libraries/${file}`, "utf8");
const decisionsOf = (file: string) => parseDecisions(read(file), { file });

/** The people and values of letters, in the order of the decisions' features. */
function listed({ letterOf, table }: Letters, decisions: Decisions) {
  return Array.from(letterOf, (person, k) => ({
    id: person < 0 ? null : decisions.ids?.[person],
    values: table.columns.map((column) =>
      column.type === "number" ? column.values[k] : column.levels[column.codes[k] ?? -1],
    ),
  }));
}

/** Every row as texts. */
function cells({ rows, columns }: RawRows): string[][] {
  return Array.from({ length: rows }, (_, i) => columns.map((column) => cellAt(column, i)));
}

describe("what alibi saves", () => {
  const decisions = decisionsOf("alibi/decisions.csv");
  const truth = JSON.parse(read("alibi/truth.json")) as { id: string; class: number; values: number[] }[];
  const accepted = truth.filter((one) => one.class === 1);

  it.each(["several.json", "with-ids.json"])("is read to its own values in the order of the features: %s", (file) => {
    const { draft, problems } = inspectLetters(read(`alibi/${file}`), decisions, { file });
    const hasIds = file === "with-ids.json";
    const wanted = accepted.map(({ id, values }) => ({ id: hasIds ? id : null, values }));
    expect(listed(draft!, decisions)).toEqual(wanted);
    expect(problems.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(problems.find(({ code }) => code === "LETTER_FAILED")?.count).toBe(truth.length - accepted.length);
  });

  it("is refused where it has another number of columns", () => {
    const [draft, problems] = [read("alibi/one.json"), decisionsOf("omnixai/decisions.csv")];
    const narrow = draft.replace('"X": [[', '"X": [[1, ');
    const found = inspectLetters(narrow, problems, { file: "one.json" });
    expect(found.problems.map(({ code }) => code)).toEqual(["LETTERS_NOT_UNDERSTOOD"]);
    expect(found.problems[0]?.message).toContain("these have 5 columns where omnixai/decisions.csv has 4 features");
  });

  it("has names, words for codes and people where the explainer keeps them", () => {
    const text = JSON.stringify({
      meta: { params: { feature_names: ["housing", "age"], category_map: { 0: ["owner", "tenant"] } } },
      data: {
        orig: {
          X: [
            [1, 40],
            [1, 50],
          ],
          class: [[0], [0]],
        },
        cf: {
          X: [
            [0, 40],
            [1, 66],
          ],
          class: [[1], [0]],
        },
      },
    });
    const rows = jsonRows(text, "cf.json");
    expect(rows.columns.map(({ name }) => name)).toEqual(["housing", "age", "class"]);
    expect(cells(rows)).toEqual([
      ["owner", "40", "1"],
      ["tenant", "66", "0"],
    ]);
    expect(cells({ ...rows, columns: rows.library!.start })).toEqual([
      ["tenant", "40", "0"],
      ["tenant", "50", "0"],
    ]);
  });

  it("counts the people it found nothing for", () => {
    const none = { meta: {}, data: { cf: null, all: [], orig_class: 0 } };
    const one = JSON.parse(read("alibi/one.json")) as unknown;
    expect(jsonRows(JSON.stringify([none, one, none]), "cf.json").library?.unanswered).toBe(2);
    expect(() => jsonRows(JSON.stringify(none), "cf.json")).toThrow("found none for any of 1 people");
  });
});

describe("what OmniXAI saves", () => {
  const decisions = decisionsOf("omnixai/decisions.csv");
  type Row = { id: string; values: Record<string, string | number> };
  const truth = JSON.parse(read("omnixai/truth.json")) as Readonly<Record<string, readonly Row[]>>;
  const order = (rows: readonly { readonly id?: unknown }[]) => rows.map((row) => JSON.stringify(row)).sort();

  it.each(["knn", "mace"])("is read to its own values and people: %s", (name) => {
    const letters = settled(inspectLetters(read(`omnixai/${name}.json`), decisions, { file: `${name}.json` }));
    const names = decisions.schema.features.map((feature) => feature.name);
    const wanted = truth[name]!.map(({ id, values }) => ({ id, values: names.map((field) => values[field]) }));
    // rows of a frame are listed by their index
    expect(order(listed(letters, decisions))).toEqual(order(wanted));
  });

  it("may lack a counterfactual", () => {
    const one = { query: { age: { 0: 1 }, label: { 0: 0 } }, counterfactual: null };
    const other = { ...one, counterfactual: [{ age: 2, label: 1 }] };
    expect(jsonRows(JSON.stringify([one, other]), "cf.json").library).toMatchObject({
      unanswered: 1,
      outcome: "label",
    });
  });
});

describe("what GlassAlpha saves", () => {
  it("is rows of people and reasons, in the order of their rank", () => {
    const rows = jsonRows(read("glassalpha/several.json"), "reasons.json");
    const given = JSON.parse(read("glassalpha/several.json")) as {
      instance_id: number;
      reason_codes: { feature: string }[];
    }[];
    expect(rows.columns.map(({ name }) => name)).toEqual(["id", "reason"]);
    const wanted = given.flatMap((one) => one.reason_codes.map(({ feature }) => [String(one.instance_id), feature]));
    expect(cells(rows)).toEqual(wanted);
    expect(rows.library?.neverCited).toEqual(["age", "gender"]);
  });

  it("gives people their reasons", () => {
    const decisions = decisionsOf("glassalpha/decisions.csv");
    const given = JSON.parse(read("glassalpha/several.json")) as {
      instance_id: number;
      reason_codes: { feature: string }[];
    }[];
    const { draft, problems } = inspectLetters(read("glassalpha/several.json"), decisions, { file: "reasons.json" });
    const wanted = given.flatMap((one) => one.reason_codes.map(({ feature }) => [String(one.instance_id), [feature]]));
    const { personOf, reasons } = draft!.reasons!;
    expect(reasons.map(({ features }, k) => [decisions.ids?.[personOf[k]!], features])).toEqual(wanted);
    expect(problems.filter(({ severity }) => severity === "error")).toEqual([]);
  });

  it("is rows of changes for its recommendations", () => {
    const text = JSON.stringify({
      instance_id: 7,
      recommendations: [
        { rank: 2, feature_changes: { debt: { old: 5, new: 3 } }, feasible: true },
        { rank: 1, feature_changes: { income: { old: 30, new: 34.5 }, debt: { old: 5, new: 4 } }, feasible: true },
        { rank: 3, feature_changes: { debt: { old: 5, new: 0 } }, feasible: false },
      ],
    });
    const rows = jsonRows(text, "recourse.json");
    expect(rows.columns.map(({ name }) => name)).toEqual(["id", "option", "field", "new_value"]);
    expect(cells(rows)).toEqual([
      ["7", "1", "income", "34.5"],
      ["7", "1", "debt", "4"],
      ["7", "2", "debt", "3"],
    ]);
  });
});

describe("what the R package counterfactuals saves", () => {
  it("is rows that start from x_interest", () => {
    const data = [
      { age: 41, housing: "owner" },
      { age: 60, housing: "tenant" },
    ];
    const rows = jsonRows(JSON.stringify({ data, x_interest: [{ age: 40, housing: "tenant" }] }), "cf.json");
    expect(cells(rows)).toEqual([
      ["41", "owner"],
      ["60", "tenant"],
    ]);
    expect(cells({ ...rows, columns: rows.library!.start })).toEqual([
      ["40", "tenant"],
      ["40", "tenant"],
    ]);
  });
});
