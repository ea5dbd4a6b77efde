import { join } from "node:path";
import { canonicalJson } from "../../document/canonical-json.js";
import { type Page, page } from "../../document/terminal.js";
import { AuditError, requireRunning } from "../../errors.js";
import type { AuditFile } from "../../findings/audit-file.js";
import { isOfTwo, type ProducedAudit, refuseTwoOnly } from "../../folder/make-audit.js";
import { KEY_NAME, openCommitmentKey } from "../../platform/folder/commitment-key.js";
import { requireApart, writeReceipts } from "../../platform/folder/receipts.js";
import { makeFolder } from "../../platform/write-file.js";
import { AUDIT_FILES, copyInputs, existingIn, refuseOverwriting, removeCopies, writeAudit } from "../audit-folder.js";
import { auditInputs, configurationOf } from "../audit-inputs.js";
import {
  describeCaveats,
  describeEvidence,
  describeFolder,
  describeGroups,
  describeLimits,
  describeMethods,
  describeRecommendation,
} from "../audit-words.js";
import { produceAudit } from "../auditing.js";
import { describeClasses } from "../class-words.js";
import { EXIT_CODES } from "../failure.js";
import type { AuditFlags } from "../flags.js";
import { type CliIo, colorsFor, writeText } from "../io.js";
import { pathFrom } from "../path-from.js";

/** `recast audit`: two files in, a folder with the report, its numbers, the rebuilt model and a certificate out. */
export async function runAudit(decisions: string, flags: AuditFlags, io: CliIo): Promise<number> {
  const { out } = flags;
  if (out === undefined) {
    throw new AuditError("INVALID_OPTION", "where should the audit be written? Name a folder with --out");
  }
  const folder = pathFrom(io.cwd, out);
  if (flags.force !== true) refuseOverwriting(out, AUDIT_FILES, await existingIn(folder, AUDIT_FILES));
  const inputs = auditInputs(decisions, flags, out, io.cwd);
  const configuration = configurationOf(flags);
  refuseTwoOnly(configuration, { population: inputs.population, commit: flags.commit });
  const secret = flags.commit === undefined ? null : pathFrom(io.cwd, flags.commit);
  const key = secret === null ? null : await openSecrets(secret, folder);
  const request = { inputs, configuration, embedder: flags, ...(key && { key }) };
  const audit = await produceAudit(request, flags, io);
  requireRunning(io.interrupts.signal);
  await removeCopies(folder);
  await writeAudit(folder, audit.outputs, io.interrupts.signal);
  if (secret !== null) await writeReceipts(secret, audit.receipts, io.interrupts.signal);
  if (flags.withInputs === true) await copyInputs(folder, inputs);
  if (flags.json === true) await writeText(io.stdout, canonicalJson(asJson(audit.file, out)));
  else if (flags.quiet !== true) await writeText(io.stdout, asWords(audit, decisions, flags, io));
  return EXIT_CODES.ok;
}

/** The auditor's key in a folder of secrets, which must not be part of what is published. */
async function openSecrets(secret: string, folder: string): Promise<Uint8Array> {
  requireApart(secret, folder);
  await makeFolder(secret);
  return openCommitmentKey(join(secret, KEY_NAME));
}

function asJson(audit: ProducedAudit["file"], folder: string): unknown {
  const files = { audit: "audit.json", surrogate: "surrogate.json", report: "report.html", manifest: "manifest.json" };
  return {
    command: "audit",
    audit,
    files: Object.fromEntries(Object.entries(files).map(([key, name]) => [key, join(folder, name)])),
  };
}

function asWords(audit: ProducedAudit, decisions: string, { letters, out = "" }: AuditFlags, io: CliIo): string {
  const sheet = page(colorsFor(io.stdout, io.env), io.stdout.columns);
  const files = `${decisions}${letters === undefined ? "" : ` and ${letters}`}`;
  if (isOfTwo(audit)) {
    sheet.title(`Audit of ${files}`);
    sheet.blank();
    describeTwo(sheet, audit.file);
  } else {
    sheet.title(`Audit of ${files}, decisions ${audit.file.evidence.decision.classes.join(" < ")}`);
    sheet.blank();
    describeClasses(sheet, audit.file);
  }
  describeFolder(sheet, out, io.command);
  return sheet.toString();
}

function describeTwo(sheet: Page, file: AuditFile): void {
  describeEvidence(sheet, file);
  describeMethods(sheet, file);
  describeRecommendation(sheet, file);
  describeGroups(sheet, file);
  describeLimits(sheet, file);
  describeCaveats(sheet, file);
}
