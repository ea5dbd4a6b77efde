import { describe, expect, it } from "vitest";
import { configText } from "../../../src/folder/config-text.js";
import { knownSettings, parseConfig } from "../../../src/folder/parse-config.js";
import { type Answers, guessRoles } from "../../../src/input/guess/guess-roles.js";
import { holdsPhrase } from "../../../src/input/guess-words.js";
import { resolveAuditOptions } from "../../../src/settings/audit-options.js";

/** Rows from a header and functions of the row number. */
function csv(columns: Readonly<Record<string, (i: number) => string | number>>, rows = 40): string {
  const names = Object.keys(columns);
  const quoted = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  const lines = Array.from({ length: rows }, (_, i) =>
    names.map((name) => quoted(String(columns[name]?.(i) ?? ""))).join(","),
  );
  return [names.map(quoted).join(","), ...lines].join("\n");
}

const LENDING = {
  applicant_id: (i: number) => `p${i}`,
  full_name: (i: number) => `Person ${i}`,
  income: (i: number) => (i === 3 ? "unknown" : 1000 + 10 * i),
  sex: (i: number) => 1 + (i % 2),
  Age: (i: number) => 20 + i,
  stage: (i: number) => i % 5,
  country: () => "DE",
  comment: (i: number) => `free text ${i}`,
  sample_weight: (i: number) => 1 + (i % 3),
  repaid: (i: number) => (i % 3 === 0 ? "no" : "yes"),
  approved: (i: number) => (i % 2 === 0 ? "yes" : "no"),
};

const guess = (columns: Parameters<typeof csv>[0], letters: string | null = null, answers: Answers = {}) =>
  guessRoles({ decisions: csv(columns), letters }, answers);
const named = (guesses: readonly { readonly value: string }[]) => guesses.map(({ value }) => value);

describe("guessRoles", () => {
  const lending = guess(LENDING);

  it("finds every role of a lending file", () => {
    expect(lending.decision).toMatchObject({ value: "approved", confidence: "high" });
    expect(lending.favourable).toMatchObject({ value: "yes", confidence: "high" });
    expect(lending.id?.value).toBe("applicant_id");
    expect(lending.outcome).toMatchObject({ value: "repaid", confidence: "medium" });
    expect(lending.favourableOutcome?.value).toBe("yes");
    expect(lending.weight?.value).toBe("sample_weight");
    expect(named(lending.sensitive)).toEqual(["sex", "Age"]);
    expect(named(lending.immutable)).toEqual(["sex", "Age"]);
    expect(named(lending.ignore)).toEqual(["full_name", "country", "comment"]);
    expect(lending.types.map(({ value }) => value)).toEqual([{ column: "sex", type: "category" }]);
    expect(lending.missing?.value).toEqual(["unknown"]);
    expect(lending.questions).toEqual([]);
  });

  it("reads whole words of names, in several spellings", () => {
    expect(holdsPhrase("age_at_entry", ["age"])).toBe(true);
    expect(holdsPhrase("applicantAge", ["age"])).toBe(true);
    expect(holdsPhrase("Country of Birth", ["country of birth"])).toBe(true);
    for (const name of ["package", "stage", "average", "passage", "agent"])
      expect(holdsPhrase(name, ["age"])).toBe(false);
  });

  it("asks when several columns could be the decision, and for what the answer opens", () => {
    const two = {
      a_decision: (i: number) => i % 2,
      b_decision: (i: number) => (i % 3 === 0 ? "low" : "high"),
      x: (i: number) => i,
    };
    const open = guess(two);
    expect(open.decision).toBeNull();
    expect(open.questions).toEqual([
      {
        setting: "decision",
        question: "Which column holds the decision?",
        choices: ["a_decision", "b_decision"],
        needed: true,
      },
    ]);
    const next = guess(two, null, { decision: "b_decision" });
    expect(next.questions).toEqual([
      {
        setting: "favourable",
        question: "Which value of 'b_decision' is good for the person?",
        choices: ["low", "high"],
        needed: true,
      },
    ]);
    expect(guess(two, null, { decision: "b_decision", favourable: "low" }).questions).toEqual([]);
  });

  it("asks when nothing is named like a decision", () => {
    expect(guess({ x: (i) => i, y: (i) => i % 2, z: (i) => i % 2 }).questions[0]?.choices).toEqual(["y", "z"]);
    expect(guess({ x: (i) => i }).questions[0]?.question).toContain("No column has exactly two values");
  });

  it("does not offer a sensitive attribute or an outcome as the decision", () => {
    const columns = { sex: (i: number) => i % 2, recid: (i: number) => i % 2, x: (i: number) => i };
    const only = guess({ ...columns, risk: (i) => (i % 2 ? "Bad" : "Good") });
    expect(only.decision).toMatchObject({ value: "risk", confidence: "low" });
    const open = guess({ ...columns, risk: (i) => (i % 2 ? "Bad" : "Good"), degree: (i) => i % 2 });
    expect(open.questions[0]?.choices).toEqual(["risk", "degree"]);
  });

  it("keeps dates and second outcomes from the model", () => {
    const found = guess({
      approved: (i) => (i % 2 ? "yes" : "no"),
      two_year_recid: (i) => i % 2,
      is_recid: (i) => (i % 3 ? 1 : 0),
      arrest_date: (i) => `2013-08-${10 + (i % 15)}`,
      income: (i) => i,
    });
    expect(found.outcome).toMatchObject({ value: "two_year_recid", confidence: "low" });
    expect(named(found.ignore)).toEqual(["is_recid", "arrest_date"]);
  });

  it("takes 1 for the favourable value with less confidence, and never an outcome for the decision", () => {
    const found = guess({ score_text: (i) => i % 2, two_year_recid: (i) => (i % 3 === 0 ? 1 : 0), priors: (i) => i });
    expect(found.decision?.value).toBe("score_text");
    expect(found.favourable).toMatchObject({ value: "1", confidence: "medium" });
    expect(found.outcome?.value).toBe("two_year_recid");
    expect(found.favourableOutcome?.value).toBe("0"); // recidivism is bad: its absence is good
  });

  it("asks whether a column called weight is one", () => {
    const body = { approved: (i: number) => (i % 2 ? "yes" : "no"), weight: (i: number) => 50 + i };
    expect(guess(body).weight).toBeNull();
    expect(guess(body).questions).toMatchObject([{ setting: "weight", needed: false, choices: ["weight"] }]);
    expect(guess(body, null, { weight: "weight" }).weight?.value).toBe("weight");
    expect(guess(body, null, { weight: "" })).toMatchObject({ weight: null, questions: [] });
  });

  it("finds the letters' id by its values, and what the decisions do not have", () => {
    const letters = "person,income,text\np1,2000,Dear\np2,2100,Dear";
    const found = guess(LENDING, letters);
    expect(found.lettersId).toMatchObject({ value: "person", confidence: "high" });
    expect(named(found.lettersIgnore)).toEqual(["text"]);
    const long = guess(LENDING, "id,field,new_value\np1,income,2000");
    expect(long).toMatchObject({ lettersId: null, lettersIgnore: [] });
  });

  it("takes a text among many numbers for a slip, not for a category", () => {
    const income = (slips: number) => (i: number) => (i < slips ? `about ${i}` : 1000 + 10 * i);
    const found = guess({ ...LENDING, income: income(1) });
    expect(found.types).toContainEqual({
      value: { column: "income", type: "number" },
      confidence: "medium",
      reason: "all its values but 'about 0' are numbers",
    });
    expect(named(found.ignore)).not.toContain("income");
    const many = guess({ ...LENDING, income: income(5) });
    expect(many.types.map(({ value }) => value.column)).not.toContain("income");
    expect(named(many.ignore)).not.toContain("income"); // it looks like numbers
    const words = guess({ ...LENDING, income: (i) => `about ${1000 + 10 * i}` });
    expect(named(words.ignore)).toContain("income");
  });

  it("finds how numbers are written, and never leaves such a column out", () => {
    const found = guess({ ...LENDING, income: (i) => (i === 7 ? "much" : `${1000 + 10 * i},50`) });
    expect(found.types).toContainEqual({
      value: { column: "income", type: "number" },
      confidence: "medium",
      reason: "all its values but 'much' are numbers",
    });
    expect(found.numbers).toEqual([
      { value: { column: "income", style: "de" }, confidence: "high", reason: "'1000,50' is 1000.5" },
    ]);
    expect(named(found.ignore)).not.toContain("income");
    expect(guess(LENDING)).toMatchObject({ numbers: [], ranges: [] });
  });

  it("asks what '1,234' is, column by column", () => {
    const body = { ...LENDING, income: (i: number) => `1,${234 + i}`, debt: (i: number) => `2,${100 + i}` };
    const open = guess(body);
    expect(open.numbers).toEqual([]);
    expect(open.questions).toMatchObject([
      { setting: "numbers", column: "income", choices: ["en", "de"], needed: true },
      { setting: "numbers", column: "debt", needed: true },
    ]);
    expect(open.questions[0]?.question).toBe("Is '1,234' in 'income' 1234 (en) or 1.234 (de)?");
    const answered = guess(body, null, { "numbers income": "de", "numbers debt": "en" });
    expect(answered.questions).toEqual([]);
    expect(answered.numbers.map(({ value }) => value)).toEqual([
      { column: "income", style: "de" },
      { column: "debt", style: "en" },
    ]);
  });

  it("takes ranges for numbers, but not those that groups are compared by, and codes with zeros for categories", () => {
    const bands = ["18-24", "25-34", "35-44", "45+"];
    const found = guess({
      ...LENDING,
      years: (i) => bands[i % 4] ?? "",
      age_band: (i) => bands[i % 4] ?? "",
      postcode: (i) => `0${1000 + (i % 7)}`,
    });
    expect(found.ranges.map(({ value }) => value)).toEqual([{ column: "years", reading: "middle" }]);
    expect(found.types.map(({ value }) => value)).toContainEqual({ column: "postcode", type: "category" });
  });

  it("takes an id that two people share for the id where letters need one", () => {
    const shared = { ...LENDING, applicant_id: (i: number) => `p${i === 7 ? 6 : i}` };
    const letters = "applicant_id,field,new_value\np1,income,3000\n";
    expect(guess(shared, letters).id).toEqual({
      value: "applicant_id",
      confidence: "medium",
      reason: "named like an id, though 1 of its 40 values occur before; correct them",
    });
    expect(guess(shared).id).toBeNull();
    expect(guess({ ...LENDING, applicant_id: (i: number) => `p${i % 30}` }, letters).id).toBeNull();
  });

  it("never throws on bad data", () => {
    for (const decisions of ["", "\n", "a", "a,a,\n1,2,3", 'a\n"', "\u0000", "a;b\n1;2\n1"]) {
      expect(guessRoles({ decisions, letters: decisions }).favourable).toBeNull();
    }
  });
});

describe("configText", () => {
  const draft = (found: ReturnType<typeof guess>, letters: string | null = "letters.csv") => ({
    decisions: "data/decisions.csv",
    letters,
    out: "audit",
    guess: found,
  });

  it("says what was guessed, and reads back to it", () => {
    const text = configText(draft(guess(LENDING, "person,income,text\np1,2000,Dear")));
    expect(parseConfig(text, "audit.yaml")).toEqual({
      decisions: "data/decisions.csv",
      letters: "letters.csv",
      out: "audit",
      roles: {
        decision: "approved",
        favourable: "yes",
        sensitive: ["sex", "Age"],
        id: "applicant_id",
        outcome: "repaid",
        favourableOutcome: "yes",
        weight: "sample_weight",
        ignore: ["full_name", "country", "comment"],
        immutable: ["sex", "Age"],
        types: { sex: "category" },
        missing: ["?", "NA", "N/A", "unknown"],
        lettersId: "person",
        lettersIgnore: ["text"],
      },
      method: {},
      identity: {},
    });
    expect(text).toContain("decision: approved   # column with the decision; named like a decision, with two values");
    expect(text).toContain("probably: ");
    expect(text).not.toContain("QUESTION");
  });

  it("marks what is open, and what is open stays unsaid", () => {
    const text = configText(draft(guess({ x: (i) => i, y: (i) => i % 2, z: (i) => i % 2 }), null));
    expect(text).toContain("# Lines marked QUESTION need an answer first.");
    expect(text).toContain('  # QUESTION: Which column holds the decision? One of: "y", z\n  decision:\n');
    expect(text).toContain("  favourable:   # the decision that is good for the person; name it with the decision\n");
    expect(parseConfig(text, "audit.yaml").roles).toEqual({});
  });

  it("gives a valid file with every setting it shows switched on", () => {
    const text = configText(draft(guess(LENDING)));
    const on = text
      .split("\n")
      .map((line) => (/^#( {2,}| bins:| method:| identity:| template:)/.test(line) ? line.replace(/^# ?/, "") : line))
      .join("\n");
    const config = parseConfig(on, "audit.yaml");
    expect(config.bins).toEqual({ age: [25, 45] });
    expect(text).toContain("#   acceptanceRate:    # share of everybody"); // not known, so it stays empty
    expect(Object.keys(config.method)).toEqual(knownSettings("method").filter((name) => name !== "acceptanceRate"));
    expect(resolveAuditOptions()).toMatchObject(config.method); // shown as the defaults
    expect(Object.keys(config.identity)).toEqual(knownSettings("identity"));
  });

  it("cannot be broken by names: hostile ones stay within their quotes and comments", () => {
    const hostile = [
      "a: b\nroles: {}",
      "# x",
      "- y",
      "*z",
      "&w",
      "null",
      "yes",
      "1.0",
      " lead",
      'q"uote',
      "tab\tin",
      "🦊",
      "\u2028line",
      "{a}",
      "x #y",
    ];
    const columns = Object.fromEntries(hostile.map((name) => [`${name} race`, (i: number) => i % 3]));
    const found = guess({ ...columns, approved: (i) => (i % 2 ? "a: b # c" : "no\nyes: x") });
    const { roles } = parseConfig(configText(draft(found)), "audit.yaml");
    expect(found.sensitive.length).toBeGreaterThanOrEqual(hostile.length - 1);
    expect(roles.sensitive).toEqual(named(found.sensitive));
  });
});

describe("an id that letters share", () => {
  const people = Array.from({ length: 12 }, (_, i) => `K${i},${i % 5},${i % 2 ? "yes" : "no"}`);
  const decisions = ["pid,income,approved", ...people].join("\n");

  it("is found by its values where its name says nothing, in both forms of letters", () => {
    const long = "pid,field,new_value\nK0,income,9\nK2,income,8\n";
    expect(guessRoles({ decisions, letters: long }).id).toMatchObject({ value: "pid", confidence: "high" });
    const rows = "pid,income\nK0,9\nK4,8\n";
    expect(guessRoles({ decisions, letters: rows }).id).toMatchObject({ value: "pid" });
    expect(guessRoles({ decisions, letters: "pid,income\nK0,9\nZ9,8\n" }).id).toBeNull();
    expect(guessRoles({ decisions, letters: null }).id).toBeNull();
  });

  it("is no number that letters in full rows leave as it is", () => {
    const numbers = ["size,income,approved", ...people.map((row, i) => row.replace(/^K\d+/, String(100 + i)))].join(
      "\n",
    );
    expect(guessRoles({ decisions: numbers, letters: "size,income\n100,9\n104,8\n" }).id).toBeNull();
  });
});
