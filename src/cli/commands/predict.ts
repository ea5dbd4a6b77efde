import { canonicalJson } from "../../document/canonical-json.js";
import { columnarBytes, formatOfName } from "../../document/columnar.js";
import { amount } from "../../document/format.js";
import { column, tableOf } from "../../document/table.js";
import { tableBlock } from "../../document/table-view.js";
import { type Page, page } from "../../document/terminal.js";
import { AuditError } from "../../errors.js";
import type { Problem } from "../../input/problem.js";
import { MISSING_MARKERS } from "../../input/values.js";
import { loadKernels } from "../../kernels/load.js";
import { readAnyModel } from "../../platform/read-model.js";
import { rowStream } from "../../platform/row-stream.js";
import { openPendingFile } from "../../platform/write-file.js";
import type { Model } from "../../surrogate/model.js";
import { EXIT_CODES } from "../failure.js";
import type { PredictFlags } from "../flags.js";
import { type CliIo, colorsFor, progressFor, writeText } from "../io.js";
import { pathFrom } from "../path-from.js";
import { refuseExisting } from "../refuse-existing.js";
import {
  answerWords,
  type ScoredBatch,
  type ScoredRows,
  type Scorer,
  type ScoringOptions,
  scoreRows,
  scoresColumns,
  scoresCsv,
  scoresHead,
} from "../scoring.js";

const STANDARD = "-"; // standard input or output

/** `recast predict`: a line for every row of a file, however long it is. */
export async function runPredict(rowsPath: string, flags: PredictFlags, io: CliIo): Promise<number> {
  const toFile = flags.out !== STANDARD;
  if (flags.json === true && !toFile) {
    throw new AuditError("INVALID_OPTION", "--json and CSV cannot share standard output; add --out FILE for the CSV");
  }
  const path = pathFrom(io.cwd, flags.out);
  if (toFile && flags.force !== true) await refuseExisting(path, flags.out);
  const model = await readAnyModel(pathFrom(io.cwd, flags.model), await loadKernels());
  const { signal } = io.interrupts;
  const name = rowsPath === STANDARD ? "standard input" : rowsPath;
  const source = rowsPath === STANDARD ? { chunks: io.stdin } : { path: pathFrom(io.cwd, rowsPath) };
  const batches = rowStream(source, { file: name, delimiter: flags.delimiter ?? null, signal });
  const progress = progressFor(io, flags);
  const id = flags.id ?? null;
  let done = 0;
  const score = async (take: (batch: ScoredBatch) => Promise<void>) =>
    scoreRows(
      batches,
      model,
      {
        file: name,
        missing: flags.missing ?? MISSING_MARKERS,
        id,
        abstain: flags.abstain ?? model.abstain,
        ...(await textPreparation(model, name, flags, io)),
      },
      async (batch) => {
        await take(batch);
        done += batch.labels.length;
        progress.update("scoring", amount(done, "row"));
      },
    );
  const asText = (write: (text: string) => Promise<void>) => (batch: ScoredBatch) =>
    write((done === 0 ? scoresHead(id) : "") + scoresCsv(batch, model.decision));

  try {
    if (!toFile) {
      const { problems } = await score(asText((text) => writeText(io.stdout, text)));
      progress.clear();
      if (flags.quiet !== true && problems.length > 0) await writeText(io.stderr, warnings(problems, io));
      return EXIT_CODES.ok;
    }
    const file = await openPendingFile(path);
    try {
      const format = formatOfName(flags.out);
      const scoredBatches: ScoredBatch[] = [];
      const scored = await score(
        format === null
          ? asText(file.write)
          : async (batch) => {
              scoredBatches.push(batch);
            },
      );
      if (format !== null)
        await file.write(await columnarBytes(format, scoresColumns(scoredBatches, model.decision, id)));
      await file.commit();
      progress.clear();
      await report(scored, model, flags, io);
      return EXIT_CODES.ok;
    } finally {
      await file.discard();
    }
  } finally {
    progress.clear();
  }
}

/**
 * Puts numbers in place of texts where the model looks at a column of them; the service behind it is asked only when
 * the user names it.
 */
async function textPreparation(
  { text: code }: Pick<Model, "text">,
  file: string,
  flags: PredictFlags,
  io: CliIo,
): Promise<Pick<ScoringOptions, "prepare">> {
  if (code === undefined) return {};
  const [{ reopenEmbedder, requireNamed }, { embedColumn }] = await Promise.all([
    import("../../platform/text/open-embedder.js"),
    import("../../text/text-column.js"),
  ]);
  requireNamed(code.service?.address ?? null, flags.embedder);
  const embedder = reopenEmbedder(code, flags.embedderKey ?? null, io.env, io.cwd);
  const options = { file, missing: flags.missing ?? MISSING_MARKERS, signal: io.interrupts.signal };
  return { prepare: (batch) => embedColumn(batch, { code, embedder }, options) };
}

/** Why rows could not be read, one line each, where standard output carries the scores. */
function warnings(problems: readonly Problem[], io: CliIo): string {
  const sheet = page(colorsFor(io.stderr, io.env), io.stderr.columns);
  describeProblems(sheet, problems);
  return sheet.toString();
}

function describeProblems(sheet: Page, problems: readonly Problem[]): void {
  for (const { severity, code, message } of problems) sheet.text(`${severity} ${code}: ${message}`, 2, "yellow");
}

async function report({ counts, problems }: ScoredRows, { decision }: Scorer, flags: PredictFlags, io: CliIo) {
  if (flags.json === true) {
    await writeText(io.stdout, canonicalJson({ command: "predict", counts, files: { scores: flags.out }, problems }));
    return;
  }
  if (flags.quiet === true) return;
  const sheet = page(colorsFor(io.stdout, io.env), io.stdout.columns);
  sheet.title(`${amount(counts.rows, "row")} scored`);
  const { classes } = counts;
  const rows: { answer: string; n: number }[] =
    classes === undefined
      ? [
          { answer: `'${decision.favourable}' (favourable)`, n: counts.favourable },
          { answer: `'${decision.unfavourable}'`, n: counts.unfavourable },
        ]
      : answerWords(decision).map((name, c) => ({ answer: `'${name}'`, n: classes[c] ?? 0 }));
  if (counts.undecided > 0 || flags.abstain !== undefined) rows.push({ answer: "undecided", n: counts.undecided });
  if (counts.unreadable > 0) rows.push({ answer: "unreadable", n: counts.unreadable });
  sheet.table(
    tableBlock(
      tableOf({ id: "answers", title: "Answers" }, rows, [
        column("answer", "text", ({ answer }) => answer, "answer"),
        column("rows", "count", ({ n }) => n, "rows"),
      ]),
    ),
  );
  if (counts.incomplete + counts.unfamiliar > 0) sheet.blank();
  if (counts.incomplete > 0) {
    sheet.text(
      `${amount(counts.incomplete, "row")} with missing cells, filled with the evidence's most usual values`,
      2,
    );
  }
  if (counts.unfamiliar > 0) {
    sheet.text(
      `${amount(counts.unfamiliar, "row")} with a category the evidence does not have, so the model cannot see it`,
      2,
    );
  }
  if (problems.length > 0) sheet.blank();
  describeProblems(sheet, problems);
  sheet.blank();
  sheet.pairs([["scores", flags.out]]);
  await writeText(io.stdout, sheet.toString());
}
