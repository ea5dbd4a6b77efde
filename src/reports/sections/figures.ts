import type { Context } from "./context.js";
import { readings } from "./ends.js";
import { widest } from "./facts.js";

/** A number an official would quote, with what it must not be quoted without. */
export interface KeyFigure {
  readonly id: "decisions" | "letters" | "rate" | "impact" | "agreement" | "determined";
  readonly label: string;
  readonly value: string;
  /** Its interval, or how many people it is about. */
  readonly detail: string;
  /** Anchor of the section it comes from. */
  readonly section: string;
}

/** The few numbers to lead with, in the order of the report. What could not be measured is left out. */
export function keyFigures({ file, text }: Pick<Context, "file" | "text">): KeyFigure[] {
  const words = text.glance.figures;
  const { observations, accepted, rejected, letters } = file.evidence;
  const { overall, attributes, balancedByDesign } = file.facts;
  const facts = widest(attributes);
  const ends = facts === null ? null : readings(facts);
  const { method } = file.recommendation;
  const agreementOf = (name: string) => file.methods.find((one) => one.method === name)?.agreement?.overall ?? null;
  const agreement = agreementOf(method);
  const majority = method === "majority" ? null : agreementOf("majority");
  const { contested } = file.identification.determined;
  const figure = (
    id: KeyFigure["id"],
    section: string,
    said: { readonly label: string; readonly value: string; readonly detail: string } | null,
  ): KeyFigure[] => (said === null ? [] : [{ id, ...said, section }]);
  return [
    ...figure("decisions", "evidence", words.decisions(observations, accepted, rejected)),
    ...figure("letters", "letters", words.letters(letters, file.letters?.coverage ?? null)),
    ...figure("rate", "facts", words.rate(overall.rate, overall.weightedRate, balancedByDesign)),
    ...figure(
      "impact",
      "facts",
      facts === null || ends?.first == null ? null : words.impact(facts.attribute, ends.first, ends.weighted),
    ),
    ...figure("agreement", "surrogate", agreement === null ? null : words.agreement(agreement, majority)),
    ...figure("determined", "determined", words.determined(contested)),
  ];
}
