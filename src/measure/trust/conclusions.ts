import type { Finding } from "../../findings/findings.js";
import type { ModelFairness } from "../../findings/model-fairness.js";
import type { Conclusion, Gap } from "../../findings/sensitivity.js";
import type { Grouping } from "../groups/groups.js";
import { compareRates, modelRates } from "../groups/model-rates.js";

/** The observed people, and how they are compared. */
export interface ComparedPeople {
  readonly decisions: Uint8Array;
  readonly weights: Float64Array | null;
  readonly groupings: readonly Grouping[];
}

/** What a variant answers about people its fits had not seen. */
export interface Tried {
  readonly name: string;
  readonly answers: Uint8Array;
}

export interface Followed {
  /** Of an audit; only clear ones are followed. */
  readonly findings: readonly Finding[];
  /** The word for the favourable decision. */
  readonly favourable: string;
  /** Differences through the rebuilt model: a finding that corrected rates contradict is not followed. */
  readonly fairness: readonly ModelFairness[];
}

/**
 * In how many variants the rebuilt model shows what the audit found clear. A difference between groups is followed
 * where the decisions themselves show it, and neither the audit's own answers nor corrected rates say the opposite: so
 * what holds in every variant is no mere habit of the rebuilt model.
 */
export function drawConclusions(
  people: ComparedPeople,
  { findings, favourable, fairness }: Followed,
  audit: Uint8Array,
  tried: readonly Tried[],
): Conclusion[] {
  const conclusions: Conclusion[] = [];
  const conclude = (
    said: Pick<Conclusion, "code" | "attribute" | "sentence">,
    test: (answers: Uint8Array) => boolean | null,
  ) => {
    if (test(audit) !== true) return;
    const outcomes = tried.map(({ name, answers }) => ({ name, outcome: test(answers) }));
    const answered = outcomes.filter(({ outcome }) => outcome !== null);
    const fails = answered.filter(({ outcome }) => outcome === false).map(({ name }) => name);
    const of = answered.length;
    if (of > 0) conclusions.push({ ...said, holds: of - fails.length, of, fails });
  };
  const clear = findings.filter(({ strength }) => strength === "clear");
  for (const { kind, attribute, group, against, estimate } of clear) {
    const grouping = people.groupings.find((one) => one.attribute === attribute);
    if (kind !== "group-difference" || group === null || estimate === null || grouping === undefined) continue;
    if (isContradicted(fairness, grouping.attribute, group, estimate.value)) continue;
    const side = estimate.value < 0 ? "less" : "more";
    const other = against === null ? "everybody else" : `“${against}”`;
    const sentence = `${attribute}: “${group}” gets “${favourable}” ${side} often than ${other}.`;
    conclude({ code: "GAP_SIGN", attribute, sentence }, (answers) => {
      const difference = differenceFromRest(grouping, group, answers, people.weights);
      return difference === null ? null : difference * estimate.value > 0;
    });
  }
  if (clear.some(({ kind }) => kind === "rebuilt-model")) {
    const usual = moreCommonShare(people.decisions);
    const sentence = "The rebuilt model is right more often than the more common answer would be.";
    const said = { code: "AGREEMENT_ABOVE_MAJORITY", attribute: null, sentence } as const;
    conclude(said, (answers) => shareRight(answers, people.decisions) > usual);
  }
  return conclusions;
}

export function shareRight(answers: Uint8Array, decisions: Uint8Array): number {
  return answers.filter((answer, i) => answer === decisions[i]).length / answers.length;
}

function moreCommonShare(decisions: Uint8Array): number {
  const accepted = decisions.filter((decision) => decision === 1).length / decisions.length;
  return Math.max(accepted, 1 - accepted);
}

/** Rate of a group minus the rate of everybody else whose group is known, by weight; null where one side is nobody. */
export function differenceFromRest(
  { labels, groupOf }: Grouping,
  group: string,
  answers: Uint8Array,
  weights: Float64Array | null,
): number | null {
  const own = labels.indexOf(group);
  const [mass, accepted] = [new Float64Array(2), new Float64Array(2)];
  for (const [i, of] of groupOf.entries()) {
    if (of < 0) continue;
    const side = of === own ? 0 : 1;
    const weight = weights?.[i] ?? 1;
    mass[side]! += weight;
    accepted[side]! += weight * answers[i]!;
  }
  return mass[0]! > 0 && mass[1]! > 0 ? accepted[0]! / mass[0]! - accepted[1]! / mass[1]! : null;
}

/** Whether the corrected rates of a population put the group on the other side of everybody else there. */
function isContradicted(
  fairness: readonly ModelFairness[],
  attribute: string,
  group: string,
  difference: number,
): boolean {
  return fairness.some((through) => {
    const groups = through.attributes.find((one) => one.attribute === attribute)?.groups ?? [];
    const rates = groups.flatMap(({ group: name, n, correctedRate: rate }) =>
      rate === null ? [] : [{ name, n, rate: rate.value }],
    );
    const own = rates.find(({ name }) => name === group);
    const rest = rates.filter(({ name }) => name !== group);
    const people = rest.reduce((sum, { n }) => sum + n, 0);
    if (own === undefined || people === 0) return false;
    return (own.rate - rest.reduce((sum, { n, rate }) => sum + n * rate, 0) / people) * difference < 0;
  });
}

/** The largest difference of rates between groups of one attribute. */
export function gapOf(
  { attribute, labels, groupOf }: Grouping,
  answers: Uint8Array,
  weights: Float64Array | null,
): Gap {
  const { parityDifference: gap } = compareRates(modelRates(labels, groupOf, answers, weights).sides);
  if (gap === null) return { attribute, difference: null, highest: null, lowest: null };
  return { attribute, difference: gap.value, highest: gap.highest, lowest: gap.lowest };
}
