import type { Conclusion } from "../../../findings/sensitivity.js";
import { selectTableRows } from "../../../input/table.js";
import { indices } from "../../../math/compare.js";
import { applyGrouping, groupingRules } from "../../../measure/groups/groups.js";
import { settledByVotes } from "../../../measure/trust/stability.js";
import { methodNamed } from "../../../settings/audit-options.js";
import { selectEvidence } from "../../../surrogate/canonical-evidence.js";
import { fitModel, type Model } from "../../../surrogate/model.js";
import type { TruthCase } from "./case.js";
import { designOf, type Judged, note, noteInterval, type Outcomes, shareRight, trueGroups } from "./judged.js";

const ASKED = 2000; // other people whom the refits are asked about
const LISTED = 200; // those of them who stand in the cell one by one

/** "Right about N % of people it has not seen", over everybody and in parts. */
export function judgeRight({ report, model, made }: Judged): Outcomes {
  const outcomes: Outcomes = {};
  const { others } = made;
  const { decisions, margins } = model.predict(others.table);
  const right = shareRight(made, decisions) ?? 0;
  const agreement = report.methods.find(({ method }) => method === report.recommendation.method)?.agreement;
  if (agreement) {
    noteInterval(outcomes, "right/interval", agreement.overall, right);
    note(outcomes, "right/below interval", right < agreement.overall.low ? 1 : 0);
    note(outcomes, "right/said, true", agreement.overall.share, right);
    for (const [answer, side] of [agreement.rejected, agreement.accepted].entries()) {
      const truth = shareRight(made, decisions, (i) => others.decisions[i] === answer);
      if (truth !== null)
        noteInterval(outcomes, `right/${answer === 1 ? "accepted" : "rejected"} interval`, side, truth);
    }
    const common = commonShare(made);
    if (agreement.overall.low > common) note(outcomes, "right/above the more common answer", right > common ? 1 : 0);
  }
  const sureness = margins.map(Math.abs);
  const sorted = sureness.toSorted();
  for (const { answered, agreement: said } of report.identification.abstention) {
    if (answered === 1) continue;
    const least = sorted[Math.min(sorted.length - 1, Math.round((1 - answered) * sorted.length))]!;
    const truth = shareRight(made, decisions, (i) => sureness[i]! >= least);
    if (truth !== null) noteInterval(outcomes, "right/surest answers interval", said, truth);
  }
  const rules = groupingRules(made.evidence.groups, report.settings);
  for (const [k, { groups }] of report.identification.agreementByGroup.entries()) {
    const { labels, groupOf } = applyGrouping(rules[k]!, others.groups);
    for (const { group, status, share } of groups) {
      const place = labels.indexOf(group);
      const truth = shareRight(made, decisions, (i) => groupOf[i] === place);
      if (status === "measured" && share && place >= 0 && truth !== null) {
        noteInterval(outcomes, "right/group interval", share, truth);
      }
    }
  }
  return outcomes;
}

/** Whether the rebuilt model accepts too few or too many people. */
export function judgeDirection({ report, model, made }: Judged): Outcomes {
  const { errors } = report;
  if (errors === null) return {};
  const outcomes: Outcomes = {};
  const { decisions } = model.predict(made.others.table);
  const excess = acceptedShare(made, decisions) - acceptedShare(made, made.others.decisions);
  noteInterval(outcomes, "direction/interval", errors.difference, excess);
  if (errors.direction === "accepts too few") note(outcomes, "direction/too few: true", excess < 0 ? 1 : 0);
  if (errors.direction === "accepts too many") note(outcomes, "direction/too many: true", excess > 0 ? 1 : 0);
  return outcomes;
}

function acceptedShare(made: TruthCase, answers: Uint8Array): number {
  const design = designOf(made);
  let all = 0;
  let accepted = 0;
  made.others.decisions.forEach((decision, i) => {
    all += design(decision);
    accepted += design(decision) * answers[i]!;
  });
  return accepted / all;
}

/**
 * Clear and open people: how often the rebuilt model is right about either, among people it has not seen. Only people
 * who were taken as they come are judged.
 */
export function judgeOpen({ report, model, refits, made }: Judged): Outcomes {
  const outcomes: Outcomes = {};
  if (made.balanced || report.recommendation.method === "majority") return outcomes;
  const scored = selectTableRows(made.others.table, indices(ASKED));
  const answers = refits.map((refit) => refit.decide(scored));
  const accepted = Int32Array.from({ length: ASKED }, (_, i) => answers.reduce((sum, own) => sum + own[i]!, 0));
  const settled = settledByVotes(new Int32Array(ASKED).fill(refits.length), accepted);
  const { decisions } = model.predict(scored);
  const isClear = (i: number) => settled[i]! >= 0;
  const truth = (clear: boolean) => shareRight(made, decisions, (i) => i < ASKED && isClear(i) === clear);
  const { contested, agreementDetermined, agreementContested } = report.identification.determined;
  const open = settled.filter((value) => value < 0).length / ASKED;
  const [clearRight, openRight] = [truth(true), truth(false)];
  note(outcomes, "open/share said, true", contested.share, open);
  noteInterval(outcomes, "open/share interval", contested, open);
  for (const i of indices(LISTED)) {
    note(outcomes, `open/${isClear(i) ? "clear" : "open"} right`, decisions[i] === made.others.decisions[i] ? 1 : 0);
  }
  if (agreementDetermined && clearRight !== null) {
    noteInterval(outcomes, "open/clear interval", agreementDetermined, clearRight);
  }
  if (agreementContested && openRight !== null) {
    noteInterval(outcomes, "open/open interval", agreementContested, openRight);
  }
  if (clearRight !== null && openRight !== null) {
    note(outcomes, "open/clear more often right than open", clearRight > openRight ? 1 : 0);
  }
  return outcomes;
}

/** Statements that hold under every variation, and those that do not. */
export function judgeRobustness(judged: Judged): Outcomes {
  const outcomes: Outcomes = {};
  for (const conclusion of judged.report.sensitivity?.conclusions ?? []) {
    const isTrue = truthOf(judged, conclusion);
    const every = conclusion.holds === conclusion.of ? "holds in every variant" : "fails in some variant";
    if (isTrue !== null) note(outcomes, `robust/${conclusion.code} ${every}: true`, isTrue ? 1 : 0);
  }
  return outcomes;
}

/** Whether the finding that was followed is true. */
function truthOf(judged: Judged, { code, attribute }: Conclusion): boolean | null {
  const { report, made, model } = judged;
  if (code === "AGREEMENT_ABOVE_MAJORITY") {
    const { decisions } = model.predict(made.others.table);
    return (shareRight(made, decisions) ?? 0) > commonShare(made);
  }
  const said = report.findings.find((one) => one.kind === "group-difference" && one.attribute === attribute);
  const truth = trueGroups(judged, designOf(made)).find((one) => one.attribute === attribute);
  if (said?.group == null || said.estimate === null || truth === undefined) return null;
  const [rate, rest] = [truth.rate(said.group), truth.rest(said.group)];
  return rate === undefined || rest === undefined ? null : !truth.isCoin && (rate - rest) * said.estimate.value > 0;
}

/** Share right when everybody gets the more common decision. */
function commonShare(made: TruthCase): number {
  const alike = (answer: number) => shareRight(made, new Uint8Array(made.others.decisions.length).fill(answer)) ?? 0;
  return Math.max(alike(0), alike(1));
}

/** Whether letters help: the method measured, fitted with and without them, by what the target says of other people. */
export function judgeWorth({ report, model, method, made, kernels }: Judged): Outcomes {
  const outcomes: Outcomes = {};
  const { letterWorth: worth, settings } = report;
  if (worth === null) return outcomes;
  const { evidence, others } = made;
  const own = worth.method === method.name;
  const reader = own ? method : methodNamed(worth.method, settings);
  const { scaling } = settings;
  const told = own ? model : fitModel(evidence, reader, kernels, { scaling });
  const bare = selectEvidence(evidence, indices(evidence.observations.rows), []);
  const silent = fitModel(bare, reader.withoutLetters?.() ?? reader, kernels, { scaling });
  const rightOf = (fitted: Model) => shareRight(made, fitted.predict(others.table).decisions) ?? 0;
  const gain = rightOf(told) - rightOf(silent);
  noteInterval(outcomes, "letters/gain interval", worth.difference, gain);
  note(outcomes, `letters/${worth.verdict}: gain`, gain);
  note(outcomes, "letters/audit: no false help", worth.verdict === "help" && gain <= 0 ? 0 : 1);
  note(outcomes, "letters/audit: no help denied", worth.verdict === "do not help" && gain >= worth.margin ? 0 : 1);
  if (worth.verdict === "help") note(outcomes, "letters/help: true", gain > 0 ? 1 : 0);
  if (worth.verdict === "do not help") note(outcomes, "letters/do not help: true", gain < worth.margin ? 1 : 0);
  return outcomes;
}
