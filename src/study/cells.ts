import { compareText } from "../math/compare.js";
import type { TargetFamily } from "../targets/target.js";
import { type StudySpec, shortName } from "./spec.js";

/** One fit of a study. */
export interface CellKey {
  readonly dataset: string;
  readonly target: TargetFamily;
  readonly generator: string;
  /** Rows per class of the evidence. */
  readonly n: number;
  readonly method: string;
  readonly seed: number;
}

/** Cells that share a target, and so are computed together. */
export interface CellGroup {
  readonly dataset: string;
  readonly target: TargetFamily;
  readonly seed: number;
  readonly cells: readonly CellKey[];
}

/** Every cell of a study, in groups: one seed of everything after the other, so that a stopped study is an even sample. */
export function expandStudy(spec: StudySpec): CellGroup[] {
  const groups: CellGroup[] = [];
  for (let seed = 0; seed < spec.seeds; seed++) {
    for (const entry of spec.datasets) {
      const dataset = shortName(entry);
      for (const target of spec.targets) {
        const methods = spec.methods.filter(({ targets }) => targets?.includes(target) ?? true);
        const cells = spec.generators.flatMap((generator) =>
          spec.sizes.flatMap((n) =>
            methods.map((method) => ({ dataset, target, generator: generator.name, n, method: method.name, seed })),
          ),
        );
        if (cells.length > 0) groups.push({ dataset, target, seed, cells });
      }
    }
  }
  return groups;
}

/** A text that tells cells apart. */
export function cellId({ dataset, target, generator, n, method, seed }: CellKey): string {
  return JSON.stringify([dataset, target, generator, n, method, seed]);
}

/** The order of cells in results: by name and number, never by when they were computed. */
export function compareCells(a: CellKey, b: CellKey): number {
  return (
    compareText(a.dataset, b.dataset) ||
    compareText(a.target, b.target) ||
    compareText(a.generator, b.generator) ||
    a.n - b.n ||
    compareText(a.method, b.method) ||
    a.seed - b.seed
  );
}
