import { fitEncoder } from "../../encode/encoder.js";
import { AuditError } from "../../errors.js";
import type { ClassEvidence } from "../../input/evidence.js";
import { selectTableRows, type Table } from "../../input/table.js";
import { seededRandom } from "../../math/random.js";
import { canonicalEvidence } from "../../surrogate/canonical-evidence.js";
import { type ClassMethod, encodeClassClouds, winners } from "../../surrogate/class-clouds.js";
import { type ClassMethodName, classMethods } from "../../surrogate/class-methods.js";
import type { DataSet } from "../data/data-set.js";
import type { Target, TargetFamily } from "../targets/target.js";
import { computeCells, perScaling } from "./compute-cells.js";
import { studyEvidence } from "./evidence.js";
import { type LetterBook, letterBook } from "./letters.js";
import type { CellResult, TimedCell } from "./result.js";
import type { GeneratorEntry, MethodEntry } from "./spec.js";
import { observedByClass, splitRows } from "./split.js";
import type { GroupWork, StudyRegistry } from "./work.js";

type Shared = ReturnType<typeof shareClassTarget>;

/**
 * How well methods of K classes follow a target of K classes. `n` people of each class are observed; letters go to
 * everybody who could get another class, or a better one where classes are ordered. A cell's series has the fidelity
 * within each of the target's classes.
 */
export function computeMulticlass(work: GroupWork): Generator<TimedCell, void, void> {
  const { spec, data, kernels } = work;
  return computeCells(work, {
    share: () => shareClassTarget(work),
    open: (shared, entry) => openBooks(work, shared, entry),
    prepare: (shared, books, { n }) => makeCase(data, shared, books, n),
    measure(shared, current, entry, lap) {
      const { encoder, clouds } = current.encoded(data.scaling ?? entry.scaling ?? spec.scaling);
      lap();
      const surrogate = classMethodOf(entry).fit(clouds, kernels);
      lap("fit");
      const answers = winners(surrogate.points(encoder.encode(shared.test)));
      lap("predict");
      return measureClasses(shared, answers);
    },
  });
}

export function requireClassMethod(method: string): void {
  if (Object.hasOwn(classMethods, method)) return;
  const known = Object.keys(classMethods).join(", ");
  throw new AuditError("STUDY_INVALID", `there is no method '${method}' for more than two classes; known are ${known}`);
}

function classMethodOf({ method, options }: MethodEntry): ClassMethod {
  requireClassMethod(method);
  return (classMethods[method as ClassMethodName] as (given: object) => ClassMethod)(options);
}

export interface ClassTarget {
  readonly classes: number;
  decide(table: Table): Uint8Array;
}

interface ClassTraining {
  readonly data: DataSet;
  readonly classes: number;
  readonly rows: Int32Array;
  readonly seed: number;
}

/** One target per class, trained to tell it from the others; the highest score decides, of equals the later class. */
export function trainClassTarget(
  registry: Pick<StudyRegistry, "trainTarget">,
  family: TargetFamily,
  { data, classes, rows, seed }: ClassTraining,
): ClassTarget {
  const targets = Array.from({ length: classes }, (_, c) => {
    const labels = data.labels.map((label) => (label === c ? 1 : 0));
    return registry.trainTarget(family, { ...data, labels }, rows, seed + c);
  });
  return {
    classes,
    decide(table) {
      const chosen = new Uint8Array(table.rows);
      const highest = new Float64Array(table.rows).fill(Number.NEGATIVE_INFINITY);
      targets.forEach((target, c) => {
        target.score(table).forEach((score, i) => {
          if (score < highest[i]!) return;
          highest[i] = score;
          chosen[i] = c;
        });
      });
      return chosen;
    },
  };
}

/** The model as people of class `from` see it: accepted are those with another class, or a better one if ordered. */
export function targetFrom(target: ClassTarget, from: number, ordered: boolean): Target {
  const decide = (table: Table) => target.decide(table).map((c) => ((ordered ? c > from : c !== from) ? 1 : 0));
  return { name: `out of class ${from}`, decide, score: (table) => Float64Array.from(decide(table)) };
}

/** Everything the cells of a group share; `observed` has the rows that may be observed by the target's class. */
function shareClassTarget({ spec, group, data, registry }: GroupWork) {
  const { names, ordered } = data.classes ?? { names: ["0", "1"], ordered: true };
  const { train, validation, test: tested } = splitRows(data.labels, group.seed, spec.observable, names.length);
  const seed = seededRandom(group.seed, `study-target-${group.target}`).integer(2147483648);
  const target = trainClassTarget(registry, group.target, { data, classes: names.length, rows: train, seed });
  const decided = target.decide(selectTableRows(data.table, validation));
  const test = selectTableRows(data.table, tested);
  return {
    target,
    ordered,
    names,
    observed: observedByClass(validation, decided, group.seed, names.length),
    pool: selectTableRows(data.table, train),
    test,
    decisions: target.decide(test),
    labels: Uint8Array.from(tested, (i) => data.labels[i]!),
  };
}

/** The letters to the people of each class; none for the best class of an order. */
function openBooks(
  { group, data, registry, kernels }: GroupWork,
  { target, ordered, observed, pool }: Shared,
  entry: GeneratorEntry,
): readonly (LetterBook | null)[] {
  return observed.map((rejected, c) => {
    if (ordered && c === target.classes - 1) return null;
    const source = { data, target: targetFrom(target, c, ordered), pool, rejected, seed: group.seed };
    return letterBook(registry.generator(entry), source, kernels);
  });
}

/** What an auditor would have: `n` people of each class, or all there are, and their letters with both classes. */
function makeCase(data: DataSet, shared: Shared, books: readonly (LetterBook | null)[], n: number) {
  const { target, ordered, names, observed } = shared;
  const empty = observed.findIndex((rows) => rows.length === 0);
  if (empty >= 0) {
    throw new AuditError("SINGLE_CLASS", `the target gives class ${names[empty]} to nobody who can be observed`);
  }
  const shown = observed.map((rows) => rows.subarray(0, n));
  const letters = books.map((book) => book?.first(n) ?? null);
  const plain = studyEvidence(data, shown, letters, names);
  const letterFrom = plain.letterOf.map((person) => plain.decisions[person]!);
  const letterTo = Int32Array.from(target.decide(plain.letters));
  const given: ClassEvidence = { ...plain, classes: { names, ordered, letterFrom, letterTo } };
  const { evidence } = canonicalEvidence(given);
  const accepted = shown.at(-1)!.length;
  return {
    counts: { rejected: evidence.observations.rows - accepted, accepted, letters: evidence.letters.rows },
    encoded: perScaling((scaling) => {
      const encoder = fitEncoder(data.features, [evidence.observations, evidence.letters], { scaling });
      return { encoder, clouds: encodeClassClouds(encoder, evidence) };
    }),
  };
}

/** Shares of equal answers, overall and within each of the target's classes; "accepted" is the last class. */
function measureClasses(
  { decisions, labels, names }: Shared,
  answers: Uint8Array,
): Pick<CellResult, "measures" | "series"> {
  const rows = decisions.length;
  const share = (holds: (i: number) => boolean) => decisions.reduce((sum, _, i) => sum + (holds(i) ? 1 : 0), 0) / rows;
  const last = names.length - 1;
  const classFidelity = names.map((_, c) => {
    const among = share((i) => decisions[i] === c);
    return among === 0 ? null : share((i) => decisions[i] === c && answers[i] === c) / among;
  });
  const known = classFidelity.filter((value) => value !== null);
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  return {
    measures: {
      fidelity: share((i) => answers[i] === decisions[i]),
      nearFidelity: null,
      nearRows: 0,
      balancedFidelity: known.length < names.length ? null : mean,
      accuracy: share((i) => answers[i] === labels[i]),
      targetAccuracy: share((i) => decisions[i] === labels[i]),
      acceptedShare: share((i) => answers[i] === last),
      targetAcceptedShare: share((i) => decisions[i] === last),
      meanMargin: null,
    },
    series: { classFidelity },
  };
}
