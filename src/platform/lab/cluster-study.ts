import { basename } from "node:path";
import * as v from "valibot";
import { canonicalJson } from "../../document/canonical-json.js";
import { AuditError } from "../../errors.js";
import { sha256Text } from "../../findings/quantities.js";
import { checkStudy, isFilePath } from "../../lab/study/spec.js";
import { hashFile, sha256Of } from "../hash-file.js";
import { jsonOf } from "../read-file.js";
import { buildSum, packageVersion } from "../version.js";
import { loadedBasis, planStudy, type StudyPlan, withEntries } from "./study-plan.js";
import { firstChange, type StudyHead } from "./study-store.js";

const FORMAT = "recast-cluster/1";
const text = v.pipe(v.string(), v.minLength(1));
const parts = v.record(text, v.unknown());
const ownFile = v.strictObject({ file: text, sha256: sha256Text });

/** A study as other machines are told of it: files by name and SHA-256, never by a path, and no program text. */
const sharedSchema = v.strictObject({
  format: v.literal(FORMAT),
  /** Milliseconds since 1970, for the order in which studies are served. */
  since: v.number(),
  version: text,
  build: sha256Text,
  kernels: text,
  spec: v.looseObject({ name: text }),
  /** The user's own CSV in place of the study's data sets. */
  csv: v.nullable(v.strictObject({ ...ownFile.entries, options: v.looseObject({ label: text }) })),
  files: v.record(text, ownFile),
  basis: v.looseObject({ datasets: parts, generators: parts, methods: parts, scaling: text }),
});

export type SharedStudy = v.InferOutput<typeof sharedSchema>;

/** What a worker has to offer. */
export interface WorkerMeans {
  readonly dataFolder: string;
  /** Files its owner lets studies use: path by SHA-256 and name, as `fileMark` makes it. */
  readonly files: ReadonlyMap<string, string>;
}

/** A plan as it can be sent: every path of this machine replaced by a file's name and SHA-256. */
export async function shareStudy(plan: StudyPlan, head: StudyHead, since: number): Promise<SharedStudy> {
  const own = async (path: string) => ({ file: basename(path), sha256: await hashFile(path) });
  const files: Record<string, { file: string; sha256: string }> = {};
  const names = new Map<string, string>();
  for (const [entry, path] of Object.entries(plan.files)) {
    const known = await own(path);
    const name = `${known.sha256.slice(0, 16)}/${known.file}`; // two files may have one name
    names.set(entry, name);
    files[name] = known;
  }
  let csv: SharedStudy["csv"] = null;
  for (const source of Object.values(plan.sources)) {
    if (source.kind !== "csv") continue;
    const { file: _, ...options } = source.options;
    csv = { ...(await own(source.path)), options };
  }
  const shared: SharedStudy = {
    format: FORMAT,
    since,
    version: head.version,
    build: buildSum(),
    kernels: head.kernels,
    spec: { ...withEntries(plan.spec, (entry) => names.get(entry) ?? entry) },
    csv,
    files,
    basis: { ...head.basis },
  };
  return JSON.parse(JSON.stringify(shared)) as SharedStudy; // as it will arrive
}

/** A name for a study that is the same whenever everything it rests on is. */
export function sharedStudyId({ since: _, ...rest }: SharedStudy): string {
  return sha256Of(canonicalJson(rest)).slice(0, 32);
}

/** The study in a text from Redis; refuses another version, what is no study, and an id that is not its own. */
export function parseSharedStudy(id: string, json: string): SharedStudy {
  const data = jsonOf(json);
  const here = packageVersion();
  const { version = here } = typeof data === "object" && data !== null ? (data as { version?: unknown }) : {};
  if (typeof version === "string" && version !== here) {
    const message = `the study needs Recast ${version}, and this is ${here}; install that version`;
    throw new AuditError("STUDY_CHANGED", message);
  }
  const result = v.safeParse(sharedSchema, data);
  if (result.success && sharedStudyId(result.output) === id) return result.output;
  throw new AuditError("STUDY_INVALID", `Redis has something under ${id} that is no study`);
}

/**
 * The plan of a shared study on this machine, once everything it rests on was read here and found the same: the build
 * of recast, its public data sets, and files of its own that this worker's owner named. Throws the reason when
 * something differs; nothing that came over Redis is run.
 */
export async function adoptStudy(shared: SharedStudy, means: WorkerMeans): Promise<StudyPlan> {
  if (shared.build !== buildSum() || shared.kernels !== "wasm") {
    const other = `the study was started by another build of Recast ${shared.version}`;
    throw new AuditError("STUDY_CHANGED", `${other}; install the same one on both machines`);
  }
  const named = checkStudy(shared.spec, "the study");
  const paths = new Map<string, string>();
  for (const [entry, wanted] of Object.entries(shared.files)) paths.set(entry, await offered(wanted, means));
  const spec = withEntries(named, (entry) => {
    const path = paths.get(entry);
    if (path === undefined && isFilePath(entry)) throw new AuditError("STUDY_INVALID", `no file stands for ${entry}`);
    return path ?? entry;
  });
  const { csv, version, kernels } = shared;
  const plan = planStudy(spec, {
    base: means.dataFolder,
    dataFolder: means.dataFolder,
    csv: csv === null ? null : { path: await offered(csv, means), options: csv.options },
  });
  const head = { format: "recast-study-folder/1", version, kernels, spec } as const;
  const basis = await loadedBasis(plan);
  if (canonicalJson(basis) === canonicalJson(shared.basis)) return plan;
  const change = firstChange({ ...head, basis: shared.basis }, { ...head, basis }) ?? "what the study rests on";
  throw new AuditError("STUDY_CHANGED", `${change} differs from what the study was started with`);
}

/** What a file is recognised by: its bytes, and its name, which results use. */
function fileMark({ file, sha256 }: { readonly file: string; readonly sha256: string }): string {
  return `${sha256}/${file}`;
}

/** Reads the files a worker's owner lets studies use. */
export async function offerFiles(paths: readonly string[]): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const path of paths) files.set(fileMark({ file: basename(path), sha256: await hashFile(path) }), path);
  return files;
}

/** The path of a file this worker's owner named, if it is still the one the study wants. */
async function offered(wanted: { file: string; sha256: string }, { files }: WorkerMeans): Promise<string> {
  const path = files.get(fileMark(wanted));
  if (path === undefined) {
    const remedy = `start the worker with --file and its own copy of ${wanted.file}`;
    const message = `the study needs the file ${wanted.file} with SHA-256 ${wanted.sha256}; ${remedy}`;
    throw new AuditError("DATA_MISSING", message, { file: wanted.file });
  }
  if ((await hashFile(path).catch(() => null)) !== wanted.sha256) {
    const message = `${wanted.file} has changed since the worker started; start the worker again`;
    throw new AuditError("DATA_CHANGED", message, { file: wanted.file });
  }
  return path;
}
