import { join } from "node:path";
import { findPublished } from "../../node/find-study.js";
import { readStore } from "../../node/study-store.js";
import { writeFiles } from "../../node/write-file.js";
import { canonicalJson } from "../../report/canonical-json.js";
import type { MeasureName, PlaceSummary, StudySummary } from "../../study/summary.js";
import { MEASURE_WORDS, summariseStudy } from "../../study/summary.js";
import {
  differenceWords,
  markWords,
  meanWords,
  placeWords,
  type TableHead,
  tableCsv,
  tableMarkdown,
  three,
} from "../../study/table-text.js";
import { EXIT_CODES } from "../failure.js";
import { type CliIo, colorsFor, writeText } from "../io.js";
import { type Page, page } from "../page.js";
import { counted } from "../printable.js";
import { pathFrom } from "../role-flags.js";
import type { StudyTableFlags } from "../study-program.js";

/** `recast study table`: the results of a study beside the published ones, in the terminal and as files. */
export async function runStudyTable(given: string, flags: StudyTableFlags, io: CliIo): Promise<number> {
  const folder = pathFrom(io.cwd, given);
  const { head, cells } = await readStore(folder);
  const published = await findPublished(head.spec.published);
  const results = new Map([...cells].map(([id, { cell }]) => [id, cell]));
  const measure = flags.measure as MeasureName; // the parser lets no other word pass
  const summary = summariseStudy(head.spec, results, { measure, published, against: flags.against ?? null });
  const { title, seeds, scaling } = head.spec;
  const tableHead = { title, seeds, scaling, version: head.version, published: published?.title ?? null };
  const markdown = tableMarkdown(tableHead, summary);
  const csv = tableCsv(summary);
  const ending = measure === "fidelity" ? "" : `-${measure}`;
  const files = { markdown: `table${ending}.md`, csv: `table${ending}.csv` };
  await writeFiles(
    [
      { path: join(folder, files.markdown), text: markdown },
      { path: join(folder, files.csv), text: csv },
    ],
    io.interrupts.signal,
  );
  if (flags.json === true) await writeText(io.stdout, canonicalJson(asJson(head.spec.name, summary, given, files)));
  else if (flags.format === "markdown") await writeText(io.stdout, markdown);
  else if (flags.format === "csv") await writeText(io.stdout, csv);
  else if (flags.quiet !== true) await writeText(io.stdout, asWords(tableHead, summary, given, files, io));
  return EXIT_CODES.ok;
}

interface WrittenFiles {
  readonly markdown: string;
  readonly csv: string;
}

function asJson(study: string, summary: StudySummary, folder: string, files: WrittenFiles): unknown {
  return {
    command: "study table",
    study,
    measure: summary.measure,
    cells: summary.places.flatMap(({ methods, ...place }) => methods.map((method) => ({ ...place, ...method }))),
    overall: summary.overall,
    failures: summary.failures,
    open: summary.open,
    files: { markdown: join(folder, files.markdown), csv: join(folder, files.csv) },
  };
}

function asWords(head: TableHead, summary: StudySummary, folder: string, files: WrittenFiles, io: CliIo): string {
  const sheet = page(colorsFor(io.stdout, io.env), io.stdout.columns);
  sheet.title(head.title);
  sheet.blank();
  sheet.text(
    `Mean ± standard deviation of ${MEASURE_WORDS[summary.measure]} over ${counted(head.seeds, "seed")}. ` +
      "Differences are paired by seed, with a 95 % interval; 'best' has the highest mean, with a star when its interval over the next best leaves out 0.",
  );
  if (summary.open > 0)
    sheet.text(`${counted(summary.open, "cell")} not computed yet: 'recast study run' goes on.`, 0, "yellow");
  for (const place of summary.places) describePlace(sheet, place);
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
  if (summary.failures.length > 0) {
    sheet.blank();
    sheet.text(`${counted(summary.failures.length, "cell")} failed; ${files.markdown} says why.`, 0, "yellow");
  }
  sheet.heading("Files");
  sheet.pairs([
    ["Markdown", join(folder, files.markdown)],
    ["CSV", join(folder, files.csv)],
  ]);
  return sheet.toString();
}

function describePlace(sheet: Page, place: PlaceSummary): void {
  sheet.heading(placeWords(place));
  const best = place.methods.findIndex((method) => method.best);
  sheet.table({
    head: ["method", "mean ± sd", "published", "", "difference"],
    left: [0, 3, 4],
    ...(best < 0 ? {} : { emphasise: best }),
    rows: place.methods.map((own) => [
      own.method,
      meanWords(own.mean, own.sd),
      own.published === null ? "" : three(own.published),
      markWords(own),
      `${differenceWords(own.difference)}${own.failed > 0 ? `; ${own.failed} failed` : ""}`,
    ]),
  });
}
