import * as v from "valibot";
import { boosting, reviveBoosting } from "../classifiers/boosting.js";
import type { FittedClassifier } from "../classifiers/classifier.js";
import { initialParameters, layersOf } from "../classifiers/layers.js";
import { logistic, logisticRule } from "../classifiers/logistic.js";
import { type Net, netData, netLogits, netOf, netSchema, rowLoss } from "../classifiers/net.js";
import type { Kernels } from "../kernels/kernels.js";
import { type Matrix, stackRows } from "../math/matrix.js";
import { seededRandom } from "../math/random.js";
import { sigmoid } from "../math/special.js";
import { type BracketSets, pathRows } from "./bracket-sets.js";
import { ridgeData } from "./ridge.js";

/** One model of the ensemble, fitted. */
export interface FittedMember {
  readonly name: string;
  /** Probability of acceptance per standardised row. */
  probabilities(x: Matrix): Float64Array;
  toJSON(): unknown;
}

/** One model of the ensemble: what it is fitted on, and how. */
export interface Member {
  readonly name: string;
  /** Whether it reads letters; such members are left out when there are none. */
  readonly usesLetters: boolean;
  fit(sets: BracketSets, kernels: Kernels, seed: number): FittedMember;
}

const LINEAR = { strength: 1 / 30, tolerance: 1e-8 };
const BOOSTED = { trees: 40, depth: 3, rate: 0.15, subsample: 0.8, features: 0.5, leaf: 1 };
const NET = { hidden: [20, 10], steps: 240, learningRate: 0.02, decay: 1e-3, copies: 2 };

/** The members, in the order of their weights: two kinds of classifier on three labelled sets, and nets on three. */
export const bracketMembers: readonly Member[] = [
  ...[null, 0.5, 0.95].flatMap((t) => [linearMember(t), boostedMember(t)]),
  ...[null, 0.8, 0.95].map(netMember),
];

/** What `toJSON` of any fitted member gives, as a schema. */
export const memberData = v.variant("kind", [
  v.strictObject({ kind: v.literal("linear"), name: v.string(), model: ridgeData }),
  v.strictObject({ kind: v.literal("boosted"), name: v.string(), model: v.unknown() }),
  v.strictObject({ kind: v.literal("net"), name: v.string(), nets: v.array(netSchema) }),
]);

/** The member behind checked data. */
export function reviveMember(data: v.InferOutput<typeof memberData>): FittedMember {
  if (data.kind === "net") return fittedNets(data.name, data.nets.map(netOf));
  if (data.kind === "boosted") return fittedMember("boosted", data.name, reviveBoosting(data.model));
  const { coefficients, intercept, converged, iterations } = data.model;
  const rule = logisticRule(Float64Array.from(coefficients), intercept, { converged, iterations });
  return fittedMember("linear", data.name, rule);
}

function linearMember(t: number | null): Member {
  const name = nameOf("linear", t);
  return {
    name,
    usesLetters: t !== null,
    fit(sets) {
      const { x, labels } = labelledRows(sets, t);
      return fittedMember("linear", name, logistic(LINEAR).fit(x, labels));
    },
  };
}

function boostedMember(t: number | null): Member {
  const name = nameOf("boosted", t);
  return {
    name,
    usesLetters: t !== null,
    fit(sets, _kernels, seed) {
      const { x, labels } = labelledRows(sets, t);
      return fittedMember("boosted", name, boosting({ ...BOOSTED, seed }).fit(x, labels));
    },
  };
}

/** Observations with their labels; letters only kept above ½, and with `t` the path's rows below it. */
function netMember(t: number | null): Member {
  const name = nameOf("net", t);
  return {
    name,
    usesLetters: true,
    fit(sets, kernels, seed) {
      const observed = sets.rejected.rows + sets.accepted.rows;
      const parts: readonly (readonly [Matrix, number, number])[] = [
        [sets.rejected, rowLoss.zero, observed],
        [sets.accepted, rowLoss.one, observed],
        [sets.letters, rowLoss.atLeastHalf, sets.letters.rows],
        ...(t === null ? [] : ([[pathRows(sets, t), rowLoss.atMostHalf, sets.letters.rows]] as const)),
      ];
      const x = stackRows(...parts.map(([rows]) => rows));
      const kinds = new Uint8Array(x.rows);
      const weights = new Float64Array(x.rows);
      let at = 0;
      for (const [rows, kind, size] of parts) {
        kinds.fill(kind, at, at + rows.rows);
        weights.fill(1 / size, at, at + rows.rows);
        at += rows.rows;
      }
      const { hidden, steps, learningRate, decay, copies } = NET;
      const sizes = [...hidden, 1];
      const nets = Array.from({ length: copies }, (_, copy): Net => {
        const random = seededRandom(seed, `${name} ${copy}`);
        const initial = initialParameters(layersOf([x.columns, ...sizes]), random);
        const { parameters } = kernels.trainNet({ x, sizes, kinds, weights, initial, steps, learningRate, decay });
        return { inputs: x.columns, hidden, parameters };
      });
      return fittedNets(name, nets);
    },
  };
}

/** Rejected 0, accepted 1; with `t`, letters 1 and the path's rows 0 as well. */
function labelledRows(sets: BracketSets, t: number | null): { x: Matrix; labels: Uint8Array } {
  const { rejected, accepted, letters } = sets;
  if (t === null) {
    const labels = new Uint8Array(rejected.rows + accepted.rows).fill(1, rejected.rows);
    return { x: stackRows(rejected, accepted), labels };
  }
  const labels = new Uint8Array(rejected.rows + accepted.rows + 2 * letters.rows);
  labels.fill(1, rejected.rows, rejected.rows + accepted.rows + letters.rows);
  return { x: stackRows(rejected, accepted, letters, pathRows(sets, t)), labels };
}

function nameOf(kind: string, t: number | null): string {
  return t === null ? kind : `${kind} t=${t}`;
}

function fittedMember(kind: "linear" | "boosted", name: string, fitted: FittedClassifier): FittedMember {
  return {
    name,
    probabilities: (x) => fitted.probabilities(x),
    toJSON: () => ({ kind, name, model: fitted.toJSON() }),
  };
}

function fittedNets(name: string, nets: readonly Net[]): FittedMember {
  return {
    name,
    probabilities(x) {
      const mean = new Float64Array(x.rows);
      for (const net of nets) {
        netLogits(net, x).forEach((logit, i) => {
          mean[i]! += sigmoid(logit) / nets.length;
        });
      }
      return mean;
    },
    toJSON: () => ({ kind: "net", name, nets: nets.map(netData) }),
  };
}
