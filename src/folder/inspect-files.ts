import { type Cause, causesOf } from "../input/causes.js";
import { type DecisionsInspection, inspectDecisions } from "../input/decisions.js";
import { inspectLetters, type LettersInspection, noLettersProblem } from "../input/letters.js";
import { parsePopulation } from "../input/population.js";
import { asProblem, type Problem } from "../input/problem.js";
import type { TableInspection } from "../input/raw-table.js";
import type { FileRole } from "../input/reading.js";
import type { PlacedProblem } from "../input/repairs.js";
import { decisionsOptions, lettersOptions, type RoleSettings, readingOptions } from "./configuration.js";
import type { ByRole } from "./sources.js";

/** A file cut into cells, and what messages call it. */
export interface CutFile {
  readonly name: string;
  readonly found: TableInspection;
}

/** Everything wrong with the files of an audit. */
export interface FilesInspection {
  readonly decisions: DecisionsInspection;
  /** Null without a file of them, and where the decisions are too broken to read letters against. */
  readonly letters: LettersInspection | null;
  /** File by file. */
  readonly problems: readonly PlacedProblem[];
  /** The same by cause, each with what repairs it. */
  readonly causes: readonly Cause[];
}

/** Looks for problems in all files of an audit; throws only for options that no file could satisfy. */
export function inspectFiles(files: ByRole<CutFile>, settings: RoleSettings): FilesInspection {
  const { decisions: people, letters: answers, population } = files;
  const decisions = inspectDecisions(people.found, decisionsOptions(settings, people.name));
  const { draft } = decisions;
  const letters = answers && draft && inspectLetters(answers.found, draft, lettersOptions(settings, answers.name));
  const isWhole = draft !== null && decisions.problems.every(({ severity }) => severity !== "error");
  const others =
    population === null || !isWhole
      ? []
      : problemsOf(() => {
          const options = { ...readingOptions(settings, "population"), file: population.name };
          return parsePopulation(population.found, draft, options).problems;
        });
  const unread = answers?.found.problems.filter(({ severity }) => severity === "error") ?? [];
  const problems = [
    ...placed("decisions", decisions.problems),
    ...placed(
      "letters",
      answers === null ? [noLettersProblem(null, draft?.reasons != null)] : (letters?.problems ?? unread),
    ),
    ...placed("population", others),
  ];
  const id = draft?.schema.id ?? null;
  const lettersId = settings.lettersId ?? id;
  const tables = { decisions: people.found.table, letters: answers?.found.table ?? null, id, lettersId };
  return { decisions, letters, problems, causes: causesOf(problems, tables) };
}

function placed(role: FileRole, problems: readonly Problem[]): readonly PlacedProblem[] {
  return problems.map((problem) => ({ ...problem, role }));
}

/** The problems a reader lists, or the one it stops at. */
function problemsOf(read: () => readonly Problem[]): readonly Problem[] {
  try {
    return read();
  } catch (error) {
    return [asProblem(error)];
  }
}
