import type { Estimate, MeasuredShare } from "../../../math/interval.js";
import { amount, count, measured, percent, points, pointsEstimate, ratioEstimate } from "../format.js";
import { named, quoted } from "../name.js";

/** The summary page: one sentence or two per finding. */
export const glance = {
  leads: {
    evidence: "Evidence",
    facts: "Observed rates",
    letters: "Letters",
    surrogate: "Rebuilt model",
    determined: "Determined",
    fairness: "Through the model",
    sensitivity: "Robustness",
    caveats: "Read with",
  },
  evidence: (observations: number, accepted: number, letters: number) =>
    `${amount(observations, "observed decision", "observed decisions")}, ${count(accepted)} of them favourable, and ${letters === 0 ? "no letters" : amount(letters, "letter", "letters")}.`,
  balanced:
    "Both decisions are equally frequent, as if drawn that way: rates then say nothing about everybody without weights.",
  overall: (rate: MeasuredShare) =>
    `The favourable decision went to ${measured(rate)} of the people; groups were not compared.`,
  rates: (
    attribute: string,
    highest: { readonly group: string; readonly rate: MeasuredShare },
    lowest: { readonly group: string; readonly rate: MeasuredShare },
    difference: Estimate,
    impact: Estimate | null,
  ) =>
    `By ${named(attribute)}, the rate of favourable decisions was ${percent(highest.rate.share)} for ${quoted(highest.group)} (n = ${count(highest.rate.n)}) and ${percent(lowest.rate.share)} for ${quoted(lowest.group)} (n = ${count(lowest.rate.n)}): ${pointsEstimate(difference)} apart${impact === null ? "" : `, an impact ratio of ${ratioEstimate(impact)}`}.`,
  weighted: (difference: Estimate, impact: Estimate | null) =>
    `With sampling weights the rates lie ${pointsEstimate(difference)} apart${impact === null ? "" : `, an impact ratio of ${ratioEstimate(impact)}`}.`,
  differs: (adjusted: number) =>
    adjusted < 0.05
      ? "An indication of a difference after correction for all tests."
      : "Consistent with no difference after correction for all tests.",
  letters: (coverage: MeasuredShare | null, contradictions: number, immutable: MeasuredShare | null) =>
    [
      coverage === null
        ? "Letters were given"
        : `${percent(coverage.share)} of rejected people have a letter (n = ${count(coverage.n)})`,
      immutable === null
        ? "; no field was named immutable"
        : `; ${percent(immutable.share)} of the letters ask for a change of an immutable field`,
      contradictions === 0
        ? "; none were found to contradict each other or the decisions."
        : `; contradictions of ${amount(contradictions, "kind", "kinds")} were found among letters and decisions.`,
    ].join(""),
  noLetters: "No letters were given: what the platform asks of rejected people is not known.",
  burden: (attribute: string, highest: string, lowest: string, includesZero: boolean) =>
    includesZero
      ? `By ${named(attribute)}, letters are consistent with asking as much of ${quoted(highest)} as of ${quoted(lowest)}.`
      : `By ${named(attribute)}, there is an indication that letters ask more of ${quoted(highest)} than of ${quoted(lowest)}.`,
  surrogate: (method: string, agreement: MeasuredShare, majority: MeasuredShare | null) =>
    `The rebuilt model (method ${method}) gives ${measured(agreement)} of people it was not fitted on the decision they got${majority === null ? "" : `; the more frequent decision for everybody would reach ${percent(majority.share)}`}.`,
  notMeasured: (method: string) => `The rebuilt model (${method}) could not be measured.`,
  determined: (contested: MeasuredShare) =>
    `The rebuilt model’s answer is settled for ${percent(1 - contested.share)} of the observed people and not determined for ${percent(contested.share)} (n = ${count(contested.n)}).`,
  fairness: (attribute: string, difference: Estimate, range: { readonly low: number; readonly high: number } | null) =>
    `By ${named(attribute)}, the rebuilt model’s rates lie ${pointsEstimate(difference)} apart${range === null ? "" : `; over all models the evidence does not rule out, between ${points(range.low)} and ${points(range.high)} points`}.`,
  sensitivity: (
    holding: number,
    all: number,
    variants: number,
    least: { readonly holds: number; readonly of: number },
  ) =>
    holding === all
      ? `${all === 1 ? "The one statement" : `All ${count(all)} statements`} followed through ${amount(variants, "other choice", "other choices")} (scaling, columns, people, noise) ${all === 1 ? "holds" : "hold"} under each of them.`
      : `Of ${amount(all, "statement", "statements")} followed through ${amount(variants, "other choice", "other choices")} (scaling, columns, people, noise), ${holding === 0 ? "none holds" : holding === 1 ? "one holds" : `${count(holding)} hold`} under each; the least robust holds under ${count(least.holds)} of ${count(least.of)}.`,
  caveats:
    "Other models fit the same evidence, and no number here shows a cause or an intent. An impact ratio of 0.80 is a rule of thumb, not a pass mark.",
};
