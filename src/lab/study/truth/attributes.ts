import type { CategoryColumn } from "../../../input/table.js";
import { canonicalCategory } from "../../../input/values.js";
import { type Random, seededRandom } from "../../../math/random.js";

/** Attributes that have nothing to do with anything: names, and how often each of their levels comes. */
const COINS: readonly (readonly [string, Readonly<Record<string, number>>])[] = [
  ["half", { a: 0.5, b: 0.5 }],
  ["third", { a: 0.55, b: 0.3, c: 0.15 }],
  ["fifth", { a: 0.35, b: 0.25, c: 0.2, d: 0.12, e: 0.08 }],
];

export const COIN_NAMES: readonly string[] = COINS.map(([name]) => name);

/** Attributes drawn for each of `rows` people independently of everything else. */
export function coinAttributes(rows: number, seed: number, stream: string): CategoryColumn[] {
  return COINS.map(([name, chances]) => drawColumn(name, rows, seededRandom(seed, `${stream}-${name}`), () => chances));
}

/** How often people of either answer belong to the second group: a true difference of some 25 points. */
const UNEVEN = { a: 0.62, b: 0.38 } as const;
const UNEVEN_ACCEPTED = { a: 0.38, b: 0.62 } as const;

/** An attribute that goes with the target's decision, and one that does not. */
export function unevenAttributes(decisions: Uint8Array, seed: number, stream: string): CategoryColumn[] {
  const random = seededRandom(seed, `${stream}-uneven`);
  const uneven = (i: number) => (decisions[i] === 1 ? UNEVEN_ACCEPTED : UNEVEN);
  const [coin] = coinAttributes(decisions.length, seed, stream);
  return [drawColumn("uneven", decisions.length, random, uneven), coin!];
}

function drawColumn(
  name: string,
  rows: number,
  random: Random,
  chancesOf: (i: number) => Readonly<Record<string, number>>,
): CategoryColumn {
  const levels = Object.keys(chancesOf(0));
  const codes = Int32Array.from({ length: rows }, (_, i) => {
    const chances = chancesOf(i);
    let left = random.uniform();
    const found = levels.findIndex((level) => {
      left -= chances[level]!;
      return left < 0;
    });
    return found < 0 ? levels.length - 1 : found;
  });
  return canonicalCategory(name, codes, levels);
}
