import {
  amount,
  count,
  measured,
  percent,
  percentEstimate,
  percentRange,
  points,
  pointsEstimate,
  ratio,
  ratioEstimate,
} from "../../../document/format.js";
import type { Estimate, MeasuredShare } from "../../../math/interval.js";
import type { CorrectedEnds, Ends, ThroughModel } from "../ends.js";
import { named, quoted } from "../name.js";

const NBSP = "\u00a0";
const INTERVAL = `95${NBSP}% interval`;

/** The numbers to lead with: a label, the number, and what it must not be quoted without. */
const figures = {
  decisions: (observations: number, accepted: number, rejected: number) => ({
    label: "Observed decisions",
    value: count(observations),
    detail: `${count(accepted)} favourable, ${count(rejected)} not`,
  }),
  letters: (letters: number, coverage: MeasuredShare | null) => ({
    label: "Letters",
    value: count(letters),
    detail:
      letters === 0
        ? "none were given"
        : coverage === null
          ? "to whom is not known"
          : `${percent(coverage.share)} of rejected people have one (${count(coverage.successes)} of ${count(coverage.n)})`,
  }),
  rate: ({ share, n, low, high }: MeasuredShare, weighted: Estimate | null, balanced: boolean) => ({
    label: "Favourable decisions",
    value: percent(weighted === null ? share : weighted.value),
    detail: `${INTERVAL} ${percentRange(weighted ?? { low, high })}; n${NBSP}=${NBSP}${count(n)}${weighted === null ? (balanced ? "; the sample looks balanced by design, so this is no rate of everybody" : "") : ", by sampling weight"}`,
  }),
  impact: (attribute: string, { highest, lowest, impact }: Ends, weighted: boolean) =>
    impact === null
      ? null
      : {
          label: `Impact ratio by ${named(attribute)}`,
          value: ratio(impact.value),
          detail: `${INTERVAL} ${ratio(impact.low)} to ${ratio(impact.high)}; rate of ${quoted(lowest.group)} (n${NBSP}=${NBSP}${count(lowest.n)}) over that of ${quoted(highest.group)} (n${NBSP}=${NBSP}${count(highest.n)})${weighted ? ", by sampling weight" : ""}`,
        },
  agreement: (agreement: MeasuredShare, majority: MeasuredShare | null) => ({
    label: "Agreement of the rebuilt model",
    value: percent(agreement.share),
    detail: `${INTERVAL} ${percentRange(agreement)}; n${NBSP}=${NBSP}${count(agreement.n)}, people it was not fitted on${majority === null ? "" : `. The more frequent decision for everybody: ${percent(majority.share)}`}`,
  }),
  determined: (contested: MeasuredShare) => ({
    label: "Answers that are determined",
    value: percent(1 - contested.share),
    detail: `not determined for ${percent(contested.share)}: ${count(contested.successes)} of ${count(contested.n)} people (${INTERVAL} ${percentRange(contested)})`,
  }),
};

/** "the 28 rebuilt models tried that agree with the decisions about as well". */
export function modelsAlike(surrogates: number): string {
  return surrogates === 1
    ? "the one rebuilt model tried that agrees with the decisions about as well"
    : `the ${count(surrogates)} rebuilt models tried that agree with the decisions about as well`;
}

/** The summary page: one sentence or two per finding. */
export const glance = {
  figures,
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
    "Both decisions are equally frequent, as if drawn half from each: rates then say nothing about everybody without weights.",
  balancedWeighted:
    "Both decisions are equally frequent, as if drawn half from each; the rates below take the sampling weights into account.",
  overall: (rate: MeasuredShare) =>
    `The favourable decision went to ${measured(rate)} of the people; groups were not compared.`,
  rates: (attribute: string, { highest, lowest, difference, impact }: Ends, weighted: boolean) =>
    `By ${named(attribute)}${weighted ? " and with sampling weights" : ""}, the rate of favourable decisions was ${highest.rate === lowest.rate ? `${percent(highest.rate)} for every group that is compared` : `${percent(highest.rate)} for ${quoted(highest.group)} (n${NBSP}=${NBSP}${count(highest.n)}) and ${percent(lowest.rate)} for ${quoted(lowest.group)} (n${NBSP}=${NBSP}${count(lowest.n)})`}: ${pointsEstimate(difference)} apart${impact === null ? "" : `, an impact ratio of ${ratioEstimate(impact)}`}.`,
  /** After the weighted ones. */
  ratesOnce: ({ difference, impact }: Ends) =>
    `With everybody counted once they lie ${pointsEstimate(difference)} apart${impact === null ? "" : `, an impact ratio of ${ratioEstimate(impact)}`}.`,
  differs: (adjusted: number, intervalsApart: boolean) =>
    adjusted < 0.05
      ? "An indication of a difference after correction for all tests."
      : `Consistent with no difference after correction for all tests${intervalsApart ? "; the intervals, each for one comparison, are not corrected" : ""}.`,
  letters: (coverage: MeasuredShare | null, contradictions: number, immutable: MeasuredShare | null) =>
    [
      coverage === null
        ? "Letters were given"
        : `${percent(coverage.share)} of rejected people have a letter (n${NBSP}=${NBSP}${count(coverage.n)})`,
      immutable === null
        ? "; no field was named immutable"
        : `; ${percent(immutable.share)} of the letters ask for a change of an immutable field`,
      contradictions === 0
        ? "; none were found to contradict each other or the decisions."
        : `; letters and decisions do not fit together in ${amount(contradictions, "respect", "respects")}.`,
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
    `The rebuilt model’s answer is settled for ${percent(1 - contested.share)} of the observed people and not determined for ${percent(contested.share)} (n${NBSP}=${NBSP}${count(contested.n)}).`,
  corrected: (attribute: string, { highest, lowest, impact }: CorrectedEnds) =>
    `In the population, by ${named(attribute)}, rates corrected by the observed decisions are ${percentEstimate(highest.rate)} for ${quoted(highest.group)} and ${percentEstimate(lowest.rate)} for ${quoted(lowest.group)}${impact === null ? "" : `, an impact ratio of ${ratioEstimate(impact)}`}.`,
  fairness: (attribute: string, { difference, range, observed, weighted }: ThroughModel) =>
    `By ${named(attribute)}, the rebuilt model’s ${weighted ? "weighted " : ""}rates for the observed people lie ${pointsEstimate(difference)} apart${observed === null ? "" : `, those of the decisions they got ${points(observed)}`}${range === null ? "" : `; over ${modelsAlike(range.surrogates)}, the difference runs from ${points(range.low)} to ${points(range.high)}, and that of the audited system may lie outside`}.`,
  sensitivity: (
    holding: number,
    all: number,
    variants: number,
    least: { readonly holds: number; readonly of: number },
  ) =>
    holding === all
      ? `${all === 1 ? "The one statement" : `All ${count(all)} statements`} followed through ${amount(variants, "other choice", "other choices")} (scaling, columns, people, noise) ${all === 1 ? "holds" : "hold"} under ${variants === 1 ? "it" : "each of them"}.`
      : all === 1
        ? `The one statement followed through ${amount(variants, "other choice", "other choices")} (scaling, columns, people, noise) holds under ${count(least.holds)} of ${count(least.of)}.`
        : `Of ${count(all)} statements followed through ${amount(variants, "other choice", "other choices")} (scaling, columns, people, noise), ${holding === 0 ? "none holds" : holding === 1 ? "one holds" : `${count(holding)} hold`} under each; the least robust holds under ${count(least.holds)} of ${count(least.of)}.`,
  caveats: "Other models fit the same evidence, and no number here shows a cause or an intent.",
  fourFifths: "An impact ratio of 0.80 is a rule of thumb, not a pass mark.",
};
