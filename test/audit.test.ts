import { describe, expect, it } from "vitest";
import { audit } from "../src/audit.js";
import { canonicalJson } from "../src/document/canonical-json.js";
import { selectColumnRows, selectTableRows } from "../src/input/table.js";
import { loadKernels } from "../src/kernels/load.js";
import { applyGrouping, groupingRules } from "../src/measure/groups/groups.js";
import { selectEvidence } from "../src/surrogate/canonical-evidence.js";
import { fitModel } from "../src/surrogate/model.js";
import { parseModel } from "../src/surrogate/model-file.js";
import { ridge } from "../src/surrogate/ridge.js";
import { doubledEvidence, madeUpEvidence, shuffledEvidence, turnedEvidence } from "./checks/made-up-evidence.js";
import { kernelSets } from "./kernels/kernel-sets.js";

const evidence = madeUpEvidence({ people: 80, missing: 3 });
const fast = await loadKernels();
/** A small audit where the numbers are not looked at. */
const quick = { refits: 2, resamples: 100, sensitivity: false } as const;
const texts = ({ report, model }: ReturnType<typeof audit>) => [canonicalJson(report), canonicalJson(model)];

describe.each(kernelSets)("audit with $name kernels", ({ name, kernels }) => {
  it.each(["exact", "closed-form", "sinkhorn"] as const)(
    "gives the same bytes twice and with rows shuffled (%s)",
    (solver) => {
      // all methods once, with the fast kernels and the default solver; otherwise the methods that have a solver
      const isDefault = name === "wasm" && solver === "exact";
      const methods = isDefault ? {} : { methods: ["recast", "recast-calibrated"] as const };
      const options = { solver, epochs: 3, points: 10, folds: 3, refits: 2, resamples: 100, ...methods } as const;
      const few = madeUpEvidence({ people: 40, missing: 3 });
      const expected = texts(audit(few, kernels, options));
      expect(texts(audit(few, kernels, options))).toEqual(expected);
      expect(texts(audit(shuffledEvidence(few, 1), kernels, options))).toEqual(expected);
    },
  );
});

describe("audit", () => {
  const result = audit(evidence, fast);
  const { report, model } = result;

  it("gives the same bytes with columns turned, and with equal people in another order", () => {
    expect(texts(audit(turnedEvidence(evidence), fast))).toEqual(texts(result));
    const twins = doubledEvidence(madeUpEvidence({ people: 24 }));
    expect(texts(audit(shuffledEvidence(twins, 4), fast, quick))).toEqual(texts(audit(twins, fast, quick)));
  });

  it("counts the evidence", () => {
    const rejected = evidence.decisions.filter((decision) => decision === 0).length;
    expect(report.evidence).toEqual({
      observations: 80,
      rejected,
      accepted: 80 - rejected,
      letters: rejected,
      paired: rejected,
      rejectedWithLetter: rejected,
      contradicting: 0,
      weighted: false,
      decision: { column: "approved", favourable: "yes", unfavourable: "no" },
      features: ["branch", "home", "income", "savings"],
    });
  });

  it("reports selection rates per group, observed and rebuilt by models that had not seen the person", () => {
    const [facts] = report.facts.attributes;
    const [rebuilt] = report.fairness[0]!.attributes;
    expect([facts?.attribute, rebuilt?.attribute]).toEqual(["group", "group"]);
    const codes = (evidence.groups[0] as { codes: Int32Array }).codes;
    const accepted = result.people.outOfFoldMargins.map((margin) => (margin >= 0 ? 1 : 0));
    for (const [k, group] of ["a", "b"].entries()) {
      const members = Array.from(codes.keys()).filter((i) => codes[i] === k);
      const successes = members.filter((i) => evidence.decisions[i] === 1).length;
      expect(facts?.groups[k]).toMatchObject({ group, n: members.length, rate: { successes } });
      expect(rebuilt?.groups[k]?.rate.successes).toBe(members.filter((i) => accepted[i] === 1).length);
    }
  });

  it("says how many people the rebuilt model accepts beside how many were accepted, out of fold", () => {
    const accepted = result.people.outOfFoldMargins.filter((margin) => margin >= 0).length;
    expect(report.errors).toMatchObject({
      method: report.recommendation.method,
      observedRate: report.evidence.accepted / 80,
      rebuiltRate: accepted / 80,
      accepted: { n: report.evidence.accepted },
      rejected: { n: report.evidence.rejected },
      weighted: false,
    });
    const { low, high } = report.errors!.difference;
    expect(report.errors!.direction === "no clear direction").toBe(low <= 0 && high >= 0);
  });

  it("hands back what was found about each person in the order given", () => {
    const order = (given: ReturnType<typeof audit>["people"]) => [
      ...given.margins,
      ...given.refitsAsked,
      ...given.settled,
    ];
    const reversed = selectEvidence(
      evidence,
      Array.from({ length: 80 }, (_, i) => 79 - i),
      Array.from({ length: evidence.letters.rows }, (_, k) => k),
    );
    const back = audit(reversed, fast).people;
    const turned = { ...back, margins: back.margins.toReversed(), refitsAsked: back.refitsAsked.toReversed() };
    expect(order({ ...turned, settled: back.settled.toReversed() })).toEqual(order(result.people));
    expect(Array.from(result.people.decisions)).toEqual(Array.from(evidence.decisions));
    expect(Array.from(result.people.rebuilt)).toEqual(Array.from(model.predict(evidence.observations).decisions));
    expect(result.people.certificates!.every((value) => value >= 0)).toBe(true);
  });

  it("lists people with answers that are right as often as the report says", () => {
    const { decisions, outOfFold } = result.people;
    const right = decisions.filter((decision, i) => decision === outOfFold[i]).length;
    const own = report.methods.find(({ method }) => method === report.recommendation.method);
    expect(own?.agreement?.overall).toMatchObject({ share: right / 80, successes: right, n: 80 });
    expect(right).toBeLessThan(80);
  });

  it("estimates group differences for a population, by everybody or by a sample for the refits", () => {
    const rows = Int32Array.from({ length: 2500 }, (_, i) => i % 80);
    const population = {
      people: selectTableRows(evidence.observations, rows),
      groups: evidence.groups.map((column) => selectColumnRows(column, rows)),
      outcomes: null,
      weights: null,
    };
    const { fairness, identification } = audit(evidence, fast, { ...quick, population }).report;
    expect(fairness.map(({ method, scored, n }) => [method, scored, n])).toEqual([
      [model.method, "observations", 80],
      [model.method, "population", 2500],
      ["recast", "observations", 80],
      ["recast", "population", 2500],
    ]);
    const groups = fairness[1]!.attributes[0]!.groups;
    const rebuilt = model.predict(population.people).decisions;
    const { groupOf, labels } = applyGrouping(
      groupingRules(population.groups, { bins: {}, intersections: false })[0]!,
      population.groups,
    );
    for (const [k, { group, rate }] of groups.entries()) {
      expect(group).toBe(labels[k]);
      expect(rate.successes).toBe(rebuilt.filter((decision, i) => decision === 1 && groupOf[i] === k).length);
    }
    expect(groups.every(({ correctedRate }) => correctedRate !== null)).toBe(true);
    expect(identification.determined.population?.n).toBe(2000);
    expect(fairness[1]!.attributes[0]!.range!.surrogates).toBeGreaterThan(quick.refits);
    const agreement = (name: string) => report.methods.find(({ method }) => method === name)!.agreement!.overall;
    expect(agreement("recast").high).toBeLessThan(agreement(model.method).share); // so it is no member of a range
    expect(fairness[2]!.attributes[0]!.range).toBeNull();
  });

  it("measures every method, and returns the recommended one fitted on everything", () => {
    expect(report.methods.map(({ method }) => method)).toEqual(report.settings.methods);
    expect(report.methods.every(({ agreement }) => agreement !== null)).toBe(true);
    expect(model.method).toBe(report.recommendation.method);
    expect(model.evidence).toMatchObject({ accepted: report.evidence.accepted, letters: report.evidence.letters });
  });

  it("reports λ and distances that satisfy the formula of the mixing weights", () => {
    const { lambda, distances } = report.prototypes;
    const a = distances!.rejectedToLetters ** 2;
    const b = distances!.acceptedToLetters ** 2;
    expect(lambda![0]).toBeCloseTo(b / (a + 2 * b), 12);
    expect(lambda![1]).toBeCloseTo(a / (b + 2 * a), 12);
    expect(distances!.rejectedToAccepted).toBeLessThanOrEqual(
      distances!.rejectedToLetters + distances!.acceptedToLetters,
    );
  });

  it("is plain data: what JSON keeps is all there is", () => {
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
    expect(parseModel(canonicalJson(model), fast).predict(evidence.observations)).toEqual(
      model.predict(evidence.observations),
    );
  });

  it("never speaks a verdict", () => {
    const values: string[] = [];
    JSON.stringify(report, (_, value) => {
      if (typeof value === "string") values.push(value);
      return value;
    });
    expect(values.join("\n")).not.toMatch(/\b(un)?fair(ness)?\b|discriminat|guilty|biased/i);
  });

  it("works without letters, and says what is lost", () => {
    const without = audit(madeUpEvidence({ people: 80, letters: 0 }), fast, quick);
    expect(without.report.prototypes).toMatchObject({ lambda: null, failure: { code: "NO_LETTERS" } });
    expect(without.report.methods.filter(({ failure }) => failure?.code === "NO_LETTERS")).toHaveLength(5);
    expect(without.report.caveats.map(({ code }) => code)).toEqual(
      expect.arrayContaining(["NOT_IDENTIFIED", "NO_LETTERS", "METHODS_FAILED"]),
    );
    expect(without.report.letterWorth).toBeNull();
    expect(without.model.method).toBe(without.report.recommendation.method);
    const onlyRecast = () => audit(madeUpEvidence({ letters: 0 }), fast, { methods: ["recast"] });
    expect(onlyRecast).toThrow(expect.objectContaining({ code: "NO_LETTERS" }));
  });

  it("compares bracket with and without letters where the recommended method reads none", () => {
    const { letterWorth, recommendation, methods } = report;
    expect(recommendation.method).toBe("ridge");
    const own = methods.find(({ method }) => method === "bracket")!.agreement!.overall;
    expect(letterWorth).toMatchObject({ method: "bracket", withoutLetters: "bracket", n: 80 });
    expect(letterWorth!.right).toBeCloseTo(own.share, 12);
    expect(letterWorth!.difference.value).toBeCloseTo(letterWorth!.right - letterWorth!.rightWithout, 12);
  });

  it("warns of small and of balanced samples, small groups, and letters without a person", () => {
    const codes = (given: Parameters<typeof madeUpEvidence>[0]) =>
      audit(madeUpEvidence(given), fast, { ...quick, methods: ["ridge", "majority"] }).report.caveats.map(
        ({ code }) => code,
      );
    expect(codes({ people: 80 })).toContain("SMALL_SAMPLE");
    expect(codes({ people: 300 })).not.toContain("SMALL_SAMPLE");
    expect(codes({ people: 16 })).toContain("SMALL_GROUPS");
    expect(codes({ people: 80, paired: false })).toContain("LETTERS_UNPAIRED");
    expect(codes({ people: 80, paired: true })).not.toContain("LETTERS_UNPAIRED");
    const balanced = doubledEvidence(madeUpEvidence({ people: 80 }));
    const accepted = balanced.decisions.map((_, i) => (i < 80 ? i % 2 : 1 - (i % 2))); // everybody got both
    const even = audit({ ...balanced, decisions: accepted }, fast, { ...quick, methods: ["majority", "ridge"] });
    expect(even.report.caveats.map(({ code }) => code)).toContain("BALANCED_SAMPLE");
    expect(even.report.caveats.map(({ code }) => code)).toContain("NOT_ABOVE_MAJORITY");
  });

  it("passes its options on and records them", () => {
    const given = {
      methods: ["ridge", "ridge"],
      scaling: "zscore",
      folds: 3,
      seed: 5,
      abstain: 0.5,
      ...quick,
    } as const;
    const other = audit(evidence, fast, given);
    expect(other.report.settings).toMatchObject({
      methods: ["ridge"],
      scaling: "zscore",
      folds: 3,
      seed: 5,
      abstain: 0.5,
      ...quick,
    });
    expect(other.report.sensitivity).toBeNull();
    expect(other.model.encoder.scaling).toBe("zscore");
    const same = fitModel(evidence, ridge(), fast, { scaling: "zscore", abstain: 0.5 });
    expect(canonicalJson(other.model)).toBe(canonicalJson(same));
    const sinkhorn = audit(evidence, fast, {
      methods: ["recast"],
      solver: "sinkhorn",
      epochs: 2,
      points: 5,
    });
    expect(sinkhorn.model.surrogate.toJSON()).toMatchObject({ solver: "sinkhorn" });
  });

  it("names the option and the value it refuses", () => {
    const refuse = (options: object) => () => audit(evidence, fast, options);
    expect(refuse({ method: "ridge" })).toThrow("audit has no option 'method'");
    expect(refuse({ methods: ["oracle"] })).toThrow("methods must be one of");
    expect(refuse({ methods: [] })).toThrow("number of methods must be a whole number >= 1, got 0");
    expect(refuse({ folds: 1 })).toThrow("folds must be a whole number >= 2, got 1");
    expect(refuse({ scaling: "log" })).toThrow("scaling must be one of");
    expect(refuse({ solver: "adam" })).toThrow("solver must be one of");
    expect(refuse({ refits: 0 })).toThrow("refits must be a whole number >= 1, got 0");
    expect(refuse({ resamples: 99 })).toThrow("resamples must be a whole number >= 100, got 99");
    expect(refuse({ seed: 1.5 })).toThrow("seed must be a whole number");
  });

  it("reports progress that only grows and ends at the end, and stops when asked", () => {
    const steps: number[] = [];
    let last = 0;
    audit(evidence, fast, {
      methods: ["ridge", "majority"],
      resamples: 100,
      onProgress: (done, total) => {
        steps.push(done);
        last = total;
      },
    });
    expect(steps).toEqual(steps.toSorted((a, b) => a - b));
    expect(steps.at(-1)).toBe(last);
    const signal = AbortSignal.abort();
    expect(() => audit(evidence, fast, { signal })).toThrow(expect.objectContaining({ code: "ABORTED" }));
  });
});
