import { type Encoder, fitEncoder } from "../../encode/encoder.js";
import type { EncoderScaling } from "../../encode/scaling.js";
import { AuditError } from "../../errors.js";
import type { ClassEvidence } from "../../input/evidence.js";
import { alignColumns } from "../../input/join.js";
import { type Column, selectTableRows, type Table } from "../../input/table.js";
import { seededRandom, shuffled } from "../../math/random.js";
import { canonicalEvidence } from "../../surrogate/canonical-evidence.js";
import { type ClassClouds, type ClassMethod, encodeClassClouds, winners } from "../../surrogate/class-clouds.js";
import { type ClassMethodName, classMethods } from "../../surrogate/class-methods.js";
import { type CellKey, cellId } from "./cells.js";
import { type ClassTarget, targetFrom, trainClassTarget } from "./class-target.js";
import { type KeptResult, keepResult, orThrow, stopwatch } from "./kept-result.js";
import { type LetterBook, letterBook } from "./letters.js";
import type { Measures } from "./measures.js";
import { asCellFailure, type CellEvidence, type Series, type TimedCell } from "./result.js";
import type { GeneratorEntry, MethodEntry } from "./spec.js";
import { splitRows } from "./split.js";
import type { GroupWork } from "./work.js";

/** Everything the cells of a group share. */
interface Shared {
  readonly target: ClassTarget;
  readonly ordered: boolean;
  readonly names: readonly string[];
  /** Rows that may be observed, by the class the target gives them, in the order in which they are drawn. */
  readonly observed: readonly Int32Array[];
  readonly pool: Table;
  readonly test: Table;
  readonly decisions: Uint8Array;
  readonly labels: Uint8Array;
}

interface EncodedCase {
  readonly encoder: Encoder;
  readonly clouds: ClassClouds;
}

interface Case {
  readonly counts: CellEvidence;
  encoded(scaling: EncoderScaling): EncodedCase;
}

/**
 * How well methods of K classes follow a target of K classes. `n` people of each class are observed; letters go to
 * everybody who could get another class, or a better one where classes are ordered. A cell's series has the fidelity
 * within each of the target's classes.
 */
export function* computeMulticlass(work: GroupWork): Generator<TimedCell, void, void> {
  const { spec, group, done, now } = work;
  const open = group.cells.filter((cell) => !done.has(cellId(cell)));
  if (open.length === 0) return;
  const clock = stopwatch(now);
  const shared = keepResult(() => shareClassTarget(work));
  const targetSeconds = clock();
  for (const entry of spec.generators) {
    const ofGenerator = open.filter(({ generator }) => generator === entry.name);
    const books = keepResult(() => openBooks(work, orThrow(shared), entry));
    for (const n of spec.sizes) {
      const cells = ofGenerator.filter((cell) => cell.n === n);
      if (cells.length === 0) continue;
      clock();
      const current = keepResult(() => makeCase(work, orThrow(shared), orThrow(books), n));
      const letterSeconds = clock();
      for (const cell of cells) {
        const { measures, series, failure, ...seconds } = computeCell(work, cell, shared, current);
        const evidence = current.ok ? current.value.counts : null;
        yield {
          cell: { ...cell, evidence, measures, series, failure },
          seconds: { target: targetSeconds, letters: letterSeconds, ...seconds },
        };
      }
    }
  }
}

/** Refuses the name of a method that is not known for more than two classes. */
export function requireClassMethod(method: string): void {
  if (Object.hasOwn(classMethods, method)) return;
  const known = Object.keys(classMethods).join(", ");
  throw new AuditError("STUDY_INVALID", `there is no method '${method}' for more than two classes; known are ${known}`);
}

function classMethodOf({ method, options }: MethodEntry): ClassMethod {
  requireClassMethod(method);
  return (classMethods[method as ClassMethodName] as (given: object) => ClassMethod)(options);
}

function shareClassTarget({ spec, group, data, registry }: GroupWork): Shared {
  const { names, ordered } = data.classes ?? { names: ["0", "1"], ordered: true };
  const { train, validation, test } = splitRows(data.labels, group.seed, spec.observable, names.length);
  const seed = seededRandom(group.seed, `study-target-${group.target}`).integer(2147483648);
  const target = trainClassTarget(registry, group.target, { data, classes: names.length, rows: train, seed });
  const decided = target.decide(selectTableRows(data.table, validation));
  const places = Array.from({ length: validation.length }, (_, k) => k);
  const order = shuffled(places, seededRandom(group.seed, "study-observed"));
  const testTable = selectTableRows(data.table, test);
  return {
    target,
    ordered,
    names,
    observed: names.map((_, c) =>
      Int32Array.from(
        order.filter((k) => decided[k] === c),
        (k) => validation[k]!,
      ),
    ),
    pool: selectTableRows(data.table, train),
    test: testTable,
    decisions: target.decide(testTable),
    labels: Uint8Array.from(test, (i) => data.labels[i]!),
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

function makeCase({ data }: GroupWork, shared: Shared, books: readonly (LetterBook | null)[], n: number): Case {
  const empty = shared.observed.findIndex((rows) => rows.length === 0);
  if (empty >= 0) {
    throw new AuditError("SINGLE_CLASS", `the target gives class ${shared.names[empty]} to nobody who can be observed`);
  }
  const { evidence } = canonicalEvidence(classEvidence(data, shared, books, n));
  const people = evidence.observations.rows;
  const last = shared.names.length - 1;
  const accepted = evidence.decisions.filter((c) => c === last).length;
  const known = new Map<EncoderScaling, EncodedCase>();
  return {
    counts: { rejected: people - accepted, accepted, letters: evidence.letters.rows },
    encoded(scaling) {
      const found = known.get(scaling);
      if (found !== undefined) return found;
      const { observations, letters } = evidence;
      const encoder = fitEncoder(data.features, [observations, letters], { scaling });
      const made = { encoder, clouds: encodeClassClouds(encoder, evidence) };
      known.set(scaling, made);
      return made;
    },
  };
}

/** What an auditor would have: `n` people of each class, or all there are, and their letters with both classes. */
function classEvidence(
  data: GroupWork["data"],
  { target, ordered, names, observed }: Shared,
  books: readonly (LetterBook | null)[],
  n: number,
): ClassEvidence {
  const shown = observed.map((rows) => rows.subarray(0, n));
  const people = Int32Array.from(shown.flatMap((rows) => [...rows]));
  const letterOf: number[] = [];
  const written: Table[] = [];
  let before = 0;
  shown.forEach((rows, c) => {
    const letters = books[c]?.first(n);
    if (letters !== undefined) {
      const answered = Array.from(rows.keys()).filter((k) => letters.found[k] === 1);
      letterOf.push(...answered.map((k) => before + k));
      written.push(selectTableRows(letters.rows, answered));
    }
    before += rows.length;
  });
  const own: Column[] = [];
  const offered: Column[] = [];
  for (const column of selectTableRows(data.table, people).columns) {
    const [left, right] = alignColumns(column, stackColumns(column, written));
    own.push(left);
    offered.push(right);
  }
  const letters = { rows: letterOf.length, columns: offered };
  const decisions = Uint8Array.from(shown.flatMap((rows, c) => Array.from(rows, () => c)));
  return {
    schema: {
      features: data.features,
      decision: { column: "decision", favourable: names.at(-1) ?? "", unfavourable: names[0] ?? "" },
      sensitive: data.sensitive,
      outcome: null,
      favourableOutcome: null,
      id: null,
      weight: null,
      ignored: [],
    },
    observations: { rows: people.length, columns: own },
    decisions,
    letters,
    letterOf: Int32Array.from(letterOf),
    groups: [],
    outcomes: null,
    weights: null,
    ids: null,
    classes: {
      names,
      ordered,
      letterFrom: Int32Array.from(letterOf, (person) => decisions[person]!),
      letterTo: Int32Array.from(target.decide(letters)),
    },
  };
}

/** The cells of one column in several tables, one table after the other. */
function stackColumns(like: Column, tables: readonly Table[]): Column {
  const parts = tables.flatMap(({ columns }) => columns.filter(({ name }) => name === like.name));
  if (like.type === "number") {
    const values = parts.flatMap((part) => (part.type === "number" ? [...part.values] : []));
    return { name: like.name, type: "number", values: Float64Array.from(values) };
  }
  const levels = [...new Set(parts.flatMap((part) => (part.type === "category" ? part.levels : [])))];
  const codes = parts.flatMap((part) =>
    part.type === "category" ? Array.from(part.codes, (code) => levels.indexOf(part.levels[code] ?? "")) : [],
  );
  return { name: like.name, type: "category", codes: Int32Array.from(codes), levels };
}

function computeCell(
  { spec, data, kernels, now }: GroupWork,
  cell: CellKey,
  shared: KeptResult<Shared>,
  current: KeptResult<Case>,
) {
  const clock = stopwatch(now);
  let fit = 0;
  try {
    const entry = spec.methods.find(({ name }) => name === cell.method);
    if (entry === undefined) throw new Error(`the study has no method '${cell.method}'`);
    const reference = orThrow(shared);
    const { encoder, clouds } = orThrow(current).encoded(data.scaling ?? entry.scaling ?? spec.scaling);
    clock();
    const surrogate = classMethodOf(entry).fit(clouds, kernels);
    fit = clock();
    const answers = winners(surrogate.points(encoder.encode(reference.test)));
    return { ...measureClasses(reference, answers), failure: null, fit, predict: clock() };
  } catch (error) {
    return { measures: null, series: null, failure: asCellFailure(error), fit, predict: 0 };
  }
}

/** Shares of equal answers, overall and within each of the target's classes; "accepted" is the last class. */
function measureClasses(
  { decisions, labels, names }: Pick<Shared, "decisions" | "labels" | "names">,
  answers: Uint8Array,
): { readonly measures: Measures; readonly series: Series } {
  const rows = decisions.length;
  const share = (holds: (i: number) => boolean) => decisions.reduce((sum, _, i) => sum + (holds(i) ? 1 : 0), 0) / rows;
  const last = names.length - 1;
  const classFidelity = names.map((_, c) => {
    const among = share((i) => decisions[i] === c);
    return among === 0 ? null : share((i) => decisions[i] === c && answers[i] === c) / among;
  });
  const known = classFidelity.filter((value) => value !== null);
  return {
    measures: {
      fidelity: share((i) => answers[i] === decisions[i]),
      nearFidelity: null,
      nearRows: 0,
      balancedFidelity:
        known.length < names.length ? null : known.reduce((sum, value) => sum + value, 0) / known.length,
      accuracy: share((i) => answers[i] === labels[i]),
      targetAccuracy: share((i) => decisions[i] === labels[i]),
      acceptedShare: share((i) => answers[i] === last),
      targetAcceptedShare: share((i) => decisions[i] === last),
      meanMargin: null,
    },
    series: { classFidelity },
  };
}
