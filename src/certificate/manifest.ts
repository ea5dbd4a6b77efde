import * as v from "valibot";
import { canonicalJson } from "../document/canonical-json.js";
import { AuditError, issueWords } from "../errors.js";
import { sha256Text } from "../findings/quantities.js";
import { compareText } from "../math/compare.js";
import type { KernelIdentity } from "./kernel-identity.js";
import { inputName, inputPath, outputPath } from "./paths.js";
import { sha256Hex } from "./sha256.js";

export const MANIFEST_FORMAT = "recast-manifest/2";

/** The format before: it records neither the settings in force nor the formats of the files. */
export const FIRST_MANIFEST_FORMAT = "recast-manifest/1";

export const MANIFEST_NAME = "manifest.json";

/** A whole number ≥ 0. */
export const wholeNumber = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const shortText = v.pipe(v.string(), v.maxLength(200));

const input = v.strictObject({
  role: v.picklist(["decisions", "letters", "population", "config"]),
  name: inputName,
  path: v.nullable(inputPath),
  bytes: wholeNumber,
  sha256: sha256Text,
});

const outputEntries = { path: outputPath, bytes: wholeNumber, sha256: sha256Text };

/** `format` names how the file is written, where that can change while its numbers stay. */
const output = v.strictObject({ ...outputEntries, format: v.nullable(shortText) });

const recordedData = v.strictObject({ data: v.unknown(), sha256: sha256Text });

const tree = v.strictObject({ count: wholeNumber, root: sha256Text });

const commitments = v.strictObject({ decisions: tree, letters: v.nullable(tree) });

const shared = {
  package: v.strictObject({ name: shortText, version: shortText }),
  kernel: v.strictObject({ name: shortText, sha256: sha256Text }),
  inputs: v.pipe(v.array(input), v.maxLength(16)),
  configuration: recordedData,
  commitments: v.nullable(commitments),
  digest: sha256Text,
};
const MOST_OUTPUTS = 10_000;

/** `manifest.json` as a schema, from which `schemas/manifest-2.schema.json` is made. */
export const manifestSchema = v.strictObject({
  format: v.literal(MANIFEST_FORMAT),
  ...shared,
  settings: recordedData,
  outputs: v.pipe(v.array(output), v.maxLength(MOST_OUTPUTS)),
});

/** The first format as a schema, from which `schemas/manifest-1.schema.json` was made. */
export const firstManifestSchema = v.strictObject({
  format: v.literal(FIRST_MANIFEST_FORMAT),
  ...shared,
  outputs: v.pipe(v.array(v.strictObject(outputEntries)), v.maxLength(MOST_OUTPUTS)),
});

type Written = v.InferOutput<typeof manifestSchema>;

/** What an audit was made from, with what, and what came out: the certificate of an audit folder. */
export interface Manifest extends Omit<Written, "format" | "settings"> {
  readonly format: typeof MANIFEST_FORMAT | typeof FIRST_MANIFEST_FORMAT;
  /** The settings in force, defaults filled in; null in the first format. */
  readonly settings: Written["settings"] | null;
}

export type InputRole = v.InferOutput<typeof input>["role"];

/**
 * A file the audit was made from: `path` leads there from the audit folder, with `/` between its parts, and is null
 * where it would tell how somebody's machine is laid out.
 */
export type ManifestInput = Readonly<v.InferOutput<typeof input>>;

/** The roots of the two trees that commit to every row; null letters where the audit had none. */
export type Commitments = Readonly<v.InferOutput<typeof commitments>>;

export interface OutputFile {
  /** Within the folder, with `/` between its parts. */
  readonly path: string;
  /** Its text, or the bytes of a file that is none. */
  readonly text: string | Uint8Array;
  /** How it is written, as a format word such as `recast-report/2`. @default null: that has no versions */
  readonly format?: string | null;
}

export interface TextOutput extends OutputFile {
  readonly text: string;
}

export interface ManifestParts {
  readonly package: { readonly name: string; readonly version: string };
  readonly kernel: KernelIdentity;
  readonly inputs: readonly ManifestInput[];
  /** What was said, as plain data: roles, settings, identity. */
  readonly configuration: unknown;
  /** The settings in force: what was said, and the defaults of this version for the rest. */
  readonly settings: unknown;
  readonly outputs: readonly OutputFile[];
  /** @default null: no rows were committed to */
  readonly commitments?: Commitments | null;
}

/** The manifest of an audit; equal parts give equal manifests, in whatever order the files were named. */
export function buildManifest(parts: ManifestParts): Manifest {
  const { name, version } = parts.package;
  const contents = {
    format: MANIFEST_FORMAT as typeof MANIFEST_FORMAT,
    package: { name, version },
    kernel: { name: parts.kernel.name, sha256: parts.kernel.sha256 },
    inputs: sortedInputs(parts.inputs),
    configuration: { data: parts.configuration, sha256: sha256Hex(canonicalJson(parts.configuration)) },
    settings: { data: parts.settings, sha256: sha256Hex(canonicalJson(parts.settings)) },
    outputs: parts.outputs.map(outputEntry).sort((a, b) => compareText(a.path, b.path)),
    commitments: parts.commitments ?? null,
  };
  return v.parse(manifestSchema, { ...contents, digest: contentsDigest(contents) });
}

/** The text of a manifest with these outputs in place of its own, in the format it was written in. */
export function manifestText(manifest: Manifest, outputs: Manifest["outputs"]): string {
  const { digest: _, ...contents } = manifest;
  const sorted = {
    ...contents,
    inputs: sortedInputs(contents.inputs),
    outputs: [...outputs].sort((a, b) => compareText(a.path, b.path)),
  };
  return canonicalJson({ ...asWritten(sorted), digest: contentsDigest(sorted) });
}

/** SHA-256 over the canonical text of everything in a manifest but the digest itself. */
export function contentsDigest(contents: Omit<Manifest, "digest">): string {
  return sha256Hex(canonicalJson(asWritten(contents)));
}

/** The contents as their format writes them. */
export function asWritten(contents: Omit<Manifest, "digest">): object {
  if (contents.format === MANIFEST_FORMAT) return contents;
  const { settings: _, outputs, ...rest } = contents;
  return { ...rest, outputs: outputs.map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 })) };
}

function sortedInputs(inputs: readonly ManifestInput[]): ManifestInput[] {
  return [...inputs].sort((a, b) => compareText(a.role, b.role) || compareText(a.name, b.name));
}

export function outputEntry({ path, text, format }: OutputFile): Manifest["outputs"][number] {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  return { path, bytes: bytes.length, sha256: sha256Hex(bytes), format: format ?? null };
}

/**
 * The manifest in the text of a `manifest.json`, checked in every way that needs no other file: complete JSON, the
 * right format, allowed paths, the canonical text to the last byte, both digests over its own contents. Throws
 * MANIFEST_INVALID with what is wrong. `file` is the name in messages.
 */
export function parseManifest(text: string, file: string = MANIFEST_NAME): Manifest {
  const data = parseJson(text, file);
  const manifest =
    formatOf(data, file) === MANIFEST_FORMAT
      ? checked(manifestSchema, data, file)
      : fromFirst(checked(firstManifestSchema, data, file));
  requireUnique(manifest, file);
  requireOwnDigests(manifest, text, file);
  return manifest;
}

function checked<Schema extends v.GenericSchema>(schema: Schema, data: unknown, file: string): v.InferOutput<Schema> {
  const { output, issues } = v.safeParse(schema, data);
  const [issue] = issues ?? [];
  if (issue === undefined) return output as v.InferOutput<Schema>;
  throw invalid(file, issueWords(issue));
}

function fromFirst(manifest: v.InferOutput<typeof firstManifestSchema>): Manifest {
  return { ...manifest, settings: null, outputs: manifest.outputs.map((output) => ({ ...output, format: null })) };
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw invalid(file, `it is not complete JSON (${text.length} characters): it was cut short or edited`, cause);
  }
}

function formatOf(data: unknown, file: string): Manifest["format"] {
  const format = typeof data === "object" && data !== null && "format" in data ? data.format : undefined;
  if (format === MANIFEST_FORMAT || format === FIRST_MANIFEST_FORMAT) return format;
  const known = `'${MANIFEST_FORMAT}'`;
  if (typeof format === "string" && /^recast-manifest\/\d+$/.test(format)) {
    throw invalid(file, `it has format '${format}', this version reads ${known} and '${FIRST_MANIFEST_FORMAT}'`);
  }
  throw invalid(file, `it is not the manifest of an audit (no format ${known})`);
}

function requireUnique({ outputs, inputs }: Manifest, file: string): void {
  const path = repeated([MANIFEST_NAME, ...outputs.map((output) => output.path)]);
  if (path !== undefined) throw invalid(file, `it lists the output ${path} twice, or itself`);
  const role = repeated(inputs.map((input) => input.role));
  if (role !== undefined) throw invalid(file, `it lists two inputs as ${role}`);
}

function repeated(names: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return names.find((name) => seen.size === seen.add(name).size);
}

function requireOwnDigests(manifest: Manifest, text: string, file: string): void {
  const { digest, ...contents } = manifest;
  let found: { readonly text: string; readonly digest: string; readonly recorded: readonly string[] };
  const recorded = [
    { words: "configuration was", part: contents.configuration },
    ...(contents.settings === null ? [] : [{ words: "settings were", part: contents.settings }]),
  ];
  try {
    found = {
      text: canonicalJson({ ...asWritten(contents), digest }),
      digest: contentsDigest(contents),
      recorded: recorded.map(({ part }) => sha256Hex(canonicalJson(part.data))),
    };
  } catch (cause) {
    throw invalid(file, "its configuration has entries that no audit writes", cause);
  }
  const edited = recorded.find(({ part }, k) => part.sha256 !== found.recorded[k]);
  if (edited !== undefined) {
    throw invalid(file, `its ${edited.words} edited: the SHA-256 beside it does not match`);
  }
  if (found.digest !== digest)
    throw invalid(file, `it was edited: it says ${digest}, but its contents give ${found.digest}`);
  if (found.text !== text) throw invalid(file, "it was edited: the same contents are written differently");
}

function invalid(file: string, reason: string, cause?: unknown): AuditError {
  const options = cause === undefined ? undefined : { cause };
  return new AuditError(
    "MANIFEST_INVALID",
    `${file} cannot be trusted: ${reason}. Get the folder again from whoever made it`,
    { file },
    options,
  );
}
