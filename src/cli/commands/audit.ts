import { join } from "node:path";
import { readDecisions } from "../../node/read-decisions.js";
import { readLetters } from "../../node/read-letters.js";
import { makeFolder, requireRunning, writeFiles } from "../../node/write-file.js";
import type { AuditFile } from "../../report/audit-file.js";
import { canonicalJson } from "../../report/canonical-json.js";
import {
  describeCaveats,
  describeEvidence,
  describeGroups,
  describeMethods,
  describeRecommendation,
} from "../audit-words.js";
import { auditTexts, existingIn, performAudit, type ReadFiles, refuseOverwriting } from "../auditing.js";
import { EXIT_CODES } from "../failure.js";
import { type CliIo, colorsFor, writeText } from "../io.js";
import { page } from "../page.js";
import type { AuditFlags } from "../program.js";
import { decisionsOptions, lettersOptions, pathFrom } from "../role-flags.js";

const WRITTEN = ["audit.json", "surrogate.json"];

/** `recast audit`: two files in, a measured rebuild out. */
export async function runAudit(decisionsPath: string, flags: AuditFlags, io: CliIo): Promise<number> {
  const folder = pathFrom(io.cwd, flags.out);
  if (flags.force !== true) refuseOverwriting(flags.out, WRITTEN, await existingIn(folder, WRITTEN));
  const audit = await performAudit(await readFiles(decisionsPath, flags, io), flags, io);
  requireRunning(io.interrupts.signal);
  await makeFolder(folder);
  await writeFiles(auditTexts(folder, audit), io.interrupts.signal);
  if (flags.json === true) await writeText(io.stdout, canonicalJson(asJson(audit.file, flags.out)));
  else if (flags.quiet !== true) await writeText(io.stdout, asWords(audit.file, decisionsPath, flags, io));
  return EXIT_CODES.ok;
}

async function readFiles(decisionsPath: string, flags: AuditFlags, io: CliIo): Promise<ReadFiles> {
  const path = pathFrom(io.cwd, decisionsPath);
  const decisions = await readDecisions(path, decisionsOptions(flags, decisionsPath));
  if (flags.letters === undefined) return { decisions, letters: null };
  const lettersPath = pathFrom(io.cwd, flags.letters);
  return { decisions, letters: await readLetters(lettersPath, decisions, lettersOptions(flags, flags.letters)) };
}

function asJson(audit: AuditFile, folder: string): unknown {
  return {
    command: "audit",
    audit,
    files: { audit: join(folder, "audit.json"), surrogate: join(folder, "surrogate.json") },
  };
}

function asWords(file: AuditFile, decisionsPath: string, flags: AuditFlags, io: CliIo): string {
  const sheet = page(colorsFor(io.stdout, io.env), io.stdout.columns);
  sheet.title(`Audit of ${decisionsPath}${flags.letters === undefined ? "" : ` and ${flags.letters}`}`);
  sheet.blank();
  describeEvidence(sheet, file);
  describeMethods(sheet, file);
  describeRecommendation(sheet, file);
  describeGroups(sheet, file);
  describeCaveats(sheet, file);
  sheet.heading("Files");
  sheet.pairs([
    ["audit", join(flags.out, "audit.json")],
    ["rebuilt model", join(flags.out, "surrogate.json")],
    ["next", `${io.command} predict people.csv --model ${join(flags.out, "surrogate.json")} --out scored.csv`],
  ]);
  return sheet.toString();
}
