import { INTERVAL, measured, percent, points } from "../../document/format.js";
import type { ErrorDirection } from "../../findings/trust.js";

/** Whether the rebuilt model accepts too few or too many people, and how often it is right about either. */
export function errorSentences(errors: ErrorDirection): readonly [direction: string, sides: string] {
  const { direction, observedRate, rebuiltRate, weighted, difference, accepted, rejected } = errors;
  const rates =
    `${percent(rebuiltRate)} of people it had not seen, where the decisions accepted ${percent(observedRate)} of them` +
    `${weighted ? ", by sampling weight" : ""} (difference ${points(difference.value)} points, ${INTERVAL} ` +
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
