import * as v from "valibot";
import { AuditError, issueWords } from "../errors.js";
import { type AuditFile, auditFileSchema } from "../findings/audit-file.js";
import { type ClassAuditFile, classFileSchema } from "../findings/class-file.js";

/**
 * Reads the text of an `audit.json`, which messages call `name`. Throws VERIFY_FAILED when it is none, or one of
 * another version.
 */
export function parseAuditFile(text: string, name = "audit.json"): AuditFile {
  return checked<AuditFile>(auditFileSchema, text, name);
}

/** The same for an audit of a decision with more than two values. */
export function parseClassAuditFile(text: string, name = "audit.json"): ClassAuditFile {
  return checked<ClassAuditFile>(classFileSchema, text, name);
}

function checked<File>(schema: v.GenericSchema, text: string, name: string): File {
  const data = parsed(text, name);
  const [issue] = v.safeParse(schema, data).issues ?? [];
  // the data itself: a parsed copy would lose columns named like `constructor`
  if (issue === undefined) return data as File;
  const what = `${name} is not an audit this version reads, ${issueWords(issue)}`;
  const message = `${what}; use the version of recast that wrote it`;
  throw new AuditError("VERIFY_FAILED", message, { file: name });
}

function parsed(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = `${name} is not the audit.json of an audit: it is no JSON, or ends early; get it again`;
    throw new AuditError("VERIFY_FAILED", message, { file: name }, { cause: error });
  }
}
