import * as v from "valibot";
import {
  count,
  finiteNumber,
  finiteNumbers,
  invalidModel,
  readModelPart,
  shareNumber,
} from "../classifiers/model-data.js";
import type { Kernels } from "../kernels/kernels.js";
import { compareRows, type Matrix } from "../math/matrix.js";
import { type Random, seededRandom } from "../math/random.js";
import { exp, log, sigmoid } from "../math/special.js";
import { anySeed, type NeedsTwo, type OptionsOf, or, type Settled, settle, whole, within } from "../options.js";
import { bracketMembers, type FittedMember, type Member, memberData, reviveMember } from "./bracket-members.js";
import { type BracketSets, bracketSets, keepPeople, standardOf } from "./bracket-sets.js";
import { requireBothClasses, surrogateMethod } from "./clouds.js";
import { type ColumnScaler, scaleColumns } from "./column-scaler.js";
import { dealFolds, splitByFold } from "./folds.js";
import { reasonMembers, reasonsHelp } from "./reason-members.js";
import { surrogateOf } from "./score.js";
import type { Surrogate, SurrogateMethod } from "./surrogate.js";

/** Rates that move a threshold; beyond them it would run away from the evidence. */
export const RATES = { least: 0.001, most: 0.999 } as const;

export const knownRateNeedsTwo: NeedsTwo = {
  what: "a known acceptance rate",
  reason: "it moves one threshold, and a model of more decisions has one per pair",
  settings: ["acceptanceRate"],
};

const table = {
  /** Folds of the cross-validation that weighs the members; fewer when a class is smaller. @default 3 */
  folds: whole(3, 2),
  /** Seed of folds, nets and boosting. @default 0 */
  seed: anySeed,
  /** Share of everybody that the system accepts, where it is known; the threshold is then moved. @default null */
  rate: or(null, within(0.5, RATES.least, RATES.most)),
};
export type BracketOptions = OptionsOf<typeof table>;
type BracketSettings = Settled<typeof table>;

const isPositive = v.check((value: number) => value > 0, "must be > 0");

export const bracketData = v.strictObject({
  columns: count,
  kept: v.array(count),
  centers: finiteNumbers(),
  scales: v.array(v.pipe(finiteNumber, isPositive)),
  weights: v.array(shareNumber),
  sharpness: v.pipe(finiteNumber, isPositive),
  /** Added to the log-odds; files of models whose rate was not known have none. */
  offset: v.optional(finiteNumber, 0),
  members: v.array(memberData),
});

/**
 * An ensemble that reads a letter as a bracket: the boundary lies between the person and the letter, so a point most of
 * the way along the path is still rejected and the letter is accepted. Linear, boosted and net members see no letters,
 * or letters with such path points; each weighs exp(−½·errors) by its out-of-fold errors on the observations.
 *
 * Where refused people were told reasons, members that explain them join, unless held-out decisions speak against it.
 *
 * Without letters the members that read none remain. The score's sharpness is the slope that gives the ensemble's
 * out-of-fold log-odds the least log-loss; it moves no decision. A known rate does: the offset gives the out-of-fold
 * probabilities of the observed people that rate on average, accepted and rejected people weighed as it says.
 */
export function bracket(given: BracketOptions = {}): SurrogateMethod {
  return bracketMethod(settle("bracket", table, given), null);
}

/** The method; with a choice given, members, weights and sharpness are not looked for again. */
function bracketMethod(options: BracketSettings, choice: BracketChoice | null): SurrogateMethod {
  return surrogateMethod({
    name: "bracket",
    usesLetters: true,
    requires: requireBothClasses,
    fit(clouds, kernels) {
      const standard = standardOf(clouds);
      const sets = bracketSets(clouds, standard, kernels);
      const usable = choice?.members.every((member) => canFit(member, sets)) ?? false;
      const chosen = choice !== null && usable ? choice : choose(sets, kernels, options);
      const fitted = chosen.members.map((member) => member.fit(sets, kernels, options.seed));
      const surrogate = ensemble(standard, fitted, chosen);
      choices.set(surrogate, chosen);
      return surrogate;
    },
    withoutLetters: () => bracketMethod(options, null),
    keeping: (fitted) => bracketMethod(options, choices.get(fitted) ?? choice),
    revive(data) {
      const read = readModelPart(bracketData, data, "surrogate");
      const { columns, kept, centers, scales, weights, sharpness, offset, members } = read;
      if (kept.some((k) => k >= columns)) throw invalidModel("surrogate.kept", `a column is not below ${columns}`);
      if (centers.length !== kept.length || scales.length !== kept.length) {
        throw invalidModel("surrogate.scales", "one center and one scale per kept column are needed");
      }
      if (weights.length !== members.length) throw invalidModel("surrogate.weights", "one weight per member is needed");
      const standard = { columns, kept, centres: centers, spreads: scales };
      const surrogate = ensemble(standard, members.map(reviveMember), { weights, sharpness, offset });
      const known = members.flatMap(({ name }) => MEMBERS.find((member) => member.name === name) ?? []);
      if (known.length === members.length) choices.set(surrogate, { members: known, weights, sharpness, offset });
      return surrogate;
    },
  });
}

/** Folds are dealt twice where reasons are read: most of the weight hangs on one comparison there. */
const DEALS_WITH_REASONS = ["bracket", "bracket again"];

const MEMBERS: readonly Member[] = [...bracketMembers, ...reasonMembers];

/** What the ensemble's own cross-validation settles. */
interface BracketChoice {
  readonly members: readonly Member[];
  readonly weights: readonly number[];
  readonly sharpness: number;
  readonly offset: number;
}

/** The choices behind ensembles, fitted or read from a file: refits of either keep the same members and weights. */
const choices = new WeakMap<Surrogate, BracketChoice>();

/** The members that count, weighed on held-out people; the others are not worth their fit and room in the file. */
function choose(sets: BracketSets, kernels: Kernels, options: BracketSettings): BracketChoice {
  const read = sets.reasons === null || reasonsHelp(sets, options.seed) ? sets : { ...sets, reasons: null };
  const members = MEMBERS.filter((member) => canFit(member, read));
  const { weights, ...rest } = weigh(members, sets, kernels, options);
  const kept = members.map((_, k) => k).filter((k) => weights[k]! > 0);
  return { members: kept.map((k) => members[k]!), weights: kept.map((k) => weights[k]!), ...rest };
}

function canFit(member: Member, sets: BracketSets): boolean {
  return (sets.letters.rows > 0 || !member.usesLetters) && (sets.reasons !== null || !member.usesReasons);
}

/** Out-of-fold errors give the weights, out-of-fold probabilities the sharpness and the offset. */
function weigh(members: readonly Member[], sets: BracketSets, kernels: Kernels, options: BracketSettings) {
  const zeroGroups = groupEqualRows(sets.rejected);
  const oneGroups = groupEqualRows(sets.accepted);
  const folds = Math.min(options.folds, groupCount(zeroGroups), groupCount(oneGroups));
  const alike = { weights: members.map(() => 1 / members.length), sharpness: 1, offset: 0 };
  if (folds < 2) return alike; // nothing to hold out
  const rejected = sets.rejected.rows;
  const isAccepted = (i: number) => i >= rejected;
  const voices = Float64Array.from([...voicesOf(zeroGroups), ...voicesOf(oneGroups)]);
  const deals = members.some(({ usesReasons }) => usesReasons) ? DEALS_WITH_REASONS : ["bracket"];
  const answered = deals.map((deal) => {
    const random = seededRandom(options.seed, deal);
    const rejectedFold = dealTogether(zeroGroups, folds, random, 0);
    const acceptedFold = dealTogether(oneGroups, folds, random, rejected);
    const dealt = { folds, rejectedFold, acceptedFold, seed: options.seed };
    return answerOutOfFold(members, sets, dealt, kernels);
  });
  const errors = members.map((_, k) => {
    const counts = answered.map((answers) =>
      voices.reduce((sum, voice, i) => sum + (answers[k]![i]! >= 0.5 === isAccepted(i) ? 0 : voice), 0),
    );
    return counts.reduce((sum, count) => sum + count, 0) / deals.length;
  });
  const weights = weightsOf(members, errors);
  const mixed = Float64Array.from(voices, (_, i) =>
    logOdds(
      answered.reduce(
        (sum, answers) => sum + answers.reduce((own, answer, k) => own + weights[k]! * answer[i]!, 0) / deals.length,
        0,
      ),
    ),
  );
  const offset = options.rate === null ? 0 : offsetOf(mixed, rejected, options.rate);
  return { weights, sharpness: sharpnessOf(mixed, isAccepted), offset };
}

interface Dealt {
  readonly folds: number;
  readonly rejectedFold: Int32Array;
  readonly acceptedFold: Int32Array;
  /** Of the members. */
  readonly seed: number;
}

/** What each member says of each person, fitted on the other folds. */
function answerOutOfFold(
  members: readonly Member[],
  sets: BracketSets,
  { folds, rejectedFold, acceptedFold, seed }: Dealt,
  kernels: Kernels,
): Float64Array[] {
  const outOfFold = members.map(() => new Float64Array(rejectedFold.length + acceptedFold.length));
  for (let fold = 0; fold < folds; fold++) {
    const zero = splitByFold(rejectedFold, fold);
    const one = splitByFold(acceptedFold, fold);
    const training = keepPeople(sets, zero.kept, one.kept);
    const heldOut = keepPeople(sets, zero.heldOut, one.heldOut);
    const rows = [...zero.heldOut, ...Array.from(one.heldOut, (i) => rejectedFold.length + i)];
    members.forEach((member, k) => {
      if (!canFit(member, training)) return;
      const fitted = member.fit(training, kernels, seed);
      const answers = [...fitted.probabilities(heldOut.rejected), ...fitted.probabilities(heldOut.accepted)];
      for (const [place, i] of rows.entries()) outOfFold[k]![i] = answers[place]!;
    });
  }
  return outOfFold;
}

/** The group of each row, rows being in canonical order: equal rows share one. */
function groupEqualRows(x: Matrix): Int32Array {
  const groups = new Int32Array(x.rows);
  for (let i = 1; i < x.rows; i++) groups[i] = groups[i - 1]! + (compareRows(x, i - 1, x, i) === 0 ? 0 : 1);
  return groups;
}

function groupCount(groups: Int32Array): number {
  return (groups.at(-1) ?? -1) + 1;
}

/** Folds by group: a copy of a row in training would answer for its twin. */
function dealTogether(groups: Int32Array, folds: number, random: Random, start: number): Int32Array {
  const dealt = dealFolds(groupCount(groups), folds, random, start);
  return groups.map((group) => dealt[group]!);
}

/** Equal rows have one voice together: copies make an error no surer. */
function voicesOf(groups: Int32Array): Float64Array {
  const sizes = new Float64Array(groupCount(groups));
  for (const group of groups) sizes[group]! += 1;
  return Float64Array.from(groups, (group) => 1 / sizes[group]!);
}

/** Voices times exp(−½·errors), in proportion; below a thousandth of the fewest errors' it is 0. */
function weightsOf(members: readonly Member[], errors: readonly number[]): number[] {
  const fewest = Math.min(...errors);
  const raw = errors
    .map((count) => exp(-0.5 * (count - fewest)))
    .map((weight, k) => (weight < 1e-3 ? 0 : weight * (members[k]!.voices ?? 1)));
  const total = raw.reduce((sum, weight) => sum + weight, 0);
  return raw.map((weight) => weight / total);
}

/** The slope b in [0.1, 4] with the least Σ log-loss of σ(b · log-odds), by bisection: the derivative is monotone. */
function sharpnessOf(logits: Float64Array, isAccepted: (i: number) => boolean): number {
  return bisect([0.1, 4], (slope) => {
    let sum = 0;
    for (let i = 0; i < logits.length; i++) sum += (sigmoid(slope * logits[i]!) - (isAccepted(i) ? 1 : 0)) * logits[i]!;
    return sum;
  });
}

/** What is added to the log-odds so that σ has the mean `rate`, the accepted people being `rate` of everybody. */
function offsetOf(logits: Float64Array, rejected: number, rate: number): number {
  const mean = (rows: Float64Array, offset: number) =>
    rows.reduce((sum, logit) => sum + sigmoid(logit + offset), 0) / rows.length;
  const [zero, one] = [logits.subarray(0, rejected), logits.subarray(rejected)];
  return bisect([-40, 40], (offset) => (1 - rate) * mean(zero, offset) + rate * mean(one, offset) - rate);
}

/** Where a rising function changes its sign; an end of the range where it does not. */
function bisect([from, to]: readonly [number, number], rising: (at: number) => number): number {
  let low = from;
  let high = to;
  for (let step = 0; step < 40; step++) {
    const middle = 0.5 * (low + high);
    if (rising(middle) > 0) high = middle;
    else low = middle;
  }
  return 0.5 * (low + high);
}

/** log(p / (1 − p)), with p kept away from 0 and 1. */
function logOdds(p: number): number {
  const inside = Math.min(1 - 1e-12, Math.max(1e-12, p));
  return log(inside / (1 - inside));
}

function ensemble(
  standard: ColumnScaler,
  members: readonly FittedMember[],
  { weights, sharpness, offset }: Omit<BracketChoice, "members">,
): Surrogate {
  return surrogateOf({
    method: "bracket",
    columns: standard.columns,
    margins(x) {
      const rows = scaleColumns(standard, x);
      const mixed = new Float64Array(x.rows);
      members.forEach((member, k) => {
        const shares = member.probabilities(rows);
        for (let i = 0; i < x.rows; i++) mixed[i]! += weights[k]! * shares[i]!;
      });
      return mixed.map((p) => sharpness * (logOdds(p) + offset));
    },
    toJSON: () => ({
      columns: standard.columns,
      kept: standard.kept,
      centers: standard.centres,
      scales: standard.spreads,
      weights: [...weights],
      sharpness,
      ...(offset !== 0 && { offset }),
      members: members.map((member) => member.toJSON()),
    }),
  });
}
