import { basename } from "node:path";
import type { Decisions } from "../input/decisions.js";
import { type Population, type PopulationOptions, parsePopulation } from "../input/population.js";
import type { FileStamp } from "../input/rows-of.js";
import { readRows } from "./read-rows.js";

/** A population, and the stamp of the file it was read from. */
export type PopulationFile = Population & FileStamp;

/** Reads the population that belongs to `decisions` from disk; messages name the file by its last part unless `file` is given. */
export async function readPopulation(
  path: string,
  decisions: Decisions,
  options: PopulationOptions = {},
): Promise<PopulationFile> {
  const { text, delimiter, ...stamp } = await readRows(path);
  const given = { file: basename(path), ...options, ...(delimiter && { delimiter }) };
  return { ...parsePopulation(text, decisions, given), ...stamp };
}
