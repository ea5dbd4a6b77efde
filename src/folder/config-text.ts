import type { Guess, Question, RolesGuess } from "../input/guess/guess-roles.js";

/** What `configText` writes: the files, relative to the configuration file, and what was guessed of their columns. */
export interface ConfigDraft {
  readonly decisions: string;
  readonly letters: string | null;
  readonly out: string;
  readonly guess: RolesGuess;
}

/** A commented audit.yaml: every guess with its reason, every open question marked, everything else at its default. */
export function configText({ decisions, letters, out, guess }: ConfigDraft): string {
  const { questions } = guess;
  return [
    "# Configuration of a Recast audit. Paths are relative to this file.",
    "# Check the roles below, then:  recast check audit.yaml  and  recast audit audit.yaml",
    ...(questions.some(({ needed }) => needed) ? ["# Lines marked QUESTION need an answer first."] : []),
    "",
    `decisions: ${scalar(decisions)}`,
    letters === null ? "# letters: letters.csv" : `letters: ${scalar(letters)}`,
    "# population: population.csv   # people the system decides on, without decisions",
    `out: ${scalar(out)}`,
    "",
    "roles:",
    ...single("decision", "the column with the decision", guess.decision, questions),
    ...favourable(guess),
    ...several("sensitive", "attributes to compare groups by", guess.sensitive),
    ...single("id", "the person; pairs letters with people", guess.id, questions),
    ...single("outcome", "what later happened", guess.outcome, questions),
    ...single("favourableOutcome", "the outcome that is good for the person", guess.favourableOutcome, questions),
    ...single("weight", "how many people a row stands for", guess.weight, questions),
    ...several("ignore", "columns the rebuilt model may not look at", guess.ignore),
    ...several("immutable", "features a letter should never ask to change", guess.immutable),
    ...types(guess),
    ...missing(guess),
    "  # delimiter: tab   # cell delimiter; detected unless given",
    ...single("lettersId", "id column of the letters, where its name differs", guess.lettersId, questions),
    ...several("lettersIgnore", "columns of the letters to leave unread", guess.lettersIgnore),
    ...features(guess),
    "",
    "# bins:             # cut points of numeric attributes; without them they are cut at their quartiles",
    "#   age: [25, 45]",
    "",
    "# method:           # how the audit is computed; these are the defaults",
    "#   scaling: robust       # robust, zscore, minmax or rank",
    "#   solver: exact         # exact, sinkhorn or closed-form",
    "#   folds: 5",
    "#   repeats: 1",
    "#   seed: 0",
    "#   resamples: 1000",
    "#   refits: 25",
    "#   sensitivity: true",
    "#   intersections: true",
    "",
    "# identity:         # printed in the report as given",
    "#   system: Name of the audited system",
    "#   purpose: What is decided",
    "#   period: When the decisions were made",
    "#   auditor: Who makes the audit",
    "#   date: Date to print",
    "#   notes: A remark",
    "",
    "# tables: parquet     # also write the tables as parquet or arrow",
    "# template: general   # general, nyc-ll144, eu-annex-iv or model-card",
    "",
  ].join("\n");
}

function favourable({ decision, favourable: guess, questions }: RolesGuess): readonly string[] {
  const meaning = "the decision that is good for the person";
  if (decision === null) return [`  favourable:   # ${meaning}; name it with the decision`];
  return single("favourable", meaning, guess, questions);
}

function single(
  setting: string,
  meaning: string,
  guess: Guess<string> | null,
  questions: readonly Question[],
): readonly string[] {
  const question = questions.find((open) => open.setting === setting);
  if (question !== undefined) {
    const choices = question.choices.length === 0 ? "" : ` One of: ${question.choices.map(scalar).join(", ")}`;
    const mark = question.needed ? "QUESTION" : "QUESTION (may stay open)";
    return [`  # ${comment(`${mark}: ${question.question}${choices}`)}`, `  ${setting}:`];
  }
  if (guess === null) return [`  # ${setting}:   # ${meaning}; none found`];
  return [`  ${setting}: ${scalar(guess.value)}   # ${meaning}; ${because(guess)}`];
}

function several(setting: string, meaning: string, guesses: readonly Guess<string>[]): readonly string[] {
  if (guesses.length === 0) return [`  # ${setting}: []   # ${meaning}; none found`];
  return [
    `  ${setting}:   # ${meaning}`,
    ...guesses.map((guess) => `    - ${scalar(guess.value)}   # ${because(guess)}`),
  ];
}

function types({ types: guesses }: RolesGuess): readonly string[] {
  if (guesses.length === 0) return ["  # types: {}   # number or category, where it differs from the looks"];
  return [
    "  types:   # number or category, where it differs from the looks",
    ...guesses.map((guess) => `    ${scalar(guess.value.column)}: ${guess.value.type}   # ${because(guess)}`),
  ];
}

function missing({ missing: guess }: RolesGuess): readonly string[] {
  if (guess === null) return ['  # missing: ["?", NA, N/A]   # cells that mean "missing"; an empty cell always does'];
  const markers = ["?", "NA", "N/A", ...guess.value];
  return [`  missing: [${markers.map(scalar).join(", ")}]   # cells that mean "missing"; ${because(guess)}`];
}

/** The columns left for the model, so that a reader sees what follows from the roles. */
function features(guess: RolesGuess): readonly string[] {
  const { decision, id, weight, outcome, ignore, columns } = guess;
  const used = new Set([decision, id, weight, outcome, ...ignore].map((role) => role?.value));
  const left = columns.filter(({ name }) => !used.has(name));
  return [
    "  # All other columns are features, which the rebuilt model looks at:",
    ...left.map(({ name, type }) => `  #   ${comment(`${name} (${type})`)}`),
  ];
}

function because({ confidence, reason }: { readonly confidence: string; readonly reason: string }): string {
  return comment(`${confidence === "high" ? "" : confidence === "medium" ? "probably: " : "unsure: "}${reason}`);
}

/** A text as one YAML scalar: bare where it cannot be misread, else in double quotes, which YAML reads as JSON does. */
function scalar(text: string): string {
  const isBare = /^[\p{L}_][\p{L}\p{N}_./-]*(?: [\p{L}\p{N}_./-]+)*$/u.test(text);
  const isWord = /^(?:true|false|yes|no|on|off|y|n|null|nan|inf)$/i.test(text);
  return isBare && !isWord ? text : JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029\ufeff]/g, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

const LONGEST_COMMENT = 300;

/** A text that cannot leave its comment: one line, of bounded length. */
function comment(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ");
  return line.length > LONGEST_COMMENT ? `${line.slice(0, LONGEST_COMMENT)}…` : line;
}
