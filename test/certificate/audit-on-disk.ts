import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
  asWritten,
  contentsDigest,
  FIRST_MANIFEST_FORMAT,
  type Manifest,
  type ManifestParts,
} from "../../src/certificate/manifest.js";
import { canonicalJson } from "../../src/document/canonical-json.js";
import type { Reproduce } from "../../src/platform/folder/verify.js";
import { madeUpEvidence } from "../checks/made-up-evidence.js";
import { inputTexts, madeUpManifest, madeUpOutputs, madeUpParts } from "./made-up-audit.js";

/** The evidence of the made-up audit. */
export const madeUpRows = madeUpEvidence({ people: 30 });

/** Writes the made-up audit into `audit/` under a folder, its inputs beside it; gives back the audit folder. */
export async function writeMadeUpAudit(folder: string, changes: Partial<ManifestParts> = {}): Promise<string> {
  const audit = join(folder, "audit");
  const parts = { ...madeUpParts(), ...changes };
  for (const [name, text] of Object.entries(inputTexts)) await put(join(folder, name), text);
  for (const { path, text } of parts.outputs) await put(join(audit, path), text);
  await putManifest(audit, madeUpManifest(changes));
  return audit;
}

/** Writes a manifest into an audit folder. */
export async function putManifest(audit: string, manifest: Manifest): Promise<void> {
  await put(join(audit, "manifest.json"), canonicalJson(manifest));
}

/** Writes the manifest that the first versions wrote of the made-up audit: without settings and formats. */
export async function putFirstManifest(audit: string): Promise<void> {
  const { digest: _, ...contents } = madeUpManifest();
  const first = { ...contents, format: FIRST_MANIFEST_FORMAT } as const;
  await put(join(audit, "manifest.json"), canonicalJson({ ...asWritten(first), digest: contentsDigest(first) }));
}

/** Writes a file and the folders above it. */
export async function put(path: string, text: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

/** Makes the made-up audit again, from its inputs on the disk. */
export const makeAgain: Reproduce = async ({ configuration, inputs, version }) => {
  const read = async (role: string) => readFile(inputs.find((input) => input.role === role)?.file ?? "", "utf8");
  const { settings } = configuration as { settings: { seed: number } };
  return {
    outputs: madeUpOutputs(await read("decisions"), await read("letters"), settings.seed, version),
    evidence: madeUpRows,
  };
};

/** Flips the lowest bit of one byte of a file. */
export async function flipByte(path: string, at: number): Promise<void> {
  const bytes = await readFile(path);
  bytes[at]! ^= 1;
  await writeFile(path, bytes);
}
