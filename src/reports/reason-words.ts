import { amount, count, fixed, INTERVAL, list, measured, percent } from "../document/format.js";
import { named, quoted } from "../document/names.js";
import type { Finding } from "../findings/findings.js";
import type { ReasonFindings } from "../findings/reasons.js";
import { apart, comparative, mayBeChance, others, ratesOf, whom } from "./difference-words.js";

export function protectedSentence({ share, n, fields }: Finding): string {
  const told = Math.round((share ?? 0) * (n ?? 0));
  return (
    `${percent(share ?? 0)} of the people who were told a reason (${count(told)} of ${count(n ?? 0)}) were told one ` +
    `that names something sensitive, or something nobody can change: ${list(fields.map(quoted))}.`
  );
}

/** A reason as notices call it, with the fields that a code stands for. */
export function reasonName(reason: string, fields: readonly string[]): string {
  const isPlain = fields.length === 0 || (fields.length === 1 && fields[0] === reason);
  return isPlain ? quoted(reason) : `${quoted(reason)} (${list(fields.map(named))})`;
}

/** A group that is told a reason more or less often; all comparisons of reasons are corrected together. */
export function differSentence(finding: Finding, found: ReasonFindings | null): string {
  const comparisons = found?.comparisons ?? 0;
  const [name = ""] = finding.fields;
  const reason = reasonName(name, found?.reasons.find((one) => one.reason === name)?.fields ?? []);
  if (finding.strength === "none") {
    const none = "No clear difference in which reasons groups are told.";
    return `${none} ${widest(finding, `were told ${reason}`, comparisons)}`;
  }
  const seen = `${whom(finding)} were told ${reason} ${comparative(finding)} than ${others(finding)}`;
  return seenDifference(seen, finding, comparisons);
}

export function againstSentence(finding: Finding, comparisons: number): string {
  if (finding.strength === "none") {
    const none = "No clear difference in whose own values speak against their reasons.";
    return `${none} ${widest(finding, "have such a value", comparisons)}`;
  }
  const seen =
    `${whom(finding)} were told ${comparative(finding)} than ${others(finding)} that a number counts against them ` +
    "although it is at least as good as the median of the accepted people";
  return seenDifference(seen, finding, comparisons);
}

function seenDifference(seen: string, finding: Finding, comparisons: number): string {
  const size = apart(finding, comparisons > 1);
  return [`${seen}: ${ratesOf(finding)} (${size}).`, ...mayBeChance(finding, comparisons)].join(" ");
}

/** The widest gap where no difference is clear; `what` is what so many people of the two groups share. */
function widest(finding: Finding, what: string, comparisons: number): string {
  const { group, share, shareAgainst } = finding;
  return (
    `The widest gap: ${percent(share ?? 0)} of ${quoted(group ?? "")} and ${percent(shareAgainst ?? 0)} of ` +
    `${others(finding)} ${what} (${apart(finding, comparisons > 1)}).`
  );
}

/** How many people were told a reason, and how many reasons. */
export function toldSentence({ coverage, people, reasonCounts, given }: ReasonFindings): string {
  const told =
    coverage === null
      ? `${amount(people, "person was", "people were")}`
      : `${measured(coverage)} of the refused people were`;
  const most = reasonCounts.length;
  const each = most <= 1 ? "one each" : `1 to ${count(most)} each, ${fixed(given / Math.max(1, people), 1)} on average`;
  return people === 0 ? "No refused person was told a reason." : `${told} told a reason: ${each}.`;
}

const MAY_BE_RIGHT = " The reason can still be right: a system may weigh several fields together.";

/** Whether people's own values agree with what they were told. */
export function checkSentence({ against, reasons }: ReasonFindings): string {
  if (against === null) {
    const isDirected = reasons.some(({ unchecked }) => unchecked === "no-direction");
    return (
      "No reason could be checked against people’s own values: none names one number of the file" +
      (isDirected ? " and says whether it is too high or too low. Add a direction to check it." : ".")
    );
  }
  return (
    `Of ${amount(against.n, "person", "people")} told that a number is too high or too low, ` +
    `${count(against.successes)} (${percent(against.share)}; ${INTERVAL} ${percent(against.low)} to ` +
    `${percent(against.high)}) ${against.successes === 1 ? "has" : "have"} a value at least as good as the median of ` +
    `the accepted people in the file.${against.successes === 0 ? "" : MAY_BE_RIGHT}`
  );
}
