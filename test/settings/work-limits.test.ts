import { describe, expect, it } from "vitest";
import { audit } from "../../src/audit.js";
import { resolveCollectOptions } from "../../src/collect/collect.js";
import { AuditError } from "../../src/errors.js";
import type { Evidence } from "../../src/input/evidence.js";
import type { Table } from "../../src/input/table.js";
import { loadKernels } from "../../src/kernels/load.js";
import { checkStudy } from "../../src/lab/study/spec.js";
import { planLeak } from "../../src/leak/leak-plan.js";
import { leakSettings } from "../../src/settings/leak-settings.js";
import { type Setting, settingsIn } from "../../src/settings/settings.js";
import { MOST_COLUMNS, requireFits, requireSize } from "../../src/settings/work-limits.js";
import { surrogateMethods } from "../../src/surrogate/methods.js";
import { madeUpEvidence } from "../checks/made-up-evidence.js";
import { errorOf } from "../input/samples.js";

const kernels = await loadKernels();
const evidence = madeUpEvidence({ people: 30 });
const people80 = madeUpEvidence({ people: 80 });
const HOSTILE = [1e9, 2 ** 31, 2 ** 53, 1e308, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY];

/** Evidence whose features are this many numbers. */
function wide(columns: number, rows = 30): Pick<Evidence, "observations" | "letters"> {
  const values = new Float64Array(rows);
  const table: Table = {
    rows,
    columns: Array.from({ length: columns }, (_, j) => ({ name: `x${j}`, type: "number", values })),
  };
  return { observations: table, letters: { ...table, rows: 0 } };
}

/** Features that would take this many rows, without the memory for them. */
const long = (rows: number, columns: number) => {
  const { observations, letters } = wide(columns);
  return { observations: { ...observations, rows }, letters };
};

/** Accepted, or refused for what it is: never another error. */
function isRefused(run: () => unknown): boolean {
  try {
    run();
    return false;
  } catch (error) {
    if (!(error instanceof AuditError)) throw error;
    expect(error.code).toMatch(/^(?:INVALID_OPTION|TOO_LARGE|STUDY_INVALID)$/);
    return true;
  }
}

const numeric = (of: readonly (readonly [string, Setting])[]) =>
  of.filter(([, { kind }]) => ["whole", "number", "share", "sizes"].includes(kind.name));

describe("the size of the evidence", () => {
  it("is refused by name where its columns would not fit, whatever the rows", () => {
    expect(errorOf(() => requireSize(wide(10_000), "people.csv"))).toMatchObject({
      code: "TOO_LARGE",
      place: { file: "people.csv" },
      message: expect.stringContaining(
        "10000 columns of numbers, one for each value of a category, and 4000 is the most",
      ),
    });
    const given = { ...evidence, ...wide(MOST_COLUMNS + 1, evidence.observations.rows), letterOf: new Int32Array(0) };
    expect(errorOf(() => audit(given, kernels)).code).toBe("TOO_LARGE");
  });

  it("names the category with most values, and counts those that only letters have", () => {
    const names = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `n${from + i}`);
    const column = (levels: readonly string[]) =>
      ({ rows: 0, columns: [{ name: "name", type: "category", codes: new Int32Array(0), levels }] }) as const;
    const parts = { observations: column(names(0, 3000)), letters: column(names(2000, 4001)) };
    const error = errorOf(() => requireSize(parts, "people.csv"));
    expect(error).toMatchObject({ code: "TOO_LARGE", place: { file: "people.csv", column: "name" } });
    expect(error.message).toContain("'name' has 4001 different values. Leave columns out (--ignore)");
    expect(isRefused(() => requireSize({ ...parts, letters: column(names(0, 4000)) }, "people.csv"))).toBe(false);
  });

  it.each([
    [25_600, 110],
    [200, 1000],
    [60_000, 784],
    [1_000_000, 12],
    [1_000_000, 110],
  ])("is no problem with %i rows and %i columns", (rows, columns) => {
    expect(isRefused(() => requireSize(long(rows, columns), "people.csv"))).toBe(false);
  });

  it("is refused where rows and columns together would not fit", () => {
    const error = errorOf(() => requireSize(long(10_000_000, 784), "people.csv"));
    expect(error.code).toBe("TOO_LARGE");
    expect(error.message).toContain("Audit a random sample of at most 1369568 rows");
  });
});

describe("the number of fits", () => {
  it("is refused by the setting that asks for it, with the most it can be", () => {
    expect(errorOf(() => requireFits({ methods: 10, folds: 1000, repeats: 11 }))).toMatchObject({
      code: "INVALID_OPTION",
      message: expect.stringContaining("repeats must be at most 10, because 10 methods in 1000 folds are 10000 fits"),
    });
    expect(isRefused(() => requireFits({ methods: 10, folds: 1000, repeats: 10 }))).toBe(false);
    const leaking = { repeats: 1000, fields: 10_000, sizes: Array.from({ length: 12 }, (_, k) => k + 2) };
    const columns = Array.from({ length: 400 }, (_, j) => ({ ...people80.letters.columns[0]!, name: `x${j}` }));
    const from = Array.from({ length: 400 }, (_, j) => ({ ...people80.observations.columns[0]!, name: `x${j}` }));
    const given: Evidence = {
      ...people80,
      schema: { ...people80.schema, features: from.map(({ name, type }) => ({ name, type, immutable: false })) },
      observations: { ...people80.observations, columns: from },
      letters: { ...people80.letters, columns },
    };
    expect(errorOf(() => planLeak(given, null, [], leaking)).message).toMatch(/^repeats must be at most \d+, because/);
  });
});

describe("every number that can be set", () => {
  const small = { methods: ["recast"], folds: 2, refits: 1, resamples: 100, sensitivity: false } as const;

  it.each(numeric(settingsIn("method")))("of an audit: %s is taken or refused, never attempted in vain", (name, of) => {
    for (const value of HOSTILE) {
      const options = { ...small, solver: "sinkhorn", epochs: 2, [name]: value } as const;
      const refused = isRefused(() => audit(evidence, kernels, options));
      if (of.kind.name === "whole" && !["seed", "sample"].includes(name))
        expect(refused, `${name} ${value}`).toBe(true);
    }
  });

  it.each(numeric(Object.entries<Setting>(leakSettings)))("of leak: %s", (name, { kind }) => {
    for (const value of HOSTILE) {
      const given = { [name]: kind.name === "sizes" ? [value] : value };
      const refused = isRefused(() => planLeak(people80, null, [], given));
      if (name !== "seed") expect(refused, `${name} ${value}`).toBe(name !== "holdOut" || value !== 0.5);
    }
  });

  it.each(["decisions", "letters", "budget", "tries", "perLetter", "backoffMs"])("of collect: %s", (name) => {
    for (const value of HOSTILE) {
      const refused = isRefused(() => resolveCollectOptions({ decisions: 1, budget: 1, [name]: value }));
      if (value > 1e9 && name !== "backoffMs") expect(refused, `${name} ${value}`).toBe(true);
    }
  });

  it.each(["seeds", "sizes", "every"])("of a study: %s", (name) => {
    const spec = {
      format: "recast-study/1",
      name: "small",
      title: "Small",
      datasets: ["adult"],
      targets: ["lr"],
      generators: ["dice"],
      sizes: [20],
      methods: ["recast"],
      seeds: 1,
    };
    expect(isRefused(() => checkStudy(spec, "study.json"))).toBe(false);
    for (const value of HOSTILE.filter((given) => given !== 1e9 || name === "seeds")) {
      const given = { ...spec, [name]: name === "sizes" ? [value] : value };
      expect(
        isRefused(() => checkStudy(given, "study.json")),
        `${name} ${value}`,
      ).toBe(true);
    }
  });

  it("of a method: a whole number is refused beyond what ends", () => {
    const made = (make: unknown, options: object) => isRefused(() => (make as (given: object) => unknown)(options));
    for (const value of HOSTILE) {
      expect(made(surrogateMethods["no-cf-rf"], { trees: value }), `trees ${value}`).toBe(true);
      expect(made(surrogateMethods.bracket, { folds: value }), `folds ${value}`).toBe(true);
      expect(made(surrogateMethods.recast, { points: value }), `points ${value}`).toBe(true);
      expect(made(surrogateMethods.recast, { epochs: value }), `epochs ${value}`).toBe(true);
    }
  });
});
