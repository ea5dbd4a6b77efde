import { fitEncoder } from "../../encode/encoder.js";
import type { Scaling } from "../../encode/scaling.js";
import { AuditError, requireRunning } from "../../errors.js";
import type { ReportedClassTrust } from "../../findings/class-file.js";
import type { Kernels } from "../../kernels/kernels.js";
import { measureShare } from "../../math/interval.js";
import { seededRandom } from "../../math/random.js";
import type { ProgressOptions } from "../../options.js";
import { encodeClassClouds } from "../../surrogate/class-clouds.js";
import { type ClassEvidence, canonicalClassEvidence, selectClassEvidence } from "../../surrogate/class-evidence.js";
import { type ClassMethod, winners } from "../../surrogate/class-surrogate.js";
import { dealFolds, splitByFold } from "../../surrogate/folds.js";

export interface ClassValidationOptions extends ProgressOptions {
  readonly folds: number;
  readonly repeats: number;
  readonly seed: number;
  readonly scaling: Scaling;
}

/** How a method answers about people it was not fitted on. */
export interface ClassTrust extends ReportedClassTrust {
  /** People of each class (row) by answer (column), averaged over the repeats. */
  readonly confusion: readonly (readonly number[])[];
  /** Share of repeats in which each person, in the order given, was answered as decided; empty after a failure. */
  readonly agreed: Float64Array;
}

/** Stratified cross-validation of every method on the same folds; a held-out person takes their letters along. */
export function crossValidateClasses(
  given: ClassEvidence,
  methods: readonly ClassMethod[],
  kernels: Kernels,
  options: ClassValidationOptions,
): { readonly folds: number; readonly methods: readonly ClassTrust[] } {
  const { evidence, people } = canonicalClassEvidence(given);
  const { base, classes } = evidence;
  const sizes = classes.map((_, c) => base.decisions.filter((decision) => decision === c).length);
  const folds = Math.min(options.folds, ...sizes);
  if (folds < 2) {
    throw new AuditError(
      "CLASS_TOO_SMALL",
      `cross-validation needs at least 2 people of every class, got ${sizes.join(", ")}; collect more decisions, or merge classes`,
    );
  }
  const runs = methods.map((method) => startRun(method, evidence));
  const total = options.repeats * folds * runs.length;
  let done = 0;
  for (let repeat = 0; repeat < options.repeats; repeat++) {
    const { foldOf, letterFold } = deal(evidence, folds, options.seed, repeat);
    for (let fold = 0; fold < folds; fold++) {
      const persons = splitByFold(foldOf, fold);
      const letters = splitByFold(letterFold, fold);
      const training = selectClassEvidence(evidence, persons.kept, letters.kept);
      const encoder = fitEncoder(base.schema.features, [training.base.observations, training.base.letters], {
        scaling: options.scaling,
      });
      const clouds = encodeClassClouds(encoder, training);
      const observations = encoder.encode(base.observations);
      const offered = encoder.encode(base.letters);
      for (const run of runs) {
        requireRunning(options.signal);
        options.onProgress?.(done++, total, `${run.method.name}, fold ${fold + 1} of ${folds}`);
        if (run.failure !== null) continue;
        try {
          const surrogate = run.method.fit(clouds, kernels);
          const answers = winners(surrogate.points(observations));
          const letterAnswers = winners(surrogate.points(offered));
          for (const i of persons.heldOut) run.answers[i * classes.length + answers[i]!]! += 1;
          for (const k of letters.heldOut) if (letterAnswers[k] === evidence.letterTo[k]) run.asOffered[k]! += 1;
        } catch (error) {
          if (!(error instanceof AuditError) || error.code === "ABORTED") throw error;
          run.failure = { code: error.code, message: `fold ${fold + 1} of ${folds}: ${error.message}` };
        }
      }
    }
  }
  return { folds, methods: runs.map((run) => summarise(run, evidence, people, options.repeats)) };
}

interface Run {
  readonly method: ClassMethod;
  /** Answers per person and class. */
  readonly answers: Float64Array;
  readonly asOffered: Float64Array;
  failure: ClassTrust["failure"];
}

function startRun(method: ClassMethod, { base, classes }: ClassEvidence): Run {
  return {
    method,
    answers: new Float64Array(base.observations.rows * classes.length),
    asOffered: new Float64Array(base.letters.rows),
    failure: null,
  };
}

function deal({ base, classes }: ClassEvidence, folds: number, seed: number, repeat: number) {
  const foldOf = new Int32Array(base.decisions.length);
  let dealt = 0;
  classes.forEach((_, c) => {
    const own = Int32Array.from(base.decisions.keys()).filter((i) => base.decisions[i] === c);
    const random = seededRandom(seed, `cross-validate/${repeat}/${c}`);
    dealFolds(own.length, folds, random, dealt).forEach((fold, k) => {
      foldOf[own[k]!] = fold;
    });
    dealt += own.length;
  });
  const alone = dealFolds(base.letterOf.length, folds, seededRandom(seed, `cross-validate/${repeat}/letters`));
  return { foldOf, letterFold: base.letterOf.map((person, k) => (person < 0 ? alone[k]! : foldOf[person]!)) };
}

function summarise(
  run: Run,
  { base, classes, letterTo }: ClassEvidence,
  people: Int32Array,
  repeats: number,
): ClassTrust {
  const { method, failure } = run;
  const common = { method: method.name, usesLetters: method.usesLetters && base.letters.rows > 0, failure };
  if (failure !== null) {
    const none = { agreement: null, byClass: [], lettersAsOffered: null, confusion: [], agreed: new Float64Array(0) };
    return { ...common, ...none };
  }
  const size = classes.length;
  const confusion = classes.map(() => new Array<number>(size).fill(0));
  const agreed = new Float64Array(base.decisions.length);
  base.decisions.forEach((decision, i) => {
    for (let c = 0; c < size; c++) confusion[decision]![c]! += run.answers[i * size + c]! / repeats;
    agreed[people[i]!] = run.answers[i * size + decision]! / repeats;
  });
  const total = (row: readonly number[]) => row.reduce((sum, value) => sum + value, 0);
  const rows = confusion.map((row) => Math.round(total(row)));
  const right = confusion.map((row, c) => Math.min(rows[c]!, row[c]!));
  const told = letterTo.filter((c) => c >= 0).length;
  return {
    ...common,
    agreement: measureShare(Math.min(total(rows), total(right)), total(rows)),
    byClass: right.flatMap((successes, c) => measureShare(successes, rows[c]!) ?? []),
    lettersAsOffered: measureShare(
      Math.min(told, run.asOffered.reduce((sum, value) => sum + value, 0) / repeats),
      told,
    ),
    confusion,
    agreed,
  };
}
