import { describe, expect, it } from "vitest";
import type { Evidence } from "../../src/input/evidence.js";
import { selectTableRows } from "../../src/input/table.js";
import { loadKernels } from "../../src/kernels/load.js";
import { noticeGenerators } from "../../src/lab/generators/generators.js";
import { studyEvidence } from "../../src/lab/study/evidence.js";
import { madeUpData } from "../../src/lab/study/made-up-data.js";
import type { Target } from "../../src/lab/targets/target.js";
import { trainTarget } from "../../src/lab/targets/train-target.js";
import { seededRandom, shuffled } from "../../src/math/random.js";
import { bracket } from "../../src/surrogate/bracket.js";
import { fitModel } from "../../src/surrogate/model.js";

const kernels = await loadKernels();
const data = madeUpData("lending");
const sexes = data.table.columns.find(({ name }) => name === "sex");
const isMan = Array.from({ length: data.table.rows }, (_, i) =>
  sexes?.type === "category" ? sexes.levels[sexes.codes[i]!] === "man" : false,
);
/** A column in standard units. */
function standard(name: string): Float64Array {
  const column = data.table.columns.find((own) => own.name === name);
  const values = column?.type === "number" ? column.values : new Float64Array(0);
  const centre = mean(values);
  const spread = Math.sqrt(mean(values.map((value) => (value - centre) ** 2)));
  return values.map((value) => (value - centre) / spread);
}

const [income, debt, years] = [standard("income"), standard("debt"), standard("years_employed")];
const noise = seededRandom(1, "gap noise");

/** Points for four things, one of them sex: what the target learns. */
const labels = Uint8Array.from(income!, (value, i) => {
  const points = value - 0.8 * debt![i]! + 0.6 * years![i]! + (isMan[i] ? 0.25 : -0.25) + 0.3 * noise.normal();
  return points > 0 ? 1 : 0;
});
const train = Array.from({ length: 3000 }, (_, i) => i);
const rest = Array.from({ length: data.table.rows - 3000 }, (_, i) => 3000 + i);
const pool = selectTableRows(data.table, train);
const targets = (["lr", "gb"] as const).map((family) =>
  trainTarget(family, { features: data.features, table: pool, labels: labels.subarray(0, 3000) }),
);
const everybody = selectTableRows(data.table, rest);

/** How much more often men are accepted, in points. */
function gapOf(decisions: Uint8Array): number {
  const rate = (men: boolean) => {
    const own = rest.flatMap((i, k) => (isMan[i] === men ? [decisions[k]!] : []));
    return own.reduce((sum, value) => sum + value, 0) / own.length;
  };
  return 100 * (rate(true) - rate(false));
}

function evidenceOf(target: Target, seed: number): Evidence {
  const decided = target.decide(everybody);
  const order = shuffled([...rest.keys()], seededRandom(seed, "gap"));
  const of = (answer: number) =>
    Int32Array.from(order.filter((k) => decided[k] === answer).slice(0, 25), (k) => rest[k]!);
  const [rejected, accepted] = [of(0), of(1)];
  const immutable = data.features.filter((feature) => feature.immutable).map(({ name }) => name);
  const request = { rejected: selectTableRows(data.table, rejected), target, pool, immutable, seed };
  const told = noticeGenerators.reasons({ most: 4 }).generate(request, kernels);
  return studyEvidence(data, [rejected, accepted], [told], ["no", "yes"]);
}

function mean(values: ArrayLike<number>): number {
  return Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;
}

describe("a target that uses sex, and never says so", () => {
  it("is not rebuilt with a smaller gap where reasons are read", () => {
    const seeds = Array.from({ length: 12 }, (_, seed) => seed);
    const made = targets.flatMap((target) => seeds.map((seed) => evidenceOf(target, seed)));
    const gap = (evidence: Evidence) => gapOf(fitModel(evidence, bracket(), kernels).predict(everybody).decisions);
    for (const target of targets) expect(gapOf(target.decide(everybody))).toBeGreaterThan(30);
    expect(made[0]?.reasons?.names.flatMap(({ features }) => features)).not.toContain("sex");
    const without = mean(made.map(({ reasons: _, ...evidence }) => gap(evidence)));
    expect(mean(made.map(gap))).toBeGreaterThanOrEqual(without);
  });
});
