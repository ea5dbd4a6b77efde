import type { AttributeFacts } from "../../../findings/facts.js";
import type { Finding } from "../../../findings/findings.js";
import type { ModelFairness } from "../../../findings/model-fairness.js";
import {
  asTheyCome,
  designOf,
  type Judged,
  note,
  noteInterval,
  type Outcomes,
  type TrueGroups,
  trueGroups,
} from "./judged.js";

const LARGE = 0.1; // a true difference that ought to be seen

/** Differences between groups in the observed decisions: what is called clear, possible and not seen. */
export function judgeDifferences(judged: Judged): Outcomes {
  const { facts, findings } = judged.report;
  const truths = trueGroups(judged, designOf(judged.made));
  const truthOf = (attribute: string | null) => truths.find((one) => one.attribute === attribute);
  const outcomes: Outcomes = {};
  for (const finding of findings) {
    const truth = truthOf(finding.attribute);
    if (finding.kind === "group-difference" && truth !== undefined) judgeFinding(finding, truth, truthOf, outcomes);
  }
  for (const attribute of facts.attributes) judgeIntervals(attribute, truthOf(attribute.attribute)!, outcomes);
  const clear = findings.filter(({ kind, strength }) => kind === "group-difference" && strength === "clear");
  const isCoin = (attribute: string | null) => truthOf(attribute)?.isCoin === true;
  if (truths.some((one) => one.isCoin)) {
    const wrong = clear.some(({ attribute }) => isCoin(attribute));
    note(outcomes, "groups/audit: no false clear", wrong ? 0 : 1);
  }
  if (facts.attributes.some((attribute) => largestTrue(attribute, truthOf(attribute.attribute)!) >= LARGE)) {
    note(outcomes, "groups/audit: 10 points are clear", clear.some(({ attribute }) => !isCoin(attribute)) ? 1 : 0);
  }
  // people who were drawn half and half are recognised, and others are not taken for such
  note(outcomes, "groups/audit: design recognised", facts.balancedByDesign === judged.made.balanced ? 1 : 0);
  return outcomes;
}

function judgeFinding(
  { strength, group, also, worst, estimate, detectable }: Finding,
  truth: TrueGroups,
  truthOf: (attribute: string) => TrueGroups | undefined,
  outcomes: Outcomes,
): void {
  const difference = group === null ? null : trueDifference(truth, group);
  if (group === null || estimate === null || difference === null) return;
  const isRight = !truth.isCoin && difference * estimate.value > 0 ? 1 : 0;
  noteInterval(outcomes, `groups/${strength} interval`, estimate, difference);
  if (strength === "none") {
    note(outcomes, "groups/none: less than 10 points", Math.abs(difference) < LARGE ? 1 : 0);
  } else {
    note(outcomes, `groups/${strength}: true`, isRight);
    note(outcomes, "groups/clear, also: differs", ...also.map(() => (truth.isCoin ? 0 : 1)));
  }
  const own = truth.rate(group);
  const pair = worst && truthOf(worst.attribute)?.rate(worst.group);
  const within = worst && truth.rate(worst.within);
  if (worst !== null && pair != null && within != null) {
    const side = trueDifference(truth, worst.within) ?? 0;
    note(outcomes, "groups/worst pair: further out", (pair - within) * side > 0 ? 1 : 0);
  }
  if (detectable === null || strength === "possible") return;
  const rest = truth.rest(group) ?? 0;
  const ratio = own === undefined ? 1 : Math.min(own / rest, rest / own);
  if (ratio < detectable) note(outcomes, "groups/below detectable: seen", strength === "clear" ? 1 : 0);
}

function trueDifference(truth: TrueGroups, group: string): number | null {
  const [rate, rest] = [truth.rate(group), truth.rest(group)];
  return rate === undefined || rest === undefined ? null : rate - rest;
}

function largestTrue({ groups }: AttributeFacts, truth: TrueGroups): number {
  const measured = groups.filter(({ status }) => status === "measured");
  return Math.max(0, ...measured.map(({ group }) => Math.abs(trueDifference(truth, group) ?? 0)));
}

/** Intervals of rates, differences and ratios in the observed decisions. */
function judgeIntervals(attribute: AttributeFacts, truth: TrueGroups, outcomes: Outcomes): void {
  const { groups, reference, parityDifference: gap, parityRatio: ratio } = attribute;
  const referenceRate = reference === null ? undefined : truth.rate(reference);
  for (const { group, status, rate, impactRatio, differenceFromRest, comparison } of groups) {
    const [own, rest] = [truth.rate(group), truth.rest(group)];
    if (status !== "measured" || own === undefined || rest === undefined) continue;
    noteInterval(outcomes, "interval/rate", rate, own);
    if (differenceFromRest) noteInterval(outcomes, "interval/difference from rest", differenceFromRest, own - rest);
    if (comparison) noteInterval(outcomes, "interval/corrected difference", comparison.difference, own - rest);
    if (impactRatio && referenceRate && group !== reference) {
      noteInterval(outcomes, "interval/impact ratio", impactRatio, own / referenceRate);
    }
  }
  const ends = gap && [truth.rate(gap.highest), truth.rate(gap.lowest)];
  if (ends?.[0] === undefined || ends[1] === undefined) return;
  noteInterval(outcomes, "interval/parity difference", gap!, ends[0] - ends[1]);
  if (ratio && ends[0] > 0) noteInterval(outcomes, "interval/parity ratio", ratio, ends[1] / ends[0]);
}

/** Differences through the rebuilt model, and corrected rates of the population. */
export function judgeModelDifferences(judged: Judged): Outcomes {
  const { fairness, recommendation } = judged.report;
  const outcomes: Outcomes = {};
  for (const part of fairness) if (part.method === recommendation.method) judgeModel(judged, part, outcomes);
  judgePopulation(judged, outcomes);
  return outcomes;
}

/** Differences in the population that the observed decisions do not show. */
function judgePopulation(judged: Judged, outcomes: Outcomes): void {
  const { fairness, findings } = judged.report;
  const compared = fairness.flatMap(({ attributes }) =>
    attributes.filter(({ groups }) => groups.some(({ correctedComparison }) => correctedComparison !== null)),
  );
  const truths = trueGroups(judged, asTheyCome);
  const truthOf = (name: string | null) => truths.find(({ attribute }) => attribute === name);
  const said = findings.filter(({ kind }) => kind === "model-difference");
  for (const { attribute, group, estimate } of said) {
    const truth = truthOf(attribute);
    const difference = truth && group !== null ? trueDifference(truth, group) : null;
    if (estimate === null || difference === null) continue;
    note(outcomes, "population/clear: true", !truth?.isCoin && difference * estimate.value > 0 ? 1 : 0);
    noteInterval(outcomes, "population/clear interval", estimate, difference);
  }
  const isCoin = (name: string | null) => truthOf(name)?.isCoin === true;
  if (compared.some(({ attribute }) => isCoin(attribute))) {
    note(outcomes, "population/audit: no false clear", said.some(({ attribute }) => isCoin(attribute)) ? 0 : 1);
  }
}

function judgeModel(judged: Judged, { scored, attributes }: ModelFairness, outcomes: Outcomes): void {
  const truths = trueGroups(judged, scored === "population" ? asTheyCome : designOf(judged.made));
  for (const { attribute, groups, parityDifference: gap } of attributes) {
    const truth = truths.find((one) => one.attribute === attribute)!;
    const best = groups.find(({ correctedRatio }) => correctedRatio?.low === 1 && correctedRatio.high === 1);
    const reference = best && truth.rate(best.group);
    for (const { group, correctedRate, correctedRatio } of groups) {
      const own = truth.rate(group);
      if (own === undefined) continue;
      if (correctedRate) noteInterval(outcomes, "interval/corrected rate", correctedRate, own);
      if (correctedRatio && reference && group !== best?.group) {
        noteInterval(outcomes, "interval/corrected ratio", correctedRatio, own / reference);
      }
    }
    const ends = gap && [truth.rate(gap.highest), truth.rate(gap.lowest)];
    if (ends?.[0] === undefined || ends[1] === undefined) continue;
    noteInterval(outcomes, `model/gap interval, ${scored}`, gap!, ends[0] - ends[1]);
    if (gap!.low > 0) note(outcomes, `model/gap above 0: true, ${scored}`, !truth.isCoin && ends[0] > ends[1] ? 1 : 0);
  }
}
