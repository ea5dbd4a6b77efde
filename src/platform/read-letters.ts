import { basename } from "node:path";
import type { Decisions } from "../input/decisions.js";
import {
  inspectLetters,
  type Letters,
  type LettersInspection,
  type LettersOptions,
  parseLetters,
} from "../input/letters.js";
import { asProblem } from "../input/problem.js";
import type { FileStamp } from "../input/rows-of.js";
import { readRows } from "./read-rows.js";

/** Letters, and the stamp of the file they were read from. */
export type LettersFile = Letters & FileStamp;

/** Reads the letters that belong to `decisions` from disk; messages name the file by its last part unless `file` is given. */
export async function readLetters(
  path: string,
  decisions: Decisions,
  options: LettersOptions = {},
): Promise<LettersFile> {
  const { text, delimiter, ...stamp } = await readRows(path);
  const given = { file: basename(path), ...options, ...(delimiter && { delimiter }) };
  return { ...parseLetters(text, decisions, given), ...stamp };
}

/** Lists every problem of a letters file on disk; a file that cannot be read is one of them. */
export async function inspectLettersFile(
  path: string,
  decisions: Decisions,
  options: LettersOptions = {},
): Promise<LettersInspection & { readonly stamp: FileStamp | null }> {
  const file = await readRows(path).catch(asProblem);
  if ("severity" in file) return { problems: [file], rows: 0, draft: null, stamp: null };
  const { text, delimiter, ...stamp } = file;
  const given = { file: basename(path), ...options, ...(delimiter && { delimiter }) };
  return { ...inspectLetters(text, decisions, given), stamp };
}
