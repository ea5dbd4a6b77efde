import * as v from "valibot";

/** Every scalar of the file arrives as the text that was written; what is a number or a switch is turned here. */
const text = v.string("a text");
const oneOrMore = v.union(
  [
    v.pipe(
      text,
      v.transform((only) => [only]),
    ),
    v.array(text),
  ],
  "a text or a list of texts",
);
const decimal = v.pipe(
  text,
  v.regex(/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/, "a number"),
  v.transform(Number),
  v.finite("a finite number"),
);
const atLeast = (least: number) =>
  v.pipe(
    v.string(`a whole number of at least ${least}`),
    v.regex(/^\d{1,15}$/, `a whole number of at least ${least}`),
    v.transform(Number),
    v.minValue(least, `a whole number of at least ${least}`),
  );
const onOff = v.pipe(
  v.string("true or false"),
  v.regex(/^(?:true|false|yes|no|on|off)$/i, "true or false"),
  v.transform((word) => /^(?:true|yes|on)$/i.test(word)),
);
const oneOf = <const Word extends string>(words: readonly Word[]) => v.picklist(words, `one of ${words.join(", ")}`);
const byColumn = <const Entry extends v.GenericSchema>(entry: Entry) =>
  v.record(text, entry, "one line 'column: value' per column");

const roles = v.strictObject(
  {
    decision: v.exactOptional(text),
    favourable: v.exactOptional(text),
    classes: v.exactOptional(oneOrMore),
    sensitive: v.exactOptional(oneOrMore),
    id: v.exactOptional(text),
    outcome: v.exactOptional(text),
    favourableOutcome: v.exactOptional(text),
    weight: v.exactOptional(text),
    ignore: v.exactOptional(oneOrMore),
    immutable: v.exactOptional(oneOrMore),
    types: v.exactOptional(byColumn(oneOf(["number", "category"]))),
    missing: v.exactOptional(oneOrMore),
    delimiter: v.exactOptional(
      v.pipe(
        text,
        v.transform((cell) => (cell === "tab" || cell === "\\t" ? "\t" : cell)),
      ),
    ),
    lettersId: v.exactOptional(text),
    lettersIgnore: v.exactOptional(oneOrMore),
    lettersTo: v.exactOptional(text),
    lettersFrom: v.exactOptional(text),
    text: v.exactOptional(text),
    embedder: v.exactOptional(text),
    embedderModel: v.exactOptional(text),
    embedderKey: v.exactOptional(text),
  },
  "settings under it, one per line",
);

const method = v.strictObject(
  {
    scaling: v.exactOptional(oneOf(["robust", "zscore", "minmax", "rank"])),
    solver: v.exactOptional(oneOf(["exact", "sinkhorn", "closed-form"])),
    methods: v.exactOptional(oneOrMore),
    folds: v.exactOptional(atLeast(2)),
    repeats: v.exactOptional(atLeast(1)),
    seed: v.exactOptional(atLeast(0)),
    abstain: v.exactOptional(v.pipe(decimal, v.minValue(0, "a number of at least 0"))),
    resamples: v.exactOptional(atLeast(100)),
    refits: v.exactOptional(atLeast(1)),
    sensitivity: v.exactOptional(onOff),
    intersections: v.exactOptional(onOff),
  },
  "settings under it, one per line",
);

const identity = v.strictObject(
  {
    system: v.exactOptional(text),
    purpose: v.exactOptional(text),
    period: v.exactOptional(text),
    auditor: v.exactOptional(text),
    date: v.exactOptional(text),
    notes: v.exactOptional(text),
  },
  "settings under it, one per line",
);

/** What an audit.yaml may say. */
export const configSchema = v.strictObject(
  {
    decisions: text,
    letters: v.exactOptional(text),
    population: v.exactOptional(text),
    out: v.exactOptional(text),
    roles: v.optional(roles, {}),
    bins: v.exactOptional(byColumn(v.array(decimal, "a list of numbers such as [25, 45]"))),
    method: v.optional(method, {}),
    identity: v.optional(identity, {}),
    tables: v.exactOptional(oneOf(["parquet", "arrow"])),
    template: v.exactOptional(oneOf(["general", "nyc-ll144", "eu-annex-iv", "model-card"])),
  },
  "settings, one per line",
);

/** A configuration file, read and checked. Paths are as written: relative to the file. */
export type AuditConfig = v.InferOutput<typeof configSchema>;

/** The settings known at a place of the file: at the top, or under `roles`, `method` or `identity`. */
export function knownSettings(place: string): readonly string[] {
  const part = { roles, method, identity }[place];
  return Object.keys((part ?? configSchema).entries);
}
