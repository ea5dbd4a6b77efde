import { join } from "node:path";
import { canonicalJson } from "../../document/canonical-json.js";
import { columnarBytes, columnsOfCsv } from "../../document/columnar-write.js";
import { crossingWords } from "../../lab/study/crossing.js";
import type { MeasureName, PlaceSummary } from "../../lab/study/summary.js";
import { MEASURE_WORDS } from "../../lab/study/summary.js";
import { extraCsv, tableCsv } from "../../lab/study/table-csv.js";
import {
  differenceWords,
  extraCells,
  markWords,
  meanWords,
  placeWords,
  type TableHead,
  tableMarkdown,
  targetWords,
  three,
} from "../../lab/study/table-text.js";
import { type StudyTables, studyTables } from "../../lab/study/tables.js";
import { findPublished } from "../../platform/lab/find-study.js";
import { readStore } from "../../platform/lab/study-store.js";
import { writeFiles } from "../../platform/write-file.js";
import { EXIT_CODES } from "../failure.js";
import { type CliIo, colorsFor, writeText } from "../io.js";
import { type Page, page } from "../page.js";
import { pathFrom } from "../path-from.js";
import { counted } from "../printable.js";
import type { StudyTableFlags } from "../study-program.js";

/** `recast study table`: the results of a study beside the published ones, in the terminal and as files. */
export async function runStudyTable(given: string, flags: StudyTableFlags, io: CliIo): Promise<number> {
  const folder = pathFrom(io.cwd, given);
  const { head, cells } = await readStore(folder);
  const published = await findPublished(head.spec.published);
  const results = new Map([...cells].map(([id, { cell }]) => [id, cell]));
  const measure = (flags.measure ?? null) as MeasureName | null; // the parser lets no other word pass
  const tables = studyTables(head.spec, results, { measure, published, against: flags.against ?? null });
  const { title, seeds, scaling, note = null } = head.spec;
  const tableHead = { title, seeds, scaling, version: head.version, published: published?.title ?? null, note };
  const markdown = tableMarkdown(tableHead, tables);
  const csv = tableCsv(tables.summaries);
  const extra = tables.extras.length === 0 ? null : extraCsv(tables.extras);
  const ending = measure === null || measure === "fidelity" ? "" : `-${measure}`;
  const files = {
    markdown: `table${ending}.md`,
    csv: `table${ending}.csv`,
    ...(extra === null ? {} : { extra: "extra.csv" }),
    ...(flags.tables === undefined ? {} : { [flags.tables]: `table${ending}.${flags.tables}` }),
  };
  await writeFiles(
    [
      { path: join(folder, files.markdown), text: markdown },
      { path: join(folder, files.csv), text: csv },
      ...(extra === null ? [] : [{ path: join(folder, "extra.csv"), text: extra }]),
      ...(await columnar(
        folder,
        { [files.csv]: csv, ...(extra === null ? {} : { "extra.csv": extra }) },
        flags.tables,
      )),
    ],
    io.interrupts.signal,
  );
  if (flags.json === true) await writeText(io.stdout, canonicalJson(asJson(head.spec.name, tables, given, files)));
  else if (flags.format === "markdown") await writeText(io.stdout, markdown);
  else if (flags.format === "csv") await writeText(io.stdout, extra ?? csv);
  else if (flags.quiet !== true) await writeText(io.stdout, asWords(tableHead, tables, given, files, io));
  return EXIT_CODES.ok;
}

/** The CSV files in another format too, where that was asked for. */
async function columnar(folder: string, texts: Readonly<Record<string, string>>, format: string | undefined) {
  if (format === undefined) return [];
  const kind = format === "arrow" ? "arrow" : "parquet";
  return Promise.all(
    Object.entries(texts).map(async ([name, text]) => ({
      path: join(folder, name.replace(/csv$/, kind)),
      text: await columnarBytes(kind, columnsOfCsv(text)),
    })),
  );
}

interface WrittenFiles {
  readonly markdown: string;
  readonly csv: string;
  /** Numbers that are not one per cell: by level of noise, scores, losses. */
  readonly extra?: string;
  readonly parquet?: string;
  readonly arrow?: string;
}

function asJson(study: string, tables: StudyTables, folder: string, files: WrittenFiles): unknown {
  const { summaries, extras, crossings } = tables;
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
    files: Object.fromEntries(Object.entries(files).map(([name, file]) => [name, join(folder, file)])),
  };
}

function asWords(head: TableHead, tables: StudyTables, folder: string, files: WrittenFiles, io: CliIo): string {
  const [summary] = tables.summaries;
  const sheet = page(colorsFor(io.stdout, io.env), io.stdout.columns);
  sheet.title(head.title);
  sheet.blank();
  sheet.text(
    `Mean ± standard deviation of ${MEASURE_WORDS[summary.measure]} over ${counted(head.seeds, "seed")}. ` +
      "Differences are paired by seed, with a 95 % interval; 'best' has the highest mean, with a star when its interval over the next best leaves out 0.",
  );
  if (head.note !== null) sheet.text(head.note);
  if (summary.open > 0)
    sheet.text(`${counted(summary.open, "cell")} not computed yet: 'recast study run' goes on.`, 0, "yellow");
  const measured = summary.places.some(({ methods }) => methods.some(({ mean }) => mean !== null));
  if (measured || tables.extras.length === 0) describeMeasures(sheet, tables);
  for (const extra of tables.extras) {
    sheet.heading(extra.title);
    sheet.table(extraCells(extra));
  }
  if (tables.crossings.length > 0) {
    sheet.heading("Where methods without letters pass");
    for (const crossing of tables.crossings) sheet.text(crossingWords(crossing));
  }
  if (summary.failures.length > 0) {
    sheet.blank();
    sheet.text(`${counted(summary.failures.length, "cell")} failed; ${files.markdown} says why.`, 0, "yellow");
  }
  sheet.heading("Files");
  sheet.pairs([
    ["Markdown", join(folder, files.markdown)],
    ["CSV", join(folder, files.csv)],
    ...(files.extra === undefined ? [] : [["more CSV", join(folder, files.extra)] as const]),
    ...(files.parquet === undefined ? [] : [["Parquet", join(folder, files.parquet)] as const]),
    ...(files.arrow === undefined ? [] : [["Arrow", join(folder, files.arrow)] as const]),
  ]);
  return sheet.toString();
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
  sheet.table({
    head: ["method", "cells", "mean", "best in", "clearly in"],
    rows: summary.overall.map(({ method, places, mean, best, clear }) => [
      method,
      String(places),
      three(mean),
      String(best),
      String(clear),
    ]),
  });
}

/** A place under a further measure. */
interface Beside {
  readonly measure: MeasureName;
  readonly place: PlaceSummary | undefined;
}

function describePlace(sheet: Page, place: PlaceSummary, further: readonly Beside[]): void {
  sheet.heading(placeWords(place));
  const best = place.methods.findIndex((method) => method.best);
  const start = 4 + 2 * further.length;
  sheet.table({
    head: ["method", "mean ± sd", "published", "", ...further.flatMap(besideHead), "difference"],
    left: [0, 3, start],
    ...(best < 0 ? {} : { emphasise: best }),
    rows: place.methods.map((own, k) => [
      own.method,
      meanWords(own.mean, own.sd),
      own.published === null ? "" : three(own.published),
      markWords(own),
      ...further.flatMap((beside) => besideCells(beside, k)),
      `${differenceWords(own.difference)}${own.failed > 0 ? `; ${own.failed} failed` : ""}`,
    ]),
  });
  const accuracy = further.find(({ measure }) => measure === "accuracy")?.place;
  if (accuracy !== undefined) sheet.text(`The target's own accuracy: ${targetWords(accuracy)}`);
}

function besideHead({ measure }: Beside): string[] {
  return [MEASURE_WORDS[measure], "published"];
}

function besideCells({ place }: Beside, k: number): string[] {
  const own = place?.methods[k];
  if (own === undefined) return ["", ""];
  return [meanWords(own.mean, own.sd), own.published === null ? "" : three(own.published)];
}
