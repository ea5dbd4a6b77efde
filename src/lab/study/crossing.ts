import type { StudySpec } from "./spec.js";
import type { PlaceSummary, StudySummary } from "./summary.js";

/** Where a method without letters passes one with letters, as the evidence grows. */
export interface Crossing extends Pick<PlaceSummary, "dataset" | "target" | "generator"> {
  readonly letters: string;
  readonly plain: string;
  /** The smallest size from which on the method without letters has the higher mean; null when it never has. */
  readonly from: number | null;
  /** The largest size before it; null when there is none. */
  readonly before: number | null;
  /** The largest size both were measured at; null without one. */
  readonly largest: number | null;
}

/** Places that differ in size and balance only, together. */
export function groupPlaces(places: readonly PlaceSummary[]): PlaceSummary[][] {
  const groups = new Map<string, PlaceSummary[]>();
  for (const place of places) {
    const key = JSON.stringify([place.dataset, place.target, place.generator]);
    groups.set(key, [...(groups.get(key) ?? []), place]);
  }
  return [...groups.values()];
}

export function findCrossings({ crossing }: StudySpec, { places }: StudySummary): Crossing[] {
  if (crossing === undefined) return [];
  return groupPlaces(places).flatMap((line) =>
    crossing.letters.flatMap((letters) => crossing.plain.map((plain) => crossingOf(line, letters, plain))),
  );
}

function crossingOf(line: readonly PlaceSummary[], letters: string, plain: string): Crossing {
  const meanOf = ({ methods }: PlaceSummary, name: string) =>
    methods.find(({ method }) => method === name)?.mean ?? null;
  const leads = [...line]
    .sort((a, b) => a.n - b.n)
    .flatMap((place) => {
      const withLetters = meanOf(place, letters);
      const without = meanOf(place, plain);
      return withLetters === null || without === null ? [] : [{ n: place.n, ahead: without > withLetters }];
    });
  const last = leads.findLastIndex(({ ahead }) => !ahead); // from the next size on it is always ahead
  const [before = null, from = null, largest = null] = [leads[last]?.n, leads[last + 1]?.n, leads.at(-1)?.n];
  const { dataset, target, generator } = line[0]!;
  return { dataset, target, generator, letters, plain, from, before, largest };
}

/** "no-cf-dt passes recast between n = 500 and n = 1000". */
export function crossingWords({ letters, plain, from, before, largest }: Crossing): string {
  if (largest === null) return `${plain} and ${letters}: no size has both`;
  if (from === null) return `${plain} does not pass ${letters} up to n = ${largest}`;
  if (before === null) return `${plain} is ahead of ${letters} at every size`;
  return `${plain} passes ${letters} between n = ${before} and n = ${from}`;
}
