import { requireRunning } from "../../errors.js";
import type { Failure } from "../../findings/quantities.js";
import type { ClassEvidence } from "../../input/evidence.js";
import type { Kernels } from "../../kernels/kernels.js";
import { type MeasuredShare, measureShare } from "../../math/interval.js";
import type { Matrix } from "../../math/matrix.js";
import { type Canonicalised, canonicalEvidence } from "../../surrogate/canonical-evidence.js";
import { type ClassClouds, type ClassMethod, encodeClassClouds, winners } from "../../surrogate/class-clouds.js";
import { orFailure } from "../../surrogate/fitting.js";
import { asGiven, rightShareOf, total, type Validated } from "./trust.js";
import { type CrossValidationOptions, dealRepeat, possibleFolds, trainFold } from "./validation-folds.js";

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
  const folds = answerFolds(evidence, runs, options);
  return { folds, methods: runs.map((run) => summariseClasses(run, evidence, people, { ...options, folds })) };
}

interface ClassRun {
  readonly method: ClassMethod;
  readonly answers: { readonly byClass: Float64Array; readonly asOffered: Float64Array };
  failure: Failure | null;
  answer(fold: ClassFold): void;
}

/** One fold: what a method is fitted on, and everybody in the space of the encoder fitted without the held-out rows. */
interface ClassFold {
  readonly clouds: ClassClouds;
  readonly observations: Matrix;
  readonly letters: Matrix;
  readonly heldOut: { readonly people: Int32Array; readonly letters: Int32Array };
}

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
      for (const i of heldOut.people) byClass[i * size + chosen[i]!]! += 1;
      for (const k of heldOut.letters) if (forLetters[k] === classes.letterTo[k]) asOffered[k]! += 1;
    },
    failure: null,
  };
}

function summariseClasses(
  { method, failure, answers }: ClassRun,
  { decisions, letters, classes }: ClassEvidence,
  people: Int32Array,
  { folds, repeats }: { readonly folds: number; readonly repeats: number },
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
function answerFolds(
  evidence: Canonicalised<ClassEvidence>["evidence"],
  runs: readonly ClassRun[],
  options: Required<CrossValidationOptions>,
): number {
  const { repeats, signal, onProgress } = options;
  const folds = possibleFolds(evidence, options.folds);
  const steps = repeats * folds * runs.length;
  let done = 0;
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (const split of dealRepeat(evidence, { ...options, folds }, repeat)) {
      const { clouds, encoder } = trainFold(evidence, split, encodeClassClouds, options);
      const fold = {
        clouds,
        observations: encoder.encode(evidence.observations),
        letters: encoder.encode(evidence.letters),
        heldOut: { people: split.people.heldOut, letters: split.letters.heldOut },
      };
      for (const run of runs) {
        requireRunning(signal);
        onProgress?.(done++, steps, `${run.method.name}, ${split.name}`);
        if (run.failure !== null) continue;
        const { failure } = orFailure(() => ({ failure: null, answered: run.answer(fold) }));
        run.failure = failure && { code: failure.code, message: `${split.name}: ${failure.message}` };
      }
    }
  }
  requireRunning(signal);
  onProgress?.(steps, steps, "cross-validation done");
  return folds;
}
