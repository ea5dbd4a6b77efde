import { compareText } from "../../math/compare.js";
import type { TargetFamily } from "../targets/target.js";
import { type MethodEntry, type StudySpec, shortName } from "./spec.js";

export interface CellKey {
  readonly dataset: string;
  readonly target: TargetFamily;
  readonly generator: string;
  readonly n: number;
  /** Share of the 2n people that were rejected; absent in a study of equal halves. */
  readonly balance?: number;
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

/** Every cell of a study, in groups. Seeds come one after the other, so that a stopped study is an even sample. */
export function expandStudy(spec: StudySpec): CellGroup[] {
  const { every = 1 } = spec;
  return Array.from({ length: spec.seeds }, (_, seed) => {
    let counted = 0;
    const isKept = () => counted++ % every === seed % every;
    const groups = new Map<string, CellGroup & { readonly cells: CellKey[] }>();
    for (const place of placesOf(spec)) {
      const { dataset, target } = place;
      const key = JSON.stringify([dataset, target]);
      const group = groups.get(key) ?? { dataset, target, seed, cells: [] };
      groups.set(key, group);
      const methods = methodsFor(spec, target, place.n).filter(isKept);
      group.cells.push(...methods.map(({ name }) => ({ ...place, method: name, seed })));
    }
    return [...groups.values()].filter(({ cells }) => cells.length > 0);
  }).flat();
}

/** The methods of a study that are meant for a kind of target and a size. */
export function methodsFor({ methods }: StudySpec, target: TargetFamily, n: number): MethodEntry[] {
  return methods.filter(({ targets, sizes }) => (targets?.includes(target) ?? true) && (sizes?.includes(n) ?? true));
}

/** How many people are observed in a cell, and in which proportion. */
export type CellSize = Pick<CellKey, "n" | "balance">;

/** Every size of a study's evidence, in each of its balances. */
export function sizesOf({ sizes, balances }: StudySpec): CellSize[] {
  return sizes.flatMap((n): CellSize[] => balances?.map((balance) => ({ n, balance })) ?? [{ n }]);
}

export type Place = Omit<CellKey, "method" | "seed">;

export function placesOf(spec: StudySpec): Place[] {
  return spec.datasets.flatMap((entry) =>
    spec.targets.flatMap((target) =>
      spec.generators.flatMap((generator) =>
        sizesOf(spec).map((size) => ({ dataset: shortName(entry), target, generator: generator.name, ...size })),
      ),
    ),
  );
}

export function cellId({ dataset, target, generator, n, balance, method, seed }: CellKey): string {
  const parts = [dataset, target, generator, n, method, seed];
  return JSON.stringify(balance === undefined ? parts : [...parts, balance]);
}

/** The order of cells in results: by name and number, never by when they were computed. */
export function compareCells(a: CellKey, b: CellKey): number {
  return (
    compareText(a.dataset, b.dataset) ||
    compareText(a.target, b.target) ||
    compareText(a.generator, b.generator) ||
    a.n - b.n ||
    (a.balance ?? 0) - (b.balance ?? 0) ||
    compareText(a.method, b.method) ||
    a.seed - b.seed
  );
}
