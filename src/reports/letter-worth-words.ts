import { capitalised, INTERVAL, percent, points } from "../document/format.js";
import type { LetterWorth, ReasonWorth } from "../findings/trust.js";

/** What letters add, with the numbers; `recommended` is called the rebuilt model. */
export function letterWorthSentence(worth: LetterWorth | null, recommended: string): string {
  if (worth === null) {
    return "What the letters add was not measured: no method was fitted both with and without them.";
  }
  return worthSentence(
    "letters",
    worth,
    worth.method === recommended ? "the rebuilt model" : "a rebuilt model that reads letters",
  );
}

/** What reasons add; only the rebuilt model is asked, and only where it reads them. */
export function reasonWorthSentence(worth: ReasonWorth | null): string {
  if (worth === null) return "What the reasons add was not measured: the rebuilt model does not read them.";
  return worthSentence("reasons", worth, "the rebuilt model");
}

function worthSentence(what: "letters" | "reasons", worth: ReasonWorth, model: string): string {
  const { right, rightWithout, difference, margin, verdict } = worth;
  const { value, low, high } = difference;
  const figures =
    `with them ${model} is right about ${percent(right)} of people it has not seen, without them about ` +
    `${percent(rightWithout)} (difference ${points(value)} points, ${INTERVAL} ${points(low)} to ${points(high)})`;
  const begun = capitalised(what);
  if (verdict === "help") return `${begun} help: ${figures}.`;
  if (verdict === "not clear") return `Whether ${what} help is not clear: ${figures}.`;
  if (high < 0) return `${begun} do not help, they mislead: ${figures}.`;
  return `${begun} do not help: ${figures}. They add less than ${(100 * margin).toFixed(0)} points.`;
}
