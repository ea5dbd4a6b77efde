import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { causesOf } from "../../src/input/causes.js";
import { inspectTable } from "../../src/input/csv.js";
import { type Decisions, parseDecisions } from "../../src/input/decisions.js";
import { joinClassEvidence } from "../../src/input/join.js";
import { inspectLetters, type Letters } from "../../src/input/letters.js";
import { settled } from "../../src/input/problem.js";
import type { Column } from "../../src/input/table.js";

const FOLDER = "test/fixtures/libraries/";

interface Truth {
  readonly id: string;
  readonly outcome: number;
  readonly values: Readonly<Record<string, string | number>>;
}

const read = (file: string) => readFileSync(`${FOLDER}${file}`, "utf8");

function decisionsOf(file: string): Decisions {
  return parseDecisions(read(file), { file });
}

function valueAt(column: Column | undefined, i: number): string | number | undefined {
  return column?.type === "number" ? column.values[i] : column?.levels[column.codes[i] ?? -1];
}

/** Letters as a library would list them: whom they answer, and the fields they have. */
function asTruth(letters: Letters, decisions: Decisions, fields: readonly string[]) {
  return Array.from(letters.letterOf, (person, k) => ({
    id: person < 0 ? null : decisions.ids?.[person],
    values: Object.fromEntries(
      fields.map((name) => [
        name,
        valueAt(
          letters.table.columns.find((column) => column.name === name),
          k,
        ),
      ]),
    ),
  }));
}

function sorted<One extends { readonly id?: unknown; readonly values: unknown }>(letters: readonly One[]): One[] {
  const key = ({ id, values }: One) => JSON.stringify([id, values]);
  return letters.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}

describe("what dice-ml saves", () => {
  const truth = JSON.parse(read("dice-ml/truth.json")) as Readonly<Record<string, readonly Truth[]>>;
  const decisions = decisionsOf("dice-ml/decisions.csv");
  const bare = decisionsOf("dice-ml/decisions-model.csv");
  const files = [
    ["random.json", "random"],
    ["genetic.json", "genetic"],
    ["kdtree.json", "kdtree"],
    ["kdtree-v1.json", "kdtree"],
    ["random-ids.csv", "random"],
    ["genetic-ids.csv", "genetic"],
    ["kdtree-ids.csv", "kdtree"],
    ["random.csv", "random"],
    ["genetic.csv", "genetic"],
    ["kdtree.csv", "kdtree"],
  ] as const;

  it.each(files)("reads %s to dice-ml's own values, without an option", (file, method) => {
    const hasPeople = file.endsWith(".json") || file.includes("-ids");
    const people = hasPeople ? decisions : bare;
    const letters = settled(inspectLetters(read(`dice-ml/${file}`), people, { file }));
    const accepted = truth[method]!.filter(({ outcome }) => outcome === 1);
    // version 1.0 lists the rows of a person by their index
    const isSorted = file === "kdtree-v1.json";
    const wanted = isSorted ? sorted(accepted) : accepted;
    const all = asTruth(letters, people, Object.keys(wanted[0]!.values));
    const found = isSorted ? sorted(all) : all;
    expect(found).toHaveLength(wanted.length);
    for (const [k, { id, values }] of wanted.entries()) {
      expect(found[k]?.id).toBe(hasPeople ? id : null);
      const own = people.ids!.indexOf(id);
      for (const [name, value] of Object.entries(values)) {
        const seen = found[k]?.values[name];
        const before = valueAt(
          people.observations.columns.find((column) => column.name === name),
          own,
        );
        // dice-ml adds up 4.599999999999998 where it leaves 4.6 alone
        if (seen !== before || !hasPeople) expect(seen).toBe(value);
        else if (typeof value === "number") expect(Math.fround(value)).toBe(Math.fround(Number(seen)));
        else expect(seen).toBe(value);
      }
      const sex = letters.table.columns.find((column) => column.name === "sex");
      if (hasPeople) expect(valueAt(sex, k)).toBe(valueAt(people.groups[0] ?? people.observations.columns[0], own));
    }
  });

  it.each(files)("leaves out what the model still refuses in %s", (file, method) => {
    const people = file.endsWith(".json") || file.includes("-ids") ? decisions : bare;
    const { problems } = inspectLetters(read(`dice-ml/${file}`), people, { file });
    const failed = problems.find(({ code }) => code === "LETTER_FAILED");
    expect(failed).toMatchObject({
      severity: "warning",
      count: truth[method]!.filter(({ outcome }) => outcome === 0).length,
    });
  });

  it.each(["random", "genetic", "kdtree"])(
    "refuses the printed form of %s, which hides changes of income",
    (method) => {
      const file = `${method}-printed.csv`;
      const { problems } = inspectLetters(read(`dice-ml/${file}`), decisions, { file });
      const hidden = problems.filter(({ severity }) => severity === "error");
      expect(hidden.map(({ code }) => code)).toEqual(["LETTER_VALUE_UNPARSABLE"]);
      expect(hidden[0]?.message).toContain("as large as in 'income'");
      // it does hide some: income changes, and the printed cell is "-"
      const changed = truth[method]!.filter(({ id, values, outcome }) => {
        const own = valueAt(
          decisions.observations.columns.find(({ name }) => name === "income"),
          decisions.ids!.indexOf(id),
        );
        return outcome === 1 && own !== values["income"];
      });
      expect(changed.length).toBeGreaterThan(0);
    },
  );

  it("says who wrote the file and for how many people", () => {
    const { problems } = inspectLetters(read("dice-ml/genetic.json"), decisions, { file: "genetic.json" });
    const note = problems.find(({ code }) => code === "LETTERS_FROM_LIBRARY");
    expect(note).toMatchObject({ severity: "note", count: 24 });
    expect(note?.message).toBe("genetic.json was written by dice-ml: 24 rows for 8 people");
  });
});

/** Four people who matter, and others so that there are five of each decision. */
const CSV = [
  "id,age,housing,rate,decision",
  ...["A,30,owner,0.25,yes", "B,40,tenant,0.5,no", "C,50,tenant,0.75,no", "D,60,owner,1.5,yes"],
  ...[1, 2, 3].flatMap((k) => [`Y${k},${20 + k},owner,0.0${k},yes`, `N${k},${70 + k},tenant,2.0${k},no`]),
  "",
].join("\n");
const small = parseDecisions(CSV, { file: "d.csv" });

function diceOf(starts: readonly unknown[][], lists: readonly (unknown[][] | null)[], outcome = "y"): string {
  return JSON.stringify({
    test_data: starts.map((start) => [start]),
    cfs_list: lists,
    local_importance: null,
    summary_importance: null,
    data_interface: { outcome_name: outcome, data_df: "dummy_data" },
    feature_names: ["age", "housing", "rate"],
    feature_names_including_target: ["age", "housing", "rate", outcome],
    model_type: "classifier",
    desired_class: 1,
    desired_range: null,
    metadata: { version: "2.0" },
  });
}

describe("people of dice-ml's JSON", () => {
  const B = [40, "tenant", Math.fround(0.5), 0];

  it("are found by their values, with numbers in single precision", () => {
    const C = [50, "tenant", Math.fround(0.75), 0];
    const text = diceOf([B, C], [[[45, "tenant", 0.5, 1]], [[50, "owner", 0.75, 1]]]);
    expect(Array.from(settled(inspectLetters(text, small)).letterOf)).toEqual([1, 2]);
  });

  it("are not known where nobody has the values, and said so", () => {
    const { draft, problems } = inspectLetters(diceOf([[41, "tenant", 0.5, 0]], [[[45, "tenant", 0.5, 1]]]), small);
    expect(Array.from(draft!.letterOf)).toEqual([-1]);
    expect(problems.find(({ code }) => code === "LETTER_UNPAIRED")).toMatchObject({ severity: "note", count: 1 });
  });

  it("are given letters in order where several are alike, and none where they differ in something else", () => {
    const twins = parseDecisions(`${CSV}E,40,tenant,0.5,no\n`, { file: "d.csv" });
    const text = diceOf([B, B], [[[45, "tenant", 0.5, 1]], [[40, "owner", 0.5, 1]]]);
    const both = inspectLetters(text, twins);
    expect(Array.from(both.draft!.letterOf)).toEqual([1, 10]);
    expect(both.problems.find(({ code }) => code === "LETTER_PERSON_UNCLEAR")).toMatchObject({ count: 2 });
    const groups = CSV.replace("decision", "sex,decision").replace(/,(yes|no)$/gm, ",w,$1");
    const unlike = parseDecisions(`${groups}E,40,tenant,0.5,m,no\n`, {
      file: "d.csv",
      ignore: ["sex"],
      sensitive: ["sex"],
    });
    expect(Array.from(inspectLetters(text, unlike).draft!.letterOf)).toEqual([-1, -1]);
  });

  it("are left out where nobody has the values and unmatched letters are skipped", () => {
    const text = diceOf([[41, "tenant", 0.5, 0], B], [[[45, "tenant", 0.5, 1]], [[45, "tenant", 0.5, 1]]]);
    expect(Array.from(inspectLetters(text, small, { skip: ["unmatched"] }).draft!.letterOf)).toEqual([1]);
  });

  it("without a counterfactual are counted", () => {
    const { problems } = inspectLetters(diceOf([B, B], [[[45, "tenant", 0.5, 1]], null]), small);
    expect(problems.find(({ code }) => code === "LETTERS_FROM_LIBRARY")?.message).toMatch(
      /1 row for 1 person; it found none for 1 more/,
    );
  });

  it("tell which code is good: the one their model gives to the accepted", () => {
    const A = [30, "owner", 0.25, 0];
    const D = [60, "owner", 1.5, 0];
    const text = diceOf(
      [A, D, [40, "tenant", 0.5, 1]],
      [[[20, "tenant", 0.1, 1]], [[61, "tenant", 0.1, 1]], [[45, "tenant", 0.5, 0]]],
    );
    expect(Array.from(settled(inspectLetters(text, small)).letterOf)).toEqual([1]);
  });
});

describe("the outcome of full rows", () => {
  const rows = (header: string, ...lines: string[]) => [`id,age,${header}`, ...lines].join("\n");

  it.each([
    ["decision", "yes", "no"],
    ["decision", "1", "0"],
    ["decision", "1.0", "0.0"],
    ["decision", "True", "False"],
    ["label", "1", "0"],
    ["prediction", "0.71", "0.2"],
    ["Target", "yes", "no"],
  ])("in '%s' is understood: %s is good, %s is not", (name, good, bad) => {
    const { draft, problems } = inspectLetters(rows(name, `B,45,${good}`, `C,55,${bad}`), small);
    expect(Array.from(draft!.letterOf)).toEqual([1]);
    expect(problems.map(({ code, severity }) => [code, severity])).toEqual([["LETTER_FAILED", "warning"]]);
  });

  it("that is bad in every row is asked about", () => {
    const { problems } = inspectLetters(rows("decision", "B,45,no", "C,55,no"), small, { file: "l.csv" });
    expect(problems.map(({ code, severity }) => [code, severity])).toEqual([["LETTER_FAILED", "error"]]);
    const ignored = inspectLetters(rows("decision", "B,45,no", "C,55,no"), small, { ignore: ["decision"] });
    expect(Array.from(ignored.draft!.letterOf)).toEqual([1, 2]);
  });

  it("is not guessed from a column of other values, or of another name", () => {
    for (const [name, cell] of [
      ["label", "blue"],
      ["score", "1"],
    ]) {
      const { problems } = inspectLetters(rows(name!, `B,45,${cell}`), small);
      expect(problems.map(({ code }) => code)).toContain("LETTER_FIELD_UNKNOWN");
    }
  });

  it("is asked for where a library's values are neither decisions nor codes", () => {
    const text = diceOf(
      [[40, "tenant", 0.5, "x"]],
      [
        [
          [45, "tenant", 0.5, "x"],
          [46, "tenant", 0.5, "z"],
        ],
      ],
    );
    expect(inspectLetters(text, small).problems.map(({ code }) => code)).toContain("LETTER_OUTCOME_UNCLEAR");
  });
});

describe("cells of a library", () => {
  it("are empty where it found nothing; the row is left out and counted", () => {
    const { draft, problems } = inspectLetters("age,housing,rate\n45,owner,0.5\n,,\n", small);
    expect(draft!.table.rows).toBe(1);
    expect(problems.find(({ code }) => code === "LETTER_FAILED")).toMatchObject({ severity: "warning", count: 1 });
    const nothing = inspectLetters("age,housing,rate\n,,\n,,\n", small);
    expect(nothing.problems.find(({ code }) => code === "LETTER_FAILED")).toMatchObject({
      severity: "error",
      count: 2,
    });
  });

  it("are '-' where a small number or a word stays", () => {
    const letters = settled(inspectLetters("id,age,housing,rate,decision\nB,-,owner,-,1\n", small));
    expect(letters.table.columns.map((column) => valueAt(column, 0))).toEqual([40, "owner", 0.5]);
    const nobody = inspectLetters("age,housing,rate,decision\n-,owner,0.5,1\n", small);
    expect(nobody.problems.map(({ code }) => code)).toContain("LETTER_VALUE_UNPARSABLE");
  });

  it("keep an exact new value, however near to the old one", () => {
    const letters = settled(inspectLetters("id,rate\nB,0.5001\nC,0.7500000001\n", small));
    expect(valueAt(letters.table.columns[2], 0)).toBe(0.5001);
    const noisy = settled(inspectLetters(`id,age,rate\nB,41,${Math.fround(0.1)}\nC,51,0.7499999999999998\n`, small));
    expect([0, 1].map((k) => valueAt(noisy.table.columns[2], k))).toEqual([0.1, 0.75]);
  });

  it("have a decimal point, whatever marks the decisions use", () => {
    const text = CSV.replaceAll(",", ";")
      .replace(/;(\d+)\.(\d+);/g, ";$1,$2;")
      .replace(/^(\w+);(\d+);/gm, "$1;$2.000,00;");
    const german = parseDecisions(text, { file: "d.csv" });
    expect(german.observations.columns.map((column) => valueAt(column, 1))).toEqual([40000, "tenant", 0.5]);
    for (const rate of [1.234, "1.234"]) {
      const letters = settled(
        inspectLetters(diceOf([[40000, "tenant", 0.5, 0]], [[[45500, "tenant", rate, 1]]]), german),
      );
      expect(letters.letterOf).toEqual(Int32Array.of(1));
      expect(letters.table.columns.map((column) => valueAt(column, 0))).toEqual([45500, "tenant", 1.234]);
    }
  });

  it("of a model's encoding are refused with the way back", () => {
    const { problems } = inspectLetters("age,housing_owner,housing_tenant,rate\n0.4,1,0,0.2\n", small);
    expect(problems.find(({ code }) => code === "LETTER_FIELD_UNKNOWN")?.message).toContain("inverse_transform");
  });
});

describe("letters that all fail", () => {
  it("have a repair: the column is left unread", () => {
    const table = inspectTable("id,age,decision\nB,45,no\nC,55,no\n", { file: "l.csv", delimiter: null });
    const letters = inspectLetters(table, small, { file: "l.csv" });
    const placed = letters.problems.map((problem) => ({ ...problem, role: "letters" as const }));
    const tables = { decisions: null, letters: table.table, id: "id", lettersId: "id" };
    const [cause] = causesOf(placed, tables);
    expect(cause?.repairs[0]?.settings).toEqual({ lettersIgnore: ["decision"] });
  });

  it("are notices where they give a reason: nothing failed", () => {
    const text = "id,age,rate,decision,reason\nB,40,0.5,no,age\nC,,,no,rate\nN1,60,,yes,\n";
    const { draft, problems } = inspectLetters(text, small, { file: "l.csv" });
    expect(problems.filter(({ severity }) => severity !== "note")).toEqual([]);
    expect(draft?.letterOf).toEqual(Int32Array.of(5));
    expect(draft?.reasons?.personOf).toEqual(Int32Array.of(1, 2));
  });

  it("are all kept where there are more than two decisions: each says which it offers", () => {
    const fair = [1, 2, 3, 4, 5].map((k) => `F${k},${33 + k},tenant,1.1${k},fair\n`).join("");
    const classes = ["no", "fair", "yes"];
    const people = parseDecisions(`${CSV}${fair}`, { file: "d.csv", classes });
    const offers = ["yes", "fair"].map((offer, k) => [45 + k, "tenant", 0.5, offer]);
    const text = diceOf([[40, "tenant", 0.5, "no"]], [offers], "decision");
    const letters = settled(inspectLetters(text, people));
    expect(letters.letterOf).toEqual(Int32Array.of(1, 1));
    expect(joinClassEvidence(people, letters).classes.letterTo).toEqual(Int32Array.of(2, 1));
  });
});
