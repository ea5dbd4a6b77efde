import * as v from "valibot";
import { ENCODER_SCALINGS } from "../../encode/scaling.js";
import { AuditError } from "../../errors.js";

const name = v.pipe(v.string(), v.minLength(1));
const MOST_SEEDS = 10_000;
const count = (most = 1e9) => v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(most));
const options = v.optional(v.record(v.string(), v.unknown()), {});
export const family = v.picklist(["lr", "mlp", "dt", "rf", "gb"]);
const scaling = v.picklist(ENCODER_SCALINGS);
const share = v.pipe(v.number(), v.gtValue(0), v.ltValue(1));
const kind = v.picklist(["fidelity", "scores", "convergence", "multiclass", "texts", "truth"]);

function list<const Item extends v.GenericSchema>(item: Item) {
  return v.pipe(v.array(item), v.minLength(1));
}

/** A name that stands for an entry without options. */
function named<Entry>(entry: (text: string) => Entry) {
  return v.pipe(name, v.transform(entry));
}

const methodEntry = v.strictObject({
  /** How results call it. */
  name,
  /** A known method, `samples-same`, or a file of the user's. */
  method: name,
  options,
  /** Scaling of the evidence encoder for this method alone. */
  scaling: v.optional(scaling),
  /** Kinds of target it is meant for; all when left out. */
  targets: v.optional(list(family)),
  /** Sizes of the study it is fitted at, where all would take too long. */
  sizes: v.optional(list(count())),
});

const generatorEntry = v.strictObject({ name, generator: name, options });

/** A study with every default filled in, as a file of the user's or as the head of a folder. */
export const studySchema = v.strictObject({
  format: v.literal("recast-study/1"),
  name,
  title: name,
  /** What is computed in each cell; how well methods follow targets when left out. */
  kind: v.optional(kind),
  note: v.optional(name),
  datasets: list(name),
  targets: list(family),
  generators: list(
    v.union([
      generatorEntry,
      named((text): GeneratorEntry => ({ name: shortName(text), generator: text, options: {} })),
    ]),
  ),
  sizes: list(count()),
  methods: list(
    v.union([methodEntry, named((text): MethodEntry => ({ name: shortName(text), method: text, options: {} }))]),
  ),
  /** How many seeds, counted from 0. */
  seeds: count(MOST_SEEDS),
  /** Of the cells of a seed only every so many-th, counted from the seed on; all when left out. */
  every: v.optional(count()),
  scaling: v.optional(scaling, "zscore"),
  /** Shares of the 2n observed people that were rejected, each a place of its own in the tables; half when left out. */
  balances: v.optional(list(share)),
  /** Share of the rows not held out for testing that may be observed; a fifth when left out. */
  observable: v.optional(share),
  /** Data sets whose reference set is another data set: targets and evidence are of `from`, measures of `to`. */
  shifts: v.optional(list(v.strictObject({ name, from: name, to: name }))),
  /** Standard deviations of the noise that is added to the reference set, in units of the target's scaled features. */
  noise: v.optional(list(v.pipe(v.number(), v.finite(), v.minValue(0)))),
  /** Attribute by which score distances of surrogate and target are compared. */
  sensitive: v.optional(name),
  /** What its tables show, the first in full; fidelity when left out. */
  measures: v.optional(list(v.picklist(["fidelity", "near", "balanced", "accuracy", "margin"]))),
  /** Between which methods to look for the size from which the one without letters is ahead. */
  crossing: v.optional(v.strictObject({ letters: list(name), plain: list(name) })),
  /** The generator that the others are compared with, on the same people. */
  baseline: v.optional(name),
  /** Which table of studies/published.json to compare the results with. */
  published: v.optional(v.nullable(name), null),
});

/** A study as data: which data sets, targets, generators, sizes and methods, and how many seeds. */
export type StudySpec = v.InferOutput<typeof studySchema>;
export type StudyKind = v.InferOutput<typeof kind>;
export type MethodEntry = v.InferOutput<typeof methodEntry>;
export type GeneratorEntry = v.InferOutput<typeof generatorEntry>;

/** Reads a study; a text that is none is refused with STUDY_INVALID and the reason. */
export function parseStudy(text: string, file: string): StudySpec {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new AuditError("STUDY_INVALID", `${file} is not JSON: ${reason}`, { file }, { cause: error });
  }
  return checkStudy(data, file);
}

export function checkStudy(data: unknown, file: string): StudySpec {
  const result = v.safeParse(studySchema, data);
  if (!result.success) {
    const [issue] = result.issues;
    const place = v.getDotPath(issue) ?? "the file";
    throw invalid(file, `${place}: ${issue.message}`);
  }
  const spec = result.output;
  for (const what of ["datasets", "targets", "sizes", "balances", "noise", "generators", "methods"] as const) {
    const names = (spec[what] ?? []).map((entry) => (typeof entry === "object" ? entry.name : entry));
    const twice = names.find((entry, k) => names.indexOf(entry) !== k);
    if (twice !== undefined) throw invalid(file, `${what}: '${twice}' is named twice; give each its own name`);
  }
  for (const method of [...(spec.crossing?.letters ?? []), ...(spec.crossing?.plain ?? [])]) {
    if (spec.methods.some((entry) => entry.name === method)) continue;
    throw invalid(file, `crossing: the study has no method '${method}'`);
  }
  if (spec.baseline !== undefined && !spec.generators.some((entry) => entry.name === spec.baseline)) {
    throw invalid(file, `baseline: the study has no generator '${spec.baseline}'`);
  }
  return spec;
}

function invalid(file: string, reason: string): AuditError {
  return new AuditError("STUDY_INVALID", `${file}: ${reason}`, { file });
}

export function isFilePath(entry: string): boolean {
  return /\.[cm]?js$/.test(entry);
}

/** The last part of a path without its ending; any other name as it is. */
export function shortName(entry: string): string {
  return isFilePath(entry) ? entry.replace(/^.*[\\/]/, "").replace(/\.[cm]?js$/, "") : entry;
}
