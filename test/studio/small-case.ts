import { demoLending } from "../../src/demo/lending.js";
import type { Files } from "./hands.js";

const demo = demoLending(3, { people: 80, population: 60 });

/** A small case with letters: its files. */
export const SMALL_FILES: Files = { "decisions.csv": demo.decisionsCsv, "letters.csv": demo.lettersCsv };

/** Roles and settings of the small case for the command line; few refits and methods make the audit quick. */
export const QUICK_FLAGS: readonly string[] = [
  ...["--letters", "letters.csv", "--decision", "decision", "--favourable", "granted", "--id", "id"],
  ...["--sensitive", "sex,origin", "--immutable", "age,sex,origin"],
  ...["--methods", "recast,ridge,majority", "--refits", "2", "--resamples", "100", "--no-sensitivity"],
];
