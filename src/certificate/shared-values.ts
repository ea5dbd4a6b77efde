import { compareText } from "../math/compare.js";
import type { Difference } from "./first-difference.js";

export interface SharedValues {
  readonly count: number;
  /** The first that differs and should not; null where none does. */
  readonly difference: Difference | null;
  /** How many differ because the later format defines them otherwise. */
  readonly redefined: number;
}

/** What follows from the format or the text itself and not from the audit. */
const OF_THE_FORMAT = new Set(["format", "checksum"]);

/**
 * Compares the values that two JSON texts have at the same place; null where one is no JSON. `mayDiffer` knows the
 * places whose definition is another in the second format.
 */
export function sharedValues(
  first: string,
  second: string,
  mayDiffer: (place: string) => boolean,
): SharedValues | null {
  let leaves: readonly [Map<string, string>, Map<string, string>];
  try {
    leaves = [leavesOf(JSON.parse(first)), leavesOf(JSON.parse(second))];
  } catch {
    return null; // damaged, or nested more deeply than anything an audit writes
  }
  const [own, others] = leaves;
  let count = 0;
  let redefined = 0;
  for (const [place, value] of [...own].sort(([a], [b]) => compareText(a, b))) {
    const other = others.get(place);
    if (other === undefined || OF_THE_FORMAT.has(place)) continue;
    if (value === other) count += 1;
    else if (mayDiffer(place)) redefined += 1;
    else return { count, difference: { place, first: value, second: other }, redefined };
  }
  return { count, difference: null, redefined };
}

function leavesOf(value: unknown, place = "", leaves = new Map<string, string>()): Map<string, string> {
  if (value === null || typeof value !== "object") return leaves.set(place, JSON.stringify(value));
  for (const [key, part] of Object.entries(value)) leavesOf(part, place === "" ? key : `${place}.${key}`, leaves);
  return leaves;
}
