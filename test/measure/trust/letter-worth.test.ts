import { describe, expect, it } from "vitest";
import { audit } from "../../../src/audit.js";
import type { Evidence, Reasons } from "../../../src/input/evidence.js";
import { selectTableRows, type Table } from "../../../src/input/table.js";
import { loadKernels } from "../../../src/kernels/load.js";
import { referenceKernels } from "../../../src/kernels/reference/index.js";
import { measureShare } from "../../../src/math/interval.js";
import { type Matrix, row } from "../../../src/math/matrix.js";
import { seededRandom, shuffled } from "../../../src/math/random.js";
import { crossValidate } from "../../../src/measure/trust/cross-validate.js";
import { compare, letterReader, letterWorth, reasonWorth } from "../../../src/measure/trust/letter-worth.js";
import type { Validated } from "../../../src/measure/trust/trust.js";
import { learnt } from "../../../src/measure/trust/trust.js";
import { ridgeLetters } from "../../../src/surrogate/ridge.js";
import type { Clouds, SurrogateMethod } from "../../../src/surrogate/surrogate.js";
import { madeUpEvidence } from "../../checks/made-up-evidence.js";

/** A method that was wrong exactly about the people listed. */
function wrongAbout(method: string, people: number, wrong: readonly number[], usesLetters = true): Validated {
  const overall = measureShare(people - wrong.length, people)!;
  const agreed = Float64Array.from({ length: people }, (_, i) => (wrong.includes(i) ? 0 : 1));
  return { method, usesLetters, agreement: { overall }, failure: null, agreed };
}

const first = (count: number, from = 0) => Array.from({ length: count }, (_, i) => from + i);

describe("compare", () => {
  it("has Student's interval of the paired differences, its variance taken 1 + k/(k−1) times", () => {
    // 10 people right only with letters and 4 only without, of 100: mean 0.06, sum of squares 14 − 100·0.06² + 1.
    const worth = compare(wrongAbout("bracket", 100, first(4)), wrongAbout("bracket", 100, first(10, 50)), 5);
    expect(worth).toMatchObject({ n: 100, verdict: "not clear" });
    expect(worth.right).toBeCloseTo(0.96, 12);
    expect(worth.rightWithout).toBeCloseTo(0.9, 12);
    const half = 1.9842169515 * Math.sqrt((2.25 * (14 - 0.36 + 1)) / 100 / 100);
    expect(worth.difference.value).toBeCloseTo(0.06, 12);
    expect(worth.difference.low).toBeCloseTo((0.06 - half) * learnt(5), 9);
    expect(worth.difference.high).toBeCloseTo((0.06 + half) * learnt(5), 9);
    const two = compare(wrongAbout("bracket", 100, first(4)), wrongAbout("bracket", 100, first(10, 50)), 2);
    const wider = (two.difference.high - two.difference.low) / (worth.difference.high - worth.difference.low);
    expect(wider).toBeCloseTo((Math.sqrt(3 / 2.25) * learnt(2)) / learnt(5), 9);
  });

  it("says help above 0, do not help below 2 points, and not clear in between", () => {
    const verdict = (people: number, wrongWith: number, wrongWithout: number) =>
      compare(wrongAbout("a", people, first(wrongWith)), wrongAbout("a", people, first(wrongWithout, 500)), 5).verdict;
    expect(verdict(1000, 0, 40)).toBe("help");
    expect(verdict(1000, 40, 0)).toBe("do not help");
    expect(verdict(1000, 0, 0)).toBe("do not help"); // 1000 equal answers rule a gain of 2 points out
    expect(verdict(600, 3, 3)).toBe("do not help");
    expect(verdict(1000, 30, 30)).toBe("not clear"); // as often right, but about other people
    expect(compare(wrongAbout("a", 60, []), wrongAbout("a", 60, []), 5).verdict).toBe("not clear"); // too few to say
  });
});

/** A method that decides by the letters, where it may read them, and accepts everybody else. */
function reader(name: string, seen: Clouds[] = [], mayRead = true): SurrogateMethod {
  return {
    name,
    usesLetters: mayRead,
    fit(clouds) {
      seen.push(clouds);
      const { counterfactual } = clouds;
      const least = Math.min(...Array.from({ length: counterfactual.rows }, (_, k) => row(counterfactual, k)[0]!));
      const margins = (x: Matrix) =>
        Float64Array.from({ length: x.rows }, (_, i) => (counterfactual.rows === 0 || row(x, i)[0]! >= least ? 1 : -1));
      return { method: name, columns: clouds.rejected.columns, margins, scores: margins, toJSON: () => null };
    },
    revive() {
      throw new Error("not needed here");
    },
    ...(mayRead && { withoutLetters: () => reader(`${name} without`, seen, false) }),
  };
}

/** People with a number from 0 to 1, accepted from a half on; each letter offers exactly a half. */
function halfway(people: number): Evidence {
  const like = madeUpEvidence({ people: 4 });
  const values = Float64Array.from({ length: people }, (_, i) => (i + 0.25) / people);
  const decisions = Uint8Array.from(values, (value) => (value >= 0.5 ? 1 : 0));
  const asked = Array.from(decisions.keys()).filter((i) => decisions[i] === 0);
  const table = (own: Float64Array): Table => ({
    rows: own.length,
    columns: [{ name: "x", type: "number", values: own }],
  });
  return {
    ...like,
    schema: { ...like.schema, features: [{ name: "x", type: "number", immutable: false }], sensitive: [] },
    observations: table(values),
    decisions,
    letters: table(new Float64Array(asked.length).fill(0.5)),
    letterOf: Int32Array.from(asked),
    groups: [],
  };
}

function worthOf(
  evidence: Evidence,
  methods: readonly SurrogateMethod[],
  recommended: string,
  kernels = referenceKernels,
) {
  const trust = crossValidate(evidence, methods, kernels);
  const reader = letterReader(methods, trust.methods, recommended);
  const silent = reader === null ? [] : [reader.silent];
  const [without] = crossValidate(evidence, silent, kernels, { withholdLetters: true }).methods;
  return letterWorth(reader, without, trust.folds);
}

describe("reasonWorth", () => {
  const evidence = halfway(60);
  const refused = first(60).filter((i) => evidence.decisions[i] === 0);
  const reasons: Reasons = {
    names: [{ name: "x too low", features: ["x"] }],
    personOf: Int32Array.from(refused),
    nameOf: new Int32Array(refused.length),
    direction: new Int8Array(refused.length).fill(1),
  };

  it("compares fits on the same folds, with the reasons of the people in them and with none", () => {
    const seen: Clouds[] = [];
    const told = { ...evidence, reasons };
    const [own] = crossValidate(told, [reader("oracle", seen)], referenceKernels).methods;
    const [silent] = crossValidate(told, [reader("oracle", seen)], referenceKernels, { withholdReasons: true }).methods;
    const named = seen.map((clouds) => clouds.reasons?.named.filter((list) => list.length > 0).length ?? null);
    expect(named.slice(5)).toEqual([null, null, null, null, null]);
    expect(named.slice(0, 5)).toEqual(seen.slice(0, 5).map(({ rejected }) => rejected.rows));
    expect(seen.slice(5).map(({ rejected }) => rejected.values)).toEqual(
      seen.slice(0, 5).map(({ rejected }) => rejected.values),
    );
    // this method does not read them, so they change nothing
    expect(reasonWorth(own!, silent, 5)).toMatchObject({ method: "oracle", n: 60, difference: { value: 0 } });
  });

  it("is what the same comparison says of letters, and null where a fit failed", () => {
    const [reads, silent] = [wrongAbout("bracket", 100, first(4)), wrongAbout("bracket", 100, first(10, 50))];
    expect(reasonWorth(reads, silent, 5)).toEqual(compare(reads, silent, 5));
    expect(reasonWorth(reads, undefined, 5)).toBeNull();
    const failed = { ...silent, failure: { code: "CLASS_TOO_SMALL", message: "too few" } } as const;
    expect(reasonWorth(reads, failed, 5)).toBeNull();
  });
});

describe("letterWorth", () => {
  it("says that letters help where they carry the rule and nothing else does", () => {
    const seen: Clouds[] = [];
    const worth = worthOf(halfway(60), [reader("oracle", seen)], "oracle");
    expect(worth).toMatchObject({ method: "oracle", withoutLetters: "oracle without", verdict: "help" });
    expect(worth).toMatchObject({ n: 60, right: 1, rightWithout: 0.5 });
    // the same folds, and not a letter in the second five
    expect(seen.map(({ counterfactual }) => counterfactual.rows)).toEqual([24, 24, 24, 24, 24, 0, 0, 0, 0, 0]);
    const sizes = seen.map(({ rejected, accepted }) => [rejected.rows, accepted.rows]);
    expect(sizes.slice(5)).toEqual(sizes.slice(0, 5));
  });

  it("does not let letters scale the columns of the fit that may not read them", () => {
    const seen: Clouds[] = [];
    const far = {
      rows: 30,
      columns: [{ name: "x", type: "number", values: new Float64Array(30).fill(1000) }],
    } as const;
    worthOf({ ...halfway(60), letters: far }, [reader("far", seen)], "far");
    const largest = seen.map(({ accepted }) => Math.max(...accepted.values));
    expect(Math.max(...largest.slice(0, 5))).toBeLessThan(0.1); // squeezed by the letters
    expect(Math.min(...largest.slice(5))).toBeGreaterThan(0.4);
  });

  it("measures the recommended method where it reads letters, else bracket, else the best reader", () => {
    const named = (name: string): SurrogateMethod => ({
      ...reader(name),
      withoutLetters: () => reader(`${name} silent`),
    });
    const methods = ["ridge-letters", "bracket", "cca", "tra"].map((name) =>
      name === "tra" ? { ...reader(name), withoutLetters: undefined } : named(name),
    ) as SurrogateMethod[];
    const measured = [
      wrongAbout("ridge-letters", 50, first(9)),
      wrongAbout("bracket", 50, first(8)),
      wrongAbout("cca", 50, first(2)),
      wrongAbout("tra", 50, []),
      wrongAbout("ridge", 50, first(3), false),
    ];
    const asked = (own: readonly Validated[], recommended: string) => {
      const reader = letterReader(methods, own, recommended);
      return letterWorth(reader, wrongAbout(reader?.silent.name ?? "", 50, first(9), false), 5);
    };
    expect(asked(measured, "ridge-letters")).toMatchObject({
      method: "ridge-letters",
      withoutLetters: "ridge-letters silent",
    });
    expect(asked(measured, "ridge")?.method).toBe("bracket");
    const noBracket = measured.filter(({ method }) => method !== "bracket");
    expect(asked(noBracket, "ridge")?.method).toBe("cca");
    expect(asked(noBracket, "tra")?.method).toBe("cca"); // nothing remains of tra without letters
    expect(asked(measured.slice(3), "tra")).toBeNull();
    const failure = { code: "NO_LETTERS", message: "there are none" } as const;
    const failed = (own: Validated): Validated => ({ ...own, agreement: null, failure, agreed: new Float64Array(0) });
    expect(asked(measured.map(failed), "ridge")).toBeNull();
    const bracket = letterReader(methods, measured, "bracket");
    expect(bracket?.trust.method).toBe("bracket");
    expect(letterWorth(bracket, failed(wrongAbout("bracket", 50, [])), 5)).toBeNull();
  });

  it("says that shuffled letters help no more often than it may be wrong", () => {
    const verdicts = first(40).map((seed) => {
      const evidence = madeUpEvidence({ people: 80, seed });
      const order = shuffled([...evidence.letterOf.keys()], seededRandom(seed, "others"));
      // somebody else's offer, written for other values
      const letters = selectTableRows(evidence.letters, order);
      return worthOf({ ...evidence, letters }, [ridgeLetters()], "ridge-letters")!.verdict;
    });
    expect(verdicts.filter((verdict) => verdict === "help").length).toBeLessThanOrEqual(2);
  });
});

describe("an audit", () => {
  it("does not take a better method for the worth of its letters", async () => {
    const kernels = await loadKernels();
    const random = seededRandom(7, "corners");
    const points = first(160).map(() => [random.uniform() - 0.5, random.uniform() - 0.5] as const);
    const decisions = Uint8Array.from(points, ([x, y]) => (x * y > 0 ? 1 : 0)); // no straight line tells them apart
    const asked = first(160).filter((i) => decisions[i] === 0);
    const accepted = points.filter((_, i) => decisions[i] === 1);
    const offers = asked.map(() => accepted[random.integer(accepted.length)]!); // anybody who was accepted
    const table = (own: readonly (readonly [number, number])[]): Table => ({
      rows: own.length,
      columns: (["x", "y"] as const).map((name, k) => ({
        name,
        type: "number",
        values: Float64Array.from(own, (point) => point[k]!),
      })),
    });
    const like = halfway(4);
    const features = (["x", "y"] as const).map((name) => ({ name, type: "number", immutable: false }) as const);
    const evidence: Evidence = {
      ...like,
      schema: { ...like.schema, features },
      observations: table(points),
      decisions,
      letters: table(offers),
      letterOf: Int32Array.from(asked),
    };
    const options = {
      methods: ["bracket", "ridge", "majority"],
      refits: 2,
      resamples: 100,
      sensitivity: false,
    } as const;
    const { letterWorth: worth, methods } = audit(evidence, kernels, options).report;
    const right = Object.fromEntries(methods.map(({ method, agreement }) => [method, agreement!.overall]));
    expect(right["bracket"]!.low).toBeGreaterThan(right["ridge"]!.high); // what was once said to be the letters' doing
    expect(worth).toMatchObject({ method: "bracket", withoutLetters: "bracket" });
    expect(worth!.rightWithout).toBeGreaterThan(right["ridge"]!.high);
    expect(worth!.verdict).not.toBe("help");
  });
});
