import * as v from "valibot";
import type { Classifier, FittedClassifier } from "../classifiers/classifier.js";
import { logistic, logisticData, logisticOf } from "../classifiers/logistic.js";
import { type Net, netData, netLogits, netOf, netSchema } from "../classifiers/net.js";
import { boosting, reviveBoosting } from "../classifiers/trees.js";
import { type Kernels, rowLoss } from "../kernels/kernels.js";
import type { Matrix } from "../math/matrix.js";
import { seededRandom } from "../math/random.js";
import { sigmoid } from "../math/special.js";
import { type BracketSets, bracketRows, pathRows } from "./bracket-sets.js";
import { labelledRows } from "./clouds.js";
import { reasonMemberData, reviveReasonMember } from "./reason-members.js";
import { trainKernelNet } from "./trained.js";

export interface FittedMember {
  readonly name: string;
  /** Probability of acceptance per standardised row. */
  probabilities(x: Matrix): Float64Array;
  toJSON(): unknown;
}

export interface Member {
  readonly name: string;
  /** Whether it reads letters; such members are left out when there are none. */
  readonly usesLetters: boolean;
  /** Whether it reads reasons; such members are left out when there are none. @default false */
  readonly usesReasons?: boolean;
  /** As how many members it counts before any error is seen. @default 1 */
  readonly voices?: number;
  fit(sets: BracketSets, kernels: Kernels, seed: number): FittedMember;
}

const LINEAR = { strength: 1 / 30, tolerance: 1e-8 };
const BOOSTED = { trees: 40, depth: 3, rate: 0.15, subsample: 0.8, features: 0.5, leaf: 1 };
const NET = { hidden: [20, 10], steps: 240, learningRate: 0.02, decay: 1e-3, copies: 2 };

/** The members, in the order of their weights: two kinds of classifier on three labelled sets, and nets on three. */
export const bracketMembers: readonly Member[] = [
  ...[null, 0.5, 0.95].flatMap((t) => [
    labelledMember("linear", t, () => logistic(LINEAR)),
    labelledMember("boosted", t, (seed) => boosting({ ...BOOSTED, seed })),
  ]),
  ...[null, 0.8, 0.95].map(netMember),
];

export const memberData = v.variant("kind", [
  v.strictObject({ kind: v.literal("linear"), name: v.string(), model: logisticData }),
  v.strictObject({ kind: v.literal("boosted"), name: v.string(), model: v.unknown() }),
  v.strictObject({ kind: v.literal("net"), name: v.string(), nets: v.array(netSchema) }),
  reasonMemberData,
]);

export function reviveMember(data: v.InferOutput<typeof memberData>): FittedMember {
  if (data.kind === "net") return fittedNets(data.name, data.nets.map(netOf));
  if (data.kind === "reasons") return reviveReasonMember(data);
  return fittedMember(
    data.kind,
    data.name,
    data.kind === "linear" ? logisticOf(data.model) : reviveBoosting(data.model),
  );
}

/** A classifier on the observations; with `t`, on letters as 1 and the path's rows as 0 as well. */
function labelledMember(
  kind: "linear" | "boosted",
  t: number | null,
  classifier: (seed: number) => Classifier,
): Member {
  const name = nameOf(kind, t);
  return {
    name,
    usesLetters: t !== null,
    fit(sets, _, seed) {
      const { x, labels } = bracketRows(sets, t);
      return fittedMember(kind, name, classifier(seed).fit(x, labels));
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
      const { rejected, accepted, letters } = sets;
      const between = t === null ? [] : ([[pathRows(sets, t), rowLoss.atMostHalf]] as const);
      const { x, labels: kinds } = labelledRows(
        [rejected, rowLoss.zero],
        [accepted, rowLoss.one],
        [letters, rowLoss.atLeastHalf],
        ...between,
      );
      const observed = rejected.rows + accepted.rows;
      const weights = new Float64Array(x.rows).fill(1 / observed).fill(1 / letters.rows, observed);
      const { hidden, copies, ...training } = NET;
      const nets = Array.from({ length: copies }, (_, copy) =>
        trainKernelNet(kernels, { x, kinds, weights, ...training }, hidden, seededRandom(seed, `${name} ${copy}`)),
      );
      return fittedNets(name, nets);
    },
  };
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
        const logits = netLogits(net, x);
        for (let i = 0; i < x.rows; i++) mean[i]! += sigmoid(logits[i]!) / nets.length;
      }
      return mean;
    },
    toJSON: () => ({ kind: "net", name, nets: nets.map(netData) }),
  };
}
