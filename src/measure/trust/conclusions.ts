import type { Conclusion, Gap } from "../../findings/sensitivity.js";
import { LEAST_GROUP } from "../../math/group-size.js";
import { type Grouping, sumByGroup } from "../groups/groups.js";

export interface Tried {
  readonly name: string;
  readonly rates: readonly GroupRates[];
  /** Agreement on people it was not fitted on: its own, and when all get the others' most frequent decision. */
  readonly agreement: { readonly own: number; readonly majority: number } | null;
}

const FOUR_FIFTHS = 0.8;

type Trial = (tried: Tried) => boolean | null;

export function drawConclusions(
  method: string,
  audit: readonly GroupRates[],
  stated: readonly Gap[],
  tried: readonly Tried[],
): Conclusion[] {
  const conclusions: Conclusion[] = [];
  const conclude = (code: Conclusion["code"], attribute: string | null, statement: string, trial: Trial) => {
    const outcomes = tried.map((variant) => ({ name: variant.name, outcome: trial(variant) }));
    const answered = outcomes.filter(({ outcome }) => outcome !== null);
    const fails = answered.filter(({ outcome }) => outcome === false).map(({ name }) => name);
    const of = answered.length;
    const sentence = attribute === null ? statement : `${attribute}: ${statement}`;
    if (of > 0) conclusions.push({ code, attribute, sentence, holds: of - fails.length, of, fails });
  };

  for (const [k, own] of audit.entries()) {
    const { attribute, difference, highest, lowest } = gapOf(own);
    if (difference === null || highest === null || lowest === null) continue;
    const said = stated.find((gap) => gap.attribute === attribute) ?? { highest, lowest };
    const ratesIn = ({ rates }: Tried) => rates[k]!;
    if (difference > 0 && said.lowest === lowest && own.rates.filter((rate) => rate !== null).length > 2) {
      const statement = `of all groups, the rebuilt model accepts “${lowest}” least often.`;
      conclude("LOWEST_GROUP", attribute, statement, (variant) => gapOf(ratesIn(variant)).lowest === lowest);
    }
    if (difference > 0 && said.highest === highest && said.lowest === lowest) {
      const statement = `the rebuilt model accepts “${highest}” more often than “${lowest}”.`;
      conclude("GAP_SIGN", attribute, statement, (variant) => isAbove(ratesIn(variant), highest, lowest));
    }
    const below = isBelowFourFifths(own);
    if (below === null) continue;
    const side = below ? "below" : "not below";
    const statement = `the lowest rate of the rebuilt model is ${side} four fifths of the highest.`;
    conclude("BELOW_FOUR_FIFTHS", attribute, statement, (variant) => {
      const there = isBelowFourFifths(ratesIn(variant));
      return there === null ? null : there === below;
    });
  }
  if (method !== "majority") {
    const statement =
      "For people it was not fitted on, the rebuilt model gives back more decisions than the more frequent decision " +
      "for everybody would.";
    conclude("AGREEMENT_ABOVE_MAJORITY", null, statement, ({ agreement: a }) => a && a.own > a.majority);
  }
  return conclusions;
}

function isAbove(rates: GroupRates, higher: string, lower: string): boolean | null {
  const [above, below] = [rateOf(rates, higher), rateOf(rates, lower)];
  return above === null || below === null ? null : above > below;
}

/** Null where fewer than two groups have a rate, or nobody is accepted. */
function isBelowFourFifths(rates: GroupRates): boolean | null {
  const { highest, lowest } = gapOf(rates);
  if (highest === null || lowest === null) return null;
  const most = rateOf(rates, highest) ?? 0;
  return most === 0 ? null : (rateOf(rates, lowest) ?? 0) / most < FOUR_FIFTHS;
}

/** Selection rates of one attribute's groups; null for groups too small to carry one. */
export interface GroupRates {
  readonly attribute: string;
  readonly labels: readonly string[];
  readonly rates: readonly (number | null)[];
}

export function ratesOf({ attribute, labels, groupOf }: Grouping, decisions: Uint8Array): GroupRates {
  const size = sumByGroup(groupOf, labels.length, () => 1);
  const accepted = sumByGroup(groupOf, labels.length, (i) => decisions[i]!);
  const rates = labels.map((_, k) => (size[k]! < LEAST_GROUP ? null : accepted[k]! / size[k]!));
  return { attribute, labels, rates };
}

export function gapOf({ attribute, labels, rates }: GroupRates): Gap {
  const measured = rates.flatMap((rate, k) => (rate === null ? [] : [{ rate, label: labels[k] ?? "" }]));
  if (measured.length < 2) return { attribute, difference: null, highest: null, lowest: null };
  const highest = measured.reduce((best, entry) => (entry.rate > best.rate ? entry : best));
  const lowest = measured.reduce((best, entry) => (entry.rate < best.rate ? entry : best));
  return { attribute, difference: highest.rate - lowest.rate, highest: highest.label, lowest: lowest.label };
}

export function rateOf({ labels, rates }: GroupRates, label: string): number | null {
  return rates[labels.indexOf(label)] ?? null;
}
