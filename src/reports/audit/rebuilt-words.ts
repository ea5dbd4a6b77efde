import { amount, count, INTERVAL, measured, percent, points } from "../../document/format.js";
import type { AuditFile } from "../../findings/audit-file.js";
import type { Sample } from "../../findings/sample.js";
import type { ErrorDirection } from "../../findings/trust.js";

/** What became of a known acceptance rate; null where none was given. */
export function rateSentence(rate: number | null, method: string): string | null {
  if (rate === null) return null;
  return method === "bracket"
    ? `Its threshold was set by the acceptance rate given, ${percent(rate)} of everybody.`
    : `The acceptance rate given, ${percent(rate)} of everybody, moved nothing: only the method bracket uses one.`;
}

/** A gain that the next doubling of the people might bring, and that would be worth waiting for. */
const WORTH_MORE = 0.01;

/** Whom the rebuilt model learnt from, and what half as many would have taught it. */
export function learningWords({ people: all, of, learning, gain }: Sample): string[] {
  const drawn = `The rebuilt model learnt from ${count(all)} of ${amount(of, "person", "people")}, drawn at random.`;
  const half = learning.at(-2)?.right.share;
  const whole = learning.at(-1)?.right.share;
  if (gain === null || half === undefined || whole === undefined) return [drawn];
  const { value, low, high } = gain.difference;
  return [
    drawn,
    `With half as many, it was right ${percent(half)} of the time, with all ${count(all)} ${percent(whole)} ` +
      `(difference ${points(value)} points, ${INTERVAL} ${points(low)} to ${points(high)}): ${verdict(low, high)}`,
  ];
}

function verdict(low: number, high: number): string {
  if (high <= WORTH_MORE) return "more people would change little.";
  if (low > 0) return "more people would probably make it better. Raise --sample.";
  return "whether more people would make it better is not clear. Raise --sample to see.";
}

/** A warning where the rebuilt model is of no use; null where it is. */
export function uselessSentence({ caveats }: Pick<AuditFile, "caveats">): string | null {
  return caveats.some(({ code }) => code === "NOT_ABOVE_MAJORITY")
    ? "Do not rely on this: the rebuilt model is not clearly better than always giving the more common answer."
    : null;
}

/** How often the rebuilt model is right about accepted and about refused people. */
export function sidesSentence({ accepted, rejected, weighted }: ErrorDirection, sample: AuditFile["sample"]): string {
  const rates = weighted ? " Rates are by sampling weight; these shares count everybody once." : "";
  return (
    `${sample === null ? "Fitted without them" : "Outside its sample"}, it gave the real decision to ` +
    `${measured(accepted)} of the accepted and to ${measured(rejected)} of the refused people.${rates}`
  );
}
