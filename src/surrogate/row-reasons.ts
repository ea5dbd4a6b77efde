import type { Encoder } from "../encode/encoder.js";
import type { Reasons } from "../input/evidence.js";
import { compareLists, compareText, denseRanks, placesOf, sortedIndices } from "../math/compare.js";

/** Reasons in encoded space. */
export interface RowReasons {
  /** Encoded columns of each thing that can be named; none for what is not in the file. */
  readonly columnsOf: readonly Int32Array[];
  /** For each rejected row the places of what was named, ascending; none where nothing was said. */
  readonly named: readonly Int32Array[];
}

/** The reasons of each of `count` people, as ascending places of names. */
export function namesPerPerson({ personOf, nameOf }: Reasons, count: number): number[][] {
  const lists = Array.from({ length: count }, (): number[] => []);
  for (let k = 0; k < personOf.length; k++) lists[personOf[k]!]?.push(nameOf[k]!);
  return lists.map((list) => [...new Set(list)].sort((a, b) => a - b));
}

/** The rank of what each person was told, directions included, for the canonical order. */
export function reasonKey(reasons: Reasons, count: number): Int32Array {
  const sorted = sortedNames(reasons);
  const nameOf = sorted.nameOf.map((name, k) => 3 * name + sorted.direction[k]! + 1);
  const lists = namesPerPerson({ ...sorted, nameOf }, count);
  return denseRanks(count, (i, j) => compareLists(lists[i]!, lists[j]!));
}

/** The same reasons with names in order of their text. */
export function sortedNames(reasons: Reasons): Reasons {
  const { names, nameOf } = reasons;
  const order = sortedIndices(names.length, (i, j) => compareText(names[i]!.name, names[j]!.name));
  const place = placesOf(order);
  return {
    ...reasons,
    names: Array.from(order, (from) => ({ ...names[from]!, features: names[from]!.features.toSorted(compareText) })),
    nameOf: nameOf.map((name) => place[name]!),
  };
}

/** The reasons of the people at `people`, who may be named several times, sorted by person and name. */
export function selectReasons(reasons: Reasons, people: ArrayLike<number>): Reasons {
  const sorted = sortedNames(reasons);
  const given = new Map<number, number[]>();
  for (let k = 0; k < sorted.personOf.length; k++) {
    const own = given.get(sorted.personOf[k]!);
    if (own === undefined) given.set(sorted.personOf[k]!, [k]);
    else own.push(k);
  }
  const { nameOf, direction } = sorted;
  const picked = Array.from({ length: people.length }, (_, to) =>
    (given.get(people[to]!) ?? [])
      .toSorted((a, b) => nameOf[a]! - nameOf[b]! || direction[a]! - direction[b]!)
      .map((k) => ({ to, k })),
  ).flat();
  return {
    names: sorted.names,
    personOf: Int32Array.from(picked, ({ to }) => to),
    nameOf: Int32Array.from(picked, ({ k }) => nameOf[k]!),
    direction: Int8Array.from(picked, ({ k }) => direction[k]!),
  };
}

/** Reasons of the rejected people, in the encoder's columns. */
export function encodeReasons(encoder: Encoder, reasons: Reasons, people: number, rejected: Int32Array): RowReasons {
  const placeOf = new Map(encoder.features.map(({ name }, f) => [name, f]));
  const end = (f: number) => encoder.starts[f + 1] ?? encoder.columns.length;
  const columnsOf = reasons.names.map(({ features }) =>
    Int32Array.from(
      features.flatMap((feature) => {
        const f = placeOf.get(feature);
        return f === undefined
          ? []
          : Array.from({ length: end(f) - encoder.starts[f]! }, (_, k) => encoder.starts[f]! + k);
      }),
    ),
  );
  const lists = namesPerPerson(reasons, people);
  return { columnsOf, named: Array.from(rejected, (i) => Int32Array.from(lists[i]!)) };
}
