import { INTERVAL, percent, points } from "../document/format.js";
import type { LetterWorth } from "../findings/trust.js";

/** What letters add, with the numbers; `recommended` is called the rebuilt model. */
export function letterWorthSentence(worth: LetterWorth | null, recommended: string): string {
  if (worth === null) {
    return "What the letters add was not measured: no method was fitted both with and without them.";
  }
  const { method, right, rightWithout, difference, margin, verdict } = worth;
  const { value, low, high } = difference;
  const model = method === recommended ? "the rebuilt model" : "a rebuilt model that reads letters";
  const figures =
    `with them ${model} is right about ${percent(right)} of people it has not seen, without them about ` +
    `${percent(rightWithout)} (difference ${points(value)} points, ${INTERVAL} ${points(low)} to ${points(high)})`;
  if (verdict === "help") return `Letters help: ${figures}.`;
  if (verdict === "not clear") return `Whether letters help is not clear: ${figures}.`;
  if (high < 0) return `Letters do not help, they mislead: ${figures}.`;
  return `Letters do not help: ${figures}. They add less than ${(100 * margin).toFixed(0)} points.`;
}
