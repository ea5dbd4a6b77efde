import type { GeneratedLetters, Generator } from "../counterfactuals/generator.js";
import type { DataSet } from "../data/data-set.js";
import { type Encoder, fitEncoder } from "../encode/encoder.js";
import type { Scaling } from "../encode/scaling.js";
import { selectTableRows, type Table } from "../evidence/table.js";
import type { Kernels } from "../kernels/kernels.js";
import { seededRandom } from "../math/random.js";
import { canonicalEvidence } from "../surrogate/canonical-evidence.js";
import { encodeClouds } from "../surrogate/clouds.js";
import type { Clouds, SurrogateMethod } from "../surrogate/surrogate.js";
import type { Target, TargetFamily } from "../targets/target.js";
import { type CellGroup, type CellKey, cellId } from "./cells.js";
import { studyEvidence } from "./evidence.js";
import { type LetterBook, letterBook } from "./letters.js";
import { measure, type Reference } from "./measures.js";
import { asCellFailure, type CellEvidence, type TimedCell } from "./result.js";
import type { GeneratorEntry, MethodEntry, StudySpec } from "./spec.js";
import { type Observed, observedOrder, splitRows } from "./split.js";

/** How names of a study become things that work. */
export interface StudyParts {
  trainTarget(family: TargetFamily, data: DataSet, rows: Int32Array, seed: number): Target;
  generator(entry: GeneratorEntry): Generator;
  method(entry: MethodEntry, family: TargetFamily): SurrogateMethod;
}

/** What a group is computed with. */
export interface GroupWork {
  readonly spec: StudySpec;
  readonly group: CellGroup;
  readonly data: DataSet;
  readonly parts: StudyParts;
  readonly kernels: Kernels;
  /** Ids of cells that need not be computed again. */
  readonly done: ReadonlySet<string>;
  /** Milliseconds since some start; only timings depend on it. */
  readonly now: () => number;
}

/** Everything the cells of a group share: the target, who was observed, and the reference set. */
interface Shared {
  readonly target: Target;
  readonly observed: Observed;
  readonly pool: Table;
  readonly test: Table;
  readonly reference: Reference;
}

/** The evidence of one generator and size, and the encoded forms of it that were asked for so far. */
interface Case {
  readonly counts: CellEvidence;
  encoded(scaling: Scaling): EncodedCase;
}

interface EncodedCase {
  readonly encoder: Encoder;
  readonly clouds: Clouds;
  /** The same with letters of letters, which are written when first asked for. */
  cloudsWithSecond(): Clouds;
}

/**
 * Computes the cells of a group one by one and hands out each as it is done. Never throws for a cell: what goes wrong with the
 * target fails all its cells, with a generator those of the generator, with a method only its own.
 */
export function* computeGroup(work: GroupWork): Generator_<TimedCell> {
  const { spec, group, done, now } = work;
  const open = group.cells.filter((cell) => !done.has(cellId(cell)));
  if (open.length === 0) return;
  const clock = stopwatch(now);
  const shared = attempt(() => shareTarget(work));
  const targetSeconds = clock();
  for (const entry of spec.generators) {
    const ofGenerator = open.filter(({ generator }) => generator === entry.name);
    if (ofGenerator.length === 0) continue;
    const book = attempt(() => openBook(work, shared, entry));
    for (const n of spec.sizes) {
      const cells = ofGenerator.filter((cell) => cell.n === n);
      if (cells.length === 0) continue;
      clock();
      const current = attempt(() => makeCase(work.data, orThrow(shared), orThrow(book), n));
      const letterSeconds = clock();
      for (const cell of cells) {
        const { measures, failure, ...seconds } = computeCell(work, cell, shared, current);
        const evidence = current.ok ? current.value.counts : null;
        yield {
          cell: { ...cell, evidence, measures, failure },
          seconds: { target: targetSeconds, letters: letterSeconds, ...seconds },
        };
      }
    }
  }
}

// The language's own Generator; the name without a mark is the writer of letters here.
type Generator_<T> = globalThis.Generator<T, void, void>;

/** A value, or what was thrown instead of it. */
type Attempt<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: unknown };

function attempt<T>(step: () => T): Attempt<T> {
  try {
    return { ok: true, value: step() };
  } catch (error) {
    return { ok: false, error };
  }
}

function orThrow<T>(result: Attempt<T>): T {
  if (!result.ok) throw result.error;
  return result.value;
}

/** Seconds since the last call. */
function stopwatch(now: () => number): () => number {
  let last = now();
  return () => {
    const time = now();
    const seconds = (time - last) / 1000;
    last = time;
    return seconds;
  };
}

function shareTarget({ group, data, parts }: GroupWork): Shared {
  const { train, validation, test } = splitRows(data.labels, group.seed);
  const seed = seededRandom(group.seed, `study-target-${group.target}`).nextBits();
  const target = parts.trainTarget(group.target, data, train, seed);
  const testTable = selectTableRows(data.table, test);
  return {
    target,
    observed: observedOrder(validation, target.decide(selectTableRows(data.table, validation)), group.seed),
    pool: selectTableRows(data.table, train),
    test: testTable,
    reference: {
      decisions: target.decide(testTable),
      scores: target.score(testTable),
      labels: Uint8Array.from(test, (i) => data.labels[i]!),
    },
  };
}

function openBook(
  { group, data, parts, kernels }: GroupWork,
  shared: Attempt<Shared>,
  entry: GeneratorEntry,
): LetterBook {
  const { target, pool, observed } = orThrow(shared);
  const source = { data, target, pool, rejected: observed.rejected, seed: group.seed };
  return letterBook(parts.generator(entry), source, kernels);
}

function makeCase(data: DataSet, { observed }: Shared, book: LetterBook, n: number): Case {
  const given = studyEvidence(data, observed, book.first(n), n);
  const { evidence, letters } = canonicalEvidence(given);
  const known = new Map<Scaling, EncodedCase>();
  return {
    counts: {
      rejected: Math.min(n, observed.rejected.length),
      accepted: Math.min(n, observed.accepted.length),
      letters: evidence.letters.rows,
    },
    encoded(scaling) {
      const found = known.get(scaling);
      if (found !== undefined) return found;
      const encoder = fitEncoder(data.features, [evidence.observations, evidence.letters], { scaling });
      const clouds = encodeClouds(encoder, evidence);
      const cloudsWithSecond = () => withSecondLetters(clouds, encoder, book.second(n), given.letterOf, letters);
      const made: EncodedCase = { encoder, clouds, cloudsWithSecond };
      known.set(scaling, made);
      return made;
    },
  };
}

/** The clouds with a letter of the letter for each letter that has one. */
function withSecondLetters(
  clouds: Clouds,
  encoder: Encoder,
  second: GeneratedLetters,
  personOf: Int32Array, // person of each given letter
  order: Int32Array, // given letter of each canonical one
): Clouds {
  const people = order.map((letter) => personOf[letter]!);
  const answered = Int32Array.from(people.keys()).filter((k) => second.found[people[k]!] === 1);
  const rows = encoder.encode(
    selectTableRows(
      second.rows,
      answered.map((k) => people[k]!),
    ),
  );
  return { ...clouds, secondLetters: { rows, pairOf: answered } };
}

/** Fits one method and compares its answers; the test rows are encoded by the evidence's own encoder. */
function computeCell(
  { spec, group, parts, kernels, now }: GroupWork,
  cell: CellKey,
  shared: Attempt<Shared>,
  current: Attempt<Case>,
) {
  const clock = stopwatch(now);
  let fit = 0;
  try {
    const entry = spec.methods.find(({ name }) => name === cell.method);
    if (entry === undefined) throw new Error(`the study has no method '${cell.method}'`);
    const { test, reference } = orThrow(shared);
    const encoded = orThrow(current).encoded(entry.scaling ?? spec.scaling);
    const method = parts.method(entry, group.target);
    const clouds = method.name === "dualcf" ? encoded.cloudsWithSecond() : encoded.clouds;
    clock();
    const surrogate = method.fit(clouds, kernels);
    fit = clock();
    const margins = surrogate.margins(encoded.encoder.encode(test));
    const answers = Uint8Array.from(margins, (margin) => (margin >= 0 ? 1 : 0));
    const predict = clock();
    return { measures: measure(reference, answers), failure: null, fit, predict };
  } catch (error) {
    return { measures: null, failure: asCellFailure(error), fit, predict: 0 };
  }
}
