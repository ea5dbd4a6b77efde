import * as v from "valibot";
import { canonicalJson } from "../document/canonical-json.js";
import { AuditError, issuePath } from "../errors.js";
import {
  asWritten,
  contentsDigest,
  FIRST_MANIFEST_FORMAT,
  firstManifestSchema,
  MANIFEST_FORMAT,
  MANIFEST_NAME,
  type Manifest,
  manifestSchema,
} from "./manifest.js";
import { sha256Hex } from "./sha256.js";

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
  throw invalid(file, `at '${issuePath(issue.path).replace(/^\./, "") || "the top"}': ${issue.message}`);
}

function fromFirst(manifest: v.InferOutput<typeof firstManifestSchema>): Manifest {
  return { ...manifest, settings: null, outputs: manifest.outputs.map((output) => ({ ...output, format: null })) };
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw invalid(file, `it is not complete JSON (${text.length} characters); it was cut short or edited`, cause);
  }
}

function formatOf(data: unknown, file: string): Manifest["format"] {
  const format = typeof data === "object" && data !== null && "format" in data ? data.format : undefined;
  if (format === MANIFEST_FORMAT || format === FIRST_MANIFEST_FORMAT) return format;
  const known = `'${MANIFEST_FORMAT}'`;
  if (typeof format === "string" && /^recast-manifest\/\d+$/.test(format)) {
    throw invalid(file, `it has format '${format}', this version reads ${known} and '${FIRST_MANIFEST_FORMAT}'`);
  }
  throw invalid(file, `it is no manifest of an audit (no format ${known})`);
}

function requireUnique({ outputs, inputs }: Manifest, file: string): void {
  const paths = new Set([MANIFEST_NAME]);
  for (const { path } of outputs) {
    if (paths.has(path)) throw invalid(file, `it lists the output ${path} twice, or itself`);
    paths.add(path);
  }
  const roles = new Set<string>();
  for (const { role } of inputs) {
    if (roles.has(role)) throw invalid(file, `it lists two inputs as ${role}`);
    roles.add(role);
  }
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
    throw invalid(file, "its configuration holds what no audit writes", cause);
  }
  const edited = recorded.find(({ part }, k) => part.sha256 !== found.recorded[k]);
  if (edited !== undefined) {
    throw invalid(file, `its ${edited.words} edited: the SHA-256 beside it belongs to another text`);
  }
  if (found.digest !== digest)
    throw invalid(file, `it was edited: it says ${digest}, but its contents have ${found.digest}`);
  if (found.text !== text) throw invalid(file, "it was edited: its text is not the one text of its contents");
}

function invalid(file: string, reason: string, cause?: unknown): AuditError {
  const options = cause === undefined ? undefined : { cause };
  return new AuditError("MANIFEST_INVALID", `${file} cannot be relied on: ${reason}`, { file }, options);
}
