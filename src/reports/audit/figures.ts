import { count, INTERVAL, percent, percentRange, ratio, sampleSize } from "../../document/format.js";
import { named, quoted } from "../../document/names.js";
import type { AuditFile } from "../../findings/audit-file.js";
import { agreementOf, majorityOf } from "./agreement.js";
import { readings } from "./extreme-groups.js";
import { widest } from "./facts.js";

/** A number an official would quote, with what it must not be quoted without. */
export interface KeyFigure {
  readonly id: "decisions" | "letters" | "rate" | "impact" | "agreement" | "determined";
  readonly label: string;
  readonly value: string;
  /** Its interval, or how many people it is about. */
  readonly detail: string;
  readonly section: string;
}

/** The few numbers to lead with, in the order of the report. What could not be measured is left out. */
export function keyFigures(file: AuditFile): KeyFigure[] {
  const { observations, accepted, rejected } = file.evidence;
  return [
    {
      id: "decisions",
      label: "Observed decisions",
      value: count(observations),
      detail: `${count(accepted)} favourable, ${count(rejected)} not`,
      section: "evidence",
    },
    { id: "letters", label: "Letters", ...letters(file), section: "letters" },
    { id: "rate", label: "Favourable decisions", ...rate(file), section: "facts" },
    ...impact(file),
    ...agreement(file),
    determined(file),
  ];
}

type Said = Pick<KeyFigure, "value" | "detail">;

function letters({ evidence, letters: found }: AuditFile): Said {
  const coverage = found?.coverage ?? null;
  const value = count(evidence.letters);
  if (evidence.letters === 0) return { value, detail: "none were given" };
  if (coverage === null) return { value, detail: "to whom is not known" };
  const { share, successes, n } = coverage;
  return { value, detail: `${percent(share)} of rejected people have one (${count(successes)} of ${count(n)})` };
}

function rate({ facts: { overall, balancedByDesign } }: AuditFile): Said {
  const { rate: plain, weightedRate } = overall;
  const about = `${INTERVAL} ${percentRange(weightedRate ?? plain)}; ${sampleSize(plain.n)}`;
  if (weightedRate !== null) return { value: percent(weightedRate.value), detail: `${about}, by sampling weight` };
  const balanced = balancedByDesign ? "; the sample looks balanced by design, so this is no rate of everybody" : "";
  return { value: percent(plain.share), detail: `${about}${balanced}` };
}

function impact({ facts }: AuditFile): KeyFigure[] {
  const found = widest(facts.attributes);
  const { first, weighted } = found === null ? { first: null, weighted: false } : readings(found);
  if (found === null || first === null || first.impact === null) return [];
  const { highest, lowest, impact: estimate } = first;
  const end = ({ group, n }: typeof highest) => `${quoted(group)} (${sampleSize(n)})`;
  return [
    {
      id: "impact",
      label: `Impact ratio by ${named(found.attribute)}`,
      value: ratio(estimate.value),
      detail:
        `${INTERVAL} ${ratio(estimate.low)} to ${ratio(estimate.high)}; rate of ${end(lowest)} over that of ` +
        `${end(highest)}${weighted ? ", by sampling weight" : ""}`,
      section: "facts",
    },
  ];
}

function agreement(file: AuditFile): KeyFigure[] {
  const own = agreementOf(file, file.recommendation.method);
  const majority = majorityOf(file);
  if (own === null) return [];
  const compared = majority === null ? "" : `. The more frequent decision for everybody: ${percent(majority.share)}`;
  return [
    {
      id: "agreement",
      label: "Agreement of the rebuilt model",
      value: percent(own.share),
      detail: `${INTERVAL} ${percentRange(own)}; ${sampleSize(own.n)}, people it was not fitted on${compared}`,
      section: "surrogate",
    },
  ];
}

function determined({ identification }: AuditFile): KeyFigure {
  const { contested } = identification.determined;
  const people = `${count(contested.successes)} of ${count(contested.n)} people`;
  return {
    id: "determined",
    label: "Answers that are determined",
    value: percent(1 - contested.share),
    detail: `not determined for ${percent(contested.share)}: ${people} (${INTERVAL} ${percentRange(contested)})`,
    section: "determined",
  };
}
