import * as v from "valibot";
import { AuditError } from "../errors.js";
import type { ReasonMap, ReasonMeaning } from "../input/reason-map.js";
import {
  requireInteger,
  requireNonNegative,
  requireOneOf,
  requirePositive,
  requireWithin,
  wholeWords,
} from "../options.js";

/** The kinds of value a setting can have; the command line reads its text by them. */
export type KindName = ListKind | NumberKind | "text" | "path" | "delimiter" | "choice" | "onOff" | ColumnKind;
type ListKind = "names" | "markers" | "conditions" | "values";
type NumberKind = "whole" | "number" | "share" | "sizes";
type ColumnKind = "columnWords" | "columnCuts" | "reasonMap";

/** A kind of value: how it is checked as data, and how an audit.yaml writes it. */
export interface Kind<Value> {
  readonly name: KindName;
  /** The value as data: recorded in a manifest and in audit.json. */
  readonly data: v.GenericSchema<Value>;
  /** The value in an audit.yaml. Every scalar arrives as the text that was written. */
  readonly written: v.GenericSchema<unknown, Value>;
  /** The same for editors, which read numbers and switches before they check. */
  readonly published: v.GenericSchema;
  readonly choices: readonly string[];
  /** The least and the most of a whole number; null for other kinds. */
  readonly limits: { readonly least: number; readonly most: number } | null;
  /** Throws INVALID_OPTION for a value that no audit can use. */
  check(name: string, value: Value): void;
}

/** A kind; what is left out has no choices and takes every value of its type. */
function kind<Value>(
  name: KindName,
  rest: Pick<Kind<Value>, "data" | "written" | "published"> & Partial<Kind<Value>>,
): Kind<Value> {
  return { name, choices: [], limits: null, check: () => undefined, ...rest };
}

const writtenText = v.string("a text");
const writtenNumber = v.pipe(
  writtenText,
  v.regex(/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/, "a number"),
  v.transform(Number),
  v.finite("a finite number"),
);
const ONE_PER_COLUMN = "one line 'column: value' per column";

/** A file that says 1e999 has Infinity. */
const finite = v.pipe(v.number(), v.finite());

/** To come before `v.record`, which takes an empty list as well. */
function noList<Value>() {
  return v.custom<Record<string, Value>>((columns) => !Array.isArray(columns), ONE_PER_COLUMN);
}

/** Names that `v.record` passes over unread. An audit.yaml cannot have them; a column may be called so. */
const PASSED_OVER = ["__proto__", "prototype", "constructor"];

/** A value for some columns, as data. */
function byColumn<Value>(value: v.GenericSchema<Value>) {
  const isRight = (columns: object, name: string) =>
    !Object.hasOwn(columns, name) || v.is(value, Object.getOwnPropertyDescriptor(columns, name)?.value);
  return v.pipe(
    noList<Value>(),
    v.check((columns) => PASSED_OVER.every((name) => isRight(Object(columns), name)), ONE_PER_COLUMN),
    v.record(v.string(), value),
  );
}

const scalar = v.union([v.string(), v.number(), v.boolean()]);
const oneText = v.pipe(
  writtenText,
  v.transform((only) => [only]),
);
const writtenNames = v.union([oneText, v.array(writtenText)], "a text or a list of texts");

const text = { data: v.string(), written: writtenText, published: scalar };

/** Words or the name of a column, as written. */
export const words: Kind<string> = kind("text", text);

export const path: Kind<string> = kind("path", text);

/** A character between cells; `tab` and `\t` stand for the tab character. */
export const delimiter: Kind<string> = kind("delimiter", {
  ...text,
  written: v.pipe(
    writtenText,
    v.transform((cell) => (cell === "tab" || cell === "\\t" ? "\t" : cell)),
  ),
});

function list<Name extends string>(name: ListKind): Kind<readonly Name[]> {
  return kind(name, {
    data: v.array(v.string()) as v.GenericSchema<unknown> as v.GenericSchema<readonly Name[]>,
    written: writtenNames as v.GenericSchema<unknown> as v.GenericSchema<unknown, readonly Name[]>,
    published: v.union([scalar, v.array(v.nullable(scalar))]),
  });
}

/** Several names; a comma separates them on the command line. */
export const names: Kind<readonly string[]> = list("names");

/** Words for a missing cell: names of which one may be empty. */
export const markers: Kind<readonly string[]> = list("markers");

/** Conditions, given one by one. */
export const conditions: Kind<readonly string[]> = list("conditions");

/** Several of the names that a list elsewhere holds; the one who uses them checks them. */
export const namesOf = <Name extends string>(): Kind<readonly Name[]> => list<Name>("names");

/** Several words of a list. */
export function choices<const Word extends string>(of: readonly Word[]): Kind<readonly Word[]> {
  const expected = `some of ${of.join(", ")}`;
  const one = v.pipe(
    v.picklist(of, expected),
    v.transform((only) => [only]),
  );
  return kind("names", {
    data: v.array(v.picklist(of)),
    written: v.union([one, v.array(v.picklist(of, expected))], expected),
    published: v.union([v.picklist(of), v.array(v.picklist(of))]),
    choices: of,
    check(name, words) {
      for (const word of words) requireOneOf(name, word, of);
    },
  });
}

/** One value or several, as cells write them; on the command line the flag is repeated. */
export const values: Kind<string | readonly string[]> = kind("values", {
  data: v.union([v.string(), v.array(v.string())]),
  written: v.union([writtenText, v.array(writtenText)], "a text or a list of texts"),
  published: v.union([scalar, v.array(scalar)]),
});

export function choice<const Word extends string>(choices: readonly Word[]): Kind<Word> {
  return kind("choice", {
    data: v.picklist(choices),
    written: v.picklist(choices, `one of ${choices.join(", ")}`),
    published: v.picklist(choices),
    choices,
    check: (name, value) => requireOneOf(name, value, choices),
  });
}

/**
 * A whole number from `least` to `most`, so that no setting asks for what no machine can do. What was recorded may be
 * less: an audit uses fewer folds where a class is small.
 */
export function whole(least: number, most: number): Kind<number> {
  const expected = `a whole number of at least ${least}`;
  const digits = v.pipe(v.string(expected), v.regex(/^\d{1,16}$/, expected), v.transform(Number));
  return kind("whole", {
    data: v.pipe(v.number(), v.integer(), v.minValue(0)),
    written: v.pipe(digits, v.minValue(least, expected), v.maxValue(most, wholeWords(least, most))),
    published: v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most)),
    limits: { least, most },
    check: (name, value) => requireInteger(name, value, least, most),
  });
}

/** Any whole number that is exact. */
export const seed: Kind<number> = whole(0, Number.MAX_SAFE_INTEGER);

export const nonNegative: Kind<number> = kind("number", {
  data: v.pipe(finite, v.minValue(0)),
  written: v.pipe(writtenNumber, v.minValue(0, "a number of at least 0")),
  published: v.pipe(v.number(), v.minValue(0)),
  check: requireNonNegative,
});

export const positive: Kind<number> = { ...nonNegative, data: finite, check: requirePositive };

export const onOff: Kind<boolean> = kind("onOff", {
  data: v.boolean(),
  written: v.pipe(
    v.string("true or false"),
    v.regex(/^(?:true|false|yes|no|on|off)$/i, "true or false"),
    v.transform((word) => /^(?:true|yes|on)$/i.test(word)),
  ),
  published: v.union([v.boolean(), v.picklist(["yes", "no", "on", "off"])]),
});

/** A word of a list for some columns; the command line writes it as `column=word`. */
export function columnWords<const Word extends string>(words: readonly Word[]): Kind<Readonly<Record<string, Word>>> {
  return kind("columnWords", {
    data: byColumn(v.picklist(words)),
    written: v.pipe(
      noList<Word>(),
      v.record(writtenText, v.picklist(words, `one of ${words.join(", ")}`), ONE_PER_COLUMN),
    ),
    published: v.record(v.string(), v.picklist(words)),
    choices: words,
  });
}

/** Cut points of some columns, ascending. */
export const columnCuts: Kind<Readonly<Record<string, readonly number[]>>> = kind("columnCuts", {
  data: byColumn(v.array(finite)),
  written: v.pipe(
    noList<string[]>(),
    v.record(writtenText, v.array(writtenNumber, "a list of numbers such as [25, 45]"), ONE_PER_COLUMN),
  ),
  published: v.record(v.string(), v.array(v.number())),
});

const WAYS = ["higher", "lower"] as const;

/** What a reason may say beside its columns. */
function besideColumns(text: v.GenericSchema) {
  return {
    name: v.exactOptional(text),
    direction: v.exactOptional(v.picklist(WAYS, `one of ${WAYS.join(", ")}`)),
  };
}

/** What a code stands for; `text` is the schema of a name. */
function reasonMeaning(text: v.GenericSchema<unknown, string>) {
  const expected = "a column's name, {field: name, direction: lower}, {fields: [names]}, {name: words}, other or none";
  return v.union(
    [
      v.pipe(text, v.nonEmpty()),
      v.strictObject({ field: text, ...besideColumns(text) }),
      v.strictObject({ fields: v.pipe(v.array(text), v.nonEmpty()), ...besideColumns(text) }),
      v.strictObject({ name: text }),
    ],
    expected,
  ) as v.GenericSchema<unknown> as v.GenericSchema<ReasonMeaning>;
}

/** Codes and words for reasons, each with the columns it stands for. */
export const reasonMap: Kind<ReasonMap> = kind("reasonMap", {
  data: byColumn(reasonMeaning(v.string())),
  written: v.pipe(noList<ReasonMeaning>(), v.record(writtenText, reasonMeaning(writtenText), ONE_PER_COLUMN)),
  published: v.record(
    v.string(),
    v.union([
      scalar,
      v.strictObject({ field: scalar, ...besideColumns(scalar) }),
      v.strictObject({ fields: v.array(scalar), ...besideColumns(scalar) }),
      v.strictObject({ name: scalar }),
    ]),
  ),
});

/** A number from `low` to `high`, which lie between 0 and 1. */
export function share(low: number, high: number): Kind<number> {
  const number = v.pipe(v.number(), v.minValue(low), v.maxValue(high));
  return kind("share", {
    data: number,
    published: number,
    written: v.pipe(writtenNumber, v.minValue(low), v.maxValue(high)),
    check: (name, value) => requireWithin(name, value, low, high),
  });
}

/** A share that may not be known. */
export function knownShare(low: number, high: number): Kind<number | null> {
  const { name, data, written, published, check } = share(low, high);
  return kind(name, {
    data: v.nullable(data),
    written,
    published,
    check: (option, value) => value !== null && check(option, value),
  });
}

/** Whole numbers from `least` to `most`; a comma separates them on the command line. */
export function sizes(least: number, most: number): Kind<readonly number[]> {
  const { data, written, published, check } = whole(least, most);
  return kind("sizes", {
    data: v.array(data),
    written: v.array(written),
    published: v.array(published),
    check(name, values) {
      if (values.length === 0)
        throw new AuditError("INVALID_OPTION", `${name} must have at least one number, got none`);
      for (const value of values) check(name, value);
    },
  });
}

/** The same, or null for a default that depends on the evidence. */
export function orNull<Value>(of: Kind<Value>): Kind<Value | null> {
  return {
    ...of,
    data: v.nullable(of.data),
    check(name, value) {
      if (value !== null) of.check(name, value);
    },
  };
}
