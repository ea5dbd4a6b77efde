import { INTERVAL, measured, percent, points } from "../../document/format.js";
import type { ErrorDirection } from "../../findings/trust.js";

/** What became of a known acceptance rate; null where none was given. */
export function rateSentence(rate: number | null, method: string): string | null {
  if (rate === null) return null;
  return method === "bracket"
    ? `Its threshold was set by the acceptance rate given, ${percent(rate)} of everybody.`
    : `The acceptance rate given, ${percent(rate)} of everybody, moved nothing: only the method bracket uses one.`;
}

/** Whether the rebuilt model accepts too few or too many people, and how often it is right about either. */
export function errorSentences(errors: ErrorDirection): readonly [direction: string, sides: string] {
  const { direction, observedRate, rebuiltRate, weighted, knownRate, difference, accepted, rejected } = errors;
  const rates =
    `${percent(rebuiltRate)} of people it had not seen, where the decisions accepted ${percent(observedRate)} of them` +
    `${weighted ? ", by sampling weight" : ""}${knownRate === null ? "" : ", weighed to the rate given"} ` +
    `(difference ${points(difference.value)} points, ${INTERVAL} ` +
    `${points(difference.low)} to ${points(difference.high)})`;
  const leads = {
    "accepts too few": "The rebuilt model accepts too few people",
    "accepts too many": "The rebuilt model accepts too many people",
    "no clear direction": "Whether the rebuilt model accepts too few or too many people is not clear: it accepts",
  };
  const joined = direction === "no clear direction" ? " " : ": ";
  return [
    `${leads[direction]}${joined}${rates}.`,
    `It gave the real decision to ${measured(accepted)} of the accepted and to ${measured(rejected)} of the refused ` +
      "people.",
  ];
}
