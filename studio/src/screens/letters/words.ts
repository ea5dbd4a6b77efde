import { percent } from "../../../../src/document/format.js";
import { en } from "../../text/en.js";
import type { Measured } from "../../worker/letters-measure.js";

/** What the letter at a place in the file did, in words; null until it is measured. */
export function effectWords({ points }: Pick<Measured, "points">, letters: number): string | null {
  const now = points.find((point) => point.letters === letters);
  if (now === undefined) return null;
  if (letters === 0) return en.letters.effectNone(percent(now.refits));
  const before = points.find((point) => point.letters === letters - 1);
  if (before === undefined) return null;
  const band =
    now.band !== null && before.band !== null ? en.letters.effectBand(percent(now.band), percent(before.band)) : "";
  return `${en.letters.effect(letters, percent(now.refits), percent(before.refits))} ${band}`.trim();
}

/** The estimate in sentences. */
export function neededWords(
  { needed, points, twice }: Pick<Measured, "needed" | "points" | "twice">,
  target: number,
  waiting: number,
): readonly string[] {
  const words = en.letters.estimate;
  if (needed === null) return [];
  const last = points.at(-1);
  const later =
    twice === null ? [] : [words.twice(twice.letters, percent(twice.share), percent(twice.low), percent(twice.high))];
  if (needed.status === "reached") return [words.reached(percent(last?.refits ?? 0), percent(target)), ...later];
  if (needed.status === "too-few") return [words.tooFew(needed.least)];
  if (needed.status === "about") {
    const people = needed.more > waiting ? [words.morePeople(waiting)] : [];
    return [words.about(needed.more, needed.low, needed.high), ...later, ...people];
  }
  const some = needed.low === null ? [] : [words.some(needed.low)];
  if (needed.curve.floor > target) return [words.floor(percent(needed.curve.floor)), ...some, ...later];
  return [words.far(4 * (last?.letters ?? 0)), ...some, ...later];
}
