import * as v from "valibot";
import { AuditError, issueWords } from "../errors.js";
import {
  type AuditFile,
  auditFileSchema,
  WITHOUT_FINDINGS,
  WITHOUT_REASONS,
  WITHOUT_SAMPLE,
} from "../findings/audit-file.js";
import { type ClassAuditFile, classFileSchema, EARLIER_CLASS_FORMAT } from "../findings/class-file.js";
import { rankFindings } from "../findings/rank.js";
import { EVERYBODY } from "../settings/work-limits.js";

/**
 * Reads the text of an `audit.json`, which messages call `name`. One of an earlier format gets what it lacks: null
 * for what was not measured then, and its findings. Throws VERIFY_FAILED when it is none, or one of another version.
 */
export function parseAuditFile(text: string, name = "audit.json"): AuditFile {
  const data = parsed(text, name);
  if (!isOf(WITHOUT_SAMPLE, data)) return checked<AuditFile>(auditFileSchema, data, name);
  const unsampled = { ...data, sample: null, settings: { ...Object(data["settings"]), sample: EVERYBODY } };
  if (!isOf(WITHOUT_REASONS, data)) return checked<AuditFile>(auditFileSchema, unsampled, name);
  const filled = { ...unsampled, reasons: null, reasonWorth: null };
  if (!isOf(WITHOUT_FINDINGS, data)) return checked<AuditFile>(auditFileSchema, filled, name);
  const file = checked<AuditFile>(auditFileSchema, { ...withNulls(filled), findings: [] }, name);
  return { ...file, findings: rankFindings(file) };
}

type Data = Readonly<Record<string, unknown>>;

function isOf(formats: readonly string[], data: unknown): data is Data {
  const { format } = Object(data) as Data;
  return formats.some((earlier) => earlier === format);
}

/** Null for each value that files of earlier formats do not have; whatever else is wrong with them is found later. */
function withNulls(file: Data): Data {
  const withNull = (key: string) => (attribute: Data) => ({
    ...attribute,
    groups: each(attribute["groups"], (group) => ({ ...group, [key]: null })),
  });
  const model = (entry: Data) => ({
    ...entry,
    attributes: each(entry["attributes"], withNull("correctedComparison")),
  });
  const facts = Object(file["facts"]) as Data;
  const sensitivity = file["sensitivity"];
  return {
    ...withLetterWorth(file),
    errors: null,
    facts: { ...facts, attributes: each(facts["attributes"], withNull("comparison")) },
    fairness: each(file["fairness"], model),
    sensitivity: sensitivity === null ? null : { folds: null, ...(Object(sensitivity) as Data) },
  };
}

/** What earlier formats said of letters compared one method with another, so it is not repeated. */
function withLetterWorth(file: Data): Data {
  const { letters: _, ...recommendation } = Object(file["recommendation"]) as Data;
  return { ...file, recommendation, letterWorth: null };
}

function each(list: unknown, change: (entry: Data) => Data): unknown {
  return Array.isArray(list) ? list.map((entry) => change(Object(entry) as Data)) : list;
}

/** The same for an audit of a decision with more than two values. */
export function parseClassAuditFile(text: string, name = "audit.json"): ClassAuditFile {
  const data = parsed(text, name);
  const isEarlier = (Object(data) as Data)["format"] === EARLIER_CLASS_FORMAT;
  return checked<ClassAuditFile>(classFileSchema, isEarlier ? withLetterWorth(data as Data) : data, name);
}

function checked<File>(schema: v.GenericSchema, data: unknown, name: string): File {
  const [issue] = v.safeParse(schema, data).issues ?? [];
  // the data itself: a parsed copy would lose columns named like `constructor`
  if (issue === undefined) return data as File;
  const what = `${name} is not an audit that this version reads: ${issueWords(issue)}`;
  const message = `${what}. Use the version of Recast that wrote it`;
  throw new AuditError("VERIFY_FAILED", message, { file: name });
}

function parsed(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const message =
      `${name} is not the audit.json of an audit: it is not JSON, or it was cut short. ` +
      "Get it again from whoever made it";
    throw new AuditError("VERIFY_FAILED", message, { file: name }, { cause: error });
  }
}
