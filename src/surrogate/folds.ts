import { indices } from "../math/compare.js";
import { type Random, shuffled } from "../math/random.js";

/**
 * The fold (0 to folds − 1) of each of `count` rows: a random deal, so fold sizes differ by one at most. The first
 * card goes to fold `start`; dealing one class after the other with `start` at the number already dealt keeps the
 * folds level overall.
 */
export function dealFolds(count: number, folds: number, random: Random, start = 0): Int32Array {
  const order = shuffled([...indices(count)], random);
  const foldOf = new Int32Array(count);
  for (let k = 0; k < count; k++) foldOf[order[k]!] = (start + k) % folds;
  return foldOf;
}

/** The indices whose fold is `fold`, and the others, both ascending. */
export function splitByFold(foldOf: Int32Array, fold: number): { heldOut: Int32Array; kept: Int32Array } {
  const all = foldOf.map((_, i) => i);
  return { heldOut: all.filter((i) => foldOf[i] === fold), kept: all.filter((i) => foldOf[i] !== fold) };
}
