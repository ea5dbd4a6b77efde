import * as v from "valibot";
import { AuditError, issuePath } from "../errors.js";
import type { DecisionsOptions } from "../input/decisions-options.js";
import type { LettersOptions } from "../input/letters.js";

/** Roles of the columns, and how the files are read. */
export interface RoleSettings {
  readonly decision?: string;
  readonly favourable?: string;
  /** All values of a decision with more than two, the least favourable first. */
  readonly classes?: readonly string[];
  readonly sensitive?: readonly string[];
  readonly id?: string;
  readonly outcome?: string;
  readonly favourableOutcome?: string;
  readonly weight?: string;
  readonly ignore?: readonly string[];
  readonly immutable?: readonly string[];
  readonly type?: Readonly<Record<string, "number" | "category">>;
  readonly missing?: readonly string[];
  readonly delimiter?: string;
  readonly lettersId?: string;
  readonly lettersIgnore?: readonly string[];
  /** Column of the letters with the class they offer. */
  readonly lettersTo?: string;
  /** Column of the letters with the recipient's class. */
  readonly lettersFrom?: string;
  /** Column of texts, which an embedding turns into features. */
  readonly text?: string;
}

/** Where texts are embedded. */
export interface EmbedderSettings {
  /** Address of an OpenAI-compatible service; this machine when left out. */
  readonly embedder?: string;
  readonly embedderModel?: string;
  /** Environment variable with the key of the service. */
  readonly embedderKey?: string;
}

/** How the audit is computed; what is left out has the default of `audit`. */
export interface MethodSettings {
  readonly scaling?: string;
  readonly solver?: string;
  readonly methods?: readonly string[];
  readonly folds?: number;
  readonly repeats?: number;
  readonly seed?: number;
  readonly abstain?: number;
  readonly resamples?: number;
  readonly refits?: number;
  readonly sensitivity?: boolean;
  readonly intersections?: boolean;
  readonly bins?: Readonly<Record<string, readonly number[]>>;
}

/** What the report says about the audit itself, and which report it is. */
export interface ReportSettings {
  readonly template?: string;
  /** Also write the tables in this format. */
  readonly tables?: string;
  readonly system?: string;
  readonly purpose?: string;
  readonly period?: string;
  readonly auditor?: string;
  readonly date?: string;
  readonly notes?: string;
}

/** Everything that shapes an audit but the files themselves: recorded in the certificate, and enough to run it again. Only what was said is there. */
export interface AuditConfiguration extends RoleSettings, EmbedderSettings, MethodSettings, ReportSettings {}

const names = v.array(v.string());
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** The configuration in a manifest, which anybody may have written; what its values mean is checked where they are used. */
const entries = {
  decision: v.optional(v.string()),
  favourable: v.optional(v.string()),
  classes: v.optional(names),
  sensitive: v.optional(names),
  id: v.optional(v.string()),
  outcome: v.optional(v.string()),
  favourableOutcome: v.optional(v.string()),
  weight: v.optional(v.string()),
  ignore: v.optional(names),
  immutable: v.optional(names),
  type: v.optional(v.record(v.string(), v.picklist(["number", "category"]))),
  missing: v.optional(names),
  delimiter: v.optional(v.string()),
  lettersId: v.optional(v.string()),
  lettersIgnore: v.optional(names),
  lettersTo: v.optional(v.string()),
  lettersFrom: v.optional(v.string()),
  text: v.optional(v.string()),
  embedder: v.optional(v.string()),
  embedderModel: v.optional(v.string()),
  embedderKey: v.optional(v.string()),
  scaling: v.optional(v.string()),
  solver: v.optional(v.string()),
  methods: v.optional(names),
  folds: v.optional(count),
  repeats: v.optional(count),
  seed: v.optional(count),
  abstain: v.optional(v.number()),
  resamples: v.optional(count),
  refits: v.optional(count),
  sensitivity: v.optional(v.boolean()),
  intersections: v.optional(v.boolean()),
  bins: v.optional(v.record(v.string(), v.array(v.number()))),
  tables: v.optional(v.string()),
  template: v.optional(v.string()),
  system: v.optional(v.string()),
  purpose: v.optional(v.string()),
  period: v.optional(v.string()),
  auditor: v.optional(v.string()),
  date: v.optional(v.string()),
  notes: v.optional(v.string()),
} satisfies Record<keyof AuditConfiguration, v.GenericSchema>;

const recordedConfiguration = v.strictObject(entries);

/**
 * The configuration a manifest records, checked; MANIFEST_INVALID when it cannot be one. It is the data itself: a parsed copy would lose columns
 * named like `constructor`.
 */
export function checkConfiguration(data: unknown): AuditConfiguration {
  const [issue] = v.safeParse(recordedConfiguration, data).issues ?? [];
  if (issue !== undefined) throw unusable(`its configuration at '${issuePath(issue.path).slice(1)}': ${issue.message}`);
  return data as AuditConfiguration;
}

/** MANIFEST_INVALID for a manifest whose audit cannot be made again. */
export function unusable(reason: string): AuditError {
  return new AuditError("MANIFEST_INVALID", `manifest.json cannot be run again: ${reason}`);
}

/** The reader's options for the decisions file, which messages call `file`. */
export function decisionsOptions(settings: RoleSettings, file: string): DecisionsOptions {
  const { decision, favourable, classes, sensitive, id, outcome, favourableOutcome, weight } = settings;
  const { ignore, immutable, type, missing, delimiter } = settings;
  const roles = { decision, favourable, classes, sensitive, id, outcome, favourableOutcome, weight };
  const given = { ...roles, ignore, immutable, missing, delimiter };
  return { ...present(given), ...present({ types: type }), file };
}

/** The reader's options for the letters file. */
export function lettersOptions(settings: RoleSettings, file: string): LettersOptions {
  const { lettersId, lettersIgnore, delimiter } = settings;
  return { ...present({ id: lettersId, ignore: lettersIgnore, delimiter }), file };
}

type Present<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

/** The entries that were given. */
export function present<T extends object>(entries: T): Present<T> {
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined)) as Present<T>;
}
