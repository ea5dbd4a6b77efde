import { capitalised } from "../document/format.js";
import type { Guess, Question, RolesGuess } from "../input/guess/guess-roles.js";
import { compareText } from "../math/compare.js";
import {
  type Given,
  type Section,
  type Setting,
  type SettingName,
  settings,
  settingsIn,
} from "../settings/settings.js";
import type { AuditConfiguration } from "./configuration.js";
import type { FittedPreset } from "./presets.js";
import type { ByRole, InputPlace } from "./sources.js";

/** What `configText` writes: the files, relative to the configuration file, and what was guessed of their columns. */
export interface ConfigDraft {
  readonly decisions: string;
  readonly letters: string | null;
  /** The file with what was understood of letters in free text, to be named once it is checked. @default null */
  readonly lettersUnderstood?: string | null;
  readonly out: string;
  readonly guess: RolesGuess;
  /** How the files had to be read to be guessed from. @default as any file */
  readonly reading?: Given<"encoding" | "headerless" | "sheet" | "lettersSheet">;
  /** What else a preset says, which the guesses follow. @default none was given */
  readonly preset?: FittedPreset | null;
  /** A preset that the file seems to be for. @default none */
  readonly suggested?: { readonly name: string; readonly title: string } | null;
}

/** A commented audit.yaml: every guess with its reason, every open question marked, everything else at its default. */
export function configText(draft: ConfigDraft): string {
  const { decisions, letters, lettersUnderstood = null, out, guess, reading = {} } = draft;
  const { preset = null, suggested = null } = draft;
  const { questions } = guess;
  return [
    "# Configuration of a Recast audit. Paths are relative to this file.",
    "# Check the roles below, then run:  recast check audit.yaml  and  recast audit audit.yaml",
    ...(suggested === null
      ? []
      : [`# This looks like: ${comment(suggested.title)}. To use what is known of it: --preset ${suggested.name}`]),
    ...(preset === null ? [] : ["#", ...[`Preset ${preset.name}: ${preset.title}`, ...preset.about].map(asComment)]),
    ...(questions.some(({ needed }) => needed) ? ["# Lines marked QUESTION need an answer first."] : []),
    "",
    `decisions: ${scalar(decisions)}`,
    letters === null ? "# letters: letters.csv" : `letters: ${scalar(letters)}`,
    ...(lettersUnderstood === null ? [] : textLines(lettersUnderstood)),
    `# population: population.csv   # ${settings.population.help}`,
    `out: ${scalar(out)}`,
    "",
    "roles:",
    ...single("decision", guess.decision, questions),
    ...(preset?.roles["favourable"] === undefined ? favourable(guess) : []),
    ...written(besides(reading, preset?.roles), "  "),
    ...several("sensitive", guess.sensitive),
    ...single("id", guess.id, questions),
    ...single("outcome", guess.outcome, questions),
    ...single("favourableOutcome", guess.favourableOutcome, questions),
    ...single("weight", guess.weight, questions),
    ...several("ignore", guess.ignore),
    ...several("immutable", guess.immutable),
    ...several("reasonColumns", guess.reasonColumns),
    ...(preset?.roles["reasons"] === undefined ? [`  # reasons: { 1: income }   # ${settings.reasons.help}`] : []),
    `  # neverCited: []   # ${settings.neverCited.help}; all sensitive and immutable ones unless given`,
    ...types(guess),
    ...numbers(guess),
    ...ranges(guess),
    ...missing(guess),
    `  # delimiter: tab   # ${settings.delimiter.help}; detected unless given`,
    `  ${said("encoding", reading.encoding ?? "latin-1", reading.encoding)}`,
    `  ${said("headerless", `[${(reading.headerless ?? []).join(", ")}]`, reading.headerless)}`,
    `  ${said("sheet", scalar(reading.sheet ?? "Sheet1"), reading.sheet)}`,
    ...(reading.lettersSheet === undefined ? [] : [`  lettersSheet: ${scalar(reading.lettersSheet)}`]),
    `  # skip: []   # ${settings.skip.help}`,
    ...single("lettersId", guess.lettersId, questions),
    ...several("lettersIgnore", guess.lettersIgnore),
    ...features(guess),
    "",
    ...under("bins", preset?.bins),
    "# bins:             # cut points of numeric attributes (default: quartiles)",
    "#   age: [25, 45]",
    "",
    ...under("method", preset?.method),
    "# method:           # how the audit is computed; these are the defaults",
    ...settingsIn("method")
      .filter(([, { flag }]) => flag !== null)
      .map(([name, setting]) => `#   ${usual(name, setting)}`),
    "",
    ...under("identity", preset?.identity),
    "# identity:         # printed in the report as given",
    ...settingsIn("identity").map(([name, { help }]) => `#   ${name}: ${scalar(capitalised(help))}`),
    "",
    ...written(preset?.report ?? {}, ""),
    ...settingsIn("report").map(([name, setting]) => `# ${usual(name, setting)}`),
    "",
  ].join("\n");
}

/** The settings that are not written elsewhere already. */
function besides(others: object, settings: object = {}): object {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !(name in others)));
}

function asComment(line: string): string {
  return `# ${comment(line)}`;
}

/** A heading with the settings of a preset; nothing where it has none. */
function under(heading: string, settings: object = {}): readonly string[] {
  return Object.keys(settings).length === 0 ? [] : [`${heading}:`, ...written(settings, "  "), ""];
}

/** Settings as a preset says them, one per line; a map has a line for each entry. */
function written(settings: object, indent: string): readonly string[] {
  return Object.entries(settings).flatMap(([name, value]) =>
    isMap(value)
      ? [
          `${indent}${scalar(name)}:`,
          ...Object.entries(value).map(([key, one]) => `${indent}  ${scalar(key)}: ${flow(one)}`),
        ]
      : [`${indent}${scalar(name)}: ${flow(value)}`],
  );
}

function isMap(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A value on one line. */
function flow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flow).join(", ")}]`;
  if (isMap(value))
    return `{${Object.entries(value)
      .map(([key, one]) => `${scalar(key)}: ${flow(one)}`)
      .join(", ")}}`;
  return typeof value === "string" ? scalar(value) : String(value);
}

/** How to confirm what was understood of letters in free text. */
function textLines(file: string): readonly string[] {
  return [
    "# QUESTION: these letters are free text. What was understood of them is in the file below, for you to correct.",
    `# letters: ${scalar(file)}   # once you have checked it, use this line instead of the one above`,
  ];
}

/** A setting that was given on the command line; else as a comment. */
function said(name: SettingName, value: string, given: unknown): string {
  return `${given === undefined ? "# " : ""}${name}: ${value}   # ${settings[name].help}`;
}

/** A setting at its default, or at the first of its choices, with what it is; empty where nothing is known. */
function usual(name: string, { kind, default: value = kind.choices[0], help }: Setting): string {
  const shown = Array.isArray(value) ? `[${value.map(scalar).join(", ")}]` : String(value ?? "");
  return `${name}: ${shown}   # ${help}${kind.choices.length === 0 ? "" : `: ${kind.choices.join(", ")}`}`;
}

function favourable({ decision, favourable: guess, questions }: RolesGuess): readonly string[] {
  if (decision === null) return [`  favourable:   # ${settings.favourable.help}; name it with the decision`];
  return single("favourable", guess, questions);
}

function single(setting: SettingName, guess: Guess<string> | null, questions: readonly Question[]): readonly string[] {
  const question = questions.find((open) => open.setting === setting);
  if (question !== undefined) {
    const of = question.several === true ? "A list, such as [a, b], of" : "One of";
    const choices = question.choices.length === 0 ? "" : ` ${of}: ${question.choices.map(scalar).join(", ")}`;
    const mark = question.needed ? "QUESTION" : "QUESTION (may stay open)";
    return [`  # ${comment(`${mark}: ${question.question}${choices}`)}`, `  ${setting}:`];
  }
  if (guess === null) return [`  # ${setting}:   # ${settings[setting].help}; none found`];
  return [`  ${setting}: ${scalar(guess.value)}   # ${settings[setting].help}; ${because(guess)}`];
}

function several(setting: SettingName, guesses: readonly Guess<string>[]): readonly string[] {
  if (guesses.length === 0) return [`  # ${setting}: []   # ${settings[setting].help}; none found`];
  return [
    `  ${setting}:   # ${settings[setting].help}`,
    ...guesses.map((guess) => `    - ${scalar(guess.value)}   # ${because(guess)}`),
  ];
}

function types({ types: guesses }: RolesGuess): readonly string[] {
  if (guesses.length === 0) return [`  # types: {}   # ${settings.type.help}`];
  return [
    `  types:   # ${settings.type.help}`,
    ...guesses.map((guess) => `    ${scalar(guess.value.column)}: ${guess.value.type}   # ${because(guess)}`),
  ];
}

function numbers({ numbers: guesses, questions }: RolesGuess): readonly string[] {
  const open = questions.filter(({ setting }) => setting === "numbers");
  const asked = open.map(({ question, choices, column = "" }) => {
    const ways = choices.map((choice) => `${scalar(column)}: ${choice}`).join(" or ");
    return `    # ${comment(`QUESTION: ${question} Write ${ways}`)}`;
  });
  const head = `numbers:   # ${settings.numbers.help}`;
  if (guesses.length === 0) return [`  # ${head}`, ...asked];
  return [
    `  ${head}`,
    ...guesses.map((guess) => `    ${scalar(guess.value.column)}: ${guess.value.style}   # ${because(guess)}`),
    ...asked,
  ];
}

function ranges({ ranges: guesses }: RolesGuess): readonly string[] {
  if (guesses.length === 0) return [`  # ranges: {}   # ${settings.ranges.help}`];
  return [
    `  ranges:   # ${settings.ranges.help}`,
    ...guesses.map((guess) => `    ${scalar(guess.value.column)}: ${guess.value.reading}   # ${because(guess)}`),
  ];
}

function missing({ missing: guess }: RolesGuess): readonly string[] {
  const { default: usualMarkers = [], help } = settings.missing;
  const markers = [...new Set([...usualMarkers, ...(guess?.value ?? [])])].map(scalar).join(", ");
  if (guess === null) return [`  # missing: [${markers}]   # ${help}`];
  return [`  missing: [${markers}]   # ${help}; ${because(guess)}`];
}

/** The columns left for the model, so that a reader sees what follows from the roles. */
function features(guess: RolesGuess): readonly string[] {
  const { decision, id, weight, outcome, ignore, reasonColumns, columns } = guess;
  const used = new Set([decision, id, weight, outcome, ...ignore, ...reasonColumns].map((role) => role?.value));
  const left = columns.filter(({ name }) => !used.has(name));
  const typeOf = new Map(guess.types.map(({ value }) => [value.column, value.type]));
  return [
    "  # All other columns are features, which the rebuilt model uses:",
    ...left.map(({ name, type }) => `  #   ${comment(`${name} (${typeOf.get(name) ?? type})`)}`),
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

/**
 * The `audit.yaml` that makes an audit again: the configuration as it was used, and where its inputs are from the
 * audit folder. A file that is not near the folder is looked for beside this one, under its name.
 */
export async function configurationText(
  inputs: ByRole<InputPlace>,
  configuration: AuditConfiguration,
): Promise<string> {
  const { stringify } = await import("yaml");
  const placeOf = ({ recorded, name }: InputPlace) => recorded ?? name;
  const said = (section: Section) =>
    settingsIn(section).map(
      ([name, { yaml = name }]) => [yaml, configuration[name as keyof AuditConfiguration]] as const,
    );
  const contents = {
    decisions: placeOf(inputs.decisions),
    ...(inputs.letters && { letters: placeOf(inputs.letters) }),
    ...(inputs.population && { population: placeOf(inputs.population) }),
    ...heading("roles", said("roles")),
    ...heading("bins", Object.entries(configuration.bins ?? {})),
    ...heading("method", said("method")),
    ...heading("identity", said("identity")),
    ...sorted(said("report")),
  };
  const title = "# The audit in this folder as it was made. To make it again: recast audit audit.yaml --out again";
  // in quotes, not in blocks: a block loses blanks before a line end
  return `${title}\n${stringify(contents, { blockQuote: false })}`;
}

type Entries = readonly (readonly [string, unknown])[];

function heading(name: string, entries: Entries): object {
  const said = sorted(entries);
  return Object.keys(said).length === 0 ? {} : { [name]: said };
}

/** What was said, in the order of its names, as a manifest has it: a repeated audit must write the same. */
function sorted(entries: Entries): object {
  const said = entries.filter(([, value]) => value !== undefined);
  return Object.fromEntries(said.sort(([a], [b]) => compareText(a, b)).map(([name, value]) => [name, inOrder(value)]));
}

function inOrder(value: unknown): unknown {
  const isMap = typeof value === "object" && value !== null && !Array.isArray(value);
  return isMap ? sorted(Object.entries(value)) : value;
}
