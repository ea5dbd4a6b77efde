import * as v from "valibot";
import { canonicalJson } from "../document/canonical-json.js";
import { sha256Text } from "../findings/quantities.js";
import { compareText } from "../math/compare.js";
import type { KernelIdentity } from "./kernel-identity.js";
import { inputName, inputPath, outputPath } from "./paths.js";
import { sha256Hex } from "./sha256.js";

/** The format word of the manifests this version writes and reads. */
export const MANIFEST_FORMAT = "recast-manifest/1";

/** The name of the manifest in an audit folder. */
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

const output = v.strictObject({ path: outputPath, bytes: wholeNumber, sha256: sha256Text });

const tree = v.strictObject({ count: wholeNumber, root: sha256Text });

const commitments = v.strictObject({ decisions: tree, letters: v.nullable(tree) });

/** `manifest.json` as a schema, from which `schemas/manifest-1.schema.json` is made. */
export const manifestSchema = v.strictObject({
  format: v.literal(MANIFEST_FORMAT),
  package: v.strictObject({ name: shortText, version: shortText }),
  kernel: v.strictObject({ name: shortText, sha256: sha256Text }),
  inputs: v.pipe(v.array(input), v.maxLength(16)),
  configuration: v.strictObject({ data: v.unknown(), sha256: sha256Text }),
  outputs: v.pipe(v.array(output), v.maxLength(10_000)),
  commitments: v.nullable(commitments),
  digest: sha256Text,
});

/** What an audit was made from, with what, and what came out: the certificate of an audit folder. */
export type Manifest = v.InferOutput<typeof manifestSchema>;

/** What a file was to the audit. */
export type InputRole = v.InferOutput<typeof input>["role"];

/**
 * A file the audit was made from: `path` leads there from the audit folder, with `/` between its parts, and is null
 * where it would tell how somebody's machine is laid out.
 */
export type ManifestInput = Readonly<v.InferOutput<typeof input>>;

/** The roots of the two trees that commit to every row; null letters where the audit had none. */
export type Commitments = Readonly<v.InferOutput<typeof commitments>>;

/** A file of an audit folder that is not written yet. */
export interface OutputFile {
  /** Within the folder, with `/` between its parts. */
  readonly path: string;
  /** Its text, or the bytes of a file that is none. */
  readonly text: string | Uint8Array;
}

/** An output that is text. */
export interface TextOutput extends OutputFile {
  readonly text: string;
}

/** What a manifest is made from. */
export interface ManifestParts {
  readonly package: { readonly name: string; readonly version: string };
  readonly kernel: KernelIdentity;
  readonly inputs: readonly ManifestInput[];
  /** The complete resolved configuration as plain data: roles, settings, identity. */
  readonly configuration: unknown;
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
    inputs: [...parts.inputs].sort((a, b) => compareText(a.role, b.role) || compareText(a.name, b.name)),
    configuration: { data: parts.configuration, sha256: sha256Hex(canonicalJson(parts.configuration)) },
    outputs: parts.outputs.map(outputEntry).sort((a, b) => compareText(a.path, b.path)),
    commitments: parts.commitments ?? null,
  };
  return v.parse(manifestSchema, { ...contents, digest: contentsDigest(contents) });
}

/** SHA-256 over the canonical text of everything in a manifest but the digest itself. */
export function contentsDigest(contents: Omit<Manifest, "digest">): string {
  return sha256Hex(canonicalJson(contents));
}

function outputEntry({ path, text }: OutputFile): Manifest["outputs"][number] {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  return { path, bytes: bytes.length, sha256: sha256Hex(bytes) };
}
