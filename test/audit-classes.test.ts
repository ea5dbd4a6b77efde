import { describe, expect, it } from "vitest";
import { audit } from "../src/audit.js";
import { canonicalJson } from "../src/document/canonical-json.js";
import { parseDecisions } from "../src/input/decisions.js";
import { joinClassEvidence } from "../src/input/join.js";
import { parseLetters } from "../src/input/letters.js";
import { loadKernels } from "../src/kernels/load.js";
import { demoTiers } from "../src/lab/demo/tiers.js";
import { classFairness, rankDistance } from "../src/measure/groups/class-fairness.js";
import { reasonsNeedTwo } from "../src/measure/letters/reasons.js";
import { refitsNeedTwo } from "../src/measure/trust/stability.js";
import { classGlance, renderClassReport } from "../src/reports/classes/class-document.js";
import { classTables } from "../src/reports/classes/class-tables.js";
import { isClassModel, parseClassModel } from "../src/surrogate/class-model.js";
import { parseModel } from "../src/surrogate/model-file.js";
import { wasserstein1 } from "../src/transport/one-dimensional.js";

const kernels = await loadKernels();
const roles = {
  decision: "tier",
  classes: ["decline", "standard", "prime"],
  sensitive: ["sex"],
  immutable: ["sex"],
} as const;
const { decisionsCsv, lettersCsv } = demoTiers(2, { people: 120 });
const decisions = parseDecisions(decisionsCsv, roles);
const letters = parseLetters(lettersCsv, decisions);
const evidence = joinClassEvidence(decisions, letters);
const quick = { methods: ["recast", "no-cf-lr", "majority"], folds: 3, resamples: 100 } as const;

describe("reasons where there are more than two decisions", () => {
  it("are left out, and the report says why", () => {
    const names = [{ name: "income", features: [decisions.schema.features[0]!.name] }];
    const one = { personOf: Int32Array.of(0), nameOf: Int32Array.of(0), direction: Int8Array.of(1) };
    const told = audit({ ...evidence, reasons: { names, ...one } }, kernels, quick).report;
    const plain = audit(evidence, kernels, quick).report;
    const { what, reason } = reasonsNeedTwo;
    expect(told.notAvailable).toEqual([...plain.notAvailable, { what, reason }]);
    expect(plain.notAvailable.map((entry) => entry.what)).not.toContain(what);
  });
});

describe("reading classes", () => {
  it("numbers decisions by the given order and reads what each letter offers", () => {
    const tiers = decisionsCsv
      .trim()
      .split("\n")
      .slice(1)
      .map((line) => line.split(",").at(-1)!);
    expect(Array.from(evidence.decisions)).toEqual(tiers.map((tier) => roles.classes.indexOf(tier as "prime")));
    const offers = new Map(
      lettersCsv
        .trim()
        .split("\n")
        .flatMap((line) => {
          const [id, field, value] = line.split(",");
          return field === "tier" ? [[id, value]] : [];
        }),
    );
    expect(offers.size).toBe(evidence.classes.letterTo.length);
    evidence.classes.letterTo.forEach((to, k) => {
      const person = evidence.letterOf[k]!;
      expect(roles.classes[to]).toBe(offers.get(evidence.ids![person]));
      expect(evidence.classes.letterFrom[k]).toBe(evidence.decisions[person]);
    });
    expect(letters.problems.filter(({ code }) => code === "LETTER_FIELD_UNUSED")).toEqual([]);
  });

  const people = `x,y,tier\n${Array.from({ length: 18 }, (_, i) => `${i},${(i * 7) % 5},${"abc"[Math.floor(i / 6)]}`).join("\n")}\n`;
  const plain = parseDecisions(people, { decision: "tier", classes: ["a", "b", "c"] });
  const read = (text: string, columns = {}) => {
    const ignore = Object.values(columns) as string[];
    return joinClassEvidence(plain, parseLetters(text, plain, { ignore }), columns);
  };

  it("reads full rows, with or without classes, and leaves open what is not said", () => {
    const open = read("x,y,tier\n7,1,b\n13,2,\n");
    expect([Array.from(open.classes.letterFrom), Array.from(open.classes.letterTo)]).toEqual([
      [-1, -1],
      [1, -1],
    ]);
    const named = read("x,y,now,then\n7,1,a,b\n13,2,b,c\n", { from: "now", to: "then" });
    expect([Array.from(named.classes.letterFrom), Array.from(named.classes.letterTo)]).toEqual([
      [0, 1],
      [1, 2],
    ]);
    expect(read("x,y\n7,1\n").classes.letterTo).toEqual(Int32Array.of(-1));
    expect(joinClassEvidence(plain, null).classes.letterTo).toHaveLength(0);
  });

  it("refuses offers that are no class, columns that are not there, and what somebody has already", () => {
    expect(() => read("x,y,tier\n7,1,z\n")).toThrow(/row 2: 'z' is not among the classes 'a', 'b' and 'c'/);
    const text = "x,y\n7,1\n";
    expect(() => joinClassEvidence(plain, parseLetters(text, plain), { to: "then" })).toThrow(/has no column 'then'/);
    expect(() => read("x,y,now,tier\n7,1,b,b\n", { from: "now" })).toThrow(/to a person who already got it/);
    expect(() => parseDecisions(people, { decision: "tier", classes: ["a", "b"] })).toThrow(
      /'c' is not among the classes/,
    );
    expect(() => parseDecisions(people, { decision: "tier", classes: ["a", "b", "c", "d"] })).toThrow(
      /only 0 rows with the decision 'd'/,
    );
    expect(() => parseDecisions(people, { decision: "tier", classes: ["a", "a"] })).toThrow(/different values/);
  });

  it("sees a column that says the same as the decision, and rows that contradict", () => {
    const leaking = people.replace(/^(.*),([abc])$/gm, "$1,$2,$2$2").replace("x,y,tier", "x,y,tier,copy");
    const rows = parseDecisions(`${leaking}0,0,c,cc\n`, { decision: "tier", classes: ["a", "b", "c"] });
    const codes = rows.problems.map(({ code }) => code);
    expect(codes).toContain("COLUMN_LEAKS");
    const apart = parseDecisions(`${people}0,0,c\n`, { decision: "tier", classes: ["a", "b", "c"] });
    expect(apart.problems.map(({ code }) => code)).toContain("ROWS_CONTRADICT");
  });
});

describe("groups over ordered classes", () => {
  it("measures W₁ between the places of people", () => {
    const [a, b] = [Float64Array.of(3, 1, 0), Float64Array.of(1, 1, 6)];
    expect(rankDistance(a, b)).toBeCloseTo(wasserstein1([0, 0, 0, 1], [0, 1, 2, 2, 2, 2, 2, 2]), 14);
    expect(rankDistance(a, a)).toBe(0);
  });

  it("gives rates of every class by group, compares groups of ten and more, and says whose group is not known", () => {
    const groupOf = Int32Array.from({ length: 45 }, (_, i) => (i < 20 ? 0 : i < 40 ? 1 : i < 43 ? 2 : -1));
    const decided = Uint8Array.from({ length: 45 }, (_, i) => (i < 20 ? i % 2 : 2));
    const grouping = { attribute: "g", columns: ["g"], kind: "category", labels: ["p", "q", "r"], groupOf } as const;
    const [found] = classFairness(decided, 3, [grouping], { resamples: 200, seed: 0 });
    expect(found!.groups.map(({ n, status, meanRank }) => [n, status, meanRank])).toEqual([
      [20, "measured", 0.5],
      [20, "measured", 2],
      [3, "insufficient", 2],
    ]);
    expect(found!.groups[0]!.rates.map(({ share }) => share)).toEqual([0.5, 0.5, 0]);
    expect(found!.unknown).toBe(2);
    expect(found!.distance).toMatchObject({ a: "p", b: "q", value: 1.5 });
    expect(found!.distance!.low).toBeLessThan(1.5);
    expect(found!.distance!.high).toBeGreaterThan(1.5);
  });
});

describe("audit of K classes", () => {
  const { report, model } = audit(evidence, kernels, quick);

  it("counts every person once, and letters held out with their people", () => {
    const total = report.confusion.flat().reduce((sum, value) => sum + value, 0);
    expect(total).toBeCloseTo(120, 9);
    report.methods.forEach(({ agreement, byClass }) => {
      const right = byClass.reduce((sum, { successes }) => sum + successes, 0);
      expect(right).toBeCloseTo(agreement!.successes, 9);
    });
    expect(report.recommendation.method).not.toBe("majority");
    expect(report.band).toMatchObject({ failure: null });
    if (report.band.failure === null) {
      const all = report.band.settled.reduce((sum, { share }) => sum + share, report.band.contested.share);
      expect(all).toBeCloseTo(1, 12);
    }
    for (const { own, anchors } of report.prototypes.failure === null ? report.prototypes.classes : []) {
      expect(anchors.reduce((sum, { weight }) => sum + weight, own)).toBeCloseTo(1, 12);
    }
  });

  it("does not depend on the order of the rows", () => {
    const [head, ...lines] = decisionsCsv.trim().split("\n");
    const turned = parseDecisions(`${[head, ...lines.reverse()].join("\n")}\n`, roles);
    const again = joinClassEvidence(turned, parseLetters(lettersCsv, turned));
    const other = audit(again, kernels, quick);
    expect(canonicalJson(other.model)).toBe(canonicalJson(model));
    expect(canonicalJson(other.report)).toBe(canonicalJson(report));
  });

  it("keeps its model in a file that reads back to the same answers, and refuses a damaged one", () => {
    const text = canonicalJson(model);
    expect(isClassModel(text)).toBe(true);
    const revived = parseClassModel(text, kernels);
    expect(revived.predict(evidence.observations)).toEqual(model.predict(evidence.observations));
    expect(canonicalJson(revived)).toBe(text);
    expect(() => parseClassModel(text.slice(0, -20), kernels)).toThrow(/not complete JSON/);
    const data = JSON.parse(text);
    const classes = ["decline", "standard", "best"];
    expect(() =>
      parseClassModel(JSON.stringify({ ...data, decision: { ...data.decision, classes } }), kernels),
    ).toThrow(/checksum/);
    expect(() =>
      parseClassModel(JSON.stringify({ ...data, decision: { ...data.decision, classes: ["a", "b"] } }), kernels),
    ).toThrow(/does not fit/);
    expect(() => parseModel(text, kernels)).toThrow(/more than two classes/);
  });

  it("goes on without letters, saying what is lost, and refuses options it does not know", () => {
    const bare = audit(joinClassEvidence(decisions, null), kernels, { folds: 2, resamples: 100 }).report;
    expect(bare.methods.map(({ method }) => method)).toEqual(["no-cf-lr", "no-cf-rf", "nearest", "majority"]);
    expect(bare.band.failure).toMatchObject({ code: "NO_LETTERS" });
    expect(bare.prototypes.failure).toMatchObject({ code: "NO_LETTERS" });
    const file = {
      ...bare,
      version: "0",
      files: {
        decisions: { name: "d.csv", bytes: 1, sha256: "0".repeat(64), rows: 120 },
        letters: null,
        population: null,
      },
      identity: { system: null, purpose: "x", period: null, auditor: null, date: null, notes: null },
      columns: [],
      problems: decisions.problems,
    };
    expect(classGlance(file).find(([name]) => name === "Clear or open")?.[1]).toContain("Not computed");
    const page = renderClassReport(file);
    expect(page).toContain("Audit of decisions with more than two values");
    expect(page).toContain("They show no cause and no intent.");
    expect(page).toContain("There are no letters");
    expect(
      classTables(file)
        .find(({ name }) => name === "class-determined")
        ?.rows[0]?.at(-1),
    ).toContain("NO_LETTERS");
    expect(() => audit(evidence, kernels, { methods: [] })).toThrow("number of methods must be a whole number >= 1");
    expect(() => audit(evidence, kernels, { methods: ["cca" as never] })).toThrow(/one of/);
    expect(() => audit(evidence, kernels, { other: 1 } as never)).toThrow(/no option 'other'/);
    expect(() => audit(evidence, kernels, { refits: 3 })).toThrow(
      `refits works for two decisions only: ${refitsNeedTwo.reason}`,
    );
  });

  it("reports a method that cannot be fitted, and goes on with the others", () => {
    const { report: partial } = audit(joinClassEvidence(decisions, null), kernels, { ...quick, folds: 2 });
    expect(partial.methods[0]).toMatchObject({ method: "recast", agreement: null, failure: { code: "NO_LETTERS" } });
    expect(partial.recommendation.method).toBe("no-cf-lr");
  });
});
