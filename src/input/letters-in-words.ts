import { compareText } from "../math/compare.js";
import type { Decisions } from "./decisions.js";
import type { CompletedLetters } from "./letter-draft.js";
import type { LongHeader } from "./letter-header.js";
import { readingOf } from "./letters-understood.js";
import { plural, quoteValue } from "./problem.js";
import type { GivenReasons } from "./reasons.js";
import { selectTableRows } from "./table.js";

const MOST_REASONS = 8;

/** What was understood of a letters file: its form, what its letters change, and the reasons it gives. */
export function lettersInWords(letters: CompletedLetters & FileForm, decisions: Decisions): string[] {
  const { rows, table, long, reasons } = letters;
  const value = long === null ? "" : columnsOf(long).map(quoteValue).join(", ");
  const form = long === null ? "one full row per letter" : `one changed field per row (${value})`;
  const { paired, unchanged, changed } = readingOf(letters, decisions);
  const told = reasons === null ? [] : [reasonsInWords(reasons)];
  if (letters.form === "reasons") return [`${plural(rows, "row")}; reasons without values`, ...told];
  const counted = amountsInWords(letters, decisions);
  const lines = [`${plural(rows, "row")}, ${plural(table.rows, "letter")}${counted}; ${form}`];
  if (paired === 0) return [...lines, ...told];
  const fields = decisions.schema.features
    .map(({ name }, f) => ({ name, count: changed[f]?.count ?? 0 }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
    .map(({ name, count }) => `${name} in ${count}`);
  const asking = paired - unchanged.count;
  const changing = `${asking} of ${plural(paired, "letter")} ${asking === 1 ? "asks" : "ask"} for a change`;
  return [...lines, `${changing}${fields.length > 0 ? `: ${fields.join(", ")}` : ""}`, ...told];
}

interface FileForm {
  readonly rows: number;
  readonly form: "rows" | "long" | "reasons";
  readonly long: LongHeader | null;
  readonly reasons: GivenReasons | null;
}

/** ": 88 new values of 4 fields, 12 thresholds of 1 field"; empty where nobody knows whom the letters answer. */
function amountsInWords(letters: CompletedLetters, decisions: Decisions): string {
  const kinds = [0, 1].map((kind) => {
    const places = [...letters.letterOf.keys()].filter((k) => letters.isThreshold[k] === kind);
    const { changed } = readingOf(
      {
        ...letters,
        table: selectTableRows(letters.table, Int32Array.from(places)),
        letterOf: Int32Array.from(places, (k) => letters.letterOf[k]!),
        rowNumbers: Int32Array.from(places, (k) => letters.rowNumbers[k]!),
      },
      decisions,
    );
    const fields = changed.filter(({ count }) => count > 0);
    return { count: fields.reduce((sum, { count }) => sum + count, 0), fields: fields.length };
  });
  const words = kinds.flatMap(({ count, fields }, kind) =>
    count === 0 ? [] : [`${plural(count, kind === 0 ? "new value" : "threshold")} of ${plural(fields, "field")}`],
  );
  return words.length === 0 ? "" : `: ${words.join(", ")}`;
}

/** "14 reasons to 9 people: debt 8, income 4, other 2". */
export function reasonsInWords({ personOf, reasons }: GivenReasons): string {
  const counts = new Map<string, number>();
  for (const { name } of reasons) counts.set(name, (counts.get(name) ?? 0) + 1);
  const shown = [...counts].sort(([a, m], [b, n]) => n - m || compareText(a, b)).slice(0, MOST_REASONS);
  const more = counts.size > shown.length ? `, and ${counts.size - shown.length} more` : "";
  const people = new Set(personOf).size;
  const to = `${plural(reasons.length, "reason")} to ${people === 1 ? "1 person" : `${people} people`}`;
  return reasons.length === 0 ? to : `${to}: ${shown.map(([name, count]) => `${name} ${count}`).join(", ")}${more}`;
}

/** The names of the columns a long form is read from. */
function columnsOf({ id, field, values, option }: LongHeader): readonly string[] {
  return [id, ...(option === null ? [] : [option]), field, ...values.map(({ column }) => column)].map(
    ({ name }) => name,
  );
}
