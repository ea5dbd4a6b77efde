import type { EncoderScaling } from "../../encode/scaling.js";
import { type CellSize, cellId, sizesOf } from "./cells.js";
import { asCellFailure, type CellEvidence, type CellResult, type TimedCell } from "./result.js";
import type { GeneratorEntry, MethodEntry } from "./spec.js";
import type { GroupWork } from "./work.js";

/** Ends a part of the work on a cell: its seconds are those since the end of the part before. */
type Lap = (part?: "fit" | "predict") => void;

/** The steps in which cells are computed. What one throws fails the cells that need it. */
export interface CellSteps<Shared, Book, Case extends { readonly counts: CellEvidence | null }> {
  /** What all cells share: the target, who was observed, the reference set. */
  share(): Shared;
  /** What the cells of one generator share. */
  open(shared: Shared, entry: GeneratorEntry): Book;
  /** What the cells of one generator and size share: the evidence, with its letters. */
  prepare(shared: Shared, book: Book, size: CellSize): Case;
  /** What is found out about one method. */
  measure(shared: Shared, current: Case, entry: MethodEntry, lap: Lap): Pick<CellResult, "measures" | "series">;
}

/**
 * Computes the cells of a group one by one and yields each when done. Never throws for a cell: what goes wrong with the
 * target fails all its cells, with a generator the generator's, with a method only its own.
 */
export function* computeCells<Shared, Book, Case extends { readonly counts: CellEvidence | null }>(
  { spec, group, done, now }: GroupWork,
  steps: CellSteps<Shared, Book, Case>,
): Generator<TimedCell, void, void> {
  const open = group.cells.filter((cell) => !done.has(cellId(cell)));
  if (open.length === 0) return;
  const clock = stopwatch(now);
  const shared = kept(() => steps.share());
  const target = clock();
  for (const entry of spec.generators) {
    const ofGenerator = open.filter(({ generator }) => generator === entry.name);
    if (ofGenerator.length === 0) continue;
    const book = kept(() => steps.open(shared(), entry));
    for (const size of sizesOf(spec)) {
      const cells = ofGenerator.filter((cell) => cell.n === size.n && cell.balance === size.balance);
      if (cells.length === 0) continue;
      let evidence: CellEvidence | null = null;
      clock();
      const current = kept(() => {
        const made = steps.prepare(shared(), book(), size);
        evidence = made.counts;
        return made;
      });
      const letters = clock();
      for (const cell of cells) {
        const seconds = { target, letters, fit: 0, predict: 0 };
        const own = stopwatch(now);
        const lap: Lap = (part) => {
          const passed = own();
          if (part !== undefined) seconds[part] = passed;
        };
        let found: Pick<CellResult, "measures" | "series" | "failure">;
        try {
          const method = spec.methods.find(({ name }) => name === cell.method);
          if (method === undefined) throw new Error(`the study has no method '${cell.method}'`);
          found = { ...steps.measure(shared(), current(), method, lap), failure: null };
        } catch (error) {
          found = { measures: null, series: null, failure: asCellFailure(error) };
        }
        yield { cell: { ...cell, evidence, ...found }, seconds };
      }
    }
  }
}

/** Takes a step at once; what it throws is thrown to whoever asks for its value. */
export function kept<T>(step: () => T): () => T {
  try {
    const value = step();
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

function stopwatch(now: () => number): () => number {
  let last = now();
  return () => {
    const before = last;
    last = now();
    return (last - before) / 1000;
  };
}

/** Something made from evidence in each scaling, when first asked for. */
export function perScaling<T>(make: (scaling: EncoderScaling) => T): (scaling: EncoderScaling) => T {
  const known = new Map<EncoderScaling, T>();
  return (scaling) => {
    const found = known.get(scaling) ?? make(scaling);
    known.set(scaling, found);
    return found;
  };
}
