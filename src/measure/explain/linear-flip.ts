import { applyScale, invertScale } from "../../encode/scaling.js";
import type { CategoryMove, Cells, FlipSpace, NumberMove } from "./flip-space.js";
import type { LinearRule } from "./linear-rule.js";

/** A category's best other level, and what it adds towards the answer sought. */
interface Jump {
  readonly move: CategoryMove;
  readonly level: number;
  readonly gain: number;
}

/** How far a number can go towards the answer sought, and what a unit of that way adds; both in scaled units. */
interface Slide {
  readonly move: NumberMove;
  readonly sign: number;
  readonly room: number;
  readonly rate: number;
}

const NUDGES = [1e-12, 1e-9, 1e-6, 1e-3]; // past the boundary, where rounding may have the last word

/**
 * The change of least size that crosses a hyperplane within the ranges seen; null when none does. Every category costs
 * 1, so with k of them changed the best are the k of largest gain; the rest comes cheapest from the numbers of largest
 * weight, one after the other. The least over all k is the least of all.
 */
export function linearFlip(space: FlipSpace, rule: LinearRule): Cells | null {
  const { own, direction } = space;
  const missing = -direction * pointsOf(space, rule);
  const jumps = space.moves
    .flatMap((move) => (move.type === "category" ? bestJump(move, space, rule) : []))
    .sort((a, b) => b.gain - a.gain || a.move.f - b.move.f);
  const slides = space.moves
    .flatMap((move) => (move.type === "number" ? slideOf(move, space, rule) : []))
    .sort((a, b) => b.rate - a.rate || a.move.f - b.move.f);

  for (const nudge of NUDGES) {
    const goal = missing + nudge * Math.max(1, missing);
    const found: Cells[] = [];
    let gained = 0;
    for (let k = 0; k <= jumps.length; k++) {
      if (k > 0) gained += jumps[k - 1]!.gain;
      const cells = own.slice();
      for (const { move, level } of jumps.slice(0, k)) cells[move.f] = level;
      if (slideThrough(cells, slides, goal - gained)) found.push(cells);
      if (gained >= goal) break;
    }
    const valid = space.flips(found);
    const sizes = found.map((cells) => space.distance(cells));
    const least = Math.min(...sizes);
    const best = sizes.indexOf(least);
    if (best >= 0 && valid[best] === true) return found[best]!;
  }
  return null;
}

/** The person's points under the rule. */
function pointsOf({ encoder, own }: FlipSpace, { weights, intercept }: LinearRule): number {
  let points = intercept;
  for (const [f, code] of encoder.features.entries()) {
    const at = encoder.starts[f]!;
    if (code.type === "number") points += weights[at]! * applyScale(code.scale, own[f]!);
    else if (own[f]! >= 0) points += weights[at + own[f]!]!;
  }
  return points;
}

function bestJump(move: CategoryMove, { encoder, own, direction }: FlipSpace, { weights }: LinearRule): Jump[] {
  const at = encoder.starts[move.f]!;
  const before = own[move.f]! >= 0 ? weights[at + own[move.f]!]! : 0;
  let best: Jump | null = null;
  for (let level = 0; level < move.code.levels.length; level++) {
    const gain = direction * (weights[at + level]! - before);
    if (gain > 0 && (best === null || gain > best.gain)) best = { move, level, gain };
  }
  return best === null ? [] : [best];
}

function slideOf(move: NumberMove, { encoder, own, direction }: FlipSpace, { weights }: LinearRule): Slide[] {
  const rate = direction * weights[encoder.starts[move.f]!]!;
  const sign = Math.sign(rate);
  const end = applyScale(move.code.scale, sign > 0 ? move.high : move.low);
  const room = Math.abs(end - applyScale(move.code.scale, own[move.f]!));
  return sign === 0 || room === 0 ? [] : [{ move, sign, room, rate: Math.abs(rate) }];
}

/** Moves numbers, the largest rate first, until `goal` is gained; whether it could be. */
function slideThrough(cells: Cells, slides: readonly Slide[], goal: number): boolean {
  let left = goal;
  for (const { move, sign, room, rate } of slides) {
    if (left <= 0) break;
    const { f, code } = move;
    if (left / rate >= room) cells[f] = sign > 0 ? move.high : move.low;
    else cells[f] = invertScale(code.scale, applyScale(code.scale, cells[f]!) + (sign * left) / rate);
    left -= rate * room;
  }
  return left <= 0;
}
