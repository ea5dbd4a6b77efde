import { type Statement, statement } from "../text/statement.js";
import type { Context } from "./context.js";
import { ratesInShort, widest } from "./facts.js";
import { modelInShort } from "./fairness.js";

/** One line of the summary page: a word to find it by, what it says, and the section it comes from. */
export interface GlanceLine {
  readonly lead: string;
  readonly statements: readonly Statement[];
  /** Anchor of the section. */
  readonly section: string;
}

/** The summary page: five to eight lines, each of one or two sentences. */
export function glanceLines(context: Context): GlanceLine[] {
  const { text, file } = context;
  const words = text.glance;
  const line = (lead: keyof typeof words.leads, section: string, statements: readonly Statement[]): GlanceLine[] =>
    statements.length === 0 ? [] : [{ lead: words.leads[lead], statements, section }];
  const { observations, accepted, letters, weighted } = file.evidence;
  const { determined, stability } = file.identification;
  return [
    ...line("evidence", "evidence", [
      statement(words.evidence(observations, accepted, letters), "files"),
      ...(file.facts.balancedByDesign
        ? [statement(weighted ? words.balancedWeighted : words.balanced, "balanced-sample")]
        : []),
    ]),
    ...line("facts", "facts", rates(context)),
    ...line("letters", "letters", [...letterFindings(context), ...burden(context)]),
    ...line("surrogate", "surrogate", agreement(context)),
    ...line("determined", "determined", [
      statement(
        stability.refits === 0
          ? text.identify.determined(determined.contested, 0, stability.method)
          : words.determined(determined.contested),
        "determined",
      ),
    ]),
    ...line("fairness", "fairness", modelInShort(context)),
    ...line("sensitivity", "sensitivity", robustness(context)),
    ...line("caveats", "caveats", [
      statement(words.caveats),
      ...(file.facts.attributes.length === 0 ? [] : [statement(words.fourFifths)]),
    ]),
  ];
}

function rates(context: Context): Statement[] {
  const { text, file } = context;
  const facts = widest(file.facts.attributes);
  const short = facts === null ? [] : ratesInShort(context, facts);
  return short.length > 0 ? short : [statement(text.glance.overall(file.facts.overall.rate), "selection-rate")];
}

function letterFindings({ text, file }: Context): Statement[] {
  const words = text.glance;
  const { letters } = file;
  if (letters === null) return [statement(words.noLetters)];
  const immutable = file.columns.some((column) => column.immutable) ? letters.immutable : null;
  return [statement(words.letters(letters.coverage, letters.contradictions.length, immutable), "letter-changes")];
}

function burden({ text, file }: Context): Statement[] {
  const widestGap = (file.letters?.burden ?? [])
    .flatMap(({ attribute, distanceGap }) => (distanceGap === null ? [] : [{ attribute, gap: distanceGap }]))
    .toSorted((a, b) => b.gap.value - a.gap.value)[0];
  if (widestGap === undefined) return [];
  const { attribute, gap } = widestGap;
  return [statement(text.glance.burden(attribute, gap.highest, gap.lowest, gap.low <= 0), "burden")];
}

function agreement({ text, file }: Context): Statement[] {
  const words = text.glance;
  const { method } = file.recommendation;
  const of = (name: string) => file.methods.find((one) => one.method === name)?.agreement?.overall ?? null;
  const own = of(method);
  if (own === null) return [statement(words.notMeasured(method))];
  return [statement(words.surrogate(method, own, method === "majority" ? null : of("majority")), "agreement")];
}

function robustness({ text, file }: Context): Statement[] {
  if (file.sensitivity === null || file.sensitivity.conclusions.length === 0) return [];
  const { conclusions, method } = file.sensitivity;
  const variants = file.sensitivity.variants.filter((variant) => variant.method === method);
  const holding = conclusions.filter(({ holds, of }) => holds === of).length;
  const least = conclusions.reduce((worst, one) => (one.holds / one.of < worst.holds / worst.of ? one : worst));
  return [statement(text.glance.sensitivity(holding, conclusions.length, variants.length, least), "sensitivity")];
}
