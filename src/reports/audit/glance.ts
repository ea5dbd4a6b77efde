import { type GlanceLine, paragraph, type Said, type Statement, shown, statement } from "../../document/document.js";
import { amount, count, measured, percent, sampleSize } from "../../document/format.js";
import { named, quoted } from "../../document/names.js";
import type { AuditFile } from "../../findings/audit-file.js";
import type { MeasuredShare } from "../../math/interval.js";
import { agreementOf, majorityOf } from "./agreement.js";
import type { Context } from "./context.js";
import { ratesInShort, widest } from "./facts.js";
import { modelInShort } from "./fairness.js";
import { determinedSentence } from "./identify.js";
import { contradictingLetters } from "./letters.js";
import { heldSentence } from "./sensitivity-words.js";

export function glanceLines(context: Context): GlanceLine[] {
  const { file } = context;
  const line = (lead: string, section: string, ...parts: Said): GlanceLine | null => {
    const said = paragraph(...parts);
    return said && { lead, statements: said.statements, section };
  };
  const { stability, determined } = file.identification;
  const settled =
    stability.refits === 0
      ? determinedSentence(determined.contested, stability)
      : settledSentence(determined.contested);
  return shown(
    line("Evidence", "evidence", evidence(file)),
    line("Observed rates", "facts", rates(file)),
    line("Letters", "letters", letters(file), burden(file)),
    line("Rebuilt model", "surrogate", agreement(file)),
    line("Determined", "determined", statement(settled, "determined")),
    line("Through the model", "fairness", modelInShort(context)),
    line("Robustness", "sensitivity", robustness(file)),
    line(
      "Read with",
      "caveats",
      "Other models fit the same evidence, and no number here shows a cause or an intent.",
      file.facts.attributes.length === 0 ? null : "An impact ratio of 0.80 is a rule of thumb, not a pass mark.",
    ),
  );
}

function evidence({ evidence: { observations, accepted, letters: n, weighted }, facts }: AuditFile): Said {
  const half = "Both decisions are equally frequent, as if drawn half from each";
  const balanced = weighted
    ? `${half}; the rates below take the sampling weights into account.`
    : `${half}: rates then say nothing about everybody without weights.`;
  return [
    statement(
      `${amount(observations, "observed decision")}, ${count(accepted)} of them favourable, and ` +
        `${n === 0 ? "no letters" : amount(n, "letter")}.`,
      "files",
    ),
    facts.balancedByDesign ? statement(balanced, "balanced-sample") : null,
  ];
}

function rates({ facts }: AuditFile): Said {
  const found = widest(facts.attributes);
  const short = found === null ? [] : ratesInShort(found);
  if (short.length > 0) return short;
  const overall = measured(facts.overall.rate);
  const sentence = `The favourable decision went to ${overall} of the people; groups were not compared.`;
  return [statement(sentence, "selection-rate")];
}

function letters({ letters: found, columns }: AuditFile): Statement {
  if (found === null)
    return statement("No letters were given: what the platform asks of rejected people is not known.");
  const { coverage } = found;
  const contradicting = contradictingLetters(found);
  const immutable = columns.some((column) => column.immutable) ? found.immutable : null;
  const parts = [
    coverage === null
      ? "Letters were given"
      : `${percent(coverage.share)} of rejected people have a letter (${sampleSize(coverage.n)})`,
    immutable === null
      ? "no field was named immutable"
      : `${percent(immutable.share)} of the letters ask for a change of an immutable field`,
    contradicting === 0
      ? "none contradicts the observed decisions"
      : `${amount(contradicting, "letter offers", "letters offer")} what a rejected person already had`,
  ];
  return statement(`${parts.join("; ")}.`, "letter-changes");
}

function burden({ letters: found }: AuditFile): Statement | null {
  const [largest] = (found?.burden ?? [])
    .flatMap(({ attribute, distanceGap }) => (distanceGap === null ? [] : [{ attribute, ...distanceGap }]))
    .toSorted((a, b) => b.value - a.value);
  if (largest === undefined) return null;
  const { attribute, highest, lowest, low } = largest;
  const by = `By ${named(attribute)}`;
  const sentence =
    low <= 0
      ? `${by}, letters are consistent with asking as much of ${quoted(highest)} as of ${quoted(lowest)}.`
      : `${by}, there is an indication that letters ask more of ${quoted(highest)} than of ${quoted(lowest)}.`;
  return statement(sentence, "burden");
}

function agreement(file: AuditFile): Statement {
  const { method } = file.recommendation;
  const own = agreementOf(file, method);
  const majority = majorityOf(file);
  if (own === null) return statement(`The rebuilt model (${method}) could not be measured.`);
  const compared =
    majority === null ? "" : `; the more frequent decision for everybody would reach ${percent(majority.share)}`;
  return statement(
    `The rebuilt model (method ${method}) gives ${measured(own)} of people it was not fitted on the decision ` +
      `they got${compared}.`,
    "agreement",
  );
}

export function settledSentence(contested: MeasuredShare): string {
  return (
    `The rebuilt model’s answer is settled for ${percent(1 - contested.share)} of the observed people and not ` +
    `determined for ${percent(contested.share)} (${sampleSize(contested.n)}).`
  );
}

function robustness({ sensitivity }: AuditFile): Statement | null {
  if (sensitivity === null || sensitivity.folds === null || sensitivity.conclusions.length === 0) return null;
  return statement(heldSentence(sensitivity.conclusions), "sensitivity");
}
