import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import { AuditError } from "../../errors.js";
import { filesOf } from "../../lab/data/catalogue.js";
import type { DataSet } from "../../lab/data/data-set.js";
import { dataSetFromCsv, type OwnCsvOptions } from "../../lab/data/own-csv.js";
import { isMadeUp, madeUpData } from "../../lab/study/made-up-data.js";
import { checkNames, type OwnFactories } from "../../lab/study/registry.js";
import { isFilePath, type StudySpec, shortName } from "../../lab/study/spec.js";
import { readRows } from "../read-file.js";
import { catalogueEntry, readDataSet } from "./data-folder.js";
import { ownDataSet, ownGenerator, ownMethod } from "./own-modules.js";

/** Where a data set of a study comes from, as plain data that a thread can be handed. */
export type DataSource =
  | { readonly kind: "catalogue"; readonly name: string; readonly folder: string }
  | { readonly kind: "csv"; readonly path: string; readonly options: OwnCsvOptions }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "made-up"; readonly name: string }
  | { readonly kind: "shift"; readonly name: string; readonly from: DataSource; readonly to: DataSource };

/** A study with every name settled, as plain data that a thread can be handed. */
export interface StudyPlan {
  readonly spec: StudySpec;
  /** By the name that results use. */
  readonly sources: Readonly<Record<string, DataSource>>;
  /** Files of the user's own: the entry in the study, and where the file is. */
  readonly generators: Readonly<Record<string, string>>;
  readonly methods: Readonly<Record<string, string>>;
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
  /** The folder paths in the study are relative to. */
  readonly base: string;
  readonly dataFolder: string;
  readonly csv: OwnCsv | null;
}

/** Settles where everything a study names comes from. Refuses names nobody knows. */
export function planStudy(given: StudySpec, { base, dataFolder, csv }: PlanContext): StudyPlan {
  checkNames(given);
  const sources: Record<string, DataSource> = {};
  let spec = given;
  if (csv !== null) {
    const options = { ...csv.options, file: basename(csv.path) };
    const name = basename(csv.path).replace(/\..*$/, "");
    spec = { ...given, datasets: [name] };
    sources[name] = { kind: "csv", path: csv.path, options };
  } else {
    const plain = (entry: string): DataSource =>
      isFilePath(entry)
        ? { kind: "file", path: resolve(base, entry) }
        : isMadeUp(entry)
          ? { kind: "made-up", name: entry }
          : { kind: "catalogue", name: catalogueEntry(entry).name, folder: dataFolder };
    for (const entry of given.datasets) {
      const shift = given.shifts?.find(({ name }) => name === entry);
      sources[shortName(entry)] =
        shift === undefined
          ? plain(entry)
          : { kind: "shift", name: entry, from: plain(shift.from), to: plain(shift.to) };
    }
  }
  const files = (entries: readonly string[]) =>
    Object.fromEntries(entries.filter(isFilePath).map((entry) => [entry, resolve(base, entry)]));
  return {
    spec,
    sources,
    generators: files(given.generators.map(({ generator }) => generator)),
    methods: files(given.methods.map(({ method }) => method)),
  };
}

/** Loads the data set of a source. */
export async function loadSource(source: DataSource): Promise<DataSet> {
  if (source.kind === "catalogue") return readDataSet(source.name, source.folder);
  if (source.kind === "file") return ownDataSet(source.path);
  if (source.kind === "made-up") return madeUpData(source.name);
  if (source.kind === "shift") {
    const { table, labels } = await loadSource(source.to);
    return { ...(await loadSource(source.from)), name: source.name, reference: { table, labels } };
  }
  const { rows } = await readRows(source.path);
  return dataSetFromCsv(rows, source.options);
}

/** Loads the files of the user's own that a plan names. */
export async function loadOwnFactories({ generators, methods }: StudyPlan): Promise<OwnFactories> {
  const load = async <T>(files: Readonly<Record<string, string>>, one: (path: string) => Promise<T>) =>
    new Map(await Promise.all(Object.entries(files).map(async ([entry, path]) => [entry, await one(path)] as const)));
  return { generators: await load(generators, ownGenerator), methods: await load(methods, ownMethod) };
}

/** What the plan's values rest on. Reads every data set's file once. */
export async function studyBasis({ spec, sources, generators, methods }: StudyPlan): Promise<StudyBasis> {
  const datasets: Record<string, unknown> = {};
  for (const [name, source] of Object.entries(sources)) datasets[name] = await sourceBasis(source);
  const generatorBasis: Record<string, unknown> = {};
  for (const { name, generator, options } of spec.generators) {
    generatorBasis[name] = await partBasis(generator, options, generators[generator]);
  }
  const methodBasis: Record<string, unknown> = {};
  for (const { name, method, options, scaling = null } of spec.methods) {
    methodBasis[name] = { ...(await partBasis(method, options, methods[method])), scaling };
  }
  const { kind, observable, noise, sensitive } = spec;
  const chosen = Object.entries({ kind, observable, noise, sensitive }).filter(([, value]) => value !== undefined);
  return {
    scaling: spec.scaling,
    datasets,
    generators: generatorBasis,
    methods: methodBasis,
    ...(chosen.length === 0 ? {} : { protocol: Object.fromEntries(chosen) }),
  };
}

async function sourceBasis(source: DataSource): Promise<object> {
  if (source.kind === "catalogue") return catalogueBasis(source.name);
  if (source.kind === "file") return { sha256: await fileSum(source.path) };
  if (source.kind === "made-up") return { madeUp: source.name };
  if (source.kind === "shift") return { from: await sourceBasis(source.from), to: await sourceBasis(source.to) };
  return { sha256: await fileSum(source.path), options: source.options };
}

/** The sum of the data set's file; of all of them where there are several. */
function catalogueBasis(name: string): object {
  const sums = filesOf(catalogueEntry(name)).map(({ sha256 }) => sha256);
  return { sha256: sums.length === 1 ? sums[0] : sums };
}

async function partBasis(entry: string, options: object, path: string | undefined): Promise<object> {
  if (path === undefined) return { use: entry, options };
  return { use: shortName(entry), options, sha256: await fileSum(path) };
}

async function fileSum(path: string): Promise<string> {
  try {
    return createHash("sha256")
      .update(await readFile(path))
      .digest("hex");
  } catch (error) {
    const folder = dirname(path);
    throw new AuditError(
      "FILE_NOT_FOUND",
      `there is no file ${path}; look in ${folder}`,
      { file: path },
      { cause: error },
    );
  }
}
