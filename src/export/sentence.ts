import { count } from "../document/format.js";
import { powerOfTenUpTo } from "../measure/explain/number-steps.js";
import type { Model } from "../surrogate/model.js";
import { type CategoryPoints, linearPoints, type NumberPoints } from "./linear-points.js";
import { writable } from "./rule.js";

const DIGITS = 4;
const FAR = 3; // spreads from the middle: as far as the stated rounding error holds

/** A rule in words, and how far rounding its numbers can move a total. */
export interface Sentence {
  readonly text: string;
  /** Totals farther than this from the bar get the model's decision, within 3 spreads of the middle of every number. */
  readonly roundingPoints: number;
}

/**
 * The rule as a sentence a person can follow with a pocket calculator: points per so many units, points for
 * categories, and the bar. Points are scaled so that the weightiest feature moves the total by 10 to 100 over its
 * spread, and rounded to four digits. EXPORT_UNSUPPORTED when the rule is no sum of points.
 */
export function toSentence(model: Model): Sentence {
  const { decision, abstain } = model;
  const { features, intercept } = linearPoints(model, "a sentence");
  const factor = 10 / powerOfTenUpTo(weightiest(features));
  let bar = -factor * intercept;
  let rounding = 0;
  const parts: string[] = [];
  const missing: string[] = [];
  for (const feature of features) {
    const part = feature.type === "number" ? numberPart(feature, factor) : categoryPart(feature, factor);
    if (part === null) continue;
    bar += part.barMoves;
    rounding += part.rounding;
    parts.push(part.text);
    if (feature.fill !== null) missing.push(`${shown(feature.name)} as ${fillText(feature.fill)}`);
  }
  const roundedBar = rounded(bar);
  rounding = Number(writable((rounding + Math.abs(roundedBar - bar)) * 1.01).toPrecision(2));
  const yes = quoted(decision.favourable);
  const no = quoted(decision.unfavourable);
  if (parts.length === 0)
    return { text: `The answer is ${intercept >= 0 ? yes : no} for everybody.\n`, roundingPoints: 0 };
  const lines = [
    `Start at 0 points; ${parts.join("; ")}. The answer is ${yes} at ${roundedBar} points or more, else ${no}.`,
    `A missing value counts as the usual one: ${missing.join(", ")}. A category that is not named adds nothing.`,
    `Numbers are rounded to ${DIGITS} digits: for values within ${FAR} spreads of the middle of their column, ` +
      `the model may decide otherwise only where the total is within ${rounding} points of the bar.`,
  ];
  if (abstain > 0) lines.push(`The model itself abstains within a margin of ${abstain}; the sentence does not.`);
  return { text: `${lines.join("\n")}\n`, roundingPoints: rounding };
}

/** A feature's words, what its rounding moves the bar by, and what is left of it 3 spreads away. */
type Part = Readonly<{ text: string; barMoves: number; rounding: number }>;

function numberPart({ name, perUnit, spread, center }: NumberPoints, factor: number): Part | null {
  if (perUnit === 0) return null;
  const size = powerOfTenUpTo(spread);
  const points = rounded(factor * perUnit * size);
  const change = points / size - factor * perUnit;
  const units = size === 1 ? "unit" : count(size);
  return {
    text: `${move(points)} per ${units} of ${shown(name)}`,
    barMoves: change * center, // so that nothing changes in the middle of the column
    rounding: Math.abs(change) * FAR * spread,
  };
}

function categoryPart({ name, levels }: CategoryPoints, factor: number): Part | null {
  const listed = levels
    .filter(({ points }) => points !== 0)
    .map(({ level, points }) => ({ level, points: rounded(factor * points), exact: factor * points }));
  if (listed.length === 0) return null;
  return {
    text: listed.map(({ level, points }) => `${move(points)} for ${shown(name)} ${quoted(level)}`).join(", "),
    barMoves: 0,
    rounding: listed.reduce((most, { points, exact }) => Math.max(most, Math.abs(points - exact)), 0),
  };
}

/** The most any feature moves the total by: over one spread, or from one level to none. */
function weightiest(features: readonly (NumberPoints | CategoryPoints)[]): number {
  let most = 0;
  for (const feature of features) {
    if (feature.type === "number") most = Math.max(most, Math.abs(feature.perUnit) * feature.spread);
    else for (const { points } of feature.levels) most = Math.max(most, Math.abs(points));
  }
  return most;
}

function rounded(value: number): number {
  return Number(writable(value).toPrecision(DIGITS));
}

function move(points: number): string {
  return points < 0 ? `take away ${-points}` : `add ${points}`;
}

function fillText(fill: number | string): string {
  return typeof fill === "number" ? String(fill) : quoted(fill);
}

function quoted(text: string): string {
  return `'${shown(text)}'`;
}

/** Control characters would break the line. */
function shown(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]/gu, "\uFFFD");
}
