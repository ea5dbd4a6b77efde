import * as v from "valibot";
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  visit,
} from "yaml";
import { AuditError } from "../errors.js";
import { nearestName } from "../input/nearest-name.js";
import { quoteValue } from "../input/problem.js";
import { type Given, type NamesIn, type Section, settingsIn } from "../settings/settings.js";

export const HEADINGS = ["roles", "method", "identity"] as const;
type Heading = (typeof HEADINGS)[number];

/** A configuration file, read and checked. Paths are as written: relative to the file. */
export interface AuditConfig extends Given<NamesIn<"files" | "bins" | "report">> {
  readonly decisions: string;
  readonly roles: Given<Exclude<NamesIn<"roles">, "type">> & { readonly types?: Given<"type">["type"] };
  readonly method: Given<NamesIn<"method">>;
  readonly identity: Given<NamesIn<"identity">>;
}

type Reading = "written" | "published";

/** The settings of some sections that a file may say, each under its name in the file. */
function entries(reading: Reading, ...sections: readonly Section[]): Record<string, v.GenericSchema> {
  return Object.fromEntries(
    settingsIn(...sections)
      .filter(([, { flag }]) => flag !== null)
      .map(([name, { kind, yaml = name, help }]) => [yaml, entry(reading, kind[reading], help)]),
  );
}

/** To an editor a setting left empty is null; here it was taken out before. */
function entry(reading: Reading, schema: v.GenericSchema, help: string): v.GenericSchema {
  return v.exactOptional(reading === "written" ? schema : v.pipe(v.nullable(schema), v.description(help)));
}

function heading(reading: Reading, name: Heading): v.GenericSchema {
  const words = "settings under it, one per line";
  const schema = v.strictObject(entries(reading, name), words);
  if (reading === "published") return v.exactOptional(v.nullable(schema));
  const noList = v.custom<Record<string, unknown>>((settings) => !Array.isArray(settings), words);
  return v.optional(v.pipe(noList, schema), {});
}

function fileSchema(reading: Reading) {
  return v.strictObject(
    {
      decisions: v.string("a text"),
      ...entries(reading, "files"),
      roles: heading(reading, "roles"),
      ...entries(reading, "bins"),
      method: heading(reading, "method"),
      identity: heading(reading, "identity"),
      ...entries(reading, "report"),
    },
    "settings, one per line",
  );
}

/** What an audit.yaml may say, every scalar as the text that was written. */
export const configSchema = fileSchema("written") as unknown as v.GenericSchema<unknown, AuditConfig>;

/** The same as editors check it, from which `schemas/audit-yaml-1.schema.json` is made. */
export const publishedConfigSchema = fileSchema("published");

/** What a preset says: settings of an audit, and by which columns a file is known to be one for it. */
export interface PresetFile extends Omit<AuditConfig, "decisions" | "letters" | "population" | "out"> {
  readonly title: string;
  readonly about: readonly string[];
  readonly match: readonly string[];
}

const HEAD = {
  title: v.string("a text"),
  about: v.optional(v.array(v.string("a sentence"), "a list of sentences"), []),
  match: v.pipe(v.array(v.string("a column"), "a list of columns"), v.minLength(1, "a list of columns")),
};

const presetSchema = v.strictObject(
  {
    ...HEAD,
    roles: heading("written", "roles"),
    ...entries("written", "bins"),
    method: heading("written", "method"),
    identity: heading("written", "identity"),
    ...entries("written", "report"),
  },
  "settings, one per line",
) as unknown as v.GenericSchema<unknown, PresetFile>;

/** Reads the text of a preset; throws CONFIG_INVALID with file, line and setting, as for an audit.yaml. */
export function parsePreset(text: string, file: string): PresetFile {
  const files = ["decisions", "letters", "population", "out"];
  const top = [...Object.keys(HEAD), ...knownSettings("").filter((name) => !files.includes(name))];
  return parseSettings(text, file, {
    schema: presetSchema,
    known: (place) => (place === "" ? top : knownSettings(place)),
    empty: "write what the columns of a file are for",
    needs: "give a title, and the columns of the files it is for",
    example: "match: [loan_id, outcome]",
  });
}

/** The settings known at a place of the file: at the top, or under a heading. */
export function knownSettings(place: string): readonly string[] {
  const under = HEADINGS.find((name) => name === place);
  return under === undefined ? Object.keys(publishedConfigSchema.entries) : Object.keys(entries("written", under));
}

const LONGEST = 1 << 20; // characters: no configuration is a book
const DEEPEST = 8;

/**
 * Reads the text of an audit.yaml. Every scalar is taken as the text that was written, so `favourable: 1.0` and
 * `favourable: no` mean what they show. Throws CONFIG_INVALID with file, line and setting.
 */
export function parseConfig(text: string, file: string): AuditConfig {
  return parseSettings(text, file, {
    schema: configSchema,
    known: knownSettings,
    empty: "`recast init decisions.csv` writes one",
    needs: "name the decisions file",
    example: "decisions: decisions.csv",
  });
}

/** A kind of file with settings. */
interface SettingsFile<Value> {
  readonly schema: v.GenericSchema<unknown, Value>;
  /** The settings known at a place of it. */
  readonly known: (place: string) => readonly string[];
  /** What to do about an empty one. */
  readonly empty: string;
  /** What one cannot do without, */
  readonly needs: string;
  /** and such a line. */
  readonly example: string;
}

function parseSettings<Value>(text: string, file: string, kind: SettingsFile<Value>): Value {
  if (text.length > LONGEST) throw invalid(file, null, `it has ${text.length} characters, more than ${LONGEST}`);
  const lines = new LineCounter();
  const document = readDocument(text, file, lines);
  const lineAt = (offset: number | undefined) => (offset === undefined ? null : lines.linePos(offset).line);
  const [error] = document.errors;
  if (error !== undefined) throw invalid(file, lineAt(error.pos[0]), yamlWords(error.code, error.message));
  if (document.contents === null) throw invalid(file, null, `it is empty; ${kind.empty}`);
  refuseReferences(document.contents, (offset, words) => invalid(file, lineAt(offset), words));

  if (isSeq(document.contents))
    throw invalid(file, 1, `the file is a list; write one setting per line, such as '${kind.example}'`);

  const result = v.safeParse(kind.schema, plain(document.contents, file, kind.known), { abortPipeEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  const path = (issue.path ?? []).map(({ key }) => String(key));
  throw invalid(file, lineAt(placeOf(document.contents, path)), issueWords(issue, path, kind));
}

function readDocument(text: string, file: string, lineCounter: LineCounter): Document.Parsed {
  try {
    const options = {
      schema: "failsafe",
      lineCounter,
      prettyErrors: false,
      uniqueKeys: true,
      logLevel: "error",
    } as const;
    return parseDocument(text.replace(/^\uFEFF/, ""), options);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error; // brackets nested until the stack is full
    throw invalid(file, null, "it nests too deeply; write settings one per line, as 'recast init' does");
  }
}

/** Anchors and aliases can make a small file enormous, tags make bytes of a text, and no configuration needs them. */
function refuseReferences(contents: Node, error: (offset: number | undefined, words: string) => AuditError): void {
  visit(contents, {
    Node(_, node) {
      const anchor = isAlias(node) || node.anchor !== undefined;
      if (anchor)
        throw error(node.range?.[0], "anchors (&name) and aliases (*name) are not allowed; write the value out");
      if (!isAlias(node) && node.tag !== undefined)
        throw error(node.range?.[0], `tags (${quoteValue(node.tag)}) are not allowed; leave it out`);
    },
  });
}

/** Where in the file a value is: how deep, and at which place that has settings; null where it has none. */
type Place = Readonly<{ depth: number; settings: string | null }>;

const TOP: Place = { depth: 0, settings: "" };

function below({ depth, settings }: Place, key: string): Place {
  return { depth: depth + 1, settings: settings === "" && HEADINGS.some((name) => name === key) ? key : null };
}

/**
 * Maps, lists and texts. An empty value, `~` and `null` mean "not said" and are left out, but not where no setting has
 * the name: that is a mistake, whatever it says.
 */
function plain(node: unknown, file: string, known: SettingsFile<unknown>["known"], place: Place = TOP): unknown {
  if (place.depth > DEEPEST) throw invalid(file, null, `it nests deeper than ${DEEPEST} levels`);
  if (isMap(node)) {
    const entries = node.items.map((item): [string, unknown] => {
      const key = keyText(item.key);
      return [key, plain(item.value, file, known, below(place, key))];
    });
    const odd = entries.find(([key]) => ["__proto__", "prototype", "constructor"].includes(key));
    if (odd !== undefined)
      throw invalid(file, null, `'${odd[0]}' cannot be a name here; rename the column in the file`);
    const here = place.settings === null ? null : known(place.settings);
    return Object.fromEntries(entries.filter(([key, value]) => value !== undefined || here?.includes(key) === false));
  }
  if (isSeq(node)) return node.items.map((item) => plain(item, file, known, below(place, "")) ?? "");
  if (!isScalar(node)) return undefined;
  const isPlain = node.type === "PLAIN" || node.type === undefined;
  return isPlain && /^(?:|~|null)$/.test(String(node.value ?? "")) ? undefined : String(node.value);
}

function keyText(key: unknown): string {
  return isScalar(key) ? String(key.value) : String(key);
}

/** Where in the text the entry at `path` begins, its key if it has one; the nearest entry above where it has none. */
function placeOf(contents: unknown, path: readonly string[]): number | undefined {
  let node: unknown = contents;
  let place = isNode(node) ? node.range?.[0] : undefined;
  for (const step of path) {
    if (isMap(node)) {
      const pair: Pair | undefined = node.items.find(({ key }) => keyText(key) === step);
      if (pair === undefined) return place;
      if (isNode(pair.key)) place = pair.key.range?.[0] ?? place;
      node = pair.value;
    } else if (isSeq(node)) {
      node = node.items[Number(step)];
      if (isNode(node)) place = node.range?.[0] ?? place;
    }
  }
  return place;
}

function issueWords(
  issue: v.BaseIssue<unknown>,
  path: readonly string[],
  { known: knownAt, needs, example }: SettingsFile<unknown>,
): string {
  const setting = path.join(".");
  const [last = "", above = ""] = path.toReversed();
  if (issue.type === "strict_object" && issue.expected === "never") {
    const known = knownAt(above);
    const near = nearestName(last, known);
    const elsewhere = HEADINGS.find((heading) => knownSettings(heading).includes(last));
    const hint =
      near !== null
        ? `did you mean '${near}'?`
        : elsewhere !== undefined && elsewhere !== above
          ? `it belongs under '${elsewhere}'`
          : `known ${above === "" ? "here" : `under '${above}'`}: ${known.join(", ")}`;
    return `${quoteValue(setting)} is not a setting; ${hint}`;
  }
  if (issue.input === undefined) return `${quoteValue(setting)} is missing; ${needs}, such as '${example}'`;
  const found =
    typeof issue.input === "string" || typeof issue.input === "number"
      ? quoteValue(String(issue.input))
      : Array.isArray(issue.input)
        ? "a list"
        : "something else";
  return `${setting === "" ? "the file" : quoteValue(setting)} must be ${issue.message}, got ${found}`;
}

function yamlWords(code: string, message: string): string {
  if (code === "DUPLICATE_KEY") return "a setting appears twice; keep one";
  if (code === "TAB_AS_INDENT") return "a tab is used to indent; use spaces";
  if (code === "MULTIPLE_DOCS") return "it has more than one document (---); keep one";
  return `it is not YAML: ${message.charAt(0).toLowerCase()}${message.slice(1)}`;
}

function invalid(file: string, line: number | null, words: string): AuditError {
  const where = line === null ? file : `${file}, line ${line}`;
  return new AuditError("CONFIG_INVALID", `${where}: ${words}`, { file, ...(line === null ? {} : { row: line }) });
}
