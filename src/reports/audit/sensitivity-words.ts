import { amount, count, percent } from "../../document/format.js";
import { named } from "../../document/names.js";

/** How many answers change by chance alone. */
export function chanceSentence(changed: number): string {
  return (
    `Dealing people into other folds changes ${percent(changed)} of the answers, with nothing else changed: that is ` +
    "chance. A choice below counts only for people whose answer this does not change."
  );
}

export function effectSentence(choices: number, changed: number, name: string): string {
  const all = `${amount(choices, "choice was", "choices were")} changed, one at a time`;
  return `${all}. “${named(name)}” mattered most: ${percent(changed)} of people get another answer.`;
}

export function othersSentence(others: number): string {
  return (
    `${amount(others, "more change is", "more changes are")} of RECAST’s mixing weights, which the rebuilt model ` +
    `does not have; ${others === 1 ? "it does" : "they do"} not count for the findings.`
  );
}

/** How many of the clear findings the rebuilt model shows whatever is varied. */
export function heldSentence(conclusions: readonly { readonly holds: number; readonly of: number }[]): string {
  const all = conclusions.length;
  const [least] = conclusions.toSorted((a, b) => a.holds / a.of - b.holds / b.of);
  if (least === undefined) return "There is no clear finding to follow through the variations.";
  const holding = conclusions.filter(({ holds, of }) => holds === of).length;
  const every = least.of === 1 ? "the one variation" : `all ${count(least.of)} variations`;
  const under = `${count(least.holds)} of ${amount(least.of, "variation")} that we tried`;
  if (all === 1) return `The one clear finding holds under ${holding === 1 ? `${every} that we tried` : under}.`;
  const both = all === 2 ? "Both" : `All ${count(all)}`;
  if (holding === all) return `${both} clear findings hold under ${every} that we tried.`;
  if (holding === 0)
    return `None of the ${count(all)} clear findings holds everywhere; the weakest holds under ${under}.`;
  const some = `${count(holding)} of the ${count(all)} clear findings ${holding === 1 ? "holds" : "hold"}`;
  const rest = all - holding === 1 ? "the other holds" : "the weakest holds";
  return `${some} under ${every} that we tried; ${rest} under ${count(least.holds)}.`;
}
