import { Argument } from "commander";
import { columnarBytes, formatOfName } from "../../document/columnar.js";
import { amount } from "../../document/format.js";
import { column, tableOf } from "../../document/table.js";
import { tableBlock } from "../../document/table-view.js";
import type { Page } from "../../document/terminal.js";
import { AuditError } from "../../errors.js";
import type { EmbedderSettings } from "../../folder/configuration.js";
import type { FeatureSchema } from "../../input/evidence.js";
import { columnHint } from "../../input/nearest-name.js";
import type { Problem } from "../../input/problem.js";
import { MISSING_MARKERS } from "../../input/values.js";
import { loadKernels } from "../../kernels/load.js";
import { readAnyModel } from "../../platform/read-model.js";
import { rowStream } from "../../platform/row-stream.js";
import { openPendingFile } from "../../platform/write-file.js";
import type { Given } from "../../settings/settings.js";
import type { Model } from "../../surrogate/model.js";
import { answer, type CliIo, pageFor, pathFrom, progressFor, refuseExisting, writeText, wrongUse } from "../io.js";
import {
  type Declare,
  type FlagsOf,
  flag,
  markerList,
  neededFlag,
  nonNegative,
  settingFlag,
  switchFlag,
  textFlag,
  withOptions,
  withSettings,
} from "../options.js";
import {
  answerWords,
  type ScoreCounts,
  type ScoredBatch,
  type Scorer,
  type ScoringOptions,
  scoreRows,
  scoresColumns,
  scoresCsv,
  scoresHead,
} from "../scoring.js";

const OPTIONS = {
  model: neededFlag("-m, --model <file>", "surrogate.json of an audit"),
  out: textFlag("-o, --out <file>", "file to write: .csv, .parquet or .arrow; - writes to standard output", "-"),
  abstain: flag("--abstain <margin>", "answer 'undecided' where the margin is nearer to 0 than this", nonNegative),
  id: flag("--id <column>", "column to copy to the output instead of the row number"),
  missing: flag("--missing <words>", "cells that mean missing, comma-separated", markerList),
  delimiter: settingFlag("delimiter"),
  encoding: settingFlag("encoding"),
  sheet: settingFlag("sheet"),
  force: switchFlag("--force", "replace the output file if it exists"),
};

type PredictFlags = FlagsOf<typeof OPTIONS> & EmbedderSettings & Given<"numbers">;

export const declare: Declare = (command, act) => {
  const rows =
    "CSV, JSON, spreadsheet, Parquet or Arrow file with the model's columns; - reads CSV from standard input";
  command.addArgument(new Argument("<rows>", rows));
  withSettings(withOptions(command, OPTIONS), "predict").action(act(runPredict));
};

const STANDARD = "-"; // standard input or output

async function runPredict(rowsPath: string, flags: PredictFlags, io: CliIo): Promise<number> {
  const toFile = flags.out !== STANDARD;
  if (flags.json === true && !toFile) {
    throw wrongUse("--json and the CSV cannot both go to standard output; name a file for the CSV (--out)");
  }
  if (toFile) refuseExisting(io, flags.out, flags.force);
  const model = await readAnyModel(pathFrom(io.cwd, flags.model), await loadKernels());
  const { signal } = io.interrupts;
  const name = rowsPath === STANDARD ? "standard input" : rowsPath;
  const source = rowsPath === STANDARD ? { chunks: io.stdin } : { path: pathFrom(io.cwd, rowsPath) };
  const { delimiter = null, encoding = null, sheet = null } = flags;
  const batches = rowStream(source, { file: name, delimiter, encoding, sheet, signal });
  const progress = progressFor(io, flags);
  const id = flags.id ?? null;
  let done = 0;
  const options: ScoringOptions = {
    file: name,
    missing: flags.missing ?? MISSING_MARKERS,
    id,
    abstain: flags.abstain ?? model.abstain,
    ...(await textPreparation(model, name, flags, io)),
  };
  refuseUnknown(flags, model);
  const scorer = { ...model, features: model.features.map((feature) => ({ ...feature, ...said(feature, flags) })) };
  const score = (take: (batch: ScoredBatch) => Promise<void>) =>
    scoreRows(batches, scorer, options, async (batch) => {
      await take(batch);
      done += batch.labels.length;
      progress.update("scoring", amount(done, "row"));
    });
  const asText = (write: (text: string) => Promise<void>) => (batch: ScoredBatch) =>
    write((done === 0 ? scoresHead(id) : "") + scoresCsv(batch, model.decision));

  try {
    if (!toFile) {
      const { problems } = await score(asText((text) => writeText(io.stdout, text)));
      progress.clear();
      // standard output carries the scores
      const describe = (sheet: Page) => describeProblems(sheet, problems);
      if (flags.quiet !== true && problems.length > 0) await writeText(io.stderr, pageFor(io.stderr, io.env, describe));
      return 0;
    }
    const file = await openPendingFile(pathFrom(io.cwd, flags.out));
    try {
      const format = formatOfName(flags.out);
      const kept: ScoredBatch[] = [];
      const keep = async (batch: ScoredBatch) => void kept.push(batch);
      const { counts, problems } = await score(format === null ? asText(file.write) : keep);
      if (format !== null) await file.write(await columnarBytes(format, scoresColumns(kept, model.decision, id)));
      await file.commit();
      progress.clear();
      return await answer(
        io,
        flags,
        { command: "predict", counts, files: { scores: flags.out }, problems },
        (sheet) => {
          describeCounts(sheet, counts, model, flags);
          if (problems.length > 0) sheet.blank();
          describeProblems(sheet, problems);
          sheet.blank();
          sheet.pairs([["scores", flags.out]]);
        },
      );
    } finally {
      await file.discard();
    }
  } finally {
    progress.clear();
  }
}

function refuseUnknown({ numbers = {} }: PredictFlags, { features }: Pick<Model, "features">): void {
  const names = features.filter(({ type }) => type === "number").map(({ name }) => name);
  const column = Object.keys(numbers).find((name) => !names.includes(name));
  if (column === undefined) return;
  const message = `the model has no number '${column}' (--numbers). ${columnHint(column, names)}`;
  throw new AuditError("COLUMN_UNKNOWN", message, { column });
}

/** How this file writes the numbers of a feature, where it is not as the audit's files did. */
function said({ name }: FeatureSchema, { numbers = {} }: PredictFlags): Pick<FeatureSchema, "numbers"> {
  const style = Object.hasOwn(numbers, name) ? numbers[name] : undefined;
  return style === undefined ? {} : { numbers: style };
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

function describeProblems(sheet: Page, problems: readonly Problem[]): void {
  for (const { severity, code, message } of problems) sheet.text(`${severity} ${code}: ${message}`, 2, "yellow");
}

function describeCounts(sheet: Page, counts: ScoreCounts, { decision }: Scorer, { abstain }: PredictFlags): void {
  const { classes, favourable, unfavourable, undecided, unreadable, incomplete, unfamiliar } = counts;
  const rows =
    classes === undefined
      ? [
          { answer: `'${decision.favourable}' (favourable)`, n: favourable },
          { answer: `'${decision.unfavourable}'`, n: unfavourable },
        ]
      : answerWords(decision).map((name, c) => ({ answer: `'${name}'`, n: classes[c] ?? 0 }));
  if (undecided > 0 || abstain !== undefined) rows.push({ answer: "undecided", n: undecided });
  if (unreadable > 0) rows.push({ answer: "unreadable", n: unreadable });
  const table = tableOf({ id: "answers", title: "Answers" }, rows, [
    column("answer", "text", (row) => row.answer, "answer"),
    column("rows", "count", ({ n }) => n, "rows"),
  ]);
  sheet.title(`${amount(counts.rows, "row")} scored`);
  sheet.table(tableBlock(table));
  if (incomplete + unfamiliar > 0) sheet.blank();
  if (incomplete > 0) {
    sheet.text(
      `${amount(incomplete, "row")} with missing cells, filled with the most usual values of the audited file`,
      2,
    );
  }
  if (unfamiliar > 0) {
    const why = "with a category the audited file does not have, so the model cannot use it";
    sheet.text(`${amount(unfamiliar, "row")} ${why}`, 2);
  }
}
