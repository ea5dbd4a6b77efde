import { describe, expect, it } from "vitest";
import { inspectDecisions, parseDecisions } from "../../src/input/decisions.js";
import type { DecisionsOptions } from "../../src/input/decisions-options.js";
import { DECISIONS, errorOf, onlyProblem, withCell } from "./samples.js";

const file = "people.csv";
const parse = (text: string, options: DecisionsOptions = {}) => parseDecisions(text, { file, ...options });
const inspect = (text: string, options: DecisionsOptions = {}) => inspectDecisions(text, { file, ...options });
const problem = (text: string, code: string, options: DecisionsOptions = {}) =>
  onlyProblem(inspect(text, options).problems, code);

/** A decisions file with one feature `x` = its row index and the decision alternating, `rows` long. */
function alternating(rows: number, extra: (i: number) => string, header: string): string {
  return [
    `x,${header},approved`,
    ...Array.from({ length: rows }, (_, i) => `${i},${extra(i)},${i % 3 ? "yes" : "no"}`),
  ].join("\n");
}

describe("parseDecisions", () => {
  it("types the columns, gives them roles and codes the decisions", () => {
    const decisions = parse(DECISIONS, { sensitive: ["sex"], immutable: ["city"] });
    expect(decisions.schema).toEqual({
      features: [
        { name: "income", type: "number", immutable: false },
        { name: "debt", type: "number", immutable: false },
        { name: "city", type: "category", immutable: true },
        { name: "sex", type: "category", immutable: false },
      ],
      decision: { column: "approved", favourable: "yes", unfavourable: "no" },
      sensitive: ["sex"],
      outcome: null,
      favourableOutcome: null,
      id: "id",
      weight: null,
      ignored: [],
    });
    expect(Array.from(decisions.decisions)).toEqual([0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1]);
    expect(decisions.ids?.[11]).toBe("p12");
    expect(decisions.rows).toBe(12);
    expect(decisions.observations.columns[0]).toMatchObject({ name: "income", type: "number" });
    expect(decisions.observations.columns[1]).toMatchObject({
      values: expect.objectContaining({ 0: 10, 11: Number.NaN }),
    });
    expect(decisions.observations.columns[2]).toMatchObject({ levels: ["Bonn", "Ulm"] });
    expect(decisions.groups).toEqual([expect.objectContaining({ name: "sex", levels: ["f", "m"] })]);
    expect(decisions.rowNumbers[0]).toBe(2);
    expect(decisions.columns.find(({ name }) => name === "debt")).toEqual({
      name: "debt",
      role: "feature",
      sensitive: false,
      immutable: false,
      type: "number",
      missing: 1,
      distinct: 6,
    });
  });

  it("keeps an ignored sensitive column as a group but not as a feature", () => {
    const decisions = parse(DECISIONS, { sensitive: ["sex"], ignore: ["sex", "city"] });
    expect(decisions.schema.features.map(({ name }) => name)).toEqual(["income", "debt"]);
    expect(decisions.schema.ignored).toEqual(["sex", "city"]);
    expect(decisions.groups.map(({ name }) => name)).toEqual(["sex"]);
  });

  it("reads outcome and weight, and keeps them from the features", () => {
    const text = DECISIONS.split("\n").map((line, i) =>
      i === 0 ? `${line},repaid,w` : `${line},${i % 2 ? "y" : "?"},${i / 2}`,
    );
    const decisions = parse(text.join("\n"), { outcome: "repaid", weight: "w" });
    expect(decisions.schema.features.map(({ name }) => name)).not.toContain("repaid");
    expect(decisions.weights?.[2]).toBe(1.5);
    expect(decisions.outcomes).toMatchObject({ type: "category", levels: ["y"] });
    expect(decisions.outcomes?.codes[1]).toBe(-1);
  });

  it("obeys types: numbers as categories", () => {
    const decisions = parse(DECISIONS, { types: { debt: "category" } });
    expect(decisions.observations.columns[1]).toMatchObject({
      type: "category",
      levels: ["10", "11", "12", "15", "20", "30"],
    });
  });

  it("takes other missing markers, next to which an empty cell is always missing", () => {
    const text = withCell(withCell(DECISIONS, 2, "debt", "-9"), 3, "debt", "").replace("?", "5");
    const decisions = parse(text, { missing: ["-9"] });
    const [, debt] = decisions.observations.columns;
    expect(debt?.type === "number" && [debt.values[0], debt.values[1], debt.values[11]]).toEqual([
      Number.NaN,
      Number.NaN,
      5,
    ]);
  });

  it("does not depend on the order of the columns but for their order", () => {
    const reversed = DECISIONS.split("\n")
      .map((line) => line.split(",").reverse().join(","))
      .join("\n");
    const [a, b] = [parse(DECISIONS), parse(reversed)];
    expect([...b.observations.columns].reverse()).toEqual(a.observations.columns);
  });

  it("is not fooled by columns named like properties of objects", () => {
    const text = DECISIONS.replace("income", "__proto__").replace("debt", "constructor");
    const decisions = parse(text, { immutable: ["constructor"] });
    expect(decisions.schema.features.slice(0, 2)).toEqual([
      { name: "__proto__", type: "number", immutable: false },
      { name: "constructor", type: "number", immutable: true },
    ]);
  });
});

describe("roles that are not given", () => {
  it.each([
    ["yes", "no"],
    ["True", "False"],
    ["1", "0"],
    ["1.0", "0.0"],
    ["1", "-1"],
    ["APPROVED", "denied"],
    ["granted", "refused"],
  ])("takes %s over %s as favourable, and says so", (good, bad) => {
    const text = DECISIONS.replaceAll(/,yes$/gm, `,${good}`).replaceAll(/,no$/gm, `,${bad}`);
    const decisions = parse(text);
    expect(decisions.schema.decision).toMatchObject({ favourable: good, unfavourable: bad });
    expect(decisions.problems.find(({ message }) => message.includes("favourable"))).toMatchObject({
      severity: "note",
      code: "ROLE_GUESSED",
      column: "approved",
    });
  });

  it.each([
    ["A", "B"],
    ["1", "2"],
    ["accepted", "granted"],
  ])("refuses to guess between %s and %s", (a, b) => {
    const text = DECISIONS.replaceAll(/,yes$/gm, `,${a}`).replaceAll(/,no$/gm, `,${b}`);
    const error = errorOf(() => parse(text));
    expect(error).toMatchObject({ code: "FAVOURABLE_UNKNOWN", place: { file, column: "approved" } });
    expect(error.message).toContain("is good for the person? Name it (--favourable)");
    expect(error.message).toContain(`'${a}' and '${b}'`);
  });

  it("asks for the decision column when its name does not give it away", () => {
    const error = errorOf(() => parse(DECISIONS.replace("approved", "y")));
    expect(error.code).toBe("DECISION_UNKNOWN");
    expect(error.message).toContain("people.csv: which column has the decision? Name one of 'id', 'income'");
    expect(error.message).toContain("'income'");
  });

  it("takes Person_ID as the id only when its values are unique", () => {
    expect(parse(DECISIONS.replace("id,", "Person_ID,")).schema.id).toBe("Person_ID");
    const repeated = inspect(withCell(DECISIONS, 3, "id", "p1"));
    expect(repeated.draft?.schema.id).toBeNull();
    expect(onlyProblem(repeated.problems, "ID_DUPLICATE").severity).toBe("warning");
  });

  it("matches a favourable value given as another spelling of the same number", () => {
    const text = DECISIONS.replaceAll(/,yes$/gm, ",1.0").replaceAll(/,no$/gm, ",0.0");
    expect(parse(text, { favourable: "0" }).schema.decision.favourable).toBe("0.0");
  });
});

describe("bad decisions files", () => {
  it.each([
    ["FILE_EMPTY", ""],
    ["FILE_NO_ROWS", "a,approved\n"],
    ["FILE_NOT_TEXT", "a,approved\n\0,1\n"],
    ["ROW_RAGGED", `${DECISIONS}\np13,1\n`],
    ["QUOTE_UNCLOSED", `${DECISIONS}\n"p13,1,1,1,1,yes\n`],
  ])("%s is thrown by parse and listed by inspect", (code, text) => {
    expect(errorOf(() => parse(text))).toMatchObject({ code, place: { file } });
    expect(problem(text, code).severity).toBe("error");
  });

  it("names a duplicate column, and says when the copies are equal", () => {
    const twice = DECISIONS.split("\n").map((line) => `${line},${line.split(",")[1]}`);
    const error = errorOf(() => parse(twice.join("\n")));
    expect(error).toMatchObject({ code: "COLUMN_DUPLICATE", place: { file, column: "income", row: 1 } });
    expect(error.message).toContain("'income' occurs 2 times, each time with the same values. Delete all but one");
    const different = twice.join("\n").replace(/,1000$/m, ",7");
    expect(errorOf(() => parse(different)).message).toContain("Rename or delete all but one");
    expect(parse(twice.join("\n"), { ignore: ["income"] }).schema.features).toHaveLength(3);
  });

  it("leaves out columns without a name, with a warning", () => {
    const text = DECISIONS.split("\n").map((line, i) => (i === 0 ? `,${line}` : `${i},${line}`));
    const decisions = parse(text.join("\n"));
    expect(decisions.schema.features.map(({ name }) => name)).toEqual(["income", "debt", "city", "sex"]);
    expect(onlyProblem(decisions.problems, "COLUMN_UNNAMED")).toMatchObject({
      severity: "warning",
      count: 1,
      rows: [1],
    });
  });

  it("names options that name no column, with the columns there are", () => {
    const error = errorOf(() => parse(DECISIONS, { sensitive: ["gender"] }));
    expect(error).toMatchObject({ code: "COLUMN_UNKNOWN", place: { file, column: "gender" } });
    expect(error.message).toContain(
      "people.csv has no column 'gender' (named as sensitive). Its columns are 'id', 'income'",
    );
    expect(errorOf(() => parse(DECISIONS, { decision: "Approved" })).message).toContain("Did you mean 'approved'?");
    const headless = DECISIONS.split("\n").slice(1).join("\n");
    expect(errorOf(() => parse(headless, { decision: "approved" })).message).toContain("Row 1 looks like data");
  });

  it("lists the three values of a decision with three", () => {
    const error = errorOf(() => parse(withCell(DECISIONS, 4, "approved", "maybe")));
    expect(error).toMatchObject({ code: "DECISION_NOT_BINARY", place: { file, column: "approved" } });
    expect(error.message).toContain("3 values instead of two: 'maybe', 'no' and 'yes'");
  });

  it("lists the values found when the favourable one is not among them", () => {
    const error = errorOf(() => parse(DECISIONS, { favourable: "accepted" }));
    expect(error.code).toBe("FAVOURABLE_UNKNOWN");
    expect(error.message).toContain("no row has the favourable value 'accepted'. Name one of 'no' and 'yes'");
  });

  it("refuses a single class and classes of fewer than five", () => {
    const single = errorOf(() => parse(DECISIONS.replaceAll(/,no$/gm, ",yes")));
    expect(single).toMatchObject({ code: "SINGLE_CLASS", place: { file, column: "approved" } });
    expect(single.message).toContain("every decision is 'yes'");
    const small = errorOf(() => parse(DECISIONS.split("\n").toSpliced(1, 2).join("\n")));
    expect(small.code).toBe("CLASS_TOO_SMALL");
    expect(small.message).toContain("only 4 rows with the decision 'no'. Add rows: an audit needs at least 5");
  });

  it("counts and leaves out rows without a decision", () => {
    const text = `${DECISIONS}\np13,1,1,Ulm,f,?\np14,2,1,Ulm,f,\n`;
    const decisions = parse(text);
    expect(decisions.observations.rows).toBe(12);
    expect(decisions.rows).toBe(14);
    expect(onlyProblem(decisions.problems, "DECISION_MISSING")).toMatchObject({
      severity: "warning",
      count: 2,
      rows: [14, 15],
      column: "approved",
    });
    expect(decisions.excludedIds).toEqual(new Set(["p13", "p14"]));
    expect(problem(DECISIONS.replaceAll(/,(yes|no)$/gm, ",?"), "DECISION_MISSING").severity).toBe("error");
  });

  it("does not complain about cells of rows it leaves out", () => {
    expect(parse(`${DECISIONS}\np13,Infinity,1,Ulm,f,?\n`).observations.rows).toBe(12);
  });

  it.each(["Infinity", "1e999", "NaN", "-inf"])("refuses %s in a numeric column, with file, column and row", (cell) => {
    const error = errorOf(() => parse(withCell(DECISIONS, 5, "income", cell)));
    expect(error).toMatchObject({ code: "VALUE_NOT_FINITE", place: { file, column: "income", row: 5 } });
    expect(error.message).toContain(`people.csv, column 'income', row 5: '${cell}'`);
  });

  it("takes NaN as missing when told so", () => {
    const decisions = parse(withCell(DECISIONS, 5, "income", "NaN"), { missing: ["?", "NaN"] });
    expect(decisions.columns.find(({ name }) => name === "income")?.missing).toBe(1);
  });

  it("refuses text in a column said to hold numbers", () => {
    const error = errorOf(() => parse(DECISIONS, { types: { city: "number" } }));
    expect(error).toMatchObject({ code: "VALUE_UNPARSABLE", place: { file, column: "city", row: 2 } });
    expect(error.message).toContain("'Ulm' and 'Bonn'");
  });

  it("warns when a slip turns numbers into categories, however they are written", () => {
    const slip = problem(withCell(DECISIONS, 5, "income", "1200 each"), "COLUMN_MIXED");
    expect(slip).toMatchObject({ severity: "warning", column: "income", count: 1, rows: [5] });
    const commas = DECISIONS.replaceAll(",", ";").replaceAll(/(\d{4});/g, "$1,5;");
    const comma = problem(commas.replace("1200,5", "much"), "COLUMN_MIXED");
    expect(comma).toMatchObject({ severity: "warning", column: "income", count: 1, rows: [4] });
  });

  it("warns of a file without a header, and not of columns that are numbered or years", () => {
    const [header = "", ...rows] = DECISIONS.trimEnd().split("\n");
    const without = inspect(`${rows.join("\n")}\n`);
    expect(without.problems).toContainEqual(
      expect.objectContaining({ code: "HEADER_LIKE_ROW", severity: "warning", rows: [1] }),
    );
    const codesOf = (names: readonly string[]) =>
      inspect([names.join(","), "1,5,7,yes", "2,6,8,no", "3,7,5,no"].join("\n")).problems.map(({ code }) => code);
    expect(inspect(DECISIONS).problems.map(({ code }) => code)).not.toContain("HEADER_LIKE_ROW");
    expect(header).toContain("income");
    expect(codesOf(["4", "6", "9", "yes"])).toContain("HEADER_LIKE_ROW");
    expect(codesOf(["4", "6", "9", "granted"])).toContain("HEADER_LIKE_ROW");
    expect(codesOf(["0", "1", "2", "label"])).not.toContain("HEADER_LIKE_ROW");
    expect(codesOf(["2019", "2020", "2021", "approved"])).not.toContain("HEADER_LIKE_ROW");
    expect(codesOf(["4", "age", "9", "approved"])).not.toContain("HEADER_LIKE_ROW");
  });

  it("warns where a point may separate thousands, and not of measured decimals", () => {
    const written = (cell: (income: number) => string) =>
      DECISIONS.split("\n")
        .map((line, i) => {
          const cells = line.split(",");
          if (i > 0 && line !== "") cells[incomeAt] = cell(900 + 37 * i);
          return cells.join(",");
        })
        .join("\n");
    const incomeAt = DECISIONS.split("\n")[0]!.split(",").indexOf("income");
    const grouped = written((income) => (income < 1000 ? `${income}` : `${income}`.replace(/(\d{3})$/, ".$1")));
    const warning = problem(grouped, "NUMBERS_LIKE_THOUSANDS");
    expect(warning).toMatchObject({ severity: "warning", column: "income" });
    expect(warning.message).toContain("'1.011', '1.048'");
    for (const cell of [
      (income: number) => `${income}`, // nothing has a point
      (income: number) => (income / 1000).toFixed(3), // everything has one
      (income: number) => `${income / 100}`, // other numbers of places
      (income: number) => (income < 1000 ? `${10 * income}` : `${income / 1000}1`.slice(0, 5)), // large whole numbers too
    ]) {
      expect(inspect(written(cell)).problems.map(({ code }) => code)).not.toContain("NUMBERS_LIKE_THOUSANDS");
    }
  });

  it("warns of constant and empty columns; an empty one is left out", () => {
    const text = DECISIONS.split("\n").map((line, i) =>
      i === 0 ? `${line},country,note,zero` : `${line},DE,,0.${"0".repeat(i)}`,
    );
    const { problems, draft } = inspect(text.join("\n"));
    const constant = problems.filter(({ code }) => code === "COLUMN_CONSTANT");
    expect(constant.map(({ column, severity }) => [column, severity])).toEqual([
      ["country", "warning"],
      ["zero", "warning"],
    ]);
    expect(constant[0]?.message).toContain("people.csv, column 'country' has the same value 'DE' in every row");
    expect(onlyProblem(problems, "COLUMN_EMPTY")).toMatchObject({ severity: "warning", column: "note" });
    expect(draft?.schema.features.map(({ name }) => name)).toEqual([
      "income",
      "debt",
      "city",
      "sex",
      "country",
      "zero",
    ]);
    expect(draft?.schema.ignored).toEqual(["note"]);
  });

  it("refuses 100,000 categories unless they are ignored or the id", () => {
    const text = alternating(100_000, (i) => `c${i}`, "customer");
    const error = errorOf(() => parse(text));
    expect(error).toMatchObject({ code: "TOO_MANY_CATEGORIES", place: { file, column: "customer" } });
    expect(error.message).toContain("people.csv, column 'customer' has 100000 different values");
    expect(error.message).toContain("Leave it out (--ignore)");
    expect(parse(text, { ignore: ["customer"] }).schema.features).toHaveLength(1);
    expect(parse(text, { id: "customer" }).schema.features).toHaveLength(1);
  });

  it("warns of a category that is nearly an id, from twenty rows on, and suggests the ways out", () => {
    const names = (rows: number, different: number) => alternating(rows, (i) => `name ${i % different}`, "name");
    const warning = onlyProblem(parse(names(40, 21)).problems, "COLUMN_LIKE_ID");
    expect(warning).toMatchObject({ severity: "warning", column: "name", count: 21 });
    expect(warning.message).toContain("column 'name' has 21 different values in 40 rows");
    expect(warning.message).toContain("Leave it out (--ignore), or name it as the id");
    const codes = (text: string, options = {}) => parse(text, options).problems.map(({ code }) => code);
    expect(codes(names(40, 20))).not.toContain("COLUMN_LIKE_ID");
    expect(codes(names(18, 18))).not.toContain("COLUMN_LIKE_ID");
    expect(codes(names(40, 40), { ignore: ["name"] })).not.toContain("COLUMN_LIKE_ID");
    expect(codes(names(40, 40), { id: "name" })).not.toContain("COLUMN_LIKE_ID");
  });

  it("refuses ids that occur twice, and warns of missing ones", () => {
    const error = errorOf(() => parse(withCell(DECISIONS, 9, "id", "p1"), { id: "id" }));
    expect(error).toMatchObject({ code: "ID_DUPLICATE", place: { file, column: "id", row: 9 } });
    const missing = parse(withCell(DECISIONS, 9, "id", ""), { id: "id" });
    expect(onlyProblem(missing.problems, "ID_MISSING")).toMatchObject({ severity: "warning", rows: [9] });
    expect(missing.ids?.[7]).toBe("");
  });

  it.each(["-1", "Infinity", "heavy", ""])("refuses the weight %j", (cell) => {
    const text = DECISIONS.split("\n").map((line, i) => (i === 0 ? `${line},w` : `${line},${i === 3 ? cell : 1}`));
    const error = errorOf(() => parse(text.join("\n"), { weight: "w" }));
    expect(error).toMatchObject({ code: "WEIGHT_INVALID", place: { file, column: "w", row: 4 } });
  });

  it("refuses weights that are all zero", () => {
    const text = DECISIONS.split("\n").map((line, i) => (i === 0 ? `${line},w` : `${line},0`));
    expect(errorOf(() => parse(text.join("\n"), { weight: "w" })).message).toContain("all weights are 0");
  });

  it("refuses a file without features", () => {
    expect(errorOf(() => parse(DECISIONS, { ignore: ["income", "debt", "city", "sex"] })).code).toBe("NO_FEATURES");
  });

  it("warns of a column that repeats the decision", () => {
    const text = DECISIONS.split("\n").map((line, i) =>
      i === 0 ? `${line},status` : `${line},${line.endsWith("yes") ? "A" : "R"}`,
    );
    expect(problem(text.join("\n"), "COLUMN_LEAKS")).toMatchObject({ severity: "warning", column: "status" });
    const almost = withCell(text.join("\n"), 2, "status", "A");
    expect(inspect(almost).problems.some(({ code }) => code === "COLUMN_LEAKS")).toBe(false);
  });

  it("notes repeated rows and warns of equal people with different decisions", () => {
    const text = `${DECISIONS}\nx,1000,10,Ulm,f,no\ny,1000,10,Ulm,f,no\nz,3000,10,Ulm,f,no\n`;
    const { problems } = inspect(text);
    expect(onlyProblem(problems, "ROWS_DUPLICATE")).toMatchObject({ severity: "note", count: 2, rows: [14, 15] });
    expect(onlyProblem(problems, "ROWS_CONTRADICT")).toMatchObject({ severity: "warning", count: 2, rows: [8, 16] });
  });

  it("notes a sample that looks balanced by design, unless there are weights", () => {
    const text = ["x,w,approved", ...Array.from({ length: 40 }, (_, i) => `${i},1,${i % 2}`)].join("\n");
    expect(problem(text, "CLASSES_BALANCED")).toMatchObject({ severity: "note", count: 40 });
    expect(inspect(text, { weight: "w" }).problems.some(({ code }) => code === "CLASSES_BALANCED")).toBe(false);
  });

  it("takes a header of 20,000 columns in its stride", () => {
    const names = Array.from({ length: 20_000 }, (_, j) => `c${j}`);
    const rows = Array.from({ length: 10 }, (_, i) => `${"1,".repeat(names.length)}${i % 2}`);
    const started = performance.now();
    expect(parse([`${names.join(",")},approved`, ...rows].join("\n")).schema.features).toHaveLength(20_000);
    const copies = errorOf(() => parse(`${"a,".repeat(20_000)}approved\n${"1,".repeat(20_000)}1\n`));
    expect(copies.message).toContain("'a' occurs 20000 times");
    expect(performance.now() - started).toBeLessThan(10_000); // quadratic work would take minutes
  });

  it("lists several problems at once", () => {
    const text = withCell(withCell(DECISIONS, 4, "income", "Infinity"), 6, "debt", "1e999");
    const codes = inspect(text, { sensitive: ["race"] }).problems.filter(({ severity }) => severity === "error");
    expect(codes.map(({ code, column }) => [code, column])).toEqual([
      ["COLUMN_UNKNOWN", "race"],
      ["VALUE_NOT_FINITE", "income"],
      ["VALUE_NOT_FINITE", "debt"],
    ]);
  });
});

describe("decisions options", () => {
  it.each([
    [{ colour: "x" }, "UNKNOWN_OPTION", "decisions has no option 'colour'"],
    [{ sensitive: "sex" }, "INVALID_OPTION", "sensitive must be a list of texts, got sex"],
    [{ decision: 3 }, "INVALID_OPTION", "decision must be a text, got 3"],
    [{ types: { income: "money" } }, "INVALID_OPTION", "types['income'] must be one of number, category, got money"],
    [{ delimiter: "\n" }, "INVALID_OPTION", "delimiter must be a text without quotes and line ends"],
    [{ decision: "a", id: "a" }, "INVALID_OPTION", "column 'a' cannot be both decision and id"],
    [{ weight: "w", sensitive: ["w"] }, "INVALID_OPTION", "column 'w' cannot be both weight and sensitive"],
  ])("refuses %j", (options, code, message) => {
    const error = errorOf(() => inspectDecisions(DECISIONS, options as DecisionsOptions));
    expect(error.code).toBe(code);
    expect(error.message).toContain(message);
  });

  it("leaves the caller's options as they were", () => {
    const options = Object.freeze({ sensitive: Object.freeze(["sex"]), missing: Object.freeze(["?"]), file });
    const before = JSON.stringify(options);
    parseDecisions(DECISIONS, options);
    expect(JSON.stringify(options)).toBe(before);
  });
});

describe("the favourable outcome", () => {
  const outcomes = (values: readonly string[], options: DecisionsOptions = {}) => {
    const text = alternating(12, (i) => values[i % values.length]!, "later");
    return inspect(text, { outcome: "later", ...options });
  };

  it("is taken as named, also as another writing of the same number", () => {
    expect(outcomes(["0", "1"], { favourableOutcome: "0.0" }).draft?.schema.favourableOutcome).toBe("0");
    const wrong = outcomes(["0", "1"], { favourableOutcome: "good" });
    expect(onlyProblem(wrong.problems, "FAVOURABLE_UNKNOWN").message).toContain(
      "no row has the favourable outcome 'good'. Name one of '0' and '1'",
    );
  });

  it("is guessed from a word only, and said so", () => {
    const guessed = outcomes(["Repaid", "defaulted"]);
    expect(guessed.draft?.schema.favourableOutcome).toBe("Repaid");
    expect(guessed.problems.some(({ code, message }) => code === "ROLE_GUESSED" && message.includes("'Repaid'"))).toBe(
      true,
    );
    expect(outcomes(["0", "1"]).draft?.schema.favourableOutcome).toBeNull();
    expect(outcomes(["repaid", "lost", "open"]).draft?.schema.favourableOutcome).toBeNull();
  });
});
