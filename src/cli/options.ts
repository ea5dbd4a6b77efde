import { type Command, InvalidArgumentError, Option } from "commander";
import { refuseIdleSettings } from "../folder/configuration.js";
import type { ReasonMap, ReasonMeaning } from "../input/reason-map.js";
import { isConfigPath, readConfigFile } from "../platform/folder/read-config.js";
import type { KindName } from "../settings/kinds.js";
import { defaultText, flagName, isRepeatable } from "../settings/setting-words.js";
import { type CommandName, type Setting, type SettingName, type SettingValue, settings } from "../settings/settings.js";
import { type CliIo, type GlobalFlags, pathFrom } from "./io.js";

/** What a command's file gives: it adds arguments, options and the action to the command of its name. */
export type Declare = (command: Command, act: Act) => void;

/** Makes the action of a command from what it does with its arguments, the flags and the outside world. */
export type Act = (run: (...given: never[]) => Promise<number>) => (...given: unknown[]) => Promise<void>;

/** An option that gives a command a `Value`; `gives` is a type and has no value. */
export type Flag<Value> = Option & { readonly gives?: () => Value };

type Parser<Value> = (text: string, before: Value | undefined) => Value;
type ValueOf<One> = One extends { readonly gives?: () => infer Value } ? Value : never;
type Sure<Table> = { [Name in keyof Table]: undefined extends ValueOf<Table[Name]> ? never : Name }[keyof Table];

/** The flags that a table of options gives, each under its name. */
export type FlagsOf<Table> = GlobalFlags & { readonly [Name in Sure<Table>]: ValueOf<Table[Name]> } & {
  readonly [Name in Exclude<keyof Table, Sure<Table>>]?: Exclude<ValueOf<Table[Name]>, undefined>;
};

/** An option: a text as it is written, or what a parser makes of it, with a default or without. */
export function flag(flags: string, help: string): Flag<string | undefined>;
export function flag<Value>(flags: string, help: string, parse: Parser<Value>): Flag<Value | undefined>;
export function flag<Value>(flags: string, help: string, parse: Parser<Value>, usual: Value): Flag<Value>;
export function flag<Value>(flags: string, help: string, parse?: Parser<Value>, usual?: Value): Flag<unknown> {
  const option = new Option(flags, help).default(usual);
  return parse === undefined ? option : option.argParser(parse as Parser<unknown>);
}

export function textFlag(flags: string, help: string, usual: string): Flag<string> {
  return new Option(flags, help).default(usual);
}

export function neededFlag(flags: string, help: string): Flag<string> {
  return new Option(flags, help).makeOptionMandatory();
}

export function switchFlag(flags: string, help: string): Flag<boolean | undefined> {
  return new Option(flags, help);
}

export function choiceFlag<const Word extends string>(
  flags: string,
  help: string,
  words: readonly Word[],
): Flag<Word | undefined> {
  return new Option(flags, help).choices(words);
}

export function withOptions(command: Command, table: Readonly<Record<string, Option>>): Command {
  for (const option of Object.values(table)) command.addOption(option);
  return command;
}

/** How the text after a flag becomes a value; kinds that are not here are taken as written. */
const PARSERS: Partial<Record<KindName, (text: string, before: never) => unknown>> = {
  names: nameList,
  markers: markerList,
  conditions: conditionList,
  values: valueList,
  delimiter,
  whole: wholeNumber,
  number: nonNegative,
  share,
  sizes: sizeList,
  columnCuts: columnBins,
  reasonMap: reasonMeaning,
};

export function optionOf(setting: Pick<Setting, "kind" | "flag" | "help" | "default" | "defaultWords">): Option {
  const { kind, flag: spelled, help } = setting;
  const usual = defaultText(setting);
  const words = `${kind.name === "onOff" ? "do not " : ""}${help}${isRepeatable(kind.name) ? "; repeatable" : ""}`;
  const option = new Option(spelled ?? "", usual === null ? words : `${words} (default: ${usual})`);
  if (kind.name === "choice") return option.choices(kind.choices);
  if (kind.name === "names" && kind.choices.length > 0) return option.argParser(choiceList(kind.choices));
  if (kind.name === "columnWords") return option.argParser(columnWord(kind.choices));
  const parser = PARSERS[kind.name];
  return parser === undefined ? option : option.argParser(parser as Parser<unknown>);
}

/** The option of one setting, for commands that take few. */
export function settingFlag<Name extends SettingName>(name: Name): Flag<SettingValue<Name> | undefined> {
  return optionOf(settings[name] as Setting);
}

export function withSettings(command: Command, name: CommandName): Command {
  for (const setting of Object.values<Setting>(settings)) {
    if (setting.flag !== null && setting.commands.includes(name)) command.addOption(optionOf(setting));
  }
  return command;
}

/**
 * The decisions file and the flags; where the path is a configuration file's, that says both but what is in `unused`,
 * and what the command line says goes before it. Refuses what could have no effect.
 */
export async function withConfig<Flags extends object>(
  path: string,
  flags: Flags,
  io: CliIo,
  unused: readonly SettingName[] = [],
): Promise<{ readonly decisions: string; readonly flags: Flags }> {
  if (!isConfigPath(path)) {
    refuseIdleSettings(flags);
    return { decisions: path, flags };
  }
  const config = await readConfigFile(pathFrom(io.cwd, path));
  const used = Object.entries(config.flags).filter(([name]) => !unused.includes(name as SettingName));
  const all = { ...Object.fromEntries(used), ...flags };
  refuseIdleSettings(all);
  return { decisions: config.decisions, flags: all };
}

export function wholeNumber(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value)) throw new InvalidArgumentError("It must be a whole number.");
  return value;
}

export function positiveNumber(text: string): number {
  const value = wholeNumber(text);
  if (value === 0) throw new InvalidArgumentError("It must be at least 1.");
  return value;
}

/** A whole number from 1 to `most`. */
export function upTo(most: number): (text: string) => number {
  return (text) => {
    const value = positiveNumber(text);
    if (value > most) throw new InvalidArgumentError(`It must be at most ${most}.`);
    return value;
  };
}

/** Threads that one process may start. */
const threads = upTo(1024);

/** Of a command that computes. */
export const JOBS = flag("--jobs <number>", "threads to compute in (default: one per core)", threads);

export function finiteNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value)) throw new InvalidArgumentError("It must be a number.");
  return value;
}

export function nonNegative(text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && Number.isFinite(value) && value >= 0) return value;
  throw new InvalidArgumentError("It must be a number of at least 0.");
}

function share(text: string): number {
  const value = nonNegative(text);
  if (!(value > 0 && value < 1)) throw new InvalidArgumentError("It must be a number between 0 and 1, such as 0.3.");
  return value;
}

/** Adds the names of a comma-separated list to those given before; `\,` is a comma inside a name. */
export function nameList(text: string, before: readonly string[] | undefined): readonly string[] {
  const names = markerList(text, before);
  if (names.includes("")) throw new InvalidArgumentError("A name in the list is empty.");
  return names;
}

/** As `nameList` for words of which only these are known. */
function choiceList(known: readonly string[]) {
  return (text: string, before: readonly string[] | undefined): readonly string[] => {
    const names = nameList(text, before);
    const odd = names.find((name) => !known.includes(name));
    if (odd !== undefined) throw new InvalidArgumentError(`'${odd}' is not among ${known.join(", ")}.`);
    return names;
  };
}

/** As `nameList` for markers of missing cells, where an empty entry is fine: empty cells are missing anyway. */
export function markerList(text: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), ...text.split(/(?<!\\),/).map((name) => name.replaceAll("\\,", ",").trim())];
}

/** Adds one condition to those given before; commas stay. */
function conditionList(text: string, before: readonly string[] | undefined): readonly string[] {
  if (text.trim() === "") throw new InvalidArgumentError("A condition is empty.");
  return [...(before ?? []), text.trim()];
}

/** One value as it is written; given again, a list of them. */
function valueList(text: string, before: string | readonly string[] | undefined): string | readonly string[] {
  return before === undefined ? text : [before, text].flat();
}

function sizeList(text: string, before: readonly number[] | undefined): readonly number[] {
  return [...(before ?? []), ...text.split(",").map((size) => positiveNumber(size.trim()))];
}

type ByColumn<Value> = Readonly<Record<string, Value>>;

/** Adds one `column=word` to those given before; the last `=` separates. */
function columnWord<const Word extends string>(words: readonly Word[]) {
  return (text: string, before: ByColumn<Word> | undefined): ByColumn<Word> => {
    const at = text.lastIndexOf("=");
    const word = words.find((one) => one === text.slice(at + 1));
    if (at < 1 || word === undefined) {
      const last = words.at(-1);
      const usual = words.slice(0, -1).map((one) => `column=${one}`);
      throw new InvalidArgumentError(`Write ${usual.join(", ")} or column=${last}.`);
    }
    return { ...before, [text.slice(0, at)]: word };
  };
}

export const columnType = columnWord(["number", "category"]);

/** Adds one `column=25,45` to the cut points given before; the last `=` separates. */
function columnBins(text: string, before: ByColumn<readonly number[]> | undefined): ByColumn<readonly number[]> {
  const at = text.lastIndexOf("=");
  const cuts = text.slice(at + 1).split(",");
  const numbers = cuts.map((cut) => (cut.trim() === "" ? Number.NaN : Number(cut)));
  if (at < 1 || !numbers.every(Number.isFinite)) {
    throw new InvalidArgumentError("Write column=number,number and so on, such as age=25,45.");
  }
  return { ...before, [text.slice(0, at)]: numbers };
}

/**
 * Adds one `code=column` to the reasons given before. Several columns are separated by a comma, and a last word says
 * what would have helped: `7=debt lower`.
 */
function reasonMeaning(text: string, before: ReasonMap | undefined): ReasonMap {
  const at = text.indexOf("=");
  const said = text.slice(at + 1).trim();
  const direction = (["higher", "lower"] as const).find((word) => said.endsWith(` ${word}`));
  const fields = markerList(said.slice(0, said.length - (direction?.length ?? 0)), []);
  const [first = ""] = fields;
  if (at < 1 || fields.includes("")) {
    throw new InvalidArgumentError("Write code=column, such as 7=debt, with 'higher' or 'lower' after it if you know.");
  }
  const way = direction === undefined ? {} : { direction };
  const about = fields.length === 1 ? { field: first, ...way } : { fields, ...way };
  const meaning: ReasonMeaning = fields.length === 1 && direction === undefined ? first : about;
  return { ...before, [text.slice(0, at).trim()]: meaning };
}

/** A reason's meaning as the command line takes it. */
function reasonText(meaning: ReasonMeaning): string {
  if (typeof meaning === "string") return meaning;
  if (!("field" in meaning || "fields" in meaning)) return "other"; // only audit.yaml can give a reason a name
  const fields = "field" in meaning ? [meaning.field] : meaning.fields;
  const names = fields.map((name) => name.replaceAll(",", "\\,")).join(",");
  return meaning.direction === undefined ? names : `${names} ${meaning.direction}`;
}

/** A cell delimiter; `tab` and `\t` stand for the tab character. */
export function delimiter(text: string): string {
  if (text === "tab" || text === "\\t") return "\t";
  if (text.length === 1 && !/["\r\n]/.test(text)) return text;
  throw new InvalidArgumentError("It must be a single character such as ; or the word tab.");
}

/** A value as a shell takes it for one word. */
export function shellWord(value: string): string {
  return /^[\w.,:/=-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}

/** Settings as the command line takes them: `--sensitive sex,origin`, one entry per flag. */
export function flagsOf(given: object): string[] {
  return Object.entries(given).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const { kind, flag: spelled } = settings[name as SettingName] as Setting;
    const flag = flagName(spelled);
    if (kind.name === "onOff") return value === false ? [flag] : []; // such a flag says no
    const each = typeof value === "object" && !Array.isArray(value) ? Object.entries(value ?? {}) : null;
    const texts =
      each !== null
        ? each.map(
            ([column, entry]) => `${column}=${kind.name === "reasonMap" ? reasonText(entry as ReasonMeaning) : entry}`,
          )
        : Array.isArray(value) && !isRepeatable(kind.name)
          ? [value.map((entry) => String(entry).replaceAll(",", "\\,")).join(",")]
          : [value].flat().map((entry) => (entry === "\t" ? "tab" : String(entry)));
    return texts.map((text) => `${flag} ${shellWord(text)}`);
  });
}
