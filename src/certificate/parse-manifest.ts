import * as v from "valibot";
import { canonicalJson } from "../document/canonical-json.js";
import { AuditError, issuePath } from "../errors.js";
import { contentsDigest, MANIFEST_FORMAT, MANIFEST_NAME, type Manifest, manifestSchema } from "./manifest.js";
import { sha256Hex } from "./sha256.js";

/**
 * The manifest in the text of a `manifest.json`, checked in every way that needs no other file: complete JSON, the
 * right format, allowed paths, the canonical text to the last byte, both digests over its own contents. Throws
 * MANIFEST_INVALID with what is wrong. `file` is the name in messages.
 */
export function parseManifest(text: string, file: string = MANIFEST_NAME): Manifest {
  const data = parseJson(text, file);
  requireFormat(data, file);
  const { output: manifest, issues } = v.safeParse(manifestSchema, data);
  const [issue] = issues ?? [];
  if (issue !== undefined) {
    throw invalid(file, `at '${issuePath(issue.path).replace(/^\./, "") || "the top"}': ${issue.message}`);
  }
  requireUnique(manifest as Manifest, file);
  requireOwnDigests(manifest as Manifest, text, file);
  return manifest as Manifest;
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw invalid(file, `it is not complete JSON (${text.length} characters); it was cut short or edited`, cause);
  }
}

function requireFormat(data: unknown, file: string): void {
  const format = typeof data === "object" && data !== null && "format" in data ? data.format : undefined;
  if (format === MANIFEST_FORMAT) return;
  if (typeof format === "string" && /^recast-manifest\/\d+$/.test(format)) {
    throw invalid(file, `it has format '${format}', this version reads '${MANIFEST_FORMAT}'`);
  }
  throw invalid(file, `it is no manifest of an audit (no format '${MANIFEST_FORMAT}')`);
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
  let found: { readonly text: string; readonly digest: string; readonly configuration: string };
  try {
    found = {
      text: canonicalJson(manifest),
      digest: contentsDigest(contents),
      configuration: sha256Hex(canonicalJson(contents.configuration.data)),
    };
  } catch (cause) {
    throw invalid(file, "its configuration holds what no audit writes", cause);
  }
  if (found.configuration !== contents.configuration.sha256) {
    throw invalid(file, "its configuration was edited: the SHA-256 beside it is that of another one");
  }
  if (found.digest !== digest)
    throw invalid(file, `it was edited: it says ${digest}, but its contents have ${found.digest}`);
  if (found.text !== text) throw invalid(file, "it was edited: its text is not the one text of its contents");
}

function invalid(file: string, reason: string, cause?: unknown): AuditError {
  const options = cause === undefined ? undefined : { cause };
  return new AuditError("MANIFEST_INVALID", `${file} cannot be relied on: ${reason}`, { file }, options);
}
