import { AuditError } from "./errors.js";

export interface ProgressOptions {
  /** Called as work goes on, the last time with done = total. */
  readonly onProgress?: ((done: number, total: number, label: string) => void) | undefined;
  /** Looked at between fits: aborted → ABORTED. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * The defaults with the caller's choices on top. A key that is not an option is refused, so a misspelt
 * option cannot silently leave a study on its defaults; `undefined` means "the default".
 */
export function withDefaults<T extends object>(owner: string, defaults: T, given: Partial<T>): T {
  const known = Object.keys(defaults);
  const chosen: Record<string, unknown> = Object.fromEntries(Object.entries(defaults));
  for (const [key, value] of Object.entries(given)) {
    if (!known.includes(key)) {
      throw new AuditError(
        "UNKNOWN_OPTION",
        `${owner} has no option '${key}'; known options: ${known.sort().join(", ")}`,
      );
    }
    if (value !== undefined) chosen[key] = value;
  }
  return chosen as T;
}

/** An option: its default, and a check that refuses values it cannot have. */
export interface Option<Value> {
  readonly standard: Value;
  readonly check: (name: string, value: Value) => void;
}

/** The options of a table as a caller gives them: any may be left out. */
export type OptionsOf<Table> = { readonly [Key in keyof Table]?: ValueOf<Table[Key]> };

/** The options of a table, every one settled. */
export type Settled<Table> = { readonly [Key in keyof Table]: ValueOf<Table[Key]> };

type ValueOf<Entry> = Entry extends Option<infer Value> ? Value : never;

/** The caller's choices where there are any, else the defaults; unknown keys and wrong values are refused. */
export function settle<Table extends object>(owner: string, table: Table, given: OptionsOf<Table>): Settled<Table> {
  const entries = Object.entries(table) as [string, Option<unknown>][];
  const standard = Object.fromEntries(entries.map(([name, option]) => [name, option.standard]));
  const chosen = withDefaults<Record<string, unknown>>(owner, standard, given as Record<string, unknown>);
  for (const [name, { check }] of entries) check(name, chosen[name]);
  return chosen as Settled<Table>;
}

/** More of anything than this never ends, or fits no memory. */
const MOST = 1_000_000;

/** A whole number from `least` to `most`. */
export function whole(standard: number, least: number, most: number = MOST): Option<number> {
  return { standard, check: (name, value) => requireInteger(name, value, least, most) };
}

/** A seed: any whole number that is exact. */
export const anySeed: Option<number> = whole(0, 0, Number.MAX_SAFE_INTEGER);

/** A finite number > 0. */
export function positive(standard: number): Option<number> {
  return { standard, check: requirePositive };
}

/** A finite number ≥ 0. */
export function nonNegative(standard: number): Option<number> {
  return { standard, check: requireNonNegative };
}

/** A number from `low` to `high`. */
export function within(standard: number, low: number, high: number): Option<number> {
  return { standard, check: (name, value) => requireWithin(name, value, low, high) };
}

/** A share > 0 and ≤ 1. */
export function share(standard: number): Option<number> {
  return { standard, check: requireShare };
}

/** One of the words. */
export function word<Word extends string>(standard: Word, words: readonly Word[]): Option<Word> {
  return { standard, check: (name, value) => requireOneOf(name, value, words) };
}

/** As `option`, or `none`, which is the default where no other is named. */
export function or<None extends null | undefined, Value>(
  none: None,
  { check }: Option<Value>,
  standard: Value | None = none,
): Option<Value | None> {
  return { standard, check: (name, value) => value !== none && check(name, value as Value) };
}

/** Anything of the type; whoever uses it checks more. */
export function anything<Value>(standard: Value): Option<Value> {
  return { standard, check: () => {} };
}

export function requireFinite(name: string, value: number): void {
  if (!Number.isFinite(value)) refuseOption(name, "a finite number", value);
}

export function requirePositive(name: string, value: number): void {
  if (!(Number.isFinite(value) && value > 0)) refuseOption(name, "a finite number > 0", value);
}

export function requireNonNegative(name: string, value: number): void {
  if (!(Number.isFinite(value) && value >= 0)) refuseOption(name, "a finite number >= 0", value);
}

export function requireInteger(name: string, value: number, least: number, most = Number.MAX_SAFE_INTEGER): void {
  if (value > most) refuseOption(name, wholeWords(least, most), value);
  if (!(Number.isSafeInteger(value) && value >= least)) refuseOption(name, `a whole number >= ${least}`, value);
}

/** What a whole number within limits is called. */
export function wholeWords(least: number, most: number): string {
  return `a whole number from ${least} to ${most}`;
}

export function requireWithin(name: string, value: number, low: number, high: number): void {
  if (!(value >= low && value <= high)) refuseOption(name, `a number from ${low} to ${high}`, value);
}

/** Refuses anything but a number > 0 and ≤ 1. */
function requireShare(name: string, value: number): void {
  requirePositive(name, value);
  requireWithin(name, value, 0, 1);
}

export function requireOneOf(name: string, value: string, words: readonly string[]): void {
  if (!words.includes(value)) refuseOption(name, `one of ${words.join(", ")}`, value);
}

/** Throws INVALID_OPTION: what the option must be, and what it is. */
export function refuseOption(name: string, wanted: string, value: unknown): never {
  throw new AuditError("INVALID_OPTION", `${name} must be ${wanted}, got ${String(value)}`);
}

/** What a stage says that works for two decisions only: what is left out where there are more, and why. */
export interface NeedsTwo {
  readonly what: string;
  readonly reason: string;
  /** Settings that ask for it; where there are more than two decisions they are refused by name. */
  readonly settings?: readonly string[];
}

/** Refuses the first setting that only two decisions can have, in the stage's words; users call it `named`. */
export function refuseForMore(
  given: object,
  stages: readonly NeedsTwo[],
  named: (setting: string) => string = (setting) => setting,
): void {
  for (const [setting, value] of Object.entries(given)) {
    const stage = stages.find(({ settings }) => settings?.includes(setting));
    if (value === undefined || value === null || stage === undefined) continue;
    throw new AuditError(
      "INVALID_OPTION",
      `${named(setting)} works for two decisions only: ${stage.reason}. Leave it out, ` +
        "or merge the classes into two and name the favourable one",
    );
  }
}

/** What is left out where there are more than two decisions, one entry a reason. */
export function leftOut(stages: readonly NeedsTwo[]) {
  return [...new Set(stages.map(({ reason }) => reason))].map((reason) => ({
    what: stages
      .filter((stage) => stage.reason === reason)
      .map(({ what }) => what)
      .join(", "),
    reason,
  }));
}

/** A value that is made when first asked for. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
