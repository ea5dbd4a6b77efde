import { inspectTable } from "../../../src/input/csv.js";
import { guessRoles, type RolesGuess } from "../../../src/input/guess/guess-roles.js";
import type { TableInspection } from "../../../src/input/raw-table.js";
import type { Source } from "./session.js";

const cut = new WeakMap<Source, Map<string, TableInspection>>();
const guessed = new WeakMap<
  Source,
  { readonly letters: Source | null; readonly delimiter: string; guess: RolesGuess }
>();

/** The cells of a file; a file is cut into cells once per delimiter, however often it is looked at. */
export function cutSource(source: Source, given: string | undefined): TableInspection {
  const delimiter = typeof source.rows === "string" ? (given ?? null) : ",";
  const known = cut.get(source) ?? new Map<string, TableInspection>();
  cut.set(source, known);
  const found = known.get(delimiter ?? "");
  if (found !== undefined) return found;
  const inspection = inspectTable(source.rows, { file: source.name, delimiter });
  known.clear(); // large: one at a time
  known.set(delimiter ?? "", inspection);
  return inspection;
}

/** What the columns seem to be for; guessed once per pair of files. */
export function guessSources(decisions: Source, letters: Source | null, given: string | undefined): RolesGuess {
  const delimiter = given ?? "";
  const before = guessed.get(decisions);
  if (before !== undefined && before.letters === letters && before.delimiter === delimiter) return before.guess;
  const guess = guessRoles({
    decisions: cutSource(decisions, given),
    letters: letters && cutSource(letters, given),
  });
  guessed.set(decisions, { letters, delimiter, guess });
  return guess;
}
