import { noNumbers } from "./letter-draft.js";
import type { LettersSource } from "./letter-header.js";
import { isNot, listValues, noSightings, type ProblemList, plural, type Sightings, sight } from "./problem.js";

/** Sightings by the column they were made in. */
export type ByColumn = Map<string, Sightings>;

/** What cannot be taken as it is written in a file of one change per row, by kind. */
export type ChangesFound = Readonly<Record<ChangeTrouble, ByColumn>>;

type ChangeTrouble =
  | "unknown"
  | "unused"
  | "empty"
  | "repeated"
  | "contradicting"
  | "noDifference"
  | "noNumber"
  | "noStart"
  | "noCategory"
  | "noOrder"
  | "open"
  | "met";

export function noChangesFound(): ChangesFound {
  const none = (): ByColumn => new Map();
  return {
    unknown: none(),
    unused: none(),
    empty: none(),
    repeated: none(),
    contradicting: none(),
    noDifference: none(),
    noNumber: none(),
    noStart: none(),
    noCategory: none(),
    noOrder: none(),
    open: none(),
    met: none(),
  };
}

export function sightIn(found: ByColumn, column: string, row: number, cell: string): void {
  const sightings = found.get(column) ?? noSightings();
  found.set(column, sightings);
  sight(sightings, row, cell);
}

/** Reports what was found, kind by kind. */
export function reportChanges(
  found: ChangesFound & { readonly isMostlyMet: boolean },
  { decisions }: LettersSource,
  problems: ProblemList,
): void {
  const each = (
    kind: ChangeTrouble,
    severity: "error" | "warning" | "note",
    code: Parameters<ProblemList["report"]>[1],
    words: (found: Sightings) => string,
  ) => {
    for (const [column, one] of found[kind]) problems.report(severity, code, { column, ...one }, words(one));
  };
  const { file, schema } = decisions;
  const features = new Set(schema.features.map(({ name }) => name));
  const names = ({ cells }: Sightings) => listValues(cells, 5);
  each("unknown", "error", "LETTER_FIELD_UNKNOWN", (one) => {
    const none = `has no ${one.cells.size === 1 ? "column" : "columns"} ${names(one)}`;
    return `${file} ${none}. Use one of its features: ${listValues(features, 30)}`;
  });
  each(
    "empty",
    "error",
    "LETTER_VALUE_UNPARSABLE",
    (one) => `the new value of ${names(one)} is missing. Write it, or delete the row`,
  );
  each(
    "noDifference",
    "error",
    "LETTER_VALUE_UNPARSABLE",
    ({ cells }) =>
      `${noNumbers(cells)}. Write the difference as +4000, -500 or -10 %, or in words such as '4000 higher'`,
  );
  each(
    "noNumber",
    "error",
    "LETTER_VALUE_UNPARSABLE",
    ({ cells }) => `${noNumbers(cells)}. Write the value that is enough, with a decimal point and no unit`,
  );
  each(
    "noStart",
    "error",
    "LETTER_VALUE_UNPARSABLE",
    (one) =>
      `${file} has no ${names(one)} of this person to add the difference to. ` +
      "Write new values instead, in a column 'new_value'",
  );
  each(
    "noCategory",
    "error",
    "LETTER_VALUE_UNPARSABLE",
    (one) =>
      `nobody in ${file} has ${names(one)}. Write the new value as the decisions ` +
      "write it, or rename the column to 'new_value' if the category is new",
  );
  each(
    "noOrder",
    "error",
    "LETTER_VALUE_UNPARSABLE",
    (one) =>
      `${names(one)} ${one.cells.size === 1 ? "is a category" : "are categories"}, which no value can be at least or ` +
      "at most. Write the new category in a column 'new_value', or read the column as numbers (--type)",
  );
  each(
    "open",
    "error",
    "LETTER_VALUE_UNPARSABLE",
    (one) => `'more than' and 'less than' do not say which ${names(one)} is enough. Write 'at least' or 'at most'`,
  );
  each(
    "contradicting",
    "error",
    "LETTER_CONTRADICTS",
    (one) =>
      `an earlier row gives the same person another new value of ${names(one)}. Keep one; or, if the letter offers ` +
      "several ways, number them in a column 'option'",
  );
  each("unused", "warning", "LETTER_FIELD_UNUSED", (one) => {
    return `${names(one)} ${isNot(one.cells.size, "feature")}, so the change is left out`;
  });
  each("repeated", "note", "LETTER_FIELD_REPEATED", (one) => {
    return `${plural(one.count, "change")} of ${names(one)} repeated with the same new value; read once`;
  });
  const { isMostlyMet } = found;
  each("met", isMostlyMet ? "error" : "warning", "LETTER_MEETS_THRESHOLD", (one) => {
    const who = `${one.count === 1 ? "the person already meets" : "these people already meet"} the threshold of`;
    const swapped = "Most people do: check that 'at least' and 'at most' are not swapped, and that the ids are right";
    return `${who} ${names(one)}. ${isMostlyMet ? swapped : "Left out"}`;
  });
}
