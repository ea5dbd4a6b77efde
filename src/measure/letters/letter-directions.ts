import type { ClassDirection } from "../../findings/class-file.js";
import type { ClassEvidence } from "../../input/evidence.js";

/** How many letters go from each class to each other one, and for how many the nearest classes gave the direction. */
export function letterDirections(
  { classes }: ClassEvidence,
  { from, to }: { readonly from: Int32Array; readonly to: Int32Array },
): ClassDirection[] {
  const size = classes.names.length;
  const pairs = Array.from({ length: size * size }, (_, k) => ({ from: Math.floor(k / size), to: k % size }));
  return pairs.flatMap((pair) => {
    const own = Array.from(from.keys()).filter((k) => from[k] === pair.from && to[k] === pair.to);
    if (own.length === 0) return [];
    const derived = own.filter((k) => classes.letterFrom[k]! < 0 || classes.letterTo[k]! < 0).length;
    return [{ ...pair, letters: own.length, derived }];
  });
}
