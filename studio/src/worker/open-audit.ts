import { type Manifest, parseManifest } from "../../../src/certificate/manifest.js";
import { sha256Hex } from "../../../src/certificate/sha256.js";
import { AuditError } from "../../../src/errors.js";
import { type AuditConfiguration, checkConfiguration, readingOptions } from "../../../src/folder/configuration.js";
import { readSources } from "../../../src/folder/make-audit.js";
import { parseAuditFile, parseClassAuditFile } from "../../../src/folder/parse-audit-file.js";
import { type PeopleTable, parsePeople } from "../../../src/folder/people-table.js";
import type { Model } from "../../../src/surrogate/model.js";
import { parseModel } from "../../../src/surrogate/model-file.js";
import { jobWords } from "../text/jobs.js";
import { type AuditEntries, auditAmong, type Entry, entryAt } from "./audit-entries.js";
import { compare } from "./check-files.js";
import { readSource } from "./read-source.js";
import type { FileRole, OpenedAudit, OpenedClasses, OpenedEvidence, Session, Source } from "./session.js";

export interface Missing {
  readonly what: "certificate" | "model" | "people" | "evidence";
  readonly why: string;
}

/** An audit read from files, and what of it is not there. */
export interface ReadAudit {
  readonly opened: OpenedAudit | OpenedClasses;
  readonly missing: readonly Missing[];
}

const ROLES: readonly FileRole[] = ["decisions", "letters", "population"];

/**
 * Reads a saved audit as far as its files go. With a certificate, audit.json and surrogate.json must have the bytes it
 * names (VERIFY_FAILED), and a table of people that differs is not used. Throws MANIFEST_INVALID for a certificate that
 * cannot be relied on. Of an audit of a decision with more than two values no model and no people are read.
 */
export async function readAudit(session: Session, entries: readonly Entry[]): Promise<ReadAudit> {
  const found = auditAmong(entries);
  const missing: Missing[] = [];
  const manifest = await manifestOf(found);
  const outputs = await outputsOf(found, manifest);
  const words = jobWords.open;
  const text = outputs.get("audit.json");
  if (text === undefined) throw new AuditError("FILE_NOT_FOUND", words.noFindings, { file: "audit.json" });
  if (manifest === null) missing.push({ what: "certificate", why: words.noCertificate });
  for (const path of ["audit.json", "surrogate.json"]) requireSame(manifest, path, outputs.get(path));
  const configuration = manifest === null ? null : checkConfiguration(manifest.configuration.data);
  const attempt = async <Part>(what: Missing["what"], make: () => Promise<Part | string> | Part | string) => {
    try {
      const made = await make();
      if (typeof made !== "string") return made;
      missing.push({ what, why: made });
    } catch (error) {
      if (!(error instanceof AuditError)) throw error;
      missing.push({ what, why: error.message });
    }
    return null;
  };
  const evidence = () =>
    attempt<OpenedEvidence>("evidence", () =>
      manifest === null || configuration === null ? words.noRoles : evidenceOf(manifest, configuration, found),
    );
  const folder = { outputs, manifest, configuration };
  if (isOfClasses(textOf(text), configuration)) {
    const file = parseClassAuditFile(textOf(text));
    missing.push({ what: "model", why: words.classes });
    return { opened: { ...folder, file, model: null, people: null, evidence: await evidence() }, missing };
  }
  const file = parseAuditFile(textOf(text));
  const model = await attempt<Model>("model", async () => {
    const written = outputs.get("surrogate.json");
    return written === undefined ? words.noModel : parseModel(textOf(written), await session.kernels());
  });
  const people = await attempt<PeopleTable>("people", () => peopleOf(manifest, outputs));
  return { opened: { ...folder, file, model, people, evidence: await evidence() }, missing };
}

async function manifestOf(found: AuditEntries): Promise<Manifest | null> {
  const entry = entryAt(found, "manifest.json");
  return entry === undefined ? null : parseManifest(textOf(await entry.read()));
}

/** The files of the folder that were given: those the certificate names, or without one those every audit has. */
async function outputsOf(found: AuditEntries, manifest: Manifest | null): Promise<Map<string, string | Uint8Array>> {
  const paths =
    manifest === null
      ? ["audit.json", "surrogate.json", "report.html", "tables/people.csv"]
      : [...manifest.outputs.map(({ path }) => path), "manifest.json"];
  const outputs = new Map<string, string | Uint8Array>();
  for (const path of paths) {
    const entry = entryAt(found, path);
    if (entry !== undefined) outputs.set(path, await entry.read());
  }
  return outputs;
}

function requireSame(manifest: Manifest | null, path: string, content: string | Uint8Array | undefined): void {
  const recorded = manifest?.outputs.find((output) => output.path === path);
  if (recorded === undefined || content === undefined) return;
  const { state, found } = compare(recorded, content);
  if (state === "same") return;
  throw new AuditError("VERIFY_FAILED", jobWords.open.changed(path, recorded.sha256, found ?? ""), { file: path });
}

/** Audits of decisions with more than two values have findings of another kind. */
function isOfClasses(text: string, configuration: AuditConfiguration | null): boolean {
  const format = /"format":\s*"(recast-[a-z-]+)\//.exec(text)?.[1];
  return configuration?.classes !== undefined || format === "recast-classes";
}

function peopleOf(manifest: Manifest | null, outputs: ReadonlyMap<string, string | Uint8Array>): PeopleTable | string {
  const path = "tables/people.csv";
  const content = outputs.get(path);
  if (content === undefined) return jobWords.open.noPeople;
  const recorded = manifest?.outputs.find((output) => output.path === path);
  if (recorded !== undefined && compare(recorded, content).state !== "same") return jobWords.open.changedPeople;
  return parsePeople(textOf(content));
}

/** The files the audit was made from, found by their bytes wherever they were given, and read as it read them. */
async function evidenceOf(
  manifest: Manifest,
  configuration: AuditConfiguration,
  { all }: AuditEntries,
): Promise<OpenedEvidence | string> {
  const sources: Record<FileRole, Source | null> = { decisions: null, letters: null, population: null };
  const places = new Map<FileRole, string | null>();
  const absent: string[] = [];
  for (const role of ROLES) {
    const input = manifest.inputs.find((each) => each.role === role);
    if (input === undefined) continue;
    const raw = await withBytes(all, input);
    if (raw === null) absent.push(input.name);
    else sources[role] = await readSource(input.name, raw, readingOptions(configuration, role));
    places.set(role, input.path);
  }
  if (absent.length > 0) return jobWords.open.noInputs(absent);
  const placed = (role: FileRole) => {
    const source = sources[role];
    return source === null ? null : { ...source, recorded: places.get(role) ?? null };
  };
  const decided = placed("decisions");
  if (decided === null) return jobWords.open.noInputs(["decisions"]);
  const placedByRole = { decisions: decided, letters: placed("letters"), population: placed("population") };
  return { ...readSources(placedByRole, configuration), sources };
}

async function withBytes(
  entries: readonly Entry[],
  { bytes, sha256 }: { bytes: number; sha256: string },
): Promise<Uint8Array | null> {
  for (const entry of entries) {
    if (entry.bytes !== bytes) continue;
    const content = await entry.read();
    if (sha256Hex(content) === sha256) return content;
  }
  return null;
}

/** The text of a file; what is no UTF-8 is shown with replacement characters and fails where it is read. */
export function textOf(content: string | Uint8Array): string {
  return typeof content === "string" ? content : new TextDecoder("utf-8", { ignoreBOM: true }).decode(content);
}
