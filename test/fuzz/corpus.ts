import { readFileSync } from "node:fs";
import { join } from "node:path";

// Everything that was ever answered wrongly, kept with what was wrong and what the answer must be.

const FOLDER = "test/fixtures/fuzz-corpus"; // commands and tests run at the top of the repository

export interface CorpusEntry {
  readonly target: string;
  readonly name: string;
  /** "read", the code of the refusal, or "refused" where any will do. */
  readonly outcome: string;
  readonly was: string;
  readonly path: string;
}

export function corpusOf(target: string): CorpusEntry[] {
  const entries = JSON.parse(readFileSync(join(FOLDER, "index.json"), "utf8")) as Omit<CorpusEntry, "path">[];
  return entries
    .filter((entry) => entry.target === target)
    .map((entry) => ({ ...entry, path: join(FOLDER, target, `${entry.name}.bin`) }));
}
