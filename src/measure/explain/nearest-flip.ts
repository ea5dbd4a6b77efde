import { applyScale, invertScale } from "../../encode/scaling.js";
import type { Evidence } from "../../input/evidence.js";
import type { Table } from "../../input/table.js";
import { withDefaults } from "../../options.js";
import type { Model } from "../../surrogate/model.js";
import {
  type CategoryMove,
  type Cells,
  type FlipSpace,
  flipSpace,
  type NumberMove,
  searchFlip,
} from "./flip-search.js";
import { type LinearRule, linearRuleOf } from "./linear-rule.js";
import { roundAway } from "./number-steps.js";
import { cellOf, personRow, rowValues } from "./observed-values.js";
import { requireOneRow } from "./shapley.js";

/** The smallest found change that flips the rebuilt model's answer for one person. */
export interface NearestFlip {
  readonly changes: readonly {
    readonly feature: string;
    readonly from: string | number | null;
    readonly to: string | number;
  }[];
  /** Σ |change of a scaled number| + 1 per changed category; 0 when nothing was found. */
  readonly distance: number;
  /** Whether nothing smaller within the observed ranges flips the answer, rounding aside; known for linear rules. */
  readonly least: boolean;
  readonly status: "found" | "not found";
  /** Features that were left alone because they are immutable. */
  readonly kept: readonly string[];
}

export interface NearestFlipOptions {
  /** Features that stay as they are. @default those the evidence or the model calls immutable */
  readonly immutable?: readonly string[];
}

/**
 * The smallest change found that gives the only row of `person` the rebuilt model's other answer, within the values of
 * observations and letters. For linear rules a closed form; for others a search over seen values, which may miss a
 * smaller change. The result was put to the rebuilt model; it says nothing about the platform's own.
 */
export function nearestFlip(
  model: Model,
  evidence: Evidence,
  person: Table,
  given: NearestFlipOptions = {},
): NearestFlip {
  const immutable = [...immutableFeatures(model, evidence)];
  const options = withDefaults<Required<NearestFlipOptions>>("nearestFlip", { immutable }, given);
  requireOneRow("nearestFlip", person);
  const kept = model.features.flatMap(({ name }) => (options.immutable.includes(name) ? [name] : []));
  const seen = [evidence.observations, evidence.letters];
  const space = flipSpace(model, person, seen, new Set(kept));
  const rule = linearRuleOf(model.surrogate);
  const exact = rule && linearFlip(space, rule);
  const found = exact ?? searchFlip(space, seen);
  const rounded = found && roundNumbers(space, found);
  const changes = rounded && describeChanges(space, person, rounded);
  if (rounded === null || changes === null || !isConfirmed(model, person, changes, space.direction)) {
    return { status: "not found", changes: [], distance: 0, least: rule !== null, kept };
  }
  return { status: "found", changes, distance: space.distance(rounded), least: exact !== null, kept };
}

/** Names of the features that the evidence or the model calls immutable. */
export function immutableFeatures(model: Model, { schema }: Evidence): Set<string> {
  const all = [...model.features, ...schema.features];
  return new Set(all.flatMap(({ name, immutable }) => (immutable ? [name] : [])));
}

/** Numbers rounded away from the person's own, by the coarsest step that keeps the answer and the range. */
function roundNumbers(space: FlipSpace, found: Cells): Cells {
  let cells = found;
  for (const move of space.moves) {
    if (move.type !== "number" || cells[move.f] === space.own[move.f]) continue;
    for (const step of move.steps) {
      const value = roundAway(cells[move.f]!, space.own[move.f]!, step);
      if (value < move.low || value > move.high) continue;
      const trial = cells.with(move.f, value);
      if (!space.flipsOne(trial)) continue;
      cells = trial;
      break;
    }
  }
  return cells;
}

function describeChanges({ encoder, own }: FlipSpace, person: Table, cells: Cells): NearestFlip["changes"] {
  return encoder.features.flatMap((code, f) => {
    if (cells[f] === own[f]) return [];
    const to = code.type === "number" ? cells[f]! : (code.levels[cells[f]!] ?? "");
    return [{ feature: code.name, from: cellOf(person, code.name, 0), to }];
  });
}

function isConfirmed(model: Model, person: Table, changes: NearestFlip["changes"], direction: 1 | -1): boolean {
  const wanted = Object.fromEntries(changes.map(({ feature, to }) => [feature, to]));
  const changed = personRow(model.features, { ...rowValues(model.features, person, 0), ...wanted });
  const margin = model.margins(changed)[0]!;
  return direction === 1 ? margin >= 0 : margin < 0;
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

function pointsOf({ encoder, own }: FlipSpace, { weights, intercept }: LinearRule): number {
  let points = intercept;
  for (const [f, code] of encoder.features.entries()) {
    const at = encoder.starts[f]!;
    if (code.type === "number") points += weights[at]! * applyScale(code.scale, own[f]!);
    else if (own[f]! >= 0) points += weights[at + own[f]!]!;
  }
  return points;
}

/** A category's best other level, and what it adds towards the answer sought. */
function bestJump(move: CategoryMove, { encoder, own, direction }: FlipSpace, { weights }: LinearRule) {
  const at = encoder.starts[move.f]!;
  const before = own[move.f]! >= 0 ? weights[at + own[move.f]!]! : 0;
  const gains = move.code.levels.map((_, level) => direction * (weights[at + level]! - before));
  const gain = gains.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
  return gain > 0 ? [{ move, level: gains.indexOf(gain), gain }] : [];
}

/** How far a number can go towards the answer sought, and what a unit of that way adds; both in scaled units. */
function slideOf(move: NumberMove, { encoder, own, direction }: FlipSpace, { weights }: LinearRule) {
  const rate = direction * weights[encoder.starts[move.f]!]!;
  const sign = Math.sign(rate);
  const end = applyScale(move.code.scale, sign > 0 ? move.high : move.low);
  const room = Math.abs(end - applyScale(move.code.scale, own[move.f]!));
  return sign === 0 || room === 0 ? [] : [{ move, sign, room, rate: Math.abs(rate) }];
}

/** Moves numbers, the largest rate first, until `goal` is gained; whether it could be. */
function slideThrough(cells: Cells, slides: ReturnType<typeof slideOf>, goal: number): boolean {
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
