import { type Encoder, fitEncoder } from "../../encode/encoder.js";
import { AuditError, requireRunning } from "../../errors.js";
import type { Failure } from "../../findings/quantities.js";
import { type ClassEvidence, type Evidence, withoutReasons } from "../../input/evidence.js";
import { selectTableRows } from "../../input/table.js";
import type { Kernels } from "../../kernels/kernels.js";
import { type MeasuredShare, measureShare } from "../../math/interval.js";
import type { Matrix } from "../../math/matrix.js";
import { type Random, seededRandom } from "../../math/random.js";
import { type ProgressOptions, withDefaults } from "../../options.js";
import { defaultsOf, type Given, settings } from "../../settings/settings.js";
import { canonicalEvidence, selectEvidence, type Unordered } from "../../surrogate/canonical-evidence.js";
import { type ClassClouds, type ClassMethod, encodeClassClouds, winners } from "../../surrogate/class-clouds.js";
import { canonicalClouds, encodeClouds } from "../../surrogate/clouds.js";
import { dealFolds, splitByFold } from "../../surrogate/folds.js";
import type { Clouds, SurrogateMethod } from "../../surrogate/surrogate.js";
import { asGiven, type MethodTrust, orFailure, rightShareOf, type Validated } from "./trust.js";

/** Folds, how often they are dealt, the seed, and the scaling of each fold's encoder: as in an audit. */
export interface CrossValidationOptions extends ProgressOptions, Given<"folds" | "repeats" | "seed" | "scaling"> {
  /** Fits methods and encoders without the letters, on the folds that they would have with them. @default false */
  readonly withholdLetters?: boolean;
  /** The same without the reasons. @default false */
  readonly withholdReasons?: boolean;
}

/** How well each method answers for people it was not fitted on. */
export interface CrossValidation {
  /** Folds used, at most those asked for. */
  readonly folds: number;
  readonly repeats: number;
  readonly seed: number;
  /** In the order the methods were given. */
  readonly methods: readonly MethodTrust[];
}

const DEFAULTS: Required<CrossValidationOptions> = {
  ...defaultsOf("folds", "repeats", "seed", "scaling"),
  withholdLetters: false,
  withholdReasons: false,
  onProgress: undefined,
  signal: undefined,
};

/**
 * Stratified k-fold cross-validation of every method on the same folds. Letters are held out with their person; a
 * letter of an unknown person is dealt by itself. Folds depend on the content of the rows and the seed, not on the
 * order of the rows. A method that cannot be fitted in some fold has failed, with the reason, and the others go on.
 */
export function crossValidate(
  given: Evidence,
  methods: readonly SurrogateMethod[],
  kernels: Kernels,
  givenOptions: CrossValidationOptions = {},
): CrossValidation {
  const options = withDefaults("crossValidate", DEFAULTS, givenOptions);
  const { repeats, seed } = options;
  settings.folds.kind.check("folds", options.folds);
  settings.repeats.kind.check("repeats", repeats);
  const { evidence, people } = canonicalEvidence(given);
  const runs = methods.map((method) => startRun(method, evidence, kernels));
  const inOrder = (encoder: Encoder, training: Evidence) => canonicalClouds(encodeClouds(encoder, training));
  const folds = eachFold(evidence, inOrder, runs, options);
  return { folds, repeats, seed, methods: runs.map((run) => summarise(run, evidence, people, { folds, repeats })) };
}

/** A method on its way through the folds: answers about held-out rows are summed over the repeats. */
interface Run<Method, SomeClouds, Answers> {
  readonly method: Method;
  readonly answers: Answers;
  answer(fold: Fold<SomeClouds>): void;
  failure: Failure | null;
}

/** One fold: what a method is fitted on, and the held-out rows in the space of the encoder fitted without them. */
interface Fold<SomeClouds> {
  readonly clouds: SomeClouds;
  readonly observations: Matrix;
  readonly letters: Matrix;
  /** Where these rows are in the evidence. */
  readonly heldOut: { readonly people: Int32Array; readonly letters: Int32Array };
}

/** Sums per row, in canonical order. */
interface Answers {
  readonly accepted: Float64Array;
  readonly margins: Float64Array;
  readonly scores: Float64Array;
  readonly lettersAccepted: Float64Array;
  /** Accepted letters to rejected people whom the same surrogate rejects. */
  readonly lettersConsistent: Float64Array;
}

type BinaryRun = Run<SurrogateMethod, Clouds, Answers>;

function startRun(method: SurrogateMethod, { decisions, letterOf }: Evidence, kernels: Kernels): BinaryRun {
  const answers: Answers = {
    accepted: new Float64Array(decisions.length),
    margins: new Float64Array(decisions.length),
    scores: new Float64Array(decisions.length),
    lettersAccepted: new Float64Array(letterOf.length),
    lettersConsistent: new Float64Array(letterOf.length),
  };
  return {
    method,
    answers,
    answer({ clouds, observations, letters, heldOut }) {
      const surrogate = method.fit(clouds, kernels);
      const margins = surrogate.margins(observations);
      const scores = surrogate.scores(observations);
      const letterMargins = surrogate.margins(letters);
      const isRefused = new Set<number>();
      for (const [row, i] of heldOut.people.entries()) {
        answers.margins[i]! += margins[row]!;
        answers.scores[i]! += scores[row]!;
        if (margins[row]! >= 0) answers.accepted[i]! += 1;
        else if (decisions[i] === 0) isRefused.add(i);
      }
      for (const [row, k] of heldOut.letters.entries()) {
        if (letterMargins[row]! < 0) continue;
        answers.lettersAccepted[k]! += 1;
        if (isRefused.has(letterOf[k]!)) answers.lettersConsistent[k]! += 1; // held out with their letters
      }
    },
    failure: null,
  };
}

/** Turns sums over `repeats` deals into shares; `people` maps canonical rows back to the caller's. */
function summarise(
  { method, answers, failure }: BinaryRun,
  { decisions, letterOf }: Evidence,
  people: Int32Array,
  { folds, repeats }: Pick<CrossValidation, "folds" | "repeats">,
): MethodTrust {
  const measureRight = rightShareOf(method.name, folds);
  const measureSide = rightShareOf(method.name, folds, "one side");
  const common = { method: method.name, usesLetters: method.usesLetters && letterOf.length > 0, failure };
  if (failure !== null) {
    const unknown = { agreement: null, letterConsistency: null, lettersAccepted: null };
    const none = new Float64Array(0);
    return { ...common, ...unknown, agreed: none, acceptedShare: none, margins: none, scores: none };
  }
  const counts = [0, 0];
  const right = [0, 0];
  decisions.forEach((decision, i) => {
    counts[decision]! += 1;
    right[decision]! += decision === 1 ? answers.accepted[i]! : repeats - answers.accepted[i]!;
  });
  const overall = measureRight((right[0]! + right[1]!) / repeats, decisions.length);
  const rejected = measureSide(right[0]! / repeats, counts[0]!);
  const accepted = measureSide(right[1]! / repeats, counts[1]!);
  const toRejected = letterOf.filter((person) => decisions[person] === 0).length;
  const means = (sums: Float64Array) =>
    asGiven(
      people,
      sums.map((sum) => sum / repeats),
    );
  const acceptedShare = answers.accepted.map((sum) => sum / repeats);
  return {
    ...common,
    agreement: overall && rejected && accepted && { overall, rejected, accepted },
    letterConsistency: measureShare(total(answers.lettersConsistent) / repeats, toRejected),
    lettersAccepted: measureShare(total(answers.lettersAccepted) / repeats, letterOf.length),
    agreed: asGiven(
      people,
      acceptedShare.map((share, i) => (decisions[i] === 1 ? share : 1 - share)),
    ),
    acceptedShare: asGiven(people, acceptedShare),
    margins: means(answers.margins),
    scores: means(answers.scores),
  };
}

function total(values: ArrayLike<number>): number {
  return Array.from(values).reduce((sum, value) => sum + value, 0);
}

interface ClassTrust extends Validated {
  /** Overall, and among the people of each class. */
  readonly agreement: { readonly overall: MeasuredShare; readonly byClass: readonly MeasuredShare[] } | null;
  readonly lettersAsOffered: MeasuredShare | null;
  /** People of each class (row) by answer (column), averaged over the repeats. */
  readonly confusion: readonly (readonly number[])[];
}

/** Cross-validation of methods of K classes on the folds that two classes have too. */
export function crossValidateClasses(
  given: ClassEvidence,
  methods: readonly ClassMethod[],
  kernels: Kernels,
  options: Required<CrossValidationOptions>,
): { readonly folds: number; readonly methods: readonly ClassTrust[] } {
  const { evidence, people } = canonicalEvidence(given);
  const runs = methods.map((method) => startClassRun(method, evidence, kernels));
  const folds = eachFold(evidence, encodeClassClouds, runs, options);
  return { folds, methods: runs.map((run) => summariseClasses(run, evidence, people, { ...options, folds })) };
}

type ClassRun = Run<ClassMethod, ClassClouds, { readonly byClass: Float64Array; readonly asOffered: Float64Array }>;

function startClassRun(method: ClassMethod, { decisions, classes }: ClassEvidence, kernels: Kernels): ClassRun {
  const size = classes.names.length;
  const byClass = new Float64Array(decisions.length * size); // answers per person and class
  const asOffered = new Float64Array(classes.letterTo.length);
  return {
    method,
    answers: { byClass, asOffered },
    answer({ clouds, observations, letters, heldOut }) {
      const surrogate = method.fit(clouds, kernels);
      const chosen = winners(surrogate.points(observations));
      const forLetters = winners(surrogate.points(letters));
      for (const [row, i] of heldOut.people.entries()) byClass[i * size + chosen[row]!]! += 1;
      for (const [row, k] of heldOut.letters.entries()) {
        if (forLetters[row] === classes.letterTo[k]) asOffered[k]! += 1;
      }
    },
    failure: null,
  };
}

function summariseClasses(
  { method, failure, answers }: ClassRun,
  { decisions, letters, classes }: ClassEvidence,
  people: Int32Array,
  { folds, repeats }: Pick<CrossValidation, "folds" | "repeats">,
): ClassTrust {
  const measureRight = rightShareOf(method.name, folds);
  const measureSide = rightShareOf(method.name, folds, "one side");
  const common = { method: method.name, usesLetters: method.usesLetters && letters.rows > 0, failure };
  if (failure !== null) {
    return { ...common, agreement: null, lettersAsOffered: null, confusion: [], agreed: new Float64Array(0) };
  }
  const size = classes.names.length;
  const confusion = classes.names.map(() => new Array<number>(size).fill(0));
  decisions.forEach((decision, i) => {
    for (let c = 0; c < size; c++) confusion[decision]![c]! += answers.byClass[i * size + c]! / repeats;
  });
  const rows = confusion.map((row) => Math.round(total(row)));
  const right = confusion.map((row, c) => Math.min(rows[c]!, row[c]!));
  const told = classes.letterTo.filter((c) => c >= 0).length;
  const overall = measureRight(Math.min(total(rows), total(right)), total(rows));
  return {
    ...common,
    agreement: overall && { overall, byClass: right.flatMap((hits, c) => measureSide(hits, rows[c]!) ?? []) },
    lettersAsOffered: measureShare(Math.min(told, total(answers.asOffered) / repeats), told),
    confusion,
    agreed: asGiven(
      people,
      Float64Array.from(decisions, (decision, i) => answers.byClass[i * size + decision]! / repeats),
    ),
  };
}

/** Leads every run through the same folds of canonical evidence and returns their number. */
function eachFold<SomeClouds, Some extends Evidence>(
  evidence: Some,
  encode: (encoder: Encoder, training: Unordered<Some>) => SomeClouds,
  runs: readonly Run<{ readonly name: string }, SomeClouds, unknown>[],
  options: Required<CrossValidationOptions>,
): number {
  const { repeats, seed, scaling, withholdLetters, withholdReasons, signal, onProgress } = options;
  const folds = possibleFolds(evidence, options.folds);
  const steps = repeats * folds * runs.length;
  let done = 0;
  for (let repeat = 0; repeat < repeats; repeat++) {
    const random = (stratum: number | string) => seededRandom(seed, `cross-validate/${repeat}/${stratum}`);
    for (const [k, { people, letters }] of dealSplits(evidence, folds, random).entries()) {
      const kept = selectEvidence(evidence, people.kept, withholdLetters ? [] : letters.kept);
      const training = withholdReasons ? withoutReasons(kept) : kept;
      const encoder = fitEncoder(training.schema.features, [training.observations, training.letters], { scaling });
      const fold = {
        clouds: encode(encoder, training),
        observations: encoder.encode(selectTableRows(evidence.observations, people.heldOut)),
        letters: encoder.encode(selectTableRows(evidence.letters, letters.heldOut)),
        heldOut: { people: people.heldOut, letters: letters.heldOut },
      };
      const where = `fold ${k + 1} of ${folds}`;
      for (const run of runs) {
        requireRunning(signal);
        onProgress?.(done++, steps, `${run.method.name}, ${where}`);
        if (run.failure !== null) continue;
        const { failure } = orFailure(() => ({ failure: null, answered: run.answer(fold) }));
        run.failure = failure && { code: failure.code, message: `${where}: ${failure.message}` };
      }
    }
  }
  requireRunning(signal);
  onProgress?.(steps, steps, "cross-validation done");
  return folds;
}

/** As many folds as wanted, fewer where a decision has fewer people. */
export function possibleFolds({ decisions, classes }: Evidence, wanted: number): number {
  const names = classes?.names ?? ["rejected", "accepted"];
  const sizes = names.map((_, c) => decisions.filter((decision) => decision === c).length);
  const least = Math.min(...sizes);
  if (least >= 2) return Math.min(wanted, least);
  const found = names.map((name, c) => `${sizes[c]} ${name}`).join(", ");
  const message =
    least === 0
      ? `rows of every decision, got ${found}; check the favourable value of the decision column`
      : `at least 2 rows of every decision, got ${found}; collect more decisions, or merge classes`;
  throw new AuditError(least === 0 ? "SINGLE_CLASS" : "CLASS_TOO_SMALL", `cross-validation needs ${message}`);
}

/** Deals the people of each decision and the letters of unknown people, each by a stream of its own. */
export function dealSplits(
  { decisions, letterOf, classes }: Evidence,
  folds: number,
  random: (stratum: number | string) => Random,
) {
  const foldOf = new Int32Array(decisions.length);
  let dealt = 0;
  for (let c = 0; c < (classes?.names.length ?? 2); c++) {
    const own = Int32Array.from(decisions.keys()).filter((i) => decisions[i] === c);
    for (const [k, fold] of dealFolds(own.length, folds, random(c), dealt).entries()) foldOf[own[k]!] = fold;
    dealt += own.length;
  }
  const alone = dealFolds(letterOf.length, folds, random("letters"));
  const letterFold = letterOf.map((person, k) => (person < 0 ? alone[k]! : foldOf[person]!));
  return Array.from({ length: folds }, (_, fold) => ({
    people: splitByFold(foldOf, fold),
    letters: splitByFold(letterFold, fold),
  }));
}
