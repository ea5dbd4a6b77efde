import { type Statement, statement } from "../text/statement.js";
import type { Section } from "./block.js";
import { type Context, tableOf } from "./context.js";
import { callout, plainText, shown, subheading } from "./pieces.js";
import { tableBlock } from "./table-block.js";

/** Section 2: files, columns, missing values, what was left out, and whether the sample looks balanced by design. */
export function evidenceSection(context: Context): Section {
  const { file, text } = context;
  const words = text.evidence;
  const problems = tableOf(context, "problems");
  return {
    id: "evidence",
    title: words.title,
    says: summary(context),
    body: [
      ...(file.facts.balancedByDesign
        ? [callout(words.balancedTitle, file.evidence.weighted ? words.balancedWeighted : words.balanced)]
        : []),
      ...shown(tableBlock(context, tableOf(context, "evidence-files"))),
      ...shown(tableBlock(context, tableOf(context, "columns"))),
      subheading(words.problemsHeading),
      ...(problems === null
        ? [plainText(words.noProblems)]
        : shown(tableBlock(context, problems, { columns: ["severity", "message", "count", "code"] }))),
    ],
    limits: [words.limits.origin, words.limits.hash],
  };
}

function summary({ file, text }: Context): Statement[] {
  const words = text.evidence;
  const { observations, accepted, rejected, letters, paired, rejectedWithLetter, weighted } = file.evidence;
  const { population, decisions } = file.files;
  const gaps = file.columns.filter(({ missing }) => missing > 0).toSorted((a, b) => b.missing - a.missing);
  const [most] = gaps;
  const leftOut = decisions.rows - observations;
  return [
    statement(words.counts(observations, accepted, rejected), "files"),
    statement(letters === 0 ? words.noLetters : words.letters(letters, paired, rejectedWithLetter, rejected)),
    ...(population === null ? [] : [statement(words.population(population.rows))]),
    ...(weighted ? [statement(words.weighted, "weighted-rates")] : []),
    ...(leftOut > 0 ? [statement(words.leftOut(leftOut))] : []),
    statement(
      most === undefined
        ? words.noMissing
        : words.missing(most.name, most.missing, most.missing / Math.max(1, observations)),
    ),
  ];
}
