import * as v from "valibot";
import { count, finiteNumber, finiteNumbers, invalidModel } from "../classifiers/model-data.js";
import { type FittedForest, forest, reviveForest } from "../classifiers/trees.js";
import { type Evidence, withoutReasons } from "../input/evidence.js";
import { type Matrix, zeros } from "../math/matrix.js";
import { seededRandom } from "../math/random.js";
import { log, sigmoid } from "../math/special.js";
import type { FittedMember, Member } from "./bracket-members.js";
import { type BracketSets, bracketRows, keepPeople } from "./bracket-sets.js";
import { dealFolds, splitByFold } from "./folds.js";
import { fitReasonLines, type ReasonLine, type ReasonRows, reasonLogits } from "./reason-line.js";

const WEIGHTS = [0.3, 1]; // of a reason against a decision
const WITH_LETTERS = 0.95; // of the way to a letter
const VOICES = 8;
const FOREST = { trees: 100, leaf: 2 };
const GATE_WEIGHTS = [0.1, 0.3, 1];
const GATE_FOLDS = 5;
const LEAST_CHANCE = 1e-6;
/** With more people decisions alone say as much, and reasons would only cost time. */
export const MOST_PEOPLE = 1000;

/** The evidence as models read it: its reasons only where a model of all of it would read them, in every fold too. */
export function readableReasons<Some extends Evidence>(evidence: Some): Some {
  return evidence.observations.rows > MOST_PEOPLE ? withoutReasons(evidence) : evidence;
}

const lineData = v.strictObject({
  bends: v.array(v.strictObject({ column: count, at: finiteNumber })),
  weights: finiteNumbers(),
  intercept: finiteNumber,
});

export const reasonMemberData = v.strictObject({
  kind: v.literal("reasons"),
  name: v.string(),
  /** Lines, and beside each a forest on the standardised columns and the line's log-odds. */
  parts: v.array(v.strictObject({ line: lineData, forest: v.unknown() })),
});

interface Part {
  readonly line: ReasonLine;
  readonly forest: FittedForest;
}

/**
 * Members that read reasons: the mean of lines that explain them, at two weights, and of forests that may ask for the
 * lines' log-odds. They have the voices of as many members: one by one, errors of few people would choose among them.
 */
export const reasonMembers: readonly Member[] = [null, WITH_LETTERS].map((t) => {
  const name = t === null ? "reasons" : `reasons t=${t}`;
  return {
    name,
    usesLetters: t !== null,
    usesReasons: true,
    voices: VOICES,
    fit(sets, _, seed) {
      const rows = reasonRows(sets, t);
      const parts = fitReasonLines(rows, WEIGHTS).map((line): Part => {
        const x = withLogits(rows.x, reasonLogits(line, rows.x));
        return { line, forest: forest({ ...FOREST, seed }).fit(x, rows.labels) };
      });
      return fittedMember(name, parts);
    },
  };
});

/** The observations with what was said to them; with `t`, letters as 1 and the path's rows as 0 as well. */
function reasonRows(sets: BracketSets, t: number | null): ReasonRows {
  const { rejected, accepted, numeric, reasons } = sets;
  const { x, labels } = bracketRows(sets, t);
  const ends = [rejected.rows, rejected.rows + accepted.rows] as const;
  return { x, labels, numeric, reasons: reasons ?? { columnsOf: [], named: [] }, accepted: ends };
}

function withLogits(x: Matrix, logits: Float64Array): Matrix {
  const wide = zeros(x.rows, x.columns + 1);
  for (let i = 0; i < x.rows; i++) {
    wide.values.set(x.values.subarray(i * x.columns, (i + 1) * x.columns), i * wide.columns);
    wide.values[i * wide.columns + x.columns] = logits[i]!;
  }
  return wide;
}

function fittedMember(name: string, parts: readonly Part[]): FittedMember {
  return {
    name,
    probabilities(x) {
      const mean = new Float64Array(x.rows);
      for (const { line, forest: trees } of parts) {
        const logits = reasonLogits(line, x);
        const shares = trees.probabilities(withLogits(x, logits));
        for (let i = 0; i < x.rows; i++) mean[i]! += (sigmoid(logits[i]!) + shares[i]!) / (2 * parts.length);
      }
      return mean;
    },
    toJSON: () => ({
      kind: "reasons",
      name,
      parts: parts.map(({ line, forest: trees }) => ({
        line: { ...line, weights: Array.from(line.weights) },
        forest: trees.toJSON(),
      })),
    }),
  };
}

export function reviveReasonMember({ name, parts }: v.InferOutput<typeof reasonMemberData>): FittedMember {
  return fittedMember(
    name,
    parts.map(({ line, forest: data }): Part => {
      const columns = line.weights.length - line.bends.length;
      if (columns < 0 || line.bends.some(({ column }) => column >= columns)) {
        throw invalidModel("surrogate.members", `'${name}' has bends of columns that it does not have`);
      }
      const trees = reviveForest(data);
      if (trees.columns !== columns + 1) {
        const counts = `takes ${trees.columns} columns, not ${columns + 1}`;
        throw invalidModel("surrogate.members", `a forest of '${name}' ${counts}`);
      }
      return { line: { ...line, weights: Float64Array.from(line.weights) }, forest: trees };
    }),
  );
}

/**
 * Whether reasons may be read: of at most 1,000 people, and the decisions of held-out people must not get less likely
 * with them, by more than the standard error of the comparison, at the weight that suits them best.
 */
export function reasonsHelp(sets: BracketSets, seed: number): boolean {
  const { rejected, accepted } = sets;
  const folds = Math.min(GATE_FOLDS, rejected.rows, accepted.rows);
  if (folds < 2 || rejected.rows + accepted.rows > MOST_PEOPLE) return false;
  const random = seededRandom(seed, "reasons gate");
  const zeroFold = dealFolds(rejected.rows, folds, random, 0);
  const oneFold = dealFolds(accepted.rows, folds, random, rejected.rows);
  const losses = [0, ...GATE_WEIGHTS].map(() => new Float64Array(rejected.rows + accepted.rows));
  for (let fold = 0; fold < folds; fold++) {
    const zero = splitByFold(zeroFold, fold);
    const one = splitByFold(oneFold, fold);
    const rows = reasonRows(keepPeople(sets, zero.kept, one.kept), null);
    const heldOut = keepPeople(sets, zero.heldOut, one.heldOut);
    for (const [k, line] of fitReasonLines(rows, [0, ...GATE_WEIGHTS]).entries()) {
      reasonLogits(line, heldOut.rejected).forEach((f, i) => {
        losses[k]![zero.heldOut[i]!] = lossOf(sigmoid(-f));
      });
      reasonLogits(line, heldOut.accepted).forEach((f, i) => {
        losses[k]![rejected.rows + one.heldOut[i]!] = lossOf(sigmoid(f));
      });
    }
  }
  const [without, ...others] = losses;
  return others.some((own) => {
    const differences = own.map((loss, i) => loss - without![i]!);
    const mean = differences.reduce((sum, value) => sum + value, 0) / differences.length;
    const squares = differences.reduce((sum, value) => sum + (value - mean) * (value - mean), 0);
    return mean <= Math.sqrt(squares / (differences.length - 1) / differences.length);
  });
}

function lossOf(chance: number): number {
  return -log(Math.max(LEAST_CHANCE, chance));
}
