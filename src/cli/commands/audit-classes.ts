import { rm } from "node:fs/promises";
import { join } from "node:path";
import { canonicalJson } from "../../document/canonical-json.js";
import { percent } from "../../document/format.js";
import { AuditError, requireRunning } from "../../errors.js";
import type { ClassAuditFile } from "../../findings/class-file.js";
import { classLimits, glance, LIMITS_TITLE } from "../../reports/class-page.js";
import { AUDIT_FILES, copyInputs, existingIn, refuseOverwriting, removeCopies, writeAudit } from "../audit-folder.js";
import { auditInputs, configurationOf } from "../audit-inputs.js";
import { describeFolder } from "../audit-words.js";
import { produceClassAudit } from "../class-auditing.js";
import { EXIT_CODES } from "../failure.js";
import type { AuditFlags } from "../flags.js";
import { type CliIo, colorsFor, writeText } from "../io.js";
import { page } from "../page.js";
import { pathFrom } from "../path-from.js";

/** `recast audit --classes …`: the same folder for decisions with more than two values. */
export async function runClassAudit(decisions: string, flags: AuditFlags, out: string, io: CliIo): Promise<number> {
  if (flags.commit !== undefined) {
    throw new AuditError("INVALID_OPTION", "--commit is for audits of two decisions; with --classes leave it out");
  }
  const folder = pathFrom(io.cwd, out);
  if (flags.force !== true) refuseOverwriting(out, AUDIT_FILES, await existingIn(folder, AUDIT_FILES));
  const inputs = auditInputs(decisions, flags, out, io.cwd);
  const { file, outputs } = await produceClassAudit({ inputs, configuration: configurationOf(flags) }, flags, io);
  requireRunning(io.interrupts.signal);
  await removeCopies(folder);
  await writeAudit(folder, outputs, io.interrupts.signal);
  await rm(join(folder, "findings.sarif"), { force: true }); // of an earlier audit of two decisions
  if (flags.withInputs === true) await copyInputs(folder, inputs);
  if (flags.json === true) await writeText(io.stdout, canonicalJson(asJson(file, out)));
  else if (flags.quiet !== true) await writeText(io.stdout, asWords(file, decisions, out, io));
  return EXIT_CODES.ok;
}

function asJson(audit: ClassAuditFile, folder: string): unknown {
  const files = { audit: "audit.json", surrogate: "surrogate.json", report: "report.html", manifest: "manifest.json" };
  return {
    command: "audit",
    audit,
    files: Object.fromEntries(Object.entries(files).map(([key, name]) => [key, join(folder, name)])),
  };
}

function asWords(file: ClassAuditFile, decisions: string, out: string, io: CliIo): string {
  const sheet = page(colorsFor(io.stdout, io.env), io.stdout.columns);
  const { classes } = file.evidence.decision;
  sheet.title(`Audit of ${decisions}, decisions ${classes.join(" < ")}`);
  sheet.blank();
  for (const [name, words] of glance(file)) sheet.text(`${name}: ${words}`, 2);
  sheet.heading("Agreement out of fold");
  sheet.table({
    head: ["method", "agreement", "95 % interval", "letters as offered"],
    rows: file.methods.map(({ method, agreement, lettersAsOffered, failure }) => [
      method,
      agreement === null ? (failure?.code ?? "") : percent(agreement.share),
      agreement === null ? "" : `${percent(agreement.low)} to ${percent(agreement.high)}`,
      lettersAsOffered === null ? "" : percent(lettersAsOffered.share),
    ]),
    emphasise: file.methods.findIndex(({ method }) => method === file.recommendation.method),
  });
  for (const { attribute, groups } of file.facts) {
    sheet.heading(`Decisions by ${attribute}`);
    sheet.table({
      head: ["group", "people", ...classes],
      rows: groups.map(({ group, n, rates }) => [group, String(n), ...rates.map((rate) => percent(rate.share))]),
    });
  }
  sheet.heading(LIMITS_TITLE);
  for (const limit of classLimits(file)) sheet.text(`- ${limit}`, 2);
  describeFolder(sheet, out, io.command);
  return sheet.toString();
}
