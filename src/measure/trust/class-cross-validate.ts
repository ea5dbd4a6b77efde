import type { ClassEvidence } from "../../input/evidence.js";
import type { Kernels } from "../../kernels/kernels.js";
import { type MeasuredShare, measureShare } from "../../math/interval.js";
import { canonicalEvidence } from "../../surrogate/canonical-evidence.js";
import { encodeClassClouds } from "../../surrogate/class-clouds.js";
import { type ClassClouds, type ClassMethod, winners } from "../../surrogate/class-surrogate.js";
import { eachFold, type FoldOptions, type FoldRun } from "./each-fold.js";
import type { Validated } from "./trust.js";

/** How a method of K classes answers about people it was not fitted on. */
export interface ClassTrust extends Validated {
  /** Overall, and among the people of each class. */
  readonly agreement: { readonly overall: MeasuredShare; readonly byClass: readonly MeasuredShare[] } | null;
  /** Share of letters answered with the class they offer, where they say one. */
  readonly lettersAsOffered: MeasuredShare | null;
  /** People of each class (row) by answer (column), averaged over the repeats. */
  readonly confusion: readonly (readonly number[])[];
}

/** Cross-validation of methods of K classes on the folds that two classes have too, see `eachFold`. */
export function crossValidateClasses(
  given: ClassEvidence,
  methods: readonly ClassMethod[],
  kernels: Kernels,
  options: FoldOptions,
): { readonly folds: number; readonly methods: readonly ClassTrust[] } {
  const { evidence, people } = canonicalEvidence(given);
  const runs = methods.map((method) => startRun(method, evidence, kernels));
  const folds = eachFold(evidence, encodeClassClouds, runs, options);
  return { folds, methods: runs.map((run) => summarise(run, evidence, people, options.repeats)) };
}

interface Run extends FoldRun<ClassClouds> {
  readonly method: ClassMethod;
  /** Answers per person and class. */
  readonly answers: Float64Array;
  readonly asOffered: Float64Array;
}

function startRun(method: ClassMethod, { observations, letters, classes }: ClassEvidence, kernels: Kernels): Run {
  const size = classes.names.length;
  const answers = new Float64Array(observations.rows * size);
  const asOffered = new Float64Array(letters.rows);
  return {
    method,
    answers,
    asOffered,
    answer(fold) {
      const surrogate = method.fit(fold.clouds, kernels);
      const chosen = winners(surrogate.points(fold.observations));
      const forLetters = winners(surrogate.points(fold.letters));
      for (const i of fold.heldOut.people) answers[i * size + chosen[i]!]! += 1;
      for (const k of fold.heldOut.letters) if (forLetters[k] === classes.letterTo[k]) asOffered[k]! += 1;
    },
    failure: null,
  };
}

function summarise(run: Run, evidence: ClassEvidence, people: Int32Array, repeats: number): ClassTrust {
  const { method, failure, answers, asOffered } = run;
  const { decisions, letters, classes } = evidence;
  const common = { method: method.name, usesLetters: method.usesLetters && letters.rows > 0, failure };
  if (failure !== null) {
    return { ...common, agreement: null, lettersAsOffered: null, confusion: [], agreed: new Float64Array(0) };
  }
  const size = classes.names.length;
  const confusion = classes.names.map(() => new Array<number>(size).fill(0));
  const agreed = new Float64Array(decisions.length);
  decisions.forEach((decision, i) => {
    for (let c = 0; c < size; c++) confusion[decision]![c]! += answers[i * size + c]! / repeats;
    agreed[people[i]!] = answers[i * size + decision]! / repeats;
  });
  const total = (row: readonly number[]) => row.reduce((sum, value) => sum + value, 0);
  const rows = confusion.map((row) => Math.round(total(row)));
  const right = confusion.map((row, c) => Math.min(rows[c]!, row[c]!));
  const told = classes.letterTo.filter((c) => c >= 0).length;
  const kept = asOffered.reduce((sum, value) => sum + value, 0) / repeats;
  const overall = measureShare(Math.min(total(rows), total(right)), total(rows));
  return {
    ...common,
    agreement: overall && { overall, byClass: right.flatMap((hits, c) => measureShare(hits, rows[c]!) ?? []) },
    lettersAsOffered: measureShare(Math.min(told, kept), told),
    confusion,
    agreed,
  };
}
