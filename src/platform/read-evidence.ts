import { basename } from "node:path";
import { type Decisions, type DecisionsInspection, inspectDecisions, parseDecisions } from "../input/decisions.js";
import type { DecisionsOptions } from "../input/decisions-options.js";
import type { FileStamp, RowsFile } from "../input/file-rows.js";
import type { Letters, LettersInspection, LettersOptions } from "../input/letters.js";
import { inspectLetters, parseLetters } from "../input/letters.js";
import { type Population, type PopulationOptions, parsePopulation } from "../input/population.js";
import { asProblem, type Problem } from "../input/problem.js";
import type { ReadingOptions } from "../input/reading.js";
import { readRows } from "./read-file.js";

/** Decisions, and the stamp of the file they were read from. */
export type DecisionsFile = Decisions & FileStamp;

/** Letters, and the stamp of the file they were read from. */
export type LettersFile = Letters & FileStamp;

/** A population, and the stamp of the file it was read from. */
export type PopulationFile = Population & FileStamp;

type Rows = RowsFile["rows"];

/** Reads a decisions file from disk; messages name it by its last part unless `file` is given. */
export async function readDecisions(path: string, options: DecisionsOptions = {}): Promise<DecisionsFile> {
  return readFile(path, options, (rows, file) => parseDecisions(rows, { file, ...options }));
}

/** Reads the letters that belong to `decisions` from disk; messages name the file as `readDecisions` does. */
export async function readLetters(
  path: string,
  decisions: Decisions,
  options: LettersOptions = {},
): Promise<LettersFile> {
  return readFile(path, options, (rows, file) => parseLetters(rows, decisions, { file, ...options }));
}

/** Reads the population that belongs to `decisions` from disk; messages name the file as `readDecisions` does. */
export async function readPopulation(
  path: string,
  decisions: Decisions,
  options: PopulationOptions = {},
): Promise<PopulationFile> {
  return readFile(path, options, (rows, file) => parsePopulation(rows, decisions, { file, ...options }));
}

/** Lists every problem of a decisions file on disk; a file that cannot be read is one of them. */
export async function inspectDecisionsFile(
  path: string,
  options: DecisionsOptions = {},
): Promise<DecisionsInspection & { readonly stamp: FileStamp | null }> {
  return inspectFile(path, options, (rows, file) => inspectDecisions(rows, { file, ...options }));
}

/** Lists every problem of a letters file on disk; a file that cannot be read is one of them. */
export async function inspectLettersFile(
  path: string,
  decisions: Decisions,
  options: LettersOptions = {},
): Promise<LettersInspection & { readonly stamp: FileStamp | null }> {
  return inspectFile(path, options, (rows, file) => inspectLetters(rows, decisions, { file, ...options }));
}

async function readFile<T>(
  path: string,
  reading: ReadingOptions,
  parse: (rows: Rows, file: string) => T,
): Promise<T & FileStamp> {
  const { rows, ...stamp } = await readRows(path, reading);
  return { ...parse(rows, basename(path)), ...stamp };
}

type Inspection<Draft> = { readonly problems: readonly Problem[]; readonly rows: number; readonly draft: Draft | null };

async function inspectFile<Draft>(
  path: string,
  reading: ReadingOptions,
  inspect: (rows: Rows, file: string) => Inspection<Draft>,
): Promise<Inspection<Draft> & { readonly stamp: FileStamp | null }> {
  const file = await readRows(path, reading).catch(asProblem);
  if ("severity" in file) return { problems: [file], rows: 0, draft: null, stamp: null };
  const { rows, ...stamp } = file;
  return { ...inspect(rows, basename(path)), stamp };
}
