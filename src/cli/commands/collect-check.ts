import { canonicalJson } from "../../document/canonical-json.js";
import { amount, count } from "../../document/format.js";
import { page } from "../../document/terminal.js";
import { AuditError } from "../../errors.js";
import { type CollectCheck, checkCollect } from "../../platform/collect/collect-check.js";
import { EXIT_CODES } from "../failure.js";
import { type CliIo, colorsFor, type GlobalFlags, writeText } from "../io.js";
import { pathFrom } from "../path-from.js";

/** `recast collect --check`: whether a ledger is whole and the budget was kept. */
export async function runCollectCheck(
  folder: string,
  people: string | undefined,
  flags: GlobalFlags,
  io: CliIo,
): Promise<number> {
  if (people !== undefined) {
    throw new AuditError("INVALID_OPTION", `--check looks at ${folder} and asks nothing; leave out ${people}`);
  }
  const check = await checkCollect(pathFrom(io.cwd, folder));
  if (flags.json === true) await writeText(io.stdout, canonicalJson(asJson(folder, check)));
  else if (flags.quiet !== true) await writeText(io.stdout, asWords(folder, check, io));
  return EXIT_CODES.ok;
}

function asJson(folder: string, { state, files, torn }: CollectCheck): unknown {
  const { budget, sent, failed, lost, lines, digest, answers, refusals, open } = state;
  return {
    command: "collect --check",
    folder,
    verified: true,
    budget,
    sent,
    answered: answers.size,
    refused: refusals.size,
    failed,
    lost,
    open: open.size,
    lines,
    torn,
    digest,
    files,
  };
}

function asWords(folder: string, { state, files, torn }: CollectCheck, io: CliIo): string {
  const { budget, sent, failed, lost, lines, digest, answers, refusals, open } = state;
  const sheet = page(colorsFor(io.stdout, io.env), io.stdout.columns);
  sheet.title(`Ledger of ${folder}`);
  sheet.blank();
  sheet.text(
    `${amount(lines, "line")}, each with the SHA-256 of the one before it: none was changed, taken out or put in ` +
      "since the last was written. " +
      "Nobody can tell from the file alone whether lines at its end were cut off, or all were written anew: " +
      "compare the digest with the one the collector published, or the questions with the target's own count.",
  );
  sheet.blank();
  sheet.pairs([
    ["questions sent", `${count(sent)} of ${count(budget)}`],
    ["answered", `${count(answers.size)}, none of them twice`],
    ["refused", count(refusals.size)],
    ["failed", count(failed)],
    ["lost or open", `${count(lost + open.size)}: sent, but the run was cut off before an answer was kept`],
    ["digest", digest],
  ]);
  sheet.blank();
  if (files.length > 0) sheet.text(`${files.join(" and ")} are as the ledger says.`);
  else
    sheet.text("The last run was cut off, so no file was compared; the same command goes on from there.", 0, "yellow");
  if (torn) sheet.text("The last line is unfinished; nothing was sent after it.", 0, "yellow");
  return sheet.toString();
}
