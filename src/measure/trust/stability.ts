import { type Encoder, fitEncoder } from "../../encode/encoder.js";
import type { Scaling } from "../../encode/scaling.js";
import { requireRunning } from "../../errors.js";
import type { Evidence } from "../../input/evidence.js";
import { selectTableRows, type Table } from "../../input/table.js";
import type { Kernels } from "../../kernels/kernels.js";
import { type Random, sampleWithoutReplacement, seededRandom } from "../../math/random.js";
import { type NeedsTwo, type ProgressOptions, withDefaults } from "../../options.js";
import { defaultsOf, type Given, settings, settingsOfRefits } from "../../settings/settings.js";
import { type CanonicalEvidence, canonicalEvidence, selectEvidence } from "../../surrogate/canonical-evidence.js";
import { encodeClouds } from "../../surrogate/clouds.js";
import { type Fitting, fitHere, keptSurrogate, orFailure } from "../../surrogate/fitting.js";
import type { Model } from "../../surrogate/model.js";
import type { Surrogate, SurrogateMethod } from "../../surrogate/surrogate.js";

/** How many of `count` are drawn, and which: numbers in [0, count), ascending. */
export type Draw = (count: number, random: Random) => Int32Array;

/** As many as there are, with replacement: the bootstrap. */
export const withReplacement: Draw = (count, random) =>
  Int32Array.from({ length: count }, () => random.integer(count)).sort();

/** A share of them, rounded, at least one, each at most once. */
export function withoutReplacement(share: number): Draw {
  return (count, random) =>
    sampleWithoutReplacement(count, Math.min(count, Math.max(1, Math.round(share * count))), random).sort();
}

export const refitsNeedTwo: NeedsTwo = {
  what: "stability over refits and sensitivity",
  reason: "each refit is a fit per pair of classes; run the audit with other seeds or scalings instead",
  settings: settingsOfRefits(),
};

export interface RefitOptions extends ProgressOptions, Given<"refits" | "seed" | "scaling"> {
  /** Other rows to decide by every refit, such as a sample of a population file. */
  readonly scored?: Table | undefined;
  /** How people are drawn. @default the bootstrap */
  readonly draw?: Draw;
  /** Is given every refit that could be fitted. */
  readonly onRefit?: ((refit: Refit) => void) | undefined;
}

/** What refits on resampled people decide. */
export interface Refits {
  readonly method: string;
  /** Refits that worked, and draws on which the method could not be fitted. */
  readonly refits: number;
  readonly failed: number;
  /** Share of decisions that differ from the fitted model's, over people a refit had not seen; null without any. */
  readonly changed: number | null;
  /** The observed people, by the refits that had not seen them. */
  readonly observed: Votes;
  /** The rows of `scored`, by all refits; null without them. */
  readonly scored: Votes | null;
}

/** Votes of refits, one entry per row. */
export interface Votes {
  /** Refits that were asked, and how many of them accepted. */
  readonly asked: Int32Array;
  readonly accepted: Int32Array;
  /** 1 or 0 where at least 95 % of the refits asked give that decision; −1, contested, elsewhere. */
  readonly settled: Int8Array;
  /** What each refit decides, whether it had seen the person or not. */
  readonly decisions: readonly Uint8Array[];
}

interface FittedMethod {
  readonly method: SurrogateMethod;
  readonly fitted: Pick<Model, "surrogate" | "margins">;
}

const SETTLING = 0.95; // share of the votes that settles a decision

const DEFAULTS: Required<RefitOptions> = {
  ...defaultsOf("refits", "seed", "scaling"),
  scored: undefined,
  draw: withReplacement,
  onRefit: undefined,
  onProgress: undefined,
  signal: undefined,
};

/**
 * Resamples people and fits the method again, encoder included; what it chose by its own cross-validation is kept from
 * the fitted model where the method can. People a refit has not seen are asked, so that nobody answers for themselves.
 * A draw on which the method cannot be fitted is counted and left out. Neither draws nor votes depend on the order of
 * the rows.
 */
export function refitStability(
  given: Evidence,
  { method, fitted }: FittedMethod,
  kernels: Kernels,
  givenOptions: RefitOptions = {},
): Refits {
  return fitHere(refitting(given, { method, fitted }, givenOptions), kernels);
}

/** The same, for whoever does the fits. */
export function* refitting(
  given: Evidence,
  { method, fitted }: FittedMethod,
  givenOptions: RefitOptions = {},
): Fitting<Refits> {
  const options = withDefaults("refitStability", DEFAULTS, givenOptions);
  const { refits, scored, onRefit, onProgress } = options;
  settings.refits.kind.check("refits", refits);
  const { evidence, people } = canonicalEvidence(given);
  const kept = method.keeping?.(fitted.surrogate) ?? method;
  const reference = decisionsOf(fitted.margins(given.observations));
  const observed = startVotes(reference.length);
  const others = scored && startVotes(scored.rows);
  let failed = 0;
  let changed = 0;
  const asked = scored === undefined ? [given.observations] : [given.observations, scored];
  for (const refit of yield* fitAgain(evidence, kept, asked, options)) {
    if (refit === null) {
      failed++;
      continue;
    }
    onRefit?.(refit);
    const [decisions, answers] = refit.answers as [Uint8Array, Uint8Array?];
    observed.decisions.push(decisions);
    for (let i = 0; i < people.length; i++) {
      if (refit.seen[i] === 1) continue;
      const person = people[i]!;
      observed.asked[person]! += 1;
      observed.accepted[person]! += decisions[person]!;
      if (decisions[person] !== reference[person]) changed++;
    }
    if (answers !== undefined && others !== undefined) {
      others.decisions.push(answers);
      for (let i = 0; i < answers.length; i++) others.accepted[i]! += answers[i]!;
    }
  }
  onProgress?.(refits, refits, "refits done");
  others?.asked.fill(refits - failed);
  const votes = observed.asked.reduce((sum, count) => sum + count, 0);
  return {
    method: method.name,
    refits: refits - failed,
    failed,
    changed: votes === 0 ? null : changed / votes,
    observed: settle(observed, method.name),
    scored: others === undefined ? null : settle(others, method.name),
  };
}

/** The refits themselves, for questions that votes do not answer; draws that cannot be fitted are left out. */
export function refitModels(
  given: Evidence,
  { method, fitted }: { readonly method: SurrogateMethod; readonly fitted: Pick<Model, "surrogate"> },
  kernels: Kernels,
  givenOptions: Omit<RefitOptions, "scored" | "onRefit"> = {},
): Refit[] {
  const { scored: _, onRefit: _each, ...options } = withDefaults("refitModels", DEFAULTS, givenOptions);
  const kept = method.keeping?.(fitted.surrogate) ?? method;
  const work = fitAgain(canonicalEvidence(given).evidence, kept, [], options);
  return fitHere(work, kernels).filter((refit) => refit !== null);
}

/** A method fitted on resampled people, encoder included. */
export interface Refit extends FittedRows {
  /** 1 for each observation, in canonical order, that it was fitted on. */
  readonly seen: Uint8Array;
}

/** A refit, and what it decides about each of the tables asked. */
interface AskedRefit extends Refit {
  readonly answers: readonly Uint8Array[];
}

/** The refits in their order; null for a draw on which the method cannot be fitted. */
function* fitAgain(
  evidence: CanonicalEvidence,
  method: SurrogateMethod,
  asked: readonly Table[],
  { refits, seed, scaling, draw, onProgress, signal }: Omit<Required<RefitOptions>, "scored" | "onRefit">,
): Fitting<(AskedRefit | null)[]> {
  const drawn: { readonly seen: Uint8Array; readonly encoder: Encoder | null }[] = [];
  const fits = yield (function* () {
    for (let refit = 0; refit < refits; refit++) {
      requireRunning(signal);
      onProgress?.(refit, refits, `refit ${refit + 1} of ${refits}`);
      const { evidence: own, seen } = resample(evidence, draw, (stratum) =>
        seededRandom(seed, `stability/${refit}/${stratum}`),
      );
      const set = orFailure(() => ({ encoder: encoderOf(own, scaling) }));
      if ("failure" in set) {
        drawn.push({ seen, encoder: null });
        yield set;
        continue;
      }
      const { encoder } = set;
      drawn.push({ seen, encoder });
      yield {
        method,
        clouds: encodeClouds(encoder, own),
        rows: asked.map((table) => encoder.encode(table)),
        keep: true,
      };
    }
  })();
  return fits.map((fit, k) => {
    const { seen, encoder } = drawn[k]!;
    if ("failure" in fit || encoder === null) return null;
    return { ...fittedRows(encoder, keptSurrogate(fit)), seen, answers: fit.margins.map(decisionsOf) };
  });
}

/** A method fitted with its encoder, as decisions on raw rows. */
interface FittedRows {
  readonly encoder: Encoder;
  readonly surrogate: Surrogate;
  decide(table: Table): Uint8Array;
}

export function encoderOf({ schema, observations, letters }: Evidence, scaling: Scaling): Encoder {
  return fitEncoder(schema.features, [observations, letters], { scaling });
}

function fittedRows(encoder: Encoder, surrogate: Surrogate): FittedRows {
  return {
    encoder,
    surrogate,
    decide(table) {
      const decisions = new Uint8Array(table.rows);
      eachBatch(table, (part, start) => {
        decisions.set(decisionsOf(surrogate.margins(encoder.encode(part))), start);
      });
      return decisions;
    },
  };
}

export function decisionsOf(margins: Float64Array): Uint8Array {
  return Uint8Array.from(margins, (margin) => (margin >= 0 ? 1 : 0));
}

function startVotes(rows: number) {
  return { asked: new Int32Array(rows), accepted: new Int32Array(rows), decisions: [] as Uint8Array[] };
}

/** One answer for everybody tells nobody apart, so refits that repeat it leave every answer open. */
function settle(votes: Omit<Votes, "settled">, method: string): Votes {
  const { asked, accepted } = votes;
  const settled = method === "majority" ? new Int8Array(asked.length).fill(-1) : settledByVotes(asked, accepted);
  return { ...votes, settled };
}

/** 1 or 0 where at least 95 % of the refits asked give that decision; −1, contested, elsewhere. */
export function settledByVotes(asked: Int32Array, accepted: Int32Array): Int8Array {
  return Int8Array.from(asked, (count, i) => {
    if (count === 0) return -1;
    if (accepted[i]! >= SETTLING * count) return 1;
    return count - accepted[i]! >= SETTLING * count ? 0 : -1;
  });
}

/**
 * Draws rejected people, accepted people and letters of unknown people, each by itself. A person's letters come along,
 * once for each time the person is drawn. `seen` has 1 for an observation that was drawn.
 */
export function resample(given: CanonicalEvidence, draw: Draw, random: (stratum: string) => Random) {
  const { decisions } = given;
  const lettersOf = Array.from(decisions, (): number[] => []);
  const alone: number[] = [];
  for (const [k, person] of given.letterOf.entries()) (lettersOf[person] ?? alone).push(k);
  const people: number[] = [];
  for (const decision of [0, 1]) {
    const own = Int32Array.from(decisions.keys()).filter((i) => decisions[i] === decision);
    for (const place of draw(own.length, random(String(decision)))) people.push(own[place]!);
  }
  // whose letter: the copy of the person it came along with
  const sent = people.flatMap((person, copy) => lettersOf[person]!.map((letter) => ({ letter, copy })));
  if (alone.length > 0) {
    for (const place of draw(alone.length, random("letters"))) sent.push({ letter: alone[place]!, copy: -1 });
  }
  const letters = sent.map(({ letter }) => letter);
  const letterOf = Int32Array.from(sent, ({ copy }) => copy);
  const seen = new Uint8Array(decisions.length);
  for (const person of people) seen[person] = 1;
  return { evidence: { ...selectEvidence(given, people, letters), letterOf }, seen };
}

/** Rows encoded at a time: a large file is never encoded whole. */
const BATCH = 8192;

export function eachBatch(table: Table, use: (batch: Table, start: number) => void): void {
  for (let start = 0; start < table.rows; start += BATCH) {
    const length = Math.min(BATCH, table.rows - start);
    const rows = Int32Array.from({ length }, (_, k) => start + k);
    use(length === table.rows ? table : selectTableRows(table, rows), start);
  }
}
