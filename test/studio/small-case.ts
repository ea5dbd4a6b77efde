import { demoLending } from "../../src/lab/demo/lending.js";
import type { Files } from "./hands.js";

const demo = demoLending(3, { people: 80, population: 60 });

/** A small case with letters: its files. */
export const SMALL_FILES: Files = { "decisions.csv": demo.decisionsCsv, "letters.csv": demo.lettersCsv };

/** Roles of the small case, as they are guessed, and settings for the command line; few refits and methods make the audit quick. */
export const QUICK_FLAGS: readonly string[] = [
  ...["--letters", "letters.csv", "--decision", "decision", "--favourable", "granted", "--id", "id"],
  ...["--sensitive", "age,sex,origin", "--immutable", "age,sex,origin"],
  ...["--methods", "recast,ridge,majority", "--refits", "2", "--resamples", "100", "--no-sensitivity"],
];

const example = demoLending(1);

/** The page's example: its files. */
export const EXAMPLE_FILES: Files = {
  "decisions.csv": example.decisionsCsv,
  "letters.csv": example.lettersCsv,
  "population.csv": example.populationCsv,
};

/** Roles and settings of the page's example for the command line. */
export const EXAMPLE_FLAGS: readonly string[] = [
  ...[
    "--letters",
    "letters.csv",
    "--population",
    "population.csv",
    "--decision",
    "decision",
    "--favourable",
    "granted",
  ],
  ...["--id", "id", "--sensitive", "sex,origin", "--immutable", "age,sex,origin", "--seed", "1"],
  ...["--system", example.system, "--purpose", example.purpose, "--notes", example.notice],
];
