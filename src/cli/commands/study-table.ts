import { join } from "node:path";
import { columnarBytes, tableColumns } from "../../document/columnar.js";
import { tableCsv } from "../../document/csv.js";
import { amount } from "../../document/format.js";
import { documentMarkdown } from "../../document/markdown.js";
import { column, type Table, tableOf } from "../../document/table.js";
import { tableBlock } from "../../document/table-view.js";
import type { Page } from "../../document/terminal.js";
import type { ColumnarFormat } from "../../input/columnar-file.js";
import { crossingWords } from "../../lab/study/crossing.js";
import {
  extraBlock,
  extraTable,
  gainBlock,
  gainTitle,
  overallBlock,
  type StudyHead,
  studyDocument,
  summaryTable,
} from "../../lab/study/study-document.js";
import {
  decimal,
  differenceWords,
  markWords,
  meanWords,
  placeWords,
  targetWords,
} from "../../lab/study/study-words.js";
import { MEASURE_WORDS, type MeasureName, type MethodSummary, type PlaceSummary } from "../../lab/study/summary.js";
import { type StudyTables, studyTables } from "../../lab/study/tables.js";
import { findPublished } from "../../platform/lab/find-study.js";
import { readStore } from "../../platform/lab/study-store.js";
import { writeFiles } from "../../platform/write-file.js";
import { answer, type CliIo, pathFrom, writeText } from "../io.js";
import { choiceFlag, type Declare, type FlagsOf, flag, settingFlag, withOptions } from "../options.js";

/** The measures a table or plot can show; the first is the default. */
export const MEASURES = ["fidelity", "near", "balanced", "accuracy", "margin"] as const;

const OPTIONS = {
  measure: choiceFlag("--measure <name>", "measure to show (default: the study's own)", MEASURES),
  format: choiceFlag("--format <name>", "what to print (default: words)", ["words", "markdown", "csv"]),
  tables: settingFlag("tables"),
  against: flag("--against <method>", "show differences from this method (default: from the best of each cell)"),
};

export const declareTable: Declare = (command, act) => {
  command
    .description("print the results of a study and write them as table.md and table.csv")
    .argument("<folder>", "the folder given to 'study run'");
  withOptions(command, OPTIONS).action(act(runStudyTable));
};

/** `recast study table`: the results of a study with the published ones, in the terminal and as files. */
async function runStudyTable(given: string, flags: FlagsOf<typeof OPTIONS>, io: CliIo): Promise<number> {
  const folder = pathFrom(io.cwd, given);
  const { head, cells } = await readStore(folder);
  const published = await findPublished(head.spec.published);
  const results = new Map([...cells].map(([id, { cell }]) => [id, cell]));
  const { measure = null } = flags;
  const tables = studyTables(head.spec, results, { measure, published, against: flags.against ?? null });
  const { title, seeds, scaling, note = null } = head.spec;
  const tableHead = { title, seeds, scaling, version: head.version, published: published?.title ?? null, note };
  const markdown = documentMarkdown(studyDocument(tableHead, tables));
  const summary = summaryTable(tables.summaries);
  const extra = tables.extras.length === 0 ? null : extraTable(tables.extras);
  const ending = measure === null || measure === "fidelity" ? "" : `-${measure}`;
  const files = {
    markdown: `table${ending}.md`,
    csv: `table${ending}.csv`,
    ...(extra === null ? {} : { extra: "extra.csv" }),
    ...(flags.tables === undefined ? {} : { [flags.tables]: `table${ending}.${flags.tables}` }),
  };
  const written = { [files.csv]: summary, ...(extra === null ? {} : { "extra.csv": extra }) };
  await writeFiles(
    [
      { path: join(folder, files.markdown), text: markdown },
      ...Object.entries(written).map(([name, table]) => ({ path: join(folder, name), text: tableCsv(table) })),
      ...(await columnar(folder, written, flags.tables)),
    ],
    io.interrupts.signal,
  );
  const printed = { markdown, csv: tableCsv(extra ?? summary), words: null }[flags.format ?? "words"];
  if (printed !== null && flags.json !== true) {
    await writeText(io.stdout, printed);
    return 0;
  }
  const places = Object.fromEntries(Object.entries(files).map(([name, file]) => [name, join(given, file)]));
  return answer(io, flags, asJson(head.spec.name, tables, places), (sheet) => {
    describeTables(sheet, tableHead, tables);
    const { failures } = tables.summaries[0];
    if (failures.length > 0) {
      sheet.blank();
      sheet.text(`${amount(failures.length, "cell")} failed (see ${files.markdown}).`, 0, "yellow");
    }
    sheet.heading("Files");
    sheet.pairs(Object.entries(FILE_WORDS).flatMap(([name, words]) => (places[name] ? [[words, places[name]]] : [])));
  });
}

async function columnar(folder: string, tables: Readonly<Record<string, Table>>, format: ColumnarFormat | undefined) {
  if (format === undefined) return [];
  return Promise.all(
    Object.entries(tables).map(async ([name, table]) => ({
      path: join(folder, name.replace(/csv$/, format)),
      text: await columnarBytes(format, tableColumns(table)),
    })),
  );
}

/** The files that may be written; `extra` has numbers that are not one per cell: by level of noise, scores, losses. */
const FILE_WORDS = { markdown: "Markdown", csv: "CSV", extra: "more CSV", parquet: "Parquet", arrow: "Arrow" };

function asJson(study: string, tables: StudyTables, files: Readonly<Record<string, string>>): object {
  const { summaries, extras, crossings, gains } = tables;
  const [summary] = summaries;
  const cells = summaries.flatMap(({ measure, places }) =>
    places.flatMap(({ methods, ...place }) => methods.map((method) => ({ measure, ...place, ...method }))),
  );
  return {
    command: "study table",
    study,
    measure: summary.measure,
    cells,
    overall: summary.overall,
    failures: summary.failures,
    open: summary.open,
    ...(extras.length === 0 ? {} : { extras }),
    ...(crossings.length === 0 ? {} : { crossings }),
    ...(gains.length === 0 ? {} : { gains }),
    files,
  };
}

function describeTables(sheet: Page, head: StudyHead, tables: StudyTables): void {
  const [summary] = tables.summaries;
  sheet.title(head.title);
  sheet.blank();
  sheet.text(
    `Mean ± standard deviation of ${MEASURE_WORDS[summary.measure]} over ${amount(head.seeds, "seed")}. ` +
      "Differences are paired by seed, with a 95 % interval. 'best' has the highest mean; a star says that the " +
      "interval of its lead over the next best excludes 0.",
  );
  if (head.note !== null) sheet.text(head.note);
  if (summary.open > 0)
    sheet.text(
      `${amount(summary.open, "cell")} not computed yet. Run 'recast study run' again to continue.`,
      0,
      "yellow",
    );
  const measured = summary.places.some(({ methods }) => methods.some(({ mean }) => mean !== null));
  if (tables.gains.length > 0) {
    sheet.heading(gainTitle(tables.gains));
    sheet.table(gainBlock(tables.gains));
  } else if (measured || tables.extras.length === 0) describeMeasures(sheet, tables);
  for (const extra of tables.extras) {
    sheet.heading(extra.title);
    sheet.table(extraBlock(extra));
  }
  if (tables.crossings.length > 0) {
    sheet.heading("Where methods without letters pass");
    for (const crossing of tables.crossings) sheet.text(crossingWords(crossing));
  }
}

function describeMeasures(sheet: Page, { summaries }: StudyTables): void {
  const [summary, ...further] = summaries;
  summary.places.forEach((place, k) => {
    describePlace(
      sheet,
      place,
      further.map(({ measure, places }) => ({ measure, place: places[k] })),
    );
  });
  sheet.heading("Over all cells");
  sheet.table(overallBlock(summary));
}

interface Beside {
  readonly measure: MeasureName;
  readonly place: PlaceSummary | undefined;
}

function describePlace(sheet: Page, place: PlaceSummary, further: readonly Beside[]): void {
  sheet.heading(placeWords(place));
  const rows = place.methods.map((own, k) => ({ own, k }));
  type Row = (typeof rows)[number];
  const published = (own: MethodSummary | undefined) => (own?.published == null ? " " : decimal(own.published));
  const failed = ({ failed: n }: MethodSummary) => (n > 0 ? `; ${n} failed` : "");
  const table = tableOf(
    { id: "place", title: "", emphasis: ({ own }) => (own.best ? { as: "highlight", label: "best" } : null) },
    rows,
    [
      column("name", "word", ({ own }) => own.method, "method"),
      column("mean", "word", ({ own }) => meanWords(own.mean, own.sd), "mean ± sd"),
      column("published", "word", ({ own }) => published(own), "published"),
      column("mark", "word", ({ own }) => markWords(own) || " ", ""),
      ...further.flatMap(({ measure, place: other }) => [
        column<Row>(`${measure}`, "word", ({ k }) => besideMean(other?.methods[k]), MEASURE_WORDS[measure]),
        column<Row>(`${measure}-published`, "word", ({ k }) => published(other?.methods[k]), "published"),
      ]),
      column("difference", "word", ({ own }) => `${differenceWords(own.difference)}${failed(own)}`, "difference"),
    ],
  );
  sheet.table(tableBlock(table));
  const accuracy = further.find(({ measure }) => measure === "accuracy")?.place;
  if (accuracy !== undefined) sheet.text(`The target's own accuracy: ${targetWords(accuracy)}`);
}

function besideMean(own: MethodSummary | undefined): string {
  return own === undefined ? " " : meanWords(own.mean, own.sd);
}
