import { app, keep, parts, screens } from "./app.js";
import { check } from "./check.js";
import { geometry } from "./geometry.js";
import { jobWords, without } from "./jobs.js";
import { letters } from "./letters.js";
import { person } from "./person.js";
import { results } from "./results.js";
import { run } from "./run.js";
import { start } from "./start.js";

/** Every English word of the page that is not the library's, by screen. */
export const en = {
  app,
  without,
  parts,
  screens,
  jobs: jobWords,
  start,
  keep,
  check,
  run,
  results,
  person,
  geometry,
  letters,
} as const;
