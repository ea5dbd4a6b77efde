import { basename } from "node:path";
import { type Decisions, type DecisionsInspection, inspectDecisions, parseDecisions } from "../input/decisions.js";
import type { DecisionsOptions } from "../input/decisions-options.js";
import { asProblem } from "../input/problem.js";
import type { FileStamp } from "../input/rows-of.js";
import { readRows } from "./read-rows.js";

/** Decisions, and the stamp of the file they were read from. */
export type DecisionsFile = Decisions & FileStamp;

/** Reads a decisions file from disk; messages name it by its last part unless `file` is given. */
export async function readDecisions(path: string, options: DecisionsOptions = {}): Promise<DecisionsFile> {
  const { text, delimiter, ...stamp } = await readRows(path);
  return { ...parseDecisions(text, { file: basename(path), ...options, ...(delimiter && { delimiter }) }), ...stamp };
}

/** Lists every problem of a decisions file on disk; a file that cannot be read is one of them. */
export async function inspectDecisionsFile(
  path: string,
  options: DecisionsOptions = {},
): Promise<DecisionsInspection & { readonly stamp: FileStamp | null }> {
  const file = await readRows(path).catch(asProblem);
  if ("severity" in file) return { problems: [file], rows: 0, draft: null, stamp: null };
  const { text, delimiter, ...stamp } = file;
  return { ...inspectDecisions(text, { file: basename(path), ...options, ...(delimiter && { delimiter }) }), stamp };
}
