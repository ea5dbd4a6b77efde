import { type Block, bullets, type Chapter, type Document, shown, type TableBlock } from "../../document/document.js";
import { amount } from "../../document/format.js";
import { type ColumnOf, column, type Table, tableOf } from "../../document/table.js";
import { tableBlock } from "../../document/table-view.js";
import { crossingWords } from "./crossing.js";
import type { Gain } from "./gains.js";
import {
  countWords,
  decimal,
  differenceWords,
  gainWords,
  meanWords,
  placeWords,
  sizeWords,
  TARGET_WORDS,
  targetWords,
} from "./study-words.js";
import { MEASURE_WORDS, type MethodSummary, type PlaceSummary, type StudySummary } from "./summary.js";
import type { ExtraRow, ExtraTable, StudyTables } from "./tables.js";

/** What stands above a table. */
export interface StudyHead {
  readonly title: string;
  readonly seeds: number;
  readonly scaling: string;
  readonly version: string;
  /** Title of the published table beside it, null without one. */
  readonly published: string | null;
  /** A sentence of the study itself, null without one. */
  readonly note: string | null;
}

/** Where a number was measured, in files. */
function placeColumns<Row extends { readonly place: ExtraRow["place"]; readonly method: string }>(): ColumnOf<Row>[] {
  return [
    ...column<Row>("dataset", "word", ({ place }) => place.dataset),
    ...column<Row>("target", "word", ({ place }) => place.target),
    ...column<Row>("generator", "word", ({ place }) => place.generator),
    ...column<Row>("n", "number", ({ place }) => place.n),
    ...column<Row>("rejected_share", "number", ({ place }) => place.balance ?? null),
    ...column<Row>("method", "word", ({ method }) => method),
  ];
}

/** Summaries as a table for files, one row per measure, place and method; full precision. */
export function summaryTable(summaries: readonly StudySummary[]): Table {
  const rows = summaries.flatMap(({ measure, places }) =>
    places.flatMap((place) => place.methods.map((own) => ({ measure, place, method: own.method, own }))),
  );
  return tableOf({ id: "table", title: "Methods" }, rows, [
    column("measure", "word", ({ measure }) => measure),
    placeColumns(),
    column("seeds", "number", ({ own }) => own.seeds),
    column("failed", "number", ({ own }) => own.failed),
    column("mean", "number", ({ own }) => own.mean),
    column("sd", "number", ({ own }) => own.sd),
    column("published", "number", ({ own }) => own.published),
    column("published_sd", "number", ({ own }) => own.publishedSd),
    column("against", "word", ({ own }) => own.difference?.against ?? null),
    column("difference", "number", ({ own }) => own.difference?.mean ?? null),
    column("low", "number", ({ own }) => own.difference?.low ?? null),
    column("high", "number", ({ own }) => own.difference?.high ?? null),
    column("best", "number", ({ own }) => (own.best ? 1 : 0)),
    column("clear", "number", ({ own }) => (own.clear ? 1 : 0)),
  ]);
}

/** Further tables as one table for files, one row per number. */
export function extraTable(extras: readonly ExtraTable[]): Table {
  const rows = extras.flatMap(({ name, columns, rows: all }) =>
    all.flatMap(({ place, method, values }) =>
      values.map((value, k) => ({ name, place, method, column: columns[k] ?? "", ...value })),
    ),
  );
  return tableOf({ id: "extra", title: "Further numbers" }, rows, [
    column("table", "word", ({ name }) => name),
    placeColumns(),
    column("column", "word", (row) => row.column),
    column("seeds", "number", ({ count }) => count),
    column("mean", "number", ({ mean }) => mean),
    column("sd", "number", ({ sd }) => sd),
  ]);
}

/** A further table as a page shows it: with a column for the place and one for the method where there are several. */
export function extraBlock({ name, columns, rows }: ExtraTable): TableBlock | null {
  const places = new Set(rows.map(({ place }) => placeWords(place))).size > 1;
  const methods = new Set(rows.map(({ method }) => method)).size > 1 || !places;
  const table = tableOf({ id: name, title: "" }, rows, [
    column("cell", "word", ({ place }) => placeWords(place), "cell"),
    column("name", "word", ({ method }) => method, "method"),
    ...columns.map((label, k) => {
      const words = ({ values }: ExtraRow) => meanWords(values[k]?.mean ?? null, values[k]?.sd ?? null);
      return column(`value${k}`, "word", words, label);
    }),
  ]);
  return withoutFile(tableBlock(table, { hide: [...(places ? [] : ["cell"]), ...(methods ? [] : ["name"])] }));
}

function withoutFile(block: TableBlock | null): TableBlock | null {
  return block && { ...block, name: null };
}

export function studyDocument(head: StudyHead, tables: StudyTables): Document {
  const [summary] = tables.summaries;
  const isMeasured = summary.places.some(({ methods }) => methods.some(({ mean }) => mean !== null));
  const showsMeasures = isMeasured || tables.extras.length === 0;
  const compares = (isMeasured && summary.overall.length > 1) || tables.extras.length + tables.gains.length === 0;
  const chapters: readonly (readonly [title: string, ...Block[]])[] = [
    ...(tables.gains.length === 0 ? [] : [[gainTitle(tables.gains), ...shown(gainBlock(tables.gains))] as const]),
    ...(showsMeasures ? measureChapters(tables.summaries) : []),
    ...tables.extras.map((extra) => [extra.title, ...shown(extraBlock(extra))] as const),
    ...(tables.crossings.length === 0
      ? []
      : [["Where methods without letters pass", bullets(tables.crossings.map(crossingWords))] as const]),
    ...(compares ? [["Over all cells", ...shown(overallBlock(summary))] as const] : []),
    ...(compares ? [["Paired differences", ...shown(differenceBlock(summary))] as const] : []),
    ...(summary.failures.length === 0 ? [] : [["Failed cells", bullets(failureItems(summary))] as const]),
  ];
  const intro = [
    headWords(head, tables, showsMeasures),
    ...(head.note === null ? [] : [head.note]),
    ...(summary.open === 0 ? [] : [`${amount(summary.open, "cell is", "cells are")} not computed yet.`]),
  ];
  return {
    title: head.title,
    kicker: intro.join(" "),
    facts: [],
    glance: [],
    sections: chapters.map(([title, ...body]) => ({ ...chapter(title, body), number: "" })),
    appendix: null,
    footer: "",
  };
}

function chapter(title: string, body: readonly Block[]): Chapter {
  return { id: title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-"), title, says: [], body, limits: [], tables: [] };
}

/** What the numbers of a page are. */
function headWords(head: StudyHead, { summaries }: StudyTables, isMeasured: boolean): string {
  const measures = summaries.map(({ measure }) => MEASURE_WORDS[measure]).join(" and ");
  const seeds = `over ${amount(head.seeds, "seed")}`;
  if (!isMeasured) return `Mean ± standard deviation ${seeds}; recast ${head.version}.`;
  const bold =
    "Bold: no other method has a higher mean; with a star, the 95 % interval of its paired difference to the " +
    "next best leaves out 0.";
  return [
    `Mean ± standard deviation of ${measures} ${seeds}; evidence scaled by ${head.scaling}; recast ${head.version}.`,
    ...(summaries[0].overall.length > 1 ? [bold] : []),
    ...(head.published === null ? [] : [`In parentheses the published value (${head.published}).`]),
  ].join(" ");
}

export function gainTitle(gains: readonly Gain[]): string {
  return `Difference from ${gains[0]?.against} on the same people, with its 95 % interval over the seeds`;
}

/** What each generator adds: over all data sets and targets, then by data set and by target. */
export function gainBlock(gains: readonly Gain[]): TableBlock | null {
  const parts = [...new Set(gains.flatMap(({ by }) => Object.keys(by)))];
  const table = tableOf({ id: "gains", title: "" }, gains, [
    column("size", "word", (gain) => sizeWords(gain), "letters"),
    column("name", "word", ({ method }) => method, "method"),
    column("gain", "word", gainWords, "difference"),
    ...parts.map((part) =>
      column(`by ${part}`, "word", ({ by }: Gain) => gainWords({ mean: by[part] ?? null }), targetLabel(part)),
    ),
    column("seeds", "count", ({ seeds }) => seeds, "seeds"),
  ]);
  const methods = new Set(gains.map(({ method }) => method)).size > 1;
  return withoutFile(tableBlock(table, { hide: methods ? [] : ["name"] }));
}

function targetLabel(part: string): string {
  return (TARGET_WORDS as Readonly<Record<string, string>>)[part] ?? part;
}

/** A chapter for each generator, size and measure; with one method, generators are lines instead. */
function measureChapters(summaries: StudyTables["summaries"]): (readonly [string, ...Block[]])[] {
  const { overall, places: all } = summaries[0];
  const isOne = overall.length === 1;
  const titleOf = isOne ? countWords : sizeWords;
  return [...new Set(all.map(titleOf))].flatMap((title) =>
    summaries.map((summary) => {
      const measure = summaries.length > 1 ? `: ${MEASURE_WORDS[summary.measure]}` : "";
      const places = summary.places.filter((place) => titleOf(place) === title);
      return [`${title}${measure}`, ...shown(matrix(summary, places, isOne ? "generator" : "method"))] as const;
    }),
  );
}

/** Methods or generators down, data sets and targets across. */
function matrix(
  { overall, measure }: StudySummary,
  places: readonly PlaceSummary[],
  down: "method" | "generator",
): TableBlock {
  const row = (label: string, cells: readonly TableBlock["rows"][number]["cells"][number][]) =>
    ({ emphasis: "normal", label: null, cells: [label, ...cells] }) as const;
  const generators = [...new Set(places.map(({ generator }) => generator))];
  const across = down === "method" ? places : places.filter(({ generator }) => generator === generators[0]);
  const ofMethod = (method: string) =>
    across.map(({ methods }) => methods.find((candidate) => candidate.method === method));
  const ofGenerator = (generator: string) =>
    places.filter((place) => place.generator === generator).map(({ methods }) => methods[0]);
  const lines =
    down === "method"
      ? overall.map(({ method }) => row(method, ofMethod(method).map(matrixCell)))
      : generators.map((generator) => row(generator, ofGenerator(generator).map(matrixCell)));
  return {
    kind: "table",
    name: null,
    anchor: "table-matrix",
    title: "",
    how: null,
    head: 0,
    narrow: false,
    columns: [
      { label: down, unit: null, look: "words" },
      ...across.map(({ dataset, target }) => {
        return { label: `${dataset} ${TARGET_WORDS[target]}`, unit: null, look: "number" as const };
      }),
    ],
    rows: [...lines, ...(measure === "accuracy" ? [row("the target itself", across.map(targetWords))] : [])],
    notes: [],
  };
}

function matrixCell(own: MethodSummary | undefined): TableBlock["rows"][number]["cells"][number] {
  if (own === undefined) return "";
  const published = own.published === null ? "" : ` (${decimal(own.published)})`;
  const failed = own.failed > 0 ? `, ${own.failed} failed` : "";
  const text = `${meanWords(own.mean, own.sd)}${own.clear ? "*" : ""}${published}${failed}`;
  return own.best ? { text, as: "strong" } : text;
}

/** How each method does over all places. */
export function overallBlock({ overall }: StudySummary): TableBlock | null {
  const table = tableOf({ id: "overall", title: "" }, overall, [
    column("name", "word", ({ method }) => method, "method"),
    column("cells", "count", ({ places }) => places, "cells"),
    column("mean", "word", ({ mean }) => decimal(mean), "mean"),
    column("best", "count", ({ best }) => best, "best in"),
    column("clear", "count", ({ clear }) => clear, "clearly in"),
  ]);
  return withoutFile(tableBlock(table));
}

function differenceBlock({ places }: StudySummary): TableBlock | null {
  const rows = places.flatMap((place) =>
    place.methods.flatMap(({ method, difference }) => (difference === null ? [] : [{ place, method, difference }])),
  );
  const table = tableOf({ id: "differences", title: "" }, rows, [
    column("cell", "word", ({ place }) => placeWords(place), "cell"),
    column("name", "word", ({ method }) => method, "method"),
    column("difference", "word", ({ difference }) => differenceWords(difference), "difference, 95 % interval"),
    column("seeds", "count", ({ difference }) => difference.seeds, "seeds"),
  ]);
  return withoutFile(tableBlock(table));
}

function failureItems({ failures }: StudySummary): string[] {
  return failures.map(
    ({ method, seed, failure, ...place }) =>
      `${placeWords(place)}, ${method}, seed ${seed}: ${failure?.code}: ${failure?.message ?? ""}`,
  );
}
