import { selectTableRows, type Table } from "../../input/table.js";
import type { Kernels } from "../../kernels/kernels.js";
import { seededRandom } from "../../math/random.js";
import type { SurrogateMethod } from "../../surrogate/surrogate.js";
import type { Embedder } from "../../text/embedder.js";
import type { Rewriter } from "../../text/rewriter.js";
import type { DataSet } from "../data/data-set.js";
import type { Generator } from "../generators/generator.js";
import type { Target, TargetFamily } from "../targets/target.js";
import type { CellGroup } from "./cells.js";
import { type LetterBook, letterBook } from "./letters.js";
import type { Reference } from "./measures.js";
import type { GeneratorEntry, MethodEntry, StudySpec } from "./spec.js";
import { type Observed, observedOrder, splitRows } from "./split.js";

export interface StudyRegistry {
  trainTarget(family: TargetFamily, data: DataSet, rows: Int32Array, seed: number): Target;
  generator(entry: GeneratorEntry): Generator;
  method(entry: MethodEntry, family: TargetFamily): SurrogateMethod;
  /** What studies of texts need from outside; absent where there is nothing outside. */
  readonly texts?: TextServices;
}

export interface TextServices {
  readonly embedder: Embedder;
  rewriter(options: object): Rewriter;
}

/** What a group is computed with. */
export interface GroupWork {
  readonly spec: StudySpec;
  readonly group: CellGroup;
  readonly data: DataSet;
  readonly registry: StudyRegistry;
  readonly kernels: Kernels;
  /** Ids of cells that need not be computed again. */
  readonly done: ReadonlySet<string>;
  /** Milliseconds since some start; only timings depend on it. */
  readonly now: () => number;
}

/** Everything the cells of a group share: the target, who was observed, and the reference set. */
export interface Shared {
  readonly target: Target;
  readonly observed: Observed;
  /** Rows the target was trained on, which generators may draw on. */
  readonly pool: Table;
  readonly test: Table;
  readonly reference: Reference;
}

/** Splits the data, trains the target of the group and lets it decide on the observed and the reference people. */
export function shareTarget({ spec, group, data, registry }: GroupWork): Shared {
  const { train, validation, test } = splitRows(data.labels, group.seed, spec.observable);
  const seed = seededRandom(group.seed, `study-target-${group.target}`).nextBits();
  const target = registry.trainTarget(group.target, data, train, seed);
  const { table: testTable, labels } = data.reference ?? {
    table: selectTableRows(data.table, test),
    labels: Uint8Array.from(test, (i) => data.labels[i]!),
  };
  return {
    target,
    observed: observedOrder(validation, target.decide(selectTableRows(data.table, validation)), group.seed),
    pool: selectTableRows(data.table, train),
    test: testTable,
    reference: { decisions: target.decide(testTable), scores: target.score(testTable), labels },
  };
}

export function openBook(
  { group, data, registry, kernels }: GroupWork,
  { target, pool, observed }: Shared,
  entry: GeneratorEntry,
): LetterBook {
  const source = { data, target, pool, rejected: observed.rejected, seed: group.seed };
  return letterBook(registry.generator(entry), source, kernels);
}
