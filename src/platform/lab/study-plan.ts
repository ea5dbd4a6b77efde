import { basename, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { AuditError, reasonOf } from "../../errors.js";
import { filesOf } from "../../lab/data/catalogue.js";
import type { DataSet } from "../../lab/data/data-set.js";
import { dataSetFromCsv, type OwnCsvOptions } from "../../lab/data/own-csv.js";
import type { Generator } from "../../lab/generators/generator.js";
import { isMadeUp, madeUpData } from "../../lab/study/made-up-data.js";
import { checkNames, type OwnFactories } from "../../lab/study/registry.js";
import { isFilePath, type StudySpec, shortName } from "../../lab/study/spec.js";
import type { SurrogateMethod } from "../../surrogate/surrogate.js";
import { hashFile } from "../hash-file.js";
import { readRows } from "../read-file.js";
import { catalogueEntry, readDataSet } from "./data-folder.js";

/** Where a data set of a study comes from, as plain data that a thread can be handed. */
type DataSource =
  | { readonly kind: "catalogue"; readonly name: string; readonly folder: string }
  | { readonly kind: "csv"; readonly path: string; readonly options: OwnCsvOptions }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "made-up"; readonly name: string }
  | { readonly kind: "shift"; readonly name: string; readonly from: DataSource; readonly to: DataSource };

export interface StudyPlan {
  readonly spec: StudySpec;
  /** By the name that results use. */
  readonly sources: Readonly<Record<string, DataSource>>;
  /** The user's own modules: the entry in the study, and where the file is. */
  readonly files: Readonly<Record<string, string>>;
}

/** What the values of a study rest on, apart from the code: two runs may share a folder only where these agree. */
export interface StudyBasis {
  readonly scaling: string;
  /** SHA-256 of each data set's file, with the roles of its columns for a CSV. */
  readonly datasets: Readonly<Record<string, unknown>>;
  /** Each generator and method with its options, and the SHA-256 of a file of the user's. */
  readonly generators: Readonly<Record<string, unknown>>;
  readonly methods: Readonly<Record<string, unknown>>;
  /** What else the study does with them; absent in folders of an earlier day and where all is as usual. */
  readonly protocol?: Readonly<Record<string, unknown>>;
}

/** A CSV of the user's own in place of the data sets a study names. */
export interface OwnCsv {
  readonly path: string;
  readonly options: Omit<OwnCsvOptions, "file">;
}

/** What the names in a study are settled with. */
export interface PlanContext {
  readonly base: string;
  readonly dataFolder: string;
  readonly csv: OwnCsv | null;
}

/** Settles where everything a study names comes from. Refuses names nobody knows. */
export function planStudy(given: StudySpec, { base, dataFolder, csv }: PlanContext): StudyPlan {
  checkNames(given);
  const files: Record<string, string> = {};
  const own = (entry: string): string => {
    files[entry] = resolve(base, entry);
    return files[entry];
  };
  for (const entry of [...given.generators.map(({ generator }) => generator), ...given.methods.map((m) => m.method)]) {
    if (isFilePath(entry)) own(entry);
  }
  if (csv !== null) {
    const file = basename(csv.path);
    const name = file.replace(/\..*$/, "");
    const source: DataSource = { kind: "csv", path: csv.path, options: { ...csv.options, file } };
    return { spec: { ...given, datasets: [name] }, sources: { [name]: source }, files };
  }
  const plain = (entry: string): DataSource => {
    if (isFilePath(entry)) return { kind: "file", path: own(entry) };
    if (isMadeUp(entry)) return { kind: "made-up", name: entry };
    return { kind: "catalogue", name: catalogueEntry(entry).name, folder: dataFolder };
  };
  const sourceOf = (entry: string): DataSource => {
    const shift = given.shifts?.find(({ name }) => name === entry);
    if (shift === undefined) return plain(entry);
    return { kind: "shift", name: entry, from: plain(shift.from), to: plain(shift.to) };
  };
  const sources = Object.fromEntries(given.datasets.map((entry) => [shortName(entry), sourceOf(entry)]));
  return { spec: given, sources, files };
}

/** The study with each entry that may name a file replaced. */
export function withEntries(spec: StudySpec, as: (entry: string) => string): StudySpec {
  return {
    ...spec,
    datasets: spec.datasets.map(as),
    ...(spec.shifts && { shifts: spec.shifts.map(({ name, from, to }) => ({ name, from: as(from), to: as(to) })) }),
    generators: spec.generators.map((entry) => ({ ...entry, generator: as(entry.generator) })),
    methods: spec.methods.map((entry) => ({ ...entry, method: as(entry.method) })),
  };
}

export async function loadSource(source: DataSource): Promise<DataSet> {
  switch (source.kind) {
    case "catalogue":
      return readDataSet(source.name, source.folder);
    case "file":
      return (await ownModule(source.path, "data set")).made as DataSet;
    case "made-up":
      return madeUpData(source.name);
    case "csv":
      return dataSetFromCsv((await readRows(source.path)).rows, source.options);
    case "shift": {
      const { table, labels } = await loadSource(source.to);
      return { ...(await loadSource(source.from)), name: source.name, reference: { table, labels } };
    }
  }
}

/** Loads the generators and methods of the user's own that a plan names. */
export async function loadOwnFactories({ spec, files }: StudyPlan): Promise<OwnFactories> {
  const load = async <Made>(entries: readonly string[], what: "generator" | "method") => {
    const found = new Map<string, (options: object) => Made>();
    for (const entry of entries) {
      const path = files[entry];
      if (path === undefined || found.has(entry)) continue;
      found.set(entry, (await ownModule(path, what)).factory as (options: object) => Made);
    }
    return found;
  };
  const generators = spec.generators.map(({ generator }) => generator);
  const methods = spec.methods.map(({ method }) => method);
  return {
    generators: await load<Generator>(generators, "generator"),
    methods: await load<SurrogateMethod>(methods, "method"),
  };
}

/** What the user's own modules must make, and of which type each part of it is. */
const PARTS: Readonly<Record<"method" | "generator" | "data set", Readonly<Record<string, string>>>> = {
  method: { name: "string", usesLetters: "boolean", fit: "function" },
  generator: { name: "string", generate: "function" },
  "data set": { name: "string", features: "object", table: "object", labels: "object" },
};

/** A module of the user's that exports a function of options, perhaps asynchronous, and what that makes by default. */
export async function ownModule(path: string, what: keyof typeof PARTS) {
  const invalid = (message: string, options?: ErrorOptions) =>
    new AuditError("MODULE_INVALID", `${path} ${message}`, { file: path }, options);
  const module = await import(pathToFileURL(path).href).catch((error: unknown) => {
    throw invalid(`cannot be loaded: ${reasonOf(error)}`, { cause: error });
  });
  const factory: unknown = module.default;
  if (typeof factory !== "function") {
    const found = factory === undefined ? "no default export" : typeof factory;
    throw invalid(`must export a function as default, got ${found}`);
  }
  const made: unknown = await factory({});
  const parts = typeof made === "object" && made !== null ? (made as Readonly<Record<string, unknown>>) : {};
  for (const [part, type] of Object.entries(PARTS[what])) {
    const found = typeof parts[part];
    if (found === type && parts[part] !== null) continue;
    throw invalid(`must make a ${what}: its ${part} must be a ${type}, got ${found}`);
  }
  return { factory, made };
}

/** What the plan's values rest on, once all it names was loaded: what is missing is said before hours of work. */
export async function loadedBasis(plan: StudyPlan): Promise<StudyBasis> {
  await loadOwnFactories(plan);
  for (const source of Object.values(plan.sources)) await loadSource(source);
  return studyBasis(plan);
}

/** What the plan's values rest on. Reads every data set's file once. */
export async function studyBasis({ spec, sources, files }: StudyPlan): Promise<StudyBasis> {
  const partBasis = async (entry: string, options: object) => {
    const path = files[entry];
    if (path === undefined) return { use: entry, options };
    return { use: shortName(entry), options, sha256: await hashFile(path) };
  };
  const datasets: Record<string, unknown> = {};
  for (const [name, source] of Object.entries(sources)) datasets[name] = await sourceBasis(source);
  const generators: Record<string, unknown> = {};
  for (const { name, generator, options } of spec.generators) generators[name] = await partBasis(generator, options);
  const methods: Record<string, unknown> = {};
  for (const { name, method, options, scaling = null } of spec.methods) {
    methods[name] = { ...(await partBasis(method, options)), scaling };
  }
  const { kind, observable, noise, sensitive } = spec;
  const chosen = Object.entries({ kind, observable, noise, sensitive }).filter(([, value]) => value !== undefined);
  const protocol = chosen.length === 0 ? {} : { protocol: Object.fromEntries(chosen) };
  return { scaling: spec.scaling, datasets, generators, methods, ...protocol };
}

async function sourceBasis(source: DataSource): Promise<object> {
  if (source.kind === "made-up") return { madeUp: source.name };
  if (source.kind === "shift") return { from: await sourceBasis(source.from), to: await sourceBasis(source.to) };
  if (source.kind === "catalogue") {
    const sums = filesOf(catalogueEntry(source.name)).map(({ sha256 }) => sha256);
    return { sha256: sums.length === 1 ? sums[0] : sums };
  }
  const sha256 = await hashFile(source.path);
  return source.kind === "csv" ? { sha256, options: source.options } : { sha256 };
}
