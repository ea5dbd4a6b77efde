import type { Manifest } from "../../certificate/manifest.js";
import { checkReceipt, parseReceipt, type Receipt } from "../../certificate/receipt.js";
import { canonicalJson } from "../../document/canonical-json.js";
import { amount } from "../../document/format.js";
import { type Page, page } from "../../document/terminal.js";
import { AuditError, asSentence } from "../../errors.js";
import type { EmbedderSettings } from "../../folder/configuration.js";
import { readManifest } from "../../platform/folder/audit-folder.js";
import { KEY_NAME, readCommitmentKey } from "../../platform/folder/receipts.js";
import { type Reproduce, type Verification, verifyFolder } from "../../platform/folder/verify.js";
import { readText } from "../../platform/read-file.js";
import { EXIT_CODES } from "../failure.js";
import { type CliIo, colorsFor, pathFrom, writeText } from "../io.js";
import { type Declare, type FlagsOf, flag, JOBS, switchFlag, withOptions, withSettings } from "../options.js";

const OPTIONS = {
  inputs: flag("--inputs <folder>", "another folder to look for the audited files in"),
  quick: switchFlag("--quick", "compare hashes only; do not repeat the audit"),
  letter: flag("--letter <receipt>", "check that the row of this receipt was counted, and nothing else"),
  key: flag("--key <file>", "the auditor's key, to recompute the commitments"),
  jobs: JOBS,
};

export type VerifyFlags = FlagsOf<typeof OPTIONS> & Pick<EmbedderSettings, "embedder" | "embedderKey">;

export const declare: Declare = (command, act) => {
  command.argument("<folder>", "audit folder with manifest.json");
  withSettings(withOptions(command, OPTIONS), "verify").action(act(runVerify));
};

/**
 * `recast verify`: whether an audit folder is what its manifest says, and whether the audit gives the same again.
 * `reproduce` makes an audit again; tests pass their own.
 */
export async function runVerify(
  folder: string,
  flags: VerifyFlags,
  io: CliIo,
  reproduce: Reproduce = lazily(flags, io),
): Promise<number> {
  if (flags.letter !== undefined) return verifyReceipt(folder, flags.letter, flags, io);
  const result = await verifyFolder(pathFrom(io.cwd, folder), {
    inputs: flags.inputs === undefined ? null : pathFrom(io.cwd, flags.inputs),
    key: flags.key === undefined ? null : await readCommitmentKey(pathFrom(io.cwd, flags.key)),
    reproduce: flags.quick === true ? null : reproduce,
  });
  const [first] = result.findings;
  if (flags.json === true) await writeText(io.stdout, canonicalJson(asJson(folder, result)));
  else if (flags.quiet !== true) await writeText(io.stdout, asWords(folder, result, flags, io));
  else if (first !== undefined) throw new AuditError("VERIFY_FAILED", first.message, { file: first.file });
  return first === undefined ? EXIT_CODES.ok : EXIT_CODES.certificate;
}

/** The steps of `recast audit`, loaded when they are needed: hashes and receipts do without. */
function lazily(flags: VerifyFlags, io: CliIo): Reproduce {
  return async (request) => {
    const { reproduceAudit } = await import("../reproduce.js");
    return reproduceAudit(flags, io)(request);
  };
}

function asJson(folder: string, result: Verification): unknown {
  const { manifest, here, findings, absent, extra, reproduction, commitments, otherFormats } = result;
  const [first] = findings;
  return {
    command: "verify",
    folder,
    verified: first === undefined,
    error: first === undefined ? null : { code: "VERIFY_FAILED", message: first.message, file: first.file },
    digest: manifest.digest,
    madeWith: { package: manifest.package, kernel: manifest.kernel },
    verifiedWith: here,
    format: manifest.format,
    outputs: manifest.outputs.length,
    inputs: manifest.inputs.length,
    reproduction,
    commitments,
    findings,
    otherFormats,
    absent,
    extra,
  };
}

function asWords(folder: string, result: Verification, flags: VerifyFlags, io: CliIo): string {
  const { manifest, findings } = result;
  const sheet = page(colorsFor(io.stdout, io.env), io.stdout.columns);
  sheet.title(`Certificate of ${folder}`);
  sheet.blank();
  describeMakers(sheet, result);
  sheet.heading("What was compared");
  describeComparison(sheet, result, flags);
  describeExtra(sheet, result.extra);
  if (findings.length > 0) {
    sheet.heading("What differs");
    for (const { message } of findings) sheet.text(`- ${message}`, 2, "red");
  }
  sheet.blank();
  const [first] = findings;
  if (first !== undefined) {
    sheet.text(`VERIFY_FAILED: ${asSentence(first.message)}`, 2, "bold");
  } else if (result.reproduction.done) {
    const same =
      result.otherFormats.length === 0 ? "exactly this audit" : "this audit, but for what is written differently since";
    sheet.text(`Verified: these inputs and this configuration give ${same}. Digest ${manifest.digest}`, 2, "bold");
  } else {
    sheet.text(
      `Unchanged since it was made, by its hashes. Digest ${manifest.digest}. ` +
        "Run it without --quick to repeat the audit and show that its numbers follow from the inputs.",
      2,
      "bold",
    );
  }
  return sheet.toString();
}

function describeMakers(sheet: Page, { manifest, here }: Verification): void {
  const words = ({ package: { name, version }, kernel }: Verification["here"]) =>
    `${name} ${version}, kernels ${kernel.name} ${kernel.sha256.slice(0, 16)}…`;
  sheet.pairs([
    ["made with", words(manifest)],
    ["verified with", words(here)],
    ["digest", manifest.digest],
  ]);
  const advice = versionAdvice(manifest.package, here.package);
  if (advice !== null) {
    sheet.text(advice, 2, "yellow");
  } else if (here.kernel.sha256 !== manifest.kernel.sha256) {
    sheet.text("The version is the same, but the audit was made with other numeric kernels.", 2, "yellow");
  }
}

type Package = Verification["here"]["package"];

const VERSION = /^\d{1,6}\.\d{1,6}\.\d{1,6}(?:-[0-9A-Za-z.]{1,40})?$/;

/**
 * What to do where another version made the audit; null where the same did. Anybody can write a manifest, so a command
 * to install has this package's own name and a version that is one, or is not printed.
 */
function versionAdvice(made: Package, here: Package): string | null {
  if (made.name === here.name && made.version === here.version) return null;
  if (made.name !== here.name || !VERSION.test(made.version)) {
    return (
      "The manifest names another program, or no version of this one. A difference may come from that. Ask whoever " +
      "made the audit which version it was."
    );
  }
  return (
    `The audit was made with version ${made.version}, and this is ${here.version}. A difference may come from the ` +
    `version. To compare with the same version: npm install ${here.name}@${made.version}`
  );
}

function describeComparison(sheet: Page, result: Verification, flags: VerifyFlags): void {
  const { manifest, findings, absent, reproduction, commitments, otherFormats } = result;
  const { outputs, inputs } = manifest;
  const differ = findings.filter(({ problem }) => problem !== "not reproduced").map(({ file }) => file);
  const failed = new Set([...differ, ...absent]);
  const same = (names: readonly string[]) => names.filter((name) => !failed.has(name)).length;
  sheet.text(
    `SHA-256: ${same(outputs.map(({ path }) => path))} of ${amount(outputs.length, "output")} and ` +
      `${same(inputs.map(({ name }) => name))} of ${amount(inputs.length, "input")} match manifest.json.`,
    2,
  );
  if (absent.length > 0 && findings.every(({ file }) => !absent.includes(file))) {
    sheet.text(`Not found, so not compared: ${absent.join(", ")}.`, 2, "yellow");
  }
  if (reproduction.done) {
    const differ = new Set([...findings, ...otherFormats].map(({ file }) => file));
    const equal = outputs.filter(({ path }) => !differ.has(path)).length;
    sheet.text(
      `Repeated from the inputs with the recorded configuration: ${equal} of ${amount(outputs.length, "output")} ` +
        `${equal === 1 ? "is" : "are"} the same, byte for byte` +
        `${findings.length === 0 ? ", and so is manifest.json" : ""}.`,
      2,
    );
    for (const { message } of otherFormats) sheet.text(`${message}.`, 2, "yellow");
  } else {
    sheet.text(`Not repeated: ${reproduction.reason}.`, 2);
  }
  if (manifest.commitments === null) return;
  const { decisions, letters } = manifest.commitments;
  const rows = `${amount(decisions.count, "decision")} and ${amount(letters?.count ?? 0, "letter")}`;
  if (commitments === "recomputed") sheet.text(`Commitments to ${rows}: recomputed with the key.`, 2);
  else {
    const way = flags.quick === true ? "" : `, which needs the auditor's ${KEY_NAME} (--key)`;
    sheet.text(`Commitments to ${rows}: not recomputed${way}.`, 2);
  }
}

function describeExtra(sheet: Page, extra: readonly string[]): void {
  if (extra.length === 0) return;
  const shown = extra.slice(0, 10).join(", ");
  const more = extra.length > 10 ? ` and ${amount(extra.length - 10, "more", "more")}` : "";
  sheet.text(`Not listed in manifest.json, so not checked: ${shown}${more}.`, 2, "yellow");
  if (extra.some((path) => path === KEY_NAME || path.startsWith("receipts/"))) {
    sheet.text("Receipts and the key are secret: remove them from the folder before you share it.", 2, "yellow");
  }
}

/** `recast verify --letter`: whether the row of a receipt is among those the audit counted. */
async function verifyReceipt(folder: string, receiptPath: string, flags: VerifyFlags, io: CliIo): Promise<number> {
  const { manifest } = await readManifest(pathFrom(io.cwd, folder));
  const { text } = await readText(pathFrom(io.cwd, receiptPath));
  const receipt = parseReceipt(text, receiptPath);
  checkReceipt(receipt, manifest, receiptPath);
  if (flags.json === true) {
    const { row, index, count } = receipt;
    const result = {
      command: "verify",
      folder,
      receipt: receiptPath,
      verified: true,
      digest: manifest.digest,
      row,
      index,
      count,
    };
    await writeText(io.stdout, canonicalJson(result));
  } else if (flags.quiet !== true) await writeText(io.stdout, receiptWords(folder, receipt, manifest, io));
  return EXIT_CODES.ok;
}

function receiptWords(folder: string, { row, count }: Receipt, manifest: Manifest, io: CliIo): string {
  const sheet = page(colorsFor(io.stdout, io.env), io.stdout.columns);
  const letter = row.kind === "letter";
  sheet.title(letter ? "Your letter was counted" : "Your decision was counted");
  sheet.blank();
  sheet.text(
    `This ${letter ? "letter" : "row"} is one of the ${amount(count, letter ? "letter" : "decision")} that the audit ` +
      `in ${folder} counted.`,
  );
  sheet.blank();
  sheet.pairs([
    ...(row.id === null ? [] : [["person", row.id] as const]),
    ...(row.decision === null ? [] : [["decision", row.decision] as const]),
    ...row.values.map(([name, value]) => [name, value === null ? "–" : String(value)] as const),
  ]);
  sheet.blank();
  sheet.text(
    `Compare this digest with the one the auditor published: ${manifest.digest}. If a value above differs from what ` +
      "you were told, the audit counted something else under your name.",
  );
  return sheet.toString();
}
