import {
  crossValidate,
  fitModel,
  type Grouping,
  type Kernels,
  type Model,
  modelFairness,
  surrogateMethods,
  type Table,
} from "recast-audit";
import { drawEvidence, drawPopulation, groupingsOf } from "./draw.js";
import { streamOf } from "./random.js";
import type { Tally } from "./tally.js";
import type { World } from "./world.js";

/** People on whom a refitted model is measured, instead of on everybody. */
const MANY = 10_000;

/** Distances between the scores of groups (DTIDP) of one given model, over `files` files of each size. */
export function coverDistances(
  world: World,
  sizes: readonly number[],
  files: number,
  kernels: Kernels,
  tally: Tally,
): void {
  const { everybody } = world;
  const model = fitModel(drawEvidence(world, 400, "as they come", streamOf(400, 0)), surrogateMethods.ridge(), kernels);
  const truth = distancesOf(model, everybody.observations, groupingsOf(everybody.groups));
  for (const n of sizes) {
    for (let file = 1; file <= files; file++) {
      const evidence = drawEvidence(world, n, "as they come", streamOf(n, file));
      const groupings = groupingsOf(evidence.groups);
      record("one model", `n = ${n}`, groupings, model.scores(evidence.observations), file, truth, tally);
    }
  }
}

/** The same of a model rebuilt from each file, by its out-of-fold scores. */
export function coverRebuiltDistances(world: World, n: number, files: number, kernels: Kernels, tally: Tally): void {
  const many = drawPopulation(world, MANY, streamOf(MANY, 0));
  const others = groupingsOf(many.groups);
  for (let file = 1; file <= files; file++) {
    const evidence = drawEvidence(world, n, "as they come", streamOf(n, file));
    const [trust] = crossValidate(evidence, [surrogateMethods.ridge()], kernels, { seed: file }).methods;
    if (trust === undefined) throw new Error("one method has one answer");
    const truth = distancesOf(fitModel(evidence, surrogateMethods.ridge(), kernels), many.people, others);
    record("rebuilt from each file", `n = ${n}`, groupingsOf(evidence.groups), trust.scores, file, truth, tally);
  }
}

/** Truth by attribute, and by the names of both sides; null for everybody else. */
type Distances = (attribute: string, a: string, b: string | null) => number;

function record(
  what: string,
  setting: string,
  groupings: readonly Grouping[],
  scores: Float64Array,
  seed: number,
  truth: Distances,
  tally: Tally,
): void {
  const decisions = Uint8Array.from(scores, (score) => (score >= 0.5 ? 1 : 0));
  const { attributes } = modelFairness({
    ...{ method: "ridge", scored: "observations", groupings, scores, decisions, weights: null, y: null },
    observed: { groupings, decisions, outOfFold: Float64Array.from(decisions), weights: null },
    ...{ balancedByDesign: false, consistent: [], consistentRows: null, resamples: 1000, seed },
  });
  for (const { attribute, dtidp } of attributes) {
    for (const pair of dtidp?.pairs ?? []) {
      tally.add(`${what}: two groups`, setting, `${pair.a}${pair.b}`, pair, truth(attribute, pair.a, pair.b));
    }
    for (const side of dtidp?.againstRest ?? []) {
      tally.add(`${what}: a group and the rest`, setting, side.a, side, truth(attribute, side.a, null));
    }
  }
}

function distancesOf(model: Model, people: Table, groupings: readonly Grouping[]): Distances {
  const scores = model.scores(people);
  const known = new Map<string, number>();
  const place = (attribute: string, a: string, b: string | null) => `${attribute}\n${a}\n${b ?? ""}`;
  for (const { attribute, labels, groupOf } of groupings) {
    const sorted = (keep: (group: number) => boolean) => scores.filter((_, i) => keep(groupOf[i]!)).sort();
    const own = labels.map((_, g) => sorted((group) => group === g));
    labels.forEach((a, g) => {
      known.set(
        place(attribute, a, null),
        areaBetween(
          own[g]!,
          sorted((group) => group !== g),
        ),
      );
      for (let h = g + 1; h < labels.length; h++) {
        known.set(place(attribute, a, labels[h]!), areaBetween(own[g]!, own[h]!));
      }
    });
  }
  return (attribute, a, b) => known.get(place(attribute, a, b)) ?? Number.NaN;
}

/** ∫ |F_a − F_b| of two ascending lists. */
function areaBetween(a: Float64Array, b: Float64Array): number {
  let area = 0;
  let last = 0;
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    const next = Math.min(a[i] ?? 1, b[j] ?? 1);
    area += Math.abs(i / a.length - j / b.length) * (next - last);
    last = next;
    while (i < a.length && a[i]! <= next) i++;
    while (j < b.length && b[j]! <= next) j++;
  }
  return area;
}
