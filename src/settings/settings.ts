import { SCALINGS } from "../encode/scaling.js";
import { RANGE_READINGS } from "../input/column-style.js";
import type { ColumnarFormat } from "../input/columnar-file.js";
import { NUMBER_STYLES } from "../input/number-style.js";
import { ENCODINGS, FILE_ROLES, SKIPS } from "../input/reading.js";
import { MISSING_MARKERS } from "../input/values.js";
import { PROTOTYPE_SOLVERS } from "../prototypes/solvers.js";
import { RATES } from "../surrogate/bracket.js";
import type { SurrogateName } from "../surrogate/methods.js";
import { identitySettings } from "./identity-settings.js";
import * as kind from "./kinds.js";
import { type CommandName, type Section, type Setting, under } from "./setting.js";
import { EVERYBODY, LEAST_SAMPLE } from "./work-limits.js";

export { type CommandName, type Section, type Setting, under };

// Every setting of an audit, once. Flags, audit.yaml, its JSON Schema and pages, the recorded configuration, the
// settings in audit.json and the studio's form are made from this table.

/** Which document the report is. */
export const TEMPLATES = ["general", "nyc-ll144", "eu-annex-iv", "model-card"] as const;
export type TemplateName = (typeof TEMPLATES)[number];

const TABLE_FORMATS = ["parquet", "arrow"] as const satisfies readonly ColumnarFormat[];

const READERS = ["check", "audit", "explain", "leak"] as const;
const AUDIT = ["audit"] as const;

const file = under("files", READERS);
const role = under("roles", READERS);
const cut = under("bins", AUDIT);
const method = under("method", AUDIT);
const report = under("report", AUDIT);

export const settings = {
  letters: file("-l, --letters <file>", kind.path, {
    help: "letters: full rows, one line per changed field (id, field, new_value), or reasons",
  }),
  population: file("--population <file>", kind.path, {
    help: "people the system decides about, without decisions",
    note: "adds [corrected rates](model-fairness.md) for them; needs every feature and sensitive column",
    twoOnly: true,
  }),
  out: file("-o, --out <folder>", kind.path, { help: "folder for the report and everything else", commands: AUDIT }),

  decision: role("--decision <column>", kind.words, {
    help: "column with the decision",
    note: "guessed when a name such as `approved` leaves no doubt",
  }),
  favourable: role("--favourable <value>", kind.values, {
    help: "the decision that is good for the person",
    note: "guessed when a word such as `yes` leaves no doubt; where several are named, all others are unfavourable",
  }),
  unfavourable: role("--unfavourable <value>", kind.values, {
    help: "the decisions that are not; only to merge more than two values into two",
    note: "with it every value must be `favourable` or `unfavourable`",
  }),
  notDecided: role("--not-decided <value>", kind.values, {
    help: "values of the decision that decide nothing about the person, such as withdrawn",
    note: "their rows are left out, and counted",
  }),
  decisionNames: role("--decision-names <words>", kind.names, {
    help: "what to call the two decisions, the unfavourable one first, where the file has codes",
    note: "such as `denied,approved`",
  }),
  classes: role("--classes <values>", kind.names, {
    help: "all values of a decision with more than two, least favourable first",
    note: "instead of `favourable`, see [more than two classes](multiclass.md)",
  }),
  sensitive: role("--sensitive <columns>", kind.names, {
    help: "attributes to compare groups by",
    note: "the rebuilt model may use them unless they are also ignored",
  }),
  id: role("--id <column>", kind.words, { help: "person id, which pairs letters with people" }),
  outcome: role("--outcome <column>", kind.words, { help: "what later happened, where known", note: "not a feature" }),
  favourableOutcome: role("--favourable-outcome <value>", kind.words, {
    help: "the outcome that is good for the person",
    note: "differences of error rates need it",
  }),
  weight: role("--weight <column>", kind.words, {
    help: "how many people a row stands for",
    note: "weights the rates of groups; the rebuilt model does not use it",
    twoOnly: true,
  }),
  ignore: role("--ignore <columns>", kind.names, { help: "columns the rebuilt model may not use" }),
  immutable: role("--immutable <columns>", kind.names, { help: "features a letter should never ask to change" }),
  type: role("--type <column=type>", kind.columnWords(["number", "category"]), {
    help: "number or category, where a column's values look like the other",
    yaml: "types",
  }),
  numbers: role("--numbers <column=style>", kind.columnWords(NUMBER_STYLES), {
    help: `how a column writes its numbers: ${NUMBER_STYLES.join(", ")}`,
    note:
      "`en` 1,234.50; `de` 1.234,50; `fr` 1 234,50; `ch` 1'234.50; `date` 2019-12-31, `date-dmy` 31.12.2019 and " +
      "`date-mdy` 12/31/2019 in days since 1970-01-01; see [numbers](evidence.md#numbers-as-people-write-them)",
    defaultWords: "found from the cells",
    commands: [...READERS, "predict"],
  }),
  ranges: role("--ranges <column=reading>", kind.columnWords(RANGE_READINGS), {
    help: "whether ranges such as 18-24 are numbers at their middle, or categories: middle, category",
    note: "`middle` where every cell is a range or a number, unless the column is sensitive",
    defaultWords: "found from the cells",
  }),
  reasonColumns: role("--reason-columns <columns>", kind.names, {
    help: "columns with the reasons for a refusal",
    note: "no features; guessed from names such as `denial_reason-1`, see [reasons](evidence.md#reasons)",
  }),
  reasons: role("--reasons <code=column>", kind.reasonMap, {
    help: "what a code or a word for a reason means: a column, other or none",
    note: "in audit.yaml a map, see [reasons](evidence.md#reasons)",
  }),
  neverCited: role("--never-cited <columns>", kind.names, {
    help: "columns that are never given as a reason",
    defaultWords: "all sensitive and immutable ones",
  }),
  missing: role("--missing <words>", kind.markers, {
    help: "cells that mean missing; an empty cell always does",
    default: MISSING_MARKERS.filter((word) => word !== ""),
  }),
  delimiter: role("--delimiter <character>", kind.delimiter, {
    help: "character between cells, or the word tab",
    defaultWords: "detected",
  }),
  encoding: role("--encoding <name>", kind.choice(ENCODINGS), {
    help: "how to read a text file that is not UTF-8",
    note: "`latin-1` is Windows-1252",
    defaultWords: "found from the file",
  }),
  sheet: role("--sheet <name>", kind.words, {
    help: "sheet with the decisions, where a spreadsheet has several",
    defaultWords: "the first with a table",
  }),
  headerless: role("--headerless <files>", kind.choices(FILE_ROLES), {
    help: `files whose first row is data: ${FILE_ROLES.join(", ")}`,
    note: "their columns are named `column 1`, `column 2` and so on",
  }),
  skip: role("--skip <kinds>", kind.choices(SKIPS), {
    help: `what to leave out instead of refusing the file: ${SKIPS.join(", ")}`,
    note:
      "`broken`: rows with too many or too few cells; `copies`: columns that repeat another of the same name; " +
      "`repeated`: rows that repeat an id; `unmatched`: letters to an id nobody has; " +
      "`unreadable`: rows and letters with a value that is no number in a column of numbers",
  }),
  lettersId: role("--letters-id <column>", kind.words, { help: "id column of the letters, where its name differs" }),
  lettersSheet: role("--letters-sheet <name>", kind.words, { help: "sheet with the letters, where there are several" }),
  lettersIgnore: role("--letters-ignore <columns>", kind.names, {
    help: "columns of the letters to leave unread, such as their text",
  }),
  lettersReasons: role("--letters-reasons <columns>", kind.names, {
    help: "columns of the letters with reasons, where their names do not say so",
  }),
  lettersTo: role("--letters-to <column>", kind.words, {
    help: "with classes: column with what a letter offers, if not named as the decision",
  }),
  lettersFrom: role("--letters-from <column>", kind.words, {
    help: "with classes: column with the decision a letter answers, where no id tells it",
  }),
  text: role("--text <column>", kind.words, {
    help: "column of texts; the 50 main directions of its embedding become features",
    note: "`audit` only, see [texts](text.md)",
    commands: AUDIT,
    twoOnly: true,
  }),
  embedder: role("--embedder <address>", kind.words, {
    help: "OpenAI-compatible service that embeds texts",
    defaultWords: "on this machine",
    commands: ["audit", "verify", "predict"],
    twoOnly: true,
  }),
  embedderModel: role("--embedder-model <name>", kind.words, { help: "the service's model", commands: AUDIT }),
  embedderKey: role("--embedder-key <variable>", kind.words, {
    help: "environment variable with the service's key",
    commands: ["audit", "verify", "predict"],
  }),

  bins: cut("--bins <column=cuts>", kind.columnCuts, {
    help: "cut points of a numeric attribute, such as age=25,45",
    note: "each cut starts a new group",
    default: {},
    defaultWords: "quartiles",
  }),

  scaling: method("--scaling <name>", kind.choice(SCALINGS), { help: "how numbers are scaled", default: "robust" }),
  solver: method("--solver <name>", kind.choice(PROTOTYPE_SOLVERS), {
    help: "how the prototypes of recast are found",
    note: "`sinkhorn` is the paper's",
    default: "exact",
    twoOnly: true,
  }),
  methods: method("--methods <names>", kind.namesOf<SurrogateName>(), {
    help: "methods to compare",
    note: "any of the [surrogates](surrogate.md)",
    default: [
      "bracket",
      "recast",
      "recast-calibrated",
      "ridge",
      "ridge-letters",
      "no-cf-rf",
      "nearest",
      "majority",
      "samples-lr",
      "cca",
    ],
    classDefault: ["bracket", "recast", "samples-lr", "no-cf-lr", "no-cf-rf", "nearest", "majority"],
  }),
  folds: method("--folds <number>", kind.whole(2, 1000), {
    help: "folds of the cross-validation",
    note: "fewer where a class is smaller",
    default: 5,
  }),
  repeats: method("--repeats <number>", kind.whole(1, 1000), {
    help: "how often the cross-validation is repeated with new folds",
    default: 1,
  }),
  sample: method("--sample <people>", kind.whole(LEAST_SAMPLE, EVERYBODY), {
    help: "the most people that methods are fitted on; of more, a random sample is drawn",
    note: "see [a sample](identify.md#a-sample)",
    default: 4000,
    twoOnly: true,
  }),
  seed: method("--seed <number>", kind.seed, { help: "seed of every random choice", default: 0 }),
  abstain: method("--abstain <margin>", kind.nonNegative, {
    help: "margin under which the model answers 'undecided'",
    note: "`predict --abstain` overrides it",
    default: 0,
    twoOnly: true,
  }),
  acceptanceRate: method("--acceptance-rate <share>", kind.knownShare(RATES.least, RATES.most), {
    help: "share of everybody that the system accepts, where it is known, such as 0.22",
    note: "moves the threshold of `bracket`, see [a known rate](surrogate.md#a-known-acceptance-rate)",
    default: null,
    defaultWords: "not known",
    twoOnly: true,
  }),
  resamples: method("--resamples <number>", kind.whole(100, 100_000), {
    help: "resamples behind bootstrap intervals",
    default: 1000,
  }),
  refits: method("--refits <number>", kind.whole(1, 10_000), {
    help: "refits on resampled people, which show whose answers are clear and whose are open",
    note: "see [clear and open answers](identify.md)",
    default: 25,
    twoOnly: "refits",
  }),
  intersections: method("--no-intersections", kind.onOff, {
    help: "compare pairs of sensitive attributes",
    default: true,
  }),
  sensitivity: method("--no-sensitivity", kind.onOff, {
    help: "vary scaling, mixing weights, people, columns and noise",
    note: "see [sensitivity](sensitivity.md)",
    default: true,
    twoOnly: "refits",
  }),
  blur: method(null, kind.positive, { help: "entropic blur of the solver sinkhorn", default: 0.05, twoOnly: true }),
  epochs: method(null, kind.whole(0, 100_000), {
    help: "Adam steps of the solver sinkhorn",
    default: 200,
    twoOnly: true,
  }),
  points: method(null, kind.whole(1, 10_000), {
    help: "support points per prototype of the solver sinkhorn",
    default: 50,
    twoOnly: true,
  }),

  ...identitySettings,

  tables: report("--tables <format>", kind.choice(TABLE_FORMATS), {
    help: "also write every table in this format, beside the CSV",
    commands: ["audit", "study table"],
  }),
  template: report("--template <name>", kind.choice(TEMPLATES), {
    help: "kind of report",
    note: "see [the report](report.md)",
    default: "general",
    twoOnly: true,
  }),
};

type Table = typeof settings;
export type SettingName = keyof Table;

export type NamesIn<In extends Section> = {
  [Name in SettingName]: Table[Name]["section"] extends In ? Name : never;
}[SettingName];

/** The values of a table of settings. */
export type ValuesOf<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends Setting<infer Value, Section> ? Value : never;
};

export type SettingValue<Name extends SettingName> = ValuesOf<Table>[Name];

/** Some settings, each given or left out. */
export type Given<Name extends SettingName> = { readonly [One in Name]?: SettingValue<One> };

/** The settings a computation depends on. */
export type MethodName = NamesIn<"method" | "bins">;

/** All of them, with a value: what audit.json records. */
export type AuditSettings = { readonly [Name in MethodName]: SettingValue<Name> };

export function settingsIn<In extends Section>(...sections: readonly In[]): readonly [NamesIn<In>, Setting][] {
  const all = Object.entries(settings) as [SettingName, Setting][];
  return all.filter(([, { section }]) => (sections as readonly Section[]).includes(section)) as [
    NamesIn<In>,
    Setting,
  ][];
}

/** The settings that ask for refits, which only audits of two decisions have. */
export function settingsOfRefits(): readonly string[] {
  return Object.entries<Setting>(settings).flatMap(([name, { twoOnly }]) => (twoOnly === "refits" ? [name] : []));
}

/** The entries of `given` that are settings of these sections. */
export function picked<In extends Section>(given: object, ...sections: readonly In[]): Given<NamesIn<In>> {
  const names = new Set<string>(settingsIn(...sections).map(([name]) => name));
  return Object.fromEntries(
    Object.entries(given).filter(([name, value]) => names.has(name) && value !== undefined),
  ) as Given<NamesIn<In>>;
}

/** What holds where nothing is said, for a decision with two values or with more. */
export function defaultSettings(hasClasses = false): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    (Object.entries(settings) as [SettingName, Setting][])
      .filter(([, { default: usual, twoOnly }]) => usual !== undefined && !(hasClasses && twoOnly))
      .map(([name, { default: usual, classDefault }]) => [name, (hasClasses ? classDefault : undefined) ?? usual]),
  );
}

/** The defaults of some settings, for functions that take a few of them. */
export function defaultsOf<Name extends SettingName>(...names: readonly Name[]): Required<Given<Name>> {
  return Object.fromEntries(names.map((name) => [name, settings[name].default])) as Required<Given<Name>>;
}

/** Every setting that has a default, with its value. Of an audit with more than two decisions those are fewer. */
export type SettingsInForce = Given<MethodName | "missing" | "template">;

/** The settings in force: what was given, else what the audit recorded when it was first made, else today's default. */
export function settingsInForce(given: Given<SettingName>, recorded: object = {}): SettingsInForce {
  const usual = defaultSettings(given.classes !== undefined);
  const chosen = Object.entries({ ...recorded, ...given }).filter(
    ([name, value]) => Object.hasOwn(usual, name) && value !== undefined,
  );
  return { ...usual, ...Object.fromEntries(chosen) };
}
