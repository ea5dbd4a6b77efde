import { type CellKey, sizesOf } from "./cells.js";
import type { PublishedTable } from "./published.js";
import type { CellResult } from "./result.js";
import { type StudySpec, shortName } from "./spec.js";
import { TARGET_WORDS } from "./study-words.js";
import type { MeasureName } from "./summary.js";

/** What a drawing of a study is made from. */
export interface PlotInput {
  readonly spec: StudySpec;
  readonly results: ReadonlyMap<string, CellResult>;
  readonly measure: MeasureName;
  readonly published: PublishedTable | null;
}

/** A place of a study: everything but the method and the seed. */
export type Place = Omit<CellKey, "method" | "seed">;

/** Every place of a study, in its order. */
export function placesOf(spec: StudySpec): Place[] {
  return spec.datasets.flatMap((entry) =>
    spec.targets.flatMap((target) =>
      spec.generators.flatMap((generator) =>
        sizesOf(spec).map((size) => ({ dataset: shortName(entry), target, generator: generator.name, ...size })),
      ),
    ),
  );
}

/** "adult, MLP, mccf, n = 100", of whatever is given. */
export function nameOf(place: { readonly [Key in keyof Place]?: Place[Key] | undefined }): string {
  const { dataset, target, generator, n, balance } = place;
  return [
    dataset,
    target === undefined ? undefined : TARGET_WORDS[target],
    generator,
    n === undefined ? undefined : `n = ${n}`,
    balance === undefined ? undefined : sharesOf(balance),
  ]
    .filter((part) => part !== undefined)
    .join(", ");
}

/** "20 : 80", rejected to accepted. */
export function sharesOf(balance: number): string {
  const rejected = Math.round(balance * 100);
  return `${rejected} : ${100 - rejected}`;
}
