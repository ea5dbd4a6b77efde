import { type Statement, statement } from "../text/statement.js";
import type { Section } from "./block.js";
import { type Context, tableOf } from "./context.js";
import { headed, plainText, shown, subheading } from "./pieces.js";
import { tableBlock } from "./table-block.js";

/** Section 3: how many letters, what they change, and where they do not fit together. */
export function lettersSection(context: Context): Section {
  const { file, text } = context;
  const words = text.letters;
  if (file.letters === null) {
    return { id: "letters", title: words.title, says: [statement(words.none)], body: [], limits: [] };
  }
  const contradictions = tableOf(context, "letter-contradictions");
  return {
    id: "letters",
    title: words.title,
    says: summary(context),
    body: [
      ...headed(
        words.fieldsHeading,
        tableBlock(context, tableOf(context, "letter-fields"), {
          columns: ["field", "immutable", "changedLetters", "changed", "up", "down"],
          title: words.fieldsTitle,
          note: null,
        }),
        tableBlock(context, tableOf(context, "letter-fields"), {
          columns: ["field", "least", "lowerQuartile", "median", "upperQuartile", "greatest"],
          title: words.sizesTitle,
          part: "sizes",
        }),
        tableBlock(context, tableOf(context, "letter-moves"), { limit: 30 }),
        tableBlock(context, tableOf(context, "letter-field-counts")),
      ),
      ...headed(words.coverageHeading, tableBlock(context, tableOf(context, "letter-coverage"))),
      subheading(words.contradictionsHeading),
      ...(contradictions === null
        ? [plainText(words.noContradictions)]
        : shown(
            tableBlock(context, contradictions, {
              columns: ["sentence", "kind", "strength", "count", "examples"],
            }),
          )),
    ],
    limits: [words.limits.offers, words.limits.whose, words.limits.kinds],
  };
}

function summary({ file, text }: Context): Statement[] {
  const words = text.letters;
  const found = file.letters;
  if (found === null) return [];
  const [most] = found.fields;
  const certain = found.contradictions.filter(({ strength }) => strength === "certain").length;
  return [
    ...(found.coverage === null ? [] : [statement(words.coverage(found.coverage), "wilson")]),
    statement(found.compared === 0 ? words.nothingCompared : words.compared(found.compared, found.letters)),
    ...(most === undefined || most.changed.successes === 0
      ? []
      : [statement(words.mostChanged(most.field, most.changed), "letter-changes")]),
    ...(found.immutable === null || !file.columns.some((column) => column.immutable)
      ? []
      : [statement(words.immutable(found.immutable), "letter-changes")]),
    statement(words.contradictions(certain, found.contradictions.length - certain), "contradictions"),
  ];
}
