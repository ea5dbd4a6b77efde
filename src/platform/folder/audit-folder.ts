import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { MANIFEST_NAME, type Manifest, type ManifestInput, parseManifest } from "../../certificate/manifest.js";
import { copyNames } from "../../certificate/paths.js";
import { AuditError } from "../../errors.js";
import { parseAuditFile } from "../../folder/parse-audit-file.js";
import type { Kernels } from "../../kernels/kernels.js";
import { cannotRead } from "../file-errors.js";
import { compareFile, type FileState } from "../hash-file.js";
import { readText } from "../read-file.js";
import { readModel } from "../read-model.js";

export const INPUTS_FOLDER = "inputs";

const LARGEST_MANIFEST = 16 * 1024 * 1024; // bytes; one of an audit has a few thousand

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

/** Reads the manifest of an audit folder; MANIFEST_INVALID when it cannot be relied on. */
export async function readManifest(folder: string): Promise<ManifestFile> {
  const path = join(folder, MANIFEST_NAME);
  const invalid = (why: string, cause?: unknown) =>
    new AuditError(
      "MANIFEST_INVALID",
      `${path} cannot be trusted: ${why}. Get the folder again from whoever made it`,
      { file: path },
      { cause },
    );
  const found = await stat(path).catch((error: unknown) => {
    const reason = cannotRead(error, path);
    if (!(reason instanceof AuditError) || reason.code !== "FILE_NOT_FOUND") throw reason;
    const message = `there is no ${MANIFEST_NAME} in ${folder}. Name the folder that 'recast audit --out' wrote`;
    throw new AuditError("FILE_NOT_FOUND", message, { file: path }, { cause: error });
  });
  if (!found.isFile()) throw invalid("it is not a file");
  if (found.size > LARGEST_MANIFEST) {
    throw invalid(`it has ${found.size} bytes, and no audit writes more than ${LARGEST_MANIFEST}`);
  }
  const bytes = await readFile(path);
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return { manifest: parseManifest(text, path), text };
  } catch (error) {
    throw error instanceof AuditError ? error : invalid("it is not UTF-8 text", error);
  }
}

/**
 * Looks for each input where the manifest says it was, among the copies in the folder, and by its name in `elsewhere`.
 * The first file with the recorded bytes is the one; a file of another size is never opened.
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
    const places: { readonly file: string; readonly within: string | null }[] = [
      ...(elsewhere === null ? [] : [copy, input.name].map((name) => ({ file: join(elsewhere, name), within: null }))),
      { file: join(folder, INPUTS_FOLDER, copy), within: folder },
      ...(input.path === null ? [] : [{ file: join(folder, input.path), within: null }]),
    ];
    let best: LocatedInput = { ...input, file: null, found: MISSING };
    for (const { file, within } of places) {
      const found = await compareFile(file, input, within);
      if (found.state === "missing") continue;
      if (best.file === null || found.state === "same") best = { ...input, file, found };
      if (found.state === "same") break;
    }
    located.push(best);
  }
  return located;
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
    const found = recorded === undefined ? MISSING : await compareFile(file, recorded, folder);
    if (found.state === "same") continue;
    const why = found.state === "missing" ? "is missing" : `is not the file the audit wrote (${found.detail})`;
    throw new AuditError("VERIFY_FAILED", `${file} ${why}. Get the folder again from whoever made it`, { file });
  }
  const model = await readModel(join(folder, "surrogate.json"), kernels); // tells if there are more than two decisions
  const path = join(folder, "audit.json");
  const audit = parseAuditFile((await readText(path)).text, path);
  return { manifest, audit, model, inputs: await locateInputs(folder, manifest, elsewhere) };
}
