import { type RoleSettings, readingOptions } from "../../../src/folder/configuration.js";
import { inspectTable } from "../../../src/input/csv.js";
import { textIn } from "../../../src/input/file-rows.js";
import { guessRoles, type RolesGuess } from "../../../src/input/guess/guess-roles.js";
import type { TableInspection } from "../../../src/input/raw-table.js";
import type { FileRole, Source } from "./session.js";

/** The settings that say how files become rows. */
export type Reading = Pick<RoleSettings, "delimiter" | "encoding" | "headerless" | "skip">;

const cut = new WeakMap<Source, { readonly key: string; readonly found: TableInspection }>();
const guessed = new WeakMap<Source, { readonly letters: Source | null; readonly key: string; guess: RolesGuess }>();

/** The cells of a file, cut once per way of reading, however often it is looked at. */
export function cutSource(source: Source, role: FileRole, reading: Reading): TableInspection {
  const { delimiter = null, header = true, skip = [] } = readingOptions(reading, role);
  const options = { delimiter: textIn(source.rows) === null ? "," : delimiter, header, skip };
  const key = JSON.stringify(options);
  const known = cut.get(source);
  if (known?.key === key) return known.found;
  const found = inspectTable(source.rows, { file: source.name, ...options });
  cut.set(source, { key, found }); // large: one at a time
  return found;
}

/** What the columns seem to be for; guessed once per pair of files and way of reading them. */
export function guessSources(decisions: Source, letters: Source | null, reading: Reading): RolesGuess {
  const { delimiter, headerless, skip } = reading;
  const key = JSON.stringify({ delimiter, headerless, skip });
  const before = guessed.get(decisions);
  if (before !== undefined && before.letters === letters && before.key === key) return before.guess;
  const guess = guessRoles({
    decisions: cutSource(decisions, "decisions", reading),
    letters: letters && cutSource(letters, "letters", reading),
  });
  guessed.set(decisions, { letters, key, guess });
  return guess;
}
