import { amount, capitalised, count, list, percent } from "../../document/format.js";
import { named } from "../../document/names.js";
import type { Conclusion } from "../../findings/sensitivity.js";

/** How many answers change by chance alone. */
export function chanceSentence(changed: number): string {
  return (
    `Dealing people into other folds changes ${percent(changed)} of the answers, with nothing else changed: that is ` +
    "chance. A choice below counts only for people whose answer this does not change."
  );
}

export function effectSentence(choices: number, changed: number, name: string): string {
  const all = `${amount(choices, "choice was", "choices were")} changed, one at a time`;
  if (changed === 0) return `${all}, besides the folds. None changed anybody’s answer.`;
  return `${all}, besides the folds. “${named(name)}” mattered most: ${percent(changed)} of people get another answer.`;
}

export function othersSentence(others: number): string {
  return (
    `${amount(others, "more change is", "more changes are")} of RECAST’s mixing weights, which the rebuilt model ` +
    `does not have; ${others === 1 ? "it does" : "they do"} not count for the findings.`
  );
}

type Followed = Pick<Conclusion, "code" | "attribute" | "holds" | "of">;

/** Which clear findings the rebuilt model shows whatever is varied, and which it does not. */
export function heldSentence(conclusions: readonly Followed[]): string {
  if (conclusions.length === 0) return "There is no clear finding to follow through the variations.";
  const said = conclusions.map((one) => ({ ...one, name: findingName(one) }));
  const [throughout, weak] = [said.filter(({ holds, of }) => holds === of), said.filter(({ holds, of }) => holds < of)];
  const [size, ...others] = new Set(throughout.map(({ of }) => of)); // a variation may leave nobody to compare
  const every =
    size === undefined || others.length > 0
      ? "in every variation"
      : size === 1
        ? "in the one variation"
        : `in all ${count(size)} variations`;
  const held =
    throughout.length === 0
      ? []
      : `${capitalised(list(throughout.map(({ name }) => name)))} held ${every} that changed any answer.`;
  const failed = weak.map(
    ({ name, holds, of }) => `${capitalised(name)} held in ${count(holds)} of ${amount(of, "variation")}.`,
  );
  return [held, ...failed].flat().join(" ");
}

function findingName({ code, attribute }: Followed): string {
  return code === "AGREEMENT_ABOVE_MAJORITY" || attribute === null
    ? "that the rebuilt model beats the more common answer"
    : `the difference by ${named(attribute)}`;
}
