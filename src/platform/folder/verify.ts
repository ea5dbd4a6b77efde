import { commitEvidence } from "../../certificate/commit.js";
import { type Difference, firstDifference } from "../../certificate/first-difference.js";
import { type KernelIdentity, kernelIdentity } from "../../certificate/kernel-identity.js";
import {
  MANIFEST_NAME,
  type Manifest,
  type ManifestInput,
  manifestText,
  type OutputFile,
  outputEntry,
} from "../../certificate/manifest.js";
import { sha256Hex } from "../../certificate/sha256.js";
import { sharedValues } from "../../certificate/shared-values.js";
import { canonicalJson } from "../../document/canonical-json.js";
import { AuditError } from "../../errors.js";
import {
  firstFormat,
  isAddedSince,
  isSelfNamed,
  redefinedSince,
  settingsOfAudit,
  wasScanned,
} from "../../folder/file-formats.js";
import type { Evidence } from "../../input/evidence.js";
import { compareText } from "../../math/compare.js";
import { compareFile } from "../hash-file.js";
import { openWithin, readWhole, withFile } from "../open-file.js";
import { packageIdentity } from "../version.js";
import { type LocatedInput, locateInputs, type ManifestFile, readManifest } from "./audit-folder.js";
import { extraFiles } from "./extra-files.js";

export interface ReproductionRequest {
  /** As recorded in the manifest: not checked yet by anybody. */
  readonly configuration: unknown;
  /** The settings the audit was made with, defaults filled in: they go before today's defaults. Not checked either. */
  readonly settings: unknown;
  /** The inputs as recorded, each with the file that has the recorded bytes. */
  readonly inputs: readonly (ManifestInput & { readonly file: string })[];
  /** Whether the audit says that its decisions were read in pieces; else they are held whole, however large. */
  readonly wasScanned: boolean;
  /** The version to write into the outputs: the audit's, so that only what was computed can differ. */
  readonly version: string;
}

export interface Reproduction {
  /** Every file of the folder; a manifest among them is not looked at, it is made again from the others. */
  readonly outputs: readonly OutputFile[];
  readonly evidence: Evidence;
}

/** Makes an audit again; the same function that made it the first time. */
export type Reproduce = (request: ReproductionRequest) => Promise<Reproduction>;

export interface VerifyOptions {
  readonly inputs: string | null;
  readonly key: Uint8Array | null;
  /** Null to compare hashes only. */
  readonly reproduce: Reproduce | null;
}

export interface VerifyFinding {
  readonly file: string;
  readonly problem: "changed" | "missing" | "not reproduced";
  readonly message: string;
  /** Where the file in the folder (first) and the audit made again (second) differ, where that is known. */
  readonly difference: Difference | null;
}

/** A file that this version writes in another format, so that its bytes cannot be the same. */
export interface OtherFormat {
  readonly file: string;
  /** The format word of the file in the folder, and the one this version writes. */
  readonly recorded: string;
  readonly now: string;
  /** What was compared instead, in words. */
  readonly message: string;
}

export interface Verification {
  readonly manifest: Manifest;
  readonly here: { readonly package: Manifest["package"]; readonly kernel: KernelIdentity };
  /** In the order inputs, outputs, the audit made again; none when all is as the manifest says. */
  readonly findings: readonly VerifyFinding[];
  /** Names of inputs that were not found; a finding only when the audit was to be made again. */
  readonly absent: readonly string[];
  readonly extra: readonly string[];
  /** Files that were compared by what they say and not by their bytes, and why. */
  readonly otherFormats: readonly OtherFormat[];
  /** Whether the audit was made again; if not, why not. */
  readonly reproduction: { readonly done: boolean; readonly reason: string | null };
  /** Whether the roots of commitments were computed again. */
  readonly commitments: "none" | "recomputed" | "not recomputed";
}

const LARGEST_SHOWN = 256 * 1024 * 1024; // bytes; of larger files only the hashes are compared

/** Compares an audit folder with its manifest and, unless told not to, with the audit made again. */
export async function verifyFolder(folder: string, options: VerifyOptions): Promise<Verification> {
  const file = await readManifest(folder);
  const { manifest } = file;
  const inputs = await locateInputs(folder, manifest, options.inputs);
  const absent = inputs.filter(({ file: found }) => found === null).map(({ name }) => name);
  // hashes alone can be compared without the inputs: they are often not published
  const needed = options.reproduce === null ? inputs.filter(({ name }) => !absent.includes(name)) : inputs;
  const findings = [...inputFindings(needed), ...(await outputFindings(folder, manifest))];
  const ready = inputs.filter((input): input is LocatedInput & { file: string } => input.found.state === "same");
  const here = { package: packageIdentity(), kernel: kernelIdentity() };
  const result = { manifest, here, absent, extra: await extraFiles(folder, manifest), otherFormats: [] };
  const commitments = manifest.commitments === null ? ("none" as const) : ("not recomputed" as const);
  if (options.reproduce === null || ready.length < inputs.length) {
    const reason = options.reproduce === null ? "--quick compares hashes only" : "some inputs are missing or changed";
    return { ...result, findings, reproduction: { done: false, reason }, commitments };
  }
  const audit = (await storedText(folder, "audit.json")) ?? "{}";
  const said = { settings: manifest.settings?.data ?? settingsOfAudit(audit), wasScanned: wasScanned(audit) };
  const again = await reproduce(options.reproduce, manifest, said, ready);
  if (again instanceof AuditError) {
    const message = `the recorded configuration does not give an audit: ${again.code}: ${again.message}`;
    const failed: VerifyFinding = { file: MANIFEST_NAME, problem: "not reproduced", message, difference: null };
    return { ...result, findings: [...findings, failed], reproduction: { done: false, reason: message }, commitments };
  }
  const { findings: compared, otherFormats } = await compareOutputs(folder, manifest, again.outputs);
  const changed = new Map(compared.map((finding) => [finding.file, finding]));
  const known = findings.map((finding) => {
    const difference = finding.problem === "changed" ? changed.get(finding.file)?.difference : undefined;
    return difference
      ? { ...finding, difference, message: `${finding.file} was changed: ${inWords(difference)}` }
      : finding;
  });
  const named = new Set(findings.map((finding) => finding.file));
  const fresh = compared.filter((finding) => !named.has(finding.file));
  const files = [...known, ...fresh];
  return {
    ...result,
    otherFormats,
    findings: [
      ...files,
      ...commitmentFindings(manifest, again.evidence, options.key),
      ...(files.length > 0 ? [] : manifestFindings(file, again.outputs, otherFormats)),
    ],
    reproduction: { done: true, reason: null },
    commitments: manifest.commitments !== null && options.key !== null ? "recomputed" : commitments,
  };
}

async function reproduce(
  make: Reproduce,
  { configuration, package: { version } }: Manifest,
  said: Pick<ReproductionRequest, "settings" | "wasScanned">,
  inputs: readonly (LocatedInput & { readonly file: string })[],
): Promise<Reproduction | AuditError> {
  try {
    const { outputs, evidence } = await make({ configuration: configuration.data, ...said, inputs, version });
    return { outputs: outputs.filter(({ path }) => path !== MANIFEST_NAME), evidence };
  } catch (error) {
    if (error instanceof AuditError && error.code !== "ABORTED") return error;
    throw error;
  }
}

function inputFindings(inputs: readonly LocatedInput[]): readonly VerifyFinding[] {
  return inputs
    .filter(({ found }) => found.state !== "same")
    .map(({ role, name, file, found }): VerifyFinding => {
      if (file === null) {
        const message = `the ${role} file ${name} is missing; name the folder that has it (--inputs)`;
        return { file: name, problem: "missing", message, difference: null };
      }
      const message = `the ${role} file ${name} was changed: ${found.detail} (${file})`;
      return { file: name, problem: "changed", message, difference: null };
    });
}

async function outputFindings(folder: string, { outputs }: Manifest): Promise<readonly VerifyFinding[]> {
  const findings: VerifyFinding[] = [];
  for (const output of outputs) {
    const { state, detail } = await compareFile(openWithin(folder, output.path), output);
    if (state === "same") continue;
    const message = state === "missing" ? `${output.path} is missing` : `${output.path} was changed: ${detail}`;
    findings.push({ file: output.path, problem: state, message, difference: null });
  }
  return findings;
}

interface Compared {
  readonly findings: readonly VerifyFinding[];
  readonly otherFormats: readonly OtherFormat[];
}

/** Every output of the audit made again against the recorded hashes and the file in the folder. */
async function compareOutputs(folder: string, { outputs }: Manifest, again: readonly OutputFile[]): Promise<Compared> {
  const made = new Map(again.map((output) => [output.path, output]));
  const findings: VerifyFinding[] = [];
  const otherFormats: OtherFormat[] = [];
  for (const { path, sha256, bytes, format } of outputs) {
    const output = made.get(path);
    made.delete(path);
    if (output === undefined) {
      findings.push(notReproduced(path, `the repeated audit does not write ${path}`));
      continue;
    }
    const { text } = output;
    const stored = await storedText(folder, path);
    const difference = stored === null || typeof text !== "string" ? null : firstDifference(path, stored, text);
    const same = bytes === Buffer.byteLength(text) && sha256 === sha256Hex(text);
    if (same && difference === null) continue;
    const other = otherFormat(output, format ?? firstFormat(path, stored), stored);
    if (other !== null && !("problem" in other)) {
      otherFormats.push(other);
      continue;
    }
    const what = difference === null ? "its SHA-256 differs" : inWords(difference);
    findings.push(other ?? { ...notReproduced(path, `the repeated audit gives another ${path}: ${what}`), difference });
  }
  const audit = otherFormats.find(({ file }) => file === "audit.json")?.recorded ?? null;
  for (const path of [...made.keys()].sort(compareText).filter((added) => !isAddedSince(audit, added))) {
    findings.push(notReproduced(path, `the repeated audit also writes ${path}, which the manifest does not list`));
  }
  return { findings, otherFormats };
}

/** What can be compared of a file that this version writes in another format; null where the format is the same. */
function otherFormat(
  { path, text, format }: OutputFile,
  recorded: string | null,
  stored: string | null,
): OtherFormat | VerifyFinding | null {
  const now = format ?? null;
  if (recorded === null || now === null || recorded === now) return null;
  const formats = `${recorded}; this version writes ${now}`;
  if (!isSelfNamed(path) || stored === null || typeof text !== "string") {
    const message =
      `${path} was written by an earlier version (${formats}), so its bytes must differ: ` +
      "its hash was checked instead, and the numbers behind it in audit.json";
    return { file: path, recorded, now, message };
  }
  const changed = redefinedSince(recorded);
  const shared = sharedValues(stored, text, changed?.isAt ?? (() => false));
  if (shared === null) return null;
  const { count, difference, redefined } = shared;
  if (difference === null) {
    const other = `${path} was written in another format (${formats})`;
    const same =
      redefined === 0 || changed === null
        ? `the ${count} values in both are the same`
        : `${count} values are the same in both, and ${redefined} are defined differently since: ${changed.words}`;
    return { file: path, recorded, now, message: `${other}; ${same}` };
  }
  const words = `the repeated audit gives another ${path} (${formats}): ${inWords(difference)}`;
  return { ...notReproduced(path, words), difference };
}

function notReproduced(file: string, message: string): VerifyFinding {
  return { file, problem: "not reproduced", message, difference: null };
}

/** A file of the folder as text, to show where it differs; null if it is missing, elsewhere or too large. */
async function storedText(folder: string, path: string): Promise<string | null> {
  try {
    return (await withFile(openWithin(folder, path), (file) => readWhole(file, LARGEST_SHOWN))).toString("utf8");
  } catch {
    return null; // its absence was found before
  }
}

/** Whether the commitments are to the rows the audit counts: their numbers, and with the key their roots. */
function commitmentFindings(
  { commitments: recorded }: Manifest,
  evidence: Evidence,
  key: Uint8Array | null,
): readonly VerifyFinding[] {
  if (recorded === null) return [];
  const [decisions, letters] = [evidence.decisions.length, evidence.letters.rows];
  const committed = recorded.letters?.count ?? 0;
  if (recorded.decisions.count !== decisions || committed !== letters) {
    const message =
      `${MANIFEST_NAME} commits to ${recorded.decisions.count} decisions and ${committed} letters, ` +
      `but the audit counts ${decisions} and ${letters}`;
    return [notReproduced(MANIFEST_NAME, message)];
  }
  if (key === null) return [];
  const difference = firstDifference(
    MANIFEST_NAME,
    canonicalJson({ commitments: recorded }),
    canonicalJson({ commitments: commitEvidence(evidence, key).commitments }),
  );
  if (difference === null) return [];
  const message = `the rows and this key give other commitments: ${inWords(difference)}. Is it this audit's key?`;
  return [{ ...notReproduced(MANIFEST_NAME, message), difference }];
}

/** The manifest as it would be written again, in its own format. */
function manifestFindings(
  { manifest, text }: ManifestFile,
  again: readonly OutputFile[],
  otherFormats: readonly OtherFormat[],
): readonly VerifyFinding[] {
  const made = new Map(again.map((output) => [output.path, outputEntry(output)]));
  for (const { file } of otherFormats) made.delete(file);
  const outputs = manifest.outputs.map((recorded) => ({
    ...(made.get(recorded.path) ?? recorded),
    format: recorded.format,
  }));
  const difference = firstDifference(MANIFEST_NAME, text, manifestText(manifest, outputs));
  if (difference === null) return [];
  const message = `the repeated audit gives another ${MANIFEST_NAME}: ${inWords(difference)}`;
  return [{ ...notReproduced(MANIFEST_NAME, message), difference }];
}

function inWords({ place, first, second }: Difference): string {
  const shown = (text: string | null) => (text === null ? "absent" : place.startsWith("line") ? `'${text}'` : text);
  return `${place} is ${shown(first)} in the folder, ${shown(second)} in the repeated audit`;
}
