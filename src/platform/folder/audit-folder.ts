import { stat } from "node:fs/promises";
import { join } from "node:path";
import { MANIFEST_NAME, type Manifest, type ManifestInput, parseManifest } from "../../certificate/manifest.js";
import { copyNames } from "../../certificate/paths.js";
import { AuditError } from "../../errors.js";
import { parseAuditFile } from "../../folder/parse-audit-file.js";
import type { Kernels } from "../../kernels/kernels.js";
import { compareFile, type FileState } from "../hash-file.js";
import { type OpenFile, openRegular, openWithin, readWhole, realPlace, withFile } from "../open-file.js";
import { finishPublishing } from "../output-folder.js";
import { readText } from "../read-file.js";
import { readModel } from "../read-model.js";

export const INPUTS_FOLDER = "inputs";

const LARGEST_MANIFEST = 2 ** 24; // bytes; one of an audit has a few thousand
const MOST_BYTES = 2 ** 35; // of all files together: a file without contents can have any size

const MISSING: FileState = { state: "missing", detail: null };

export interface ManifestFile {
  readonly manifest: Manifest;
  readonly text: string;
}

/** An input of an audit and where it was found. */
export interface LocatedInput extends ManifestInput {
  /** The file with the recorded bytes, or the last one of that name looked at; null where there is none. */
  readonly file: string | null;
  readonly found: FileState;
}

export type AuditFolder = Awaited<ReturnType<typeof readAuditFolder>>;

/**
 * Reads the manifest of an audit folder, after finishing what an audit that died in its last step left to do. Throws
 * MANIFEST_INVALID when it cannot be relied on.
 */
export async function readManifest(folder: string): Promise<ManifestFile> {
  const path = join(folder, MANIFEST_NAME);
  const invalid = (why: string, cause?: unknown) =>
    new AuditError(
      "MANIFEST_INVALID",
      `${path} cannot be trusted: ${why}. Get the folder again from whoever made it`,
      { file: path },
      { cause },
    );
  await finishPublishing(folder);
  const opened = openWithin(folder, MANIFEST_NAME).catch((error: unknown) => {
    if (!(error instanceof AuditError)) throw error;
    if (error.code !== "FILE_NOT_FOUND") throw invalid("it is not a regular file of the folder", error);
    const message = `there is no ${MANIFEST_NAME} in ${folder}. Name the folder that 'recast audit --out' wrote`;
    throw new AuditError("FILE_NOT_FOUND", message, { file: path }, { cause: error });
  });
  const bytes = await withFile(opened, (file) => {
    if (file.size <= LARGEST_MANIFEST) return readWhole(file);
    throw invalid(`it has ${file.size} bytes, and no audit writes more than ${LARGEST_MANIFEST}`);
  });
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw invalid("it is not UTF-8 text", error);
  }
  const manifest = parseManifest(text, path);
  const recorded = [...manifest.inputs, ...manifest.outputs].reduce((sum, each) => sum + each.bytes, 0);
  if (recorded > MOST_BYTES) {
    throw invalid(`its files have ${recorded} bytes together, and no audit has more than ${MOST_BYTES}`);
  }
  return { manifest, text };
}

/** Where an input may be. */
interface Place {
  readonly file: string;
  readonly open: () => Promise<OpenFile>;
  /** Whether a file there belongs to the reader, so that only its bytes may be compared and nothing of it told. */
  readonly isPrivate: boolean;
}

/**
 * Looks for each input where the manifest says it was, among the copies in the folder, and by its name in `elsewhere`.
 * The first file with the recorded bytes is the one; a file of another size is never read.
 */
export async function locateInputs(
  folder: string,
  { inputs }: Manifest,
  elsewhere: string | null,
): Promise<readonly LocatedInput[]> {
  if (elsewhere !== null && (await stat(elsewhere).catch(() => null))?.isDirectory() !== true) {
    const message = `there is no folder ${elsewhere} (--inputs). Check the path`;
    throw new AuditError("FILE_NOT_FOUND", message, { file: elsewhere });
  }
  const copies = copyNames(inputs);
  const located: LocatedInput[] = [];
  for (const [i, input] of inputs.entries()) {
    const copy = copies[i] ?? input.name;
    // what the user points at comes first, then what travels with the folder, then what lies around it
    const places: readonly Place[] = [
      ...(elsewhere === null ? [] : [copy, input.name].map((name) => named(join(elsewhere, name)))),
      within(folder, `${INPUTS_FOLDER}/${copy}`),
      ...(input.path === null ? [] : [await around(folder, input.path)]),
    ];
    let best: LocatedInput = { ...input, file: null, found: MISSING };
    for (const { file, open, isPrivate } of places) {
      const found = await compareFile(open(), input);
      if (found.state === "missing") continue;
      const told = isPrivate && found.state === "changed" ? { ...found, detail: OTHER_FILE } : found;
      if (best.file === null || found.state === "same") best = { ...input, file, found: told };
      if (found.state === "same") break;
    }
    located.push(best);
  }
  return located;
}

const OTHER_FILE = "the file there is a link or not the one the audit read";

/** A file that the reader names; links of the reader's own are followed. */
function named(file: string): Place {
  return { file, open: () => openRegular(file), isPrivate: false };
}

function within(folder: string, path: string): Place {
  return { file: join(folder, path), open: () => openWithin(folder, path), isPrivate: false };
}

/** A file that the manifest names by its way from the folder, perhaps some folders up. */
async function around(folder: string, path: string): Promise<Place> {
  const parts = path.split("/");
  const up = parts.lastIndexOf("..") + 1;
  const root = join(await realPlace(folder), ...parts.slice(0, up));
  const open = () => openWithin(root, parts.slice(up).join("/"));
  return { file: join(folder, path), open, isPrivate: up > 0 };
}

/**
 * Reads an audit folder for further use: the manifest, `audit.json` and `surrogate.json`, both with the bytes the
 * manifest records, and where its inputs are (`elsewhere` names one more folder to look in). Throws MANIFEST_INVALID,
 * VERIFY_FAILED with the file that differs, or what is wrong with the model.
 */
export async function readAuditFolder(folder: string, kernels: Kernels, elsewhere: string | null = null) {
  const { manifest } = await readManifest(folder);
  for (const name of ["audit.json", "surrogate.json"]) {
    const file = join(folder, name);
    const recorded = manifest.outputs.find(({ path }) => path === name);
    const found = recorded === undefined ? MISSING : await compareFile(openWithin(folder, name), recorded);
    if (found.state === "same") continue;
    const why = found.state === "missing" ? "is missing" : `is not the file the audit wrote (${found.detail})`;
    throw new AuditError("VERIFY_FAILED", `${file} ${why}. Get the folder again from whoever made it`, { file });
  }
  const model = await readModel(join(folder, "surrogate.json"), kernels); // tells if there are more than two decisions
  const path = join(folder, "audit.json");
  const audit = parseAuditFile((await readText(path)).text, path);
  return { manifest, audit, model, inputs: await locateInputs(folder, manifest, elsewhere) };
}
