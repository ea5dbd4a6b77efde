import { LEAST_GROUP } from "../../math/group-size.js";
import type { Cell, ReportTable, TableId } from "../tables/report-table.js";
import type { ReportText } from "../text/report-text.js";
import type { HowKey } from "../text/statement.js";
import type { CellLook, TableBlock, TableRow, Words } from "./block.js";
import { isDifference, writeCell, writeNumber } from "./cells.js";
import type { Context } from "./context.js";
import { isNothing, type View, type ViewColumn, type ViewOptions, viewOf } from "./view.js";

/** Where the appendix explains each table. */
const HOW_OF_TABLE: Partial<Record<TableId, HowKey>> = {
  "evidence-files": "files",
  "group-rates": "selection-rate",
  parity: "parity-difference",
  power: "power",
  "letter-fields": "letter-changes",
  "letter-field-counts": "letter-changes",
  "letter-moves": "letter-changes",
  "letter-contradictions": "contradictions",
  "letter-coverage": "wilson",
  burden: "burden",
  "burden-changes": "burden",
  methods: "agreement",
  prototypes: "prototypes",
  determined: "determined",
  "contested-by-group": "determined",
  lens: "lens",
  stability: "stability",
  abstention: "abstention",
  "agreement-by-group": "agreement",
  "model-rates": "model-rates",
  "model-parity": "consistent-range",
  "model-distances": "score-distance",
  "model-odds": "equalized-odds",
  "model-odds-by-group": "equalized-odds",
  "sensitivity-variants": "sensitivity",
  "sensitivity-gaps": "sensitivity",
  "sensitivity-conclusions": "sensitivity",
  weights: "linear-weights",
  permutation: "permutation",
  shapley: "shapley",
  "partial-dependence": "partial-dependence",
};

/** How a page shows a table. */
export interface TableOptions extends ViewOptions {
  /** Instead of the table's own title. */
  readonly title?: string;
  /** Told apart from other parts of the same table by this word, which ends the anchor. */
  readonly part?: string;
  readonly how?: HowKey;
  /** Instead of the table's own note; null for none. */
  readonly note?: string | null;
  /** Columns in which nothing to say is no gap here: the note says why. */
  readonly blank?: readonly string[];
}

/** Columns that say whom a row is about: where no other has a value, there is nothing to show. */
const HEADS = new Set(["attribute", "group", "method", "n", "scored", "variant"]);

/** The anchor of a table, or of a part of it. */
export function tableAnchor(table: ReportTable, part?: string): string {
  return part === undefined ? `table-${table.name}` : `table-${table.name}-${part}`;
}

/** A part of a table with every cell written out; nothing without rows. */
export function tableBlock(context: Context, table: ReportTable | null, options: TableOptions = {}): TableBlock | null {
  if (table === null) return null;
  const view = viewOf(table, options);
  if (view.rows.length === 0 || view.columns.every(({ key }) => HEADS.has(key))) return null;
  const { text } = context;
  const group = view.columns.findIndex(({ key }) => key === "group");
  const named = Math.max(0, group);
  const before = view.columns.slice(0, named).flatMap((column) => headings(column, view, text));
  return {
    kind: "table",
    name: table.name,
    anchor: tableAnchor(table, options.part),
    title: text.frame.tableTitle(options.title ?? table.title, table.attribute),
    how: options.how ?? HOW_OF_TABLE[table.id] ?? null,
    columns: view.columns.flatMap((column) => headings(column, view, text)),
    head: before.length,
    narrow: view.columns.length < 4,
    rows: view.rows.map((row) => writeRow(row, view, options, text)),
    notes: notes(view, options, text),
  };
}

/** Columns of sentences need room where the page is narrow. */
function isProse({ key, value }: ViewColumn, { rows }: View): boolean {
  return SENTENCES.has(key) && rows.some(({ cells }) => String(cells[value] ?? "").length > 48);
}

const SENTENCES = new Set(["failure", "message", "sentence", "text"]);

/** A value and its interval take a column each. */
function headings(column: ViewColumn, view: View, { frame }: ReportText): TableBlock["columns"] {
  const { key, label, kind, value, low } = column;
  const unit = isDifference(key, kind) ? frame.cells.pointsUnit : null;
  const look: CellLook =
    key === "sha256" ? "hash" : isNumeric(kind) ? "number" : isProse(column, view) ? "prose" : "words";
  if (low < 0) return [{ label, unit, look }];
  if (value < 0) return [{ label: frame.cells.range(rangeLabel(label)), unit, look: "range" }];
  return [
    { label, unit, look },
    { label: frame.cells.interval, unit: null, look: "interval" },
  ];
}

/** "Rate, group unknown: low" is the label of one end; the range is named by what stands before. */
function rangeLabel(label: string): string {
  return label.replace(/: (?:low|high)$/, "");
}

function writeRow(
  { cells, emphasis }: View["rows"][number],
  view: View,
  options: TableOptions,
  text: ReportText,
): TableRow {
  const alike = emphasis === "highlight" && options.marked === true; // all rows shown stand out
  const label =
    emphasis === "insufficient"
      ? tooFew(cells, view.table, text)
      : emphasis === "highlight" && !alike
        ? (text.frame.cells.marks[view.table.id] ?? text.frame.cells.marked)
        : null;
  return {
    emphasis: alike ? "normal" : emphasis,
    label,
    cells: view.columns.flatMap((column) => [
      ...(column.value < 0 ? [] : [writeValue(column, cells, text, options)]),
      ...(column.low < 0 ? [] : [intervalOf(column, cells, text, options)]),
    ]),
  };
}

function writeValue(column: ViewColumn, cells: readonly Cell[], text: ReportText, options: TableOptions): Words {
  const cell = cells[column.value] ?? null;
  return cell === null || cell === "" ? undefinedMark(column, text, options) : writeCell(cell, column.key, column.kind);
}

function intervalOf(column: ViewColumn, cells: readonly Cell[], text: ReportText, options: TableOptions): Words {
  const low = cells[column.low];
  const high = cells[column.high];
  if (typeof low !== "number" || typeof high !== "number")
    return column.value < 0 ? undefinedMark(column, text, options) : "–";
  const [from, to] = [low, high].map((end) => writeNumber(end, column.key, column.kind));
  return text.frame.cells.to(from ?? "", to ?? "");
}

/** Columns in which nothing to say is no gap: an error that did not happen, a field that is not meant. */
const MAY_BE_BLANK = new Set("attribute base examples failure fails field file level rowList type unit y".split(" "));

/** Differences that are never negative, though the end of an interval may be. */
const SPREADS = new Set(["parityDifference", "weightedParityDifference"]);

/** Columns of data that not every audit has; where no row has any, nothing is missing. */
const MAY_BE_ABSENT = /^(?:bound|corrected|weighted)/;

function undefinedMark({ key }: ViewColumn, { frame }: ReportText, { blank = [] }: TableOptions): Words {
  return MAY_BE_BLANK.has(key) || blank.includes(key) ? "–" : { text: frame.cells.notDefined, as: "undefined" };
}

function isNumeric(kind: ViewColumn["kind"]): boolean {
  return kind !== "text" && kind !== "word";
}

/** Why a row is too small: how many people it is about, or how many of them were observed where only these are few. */
function tooFew(cells: readonly Cell[], { columns }: ReportTable, { frame }: ReportText): string {
  const numberIn = (key: string) => {
    const cell = cells[columns.findIndex((column) => column.key === key)];
    return typeof cell === "number" ? cell : null;
  };
  const n = numberIn("n") ?? numberIn("letters");
  const scored = columns.some(({ key }) => key === "scored");
  return scored && n !== null && n >= LEAST_GROUP
    ? frame.cells.insufficientObserved(numberIn("agreementN") ?? 0)
    : frame.cells.insufficient(n);
}

/** What goes below a table: its note, why cells are empty, and what grey rows mean. */
function notes(view: View, { note = view.table.note, blank = [] }: TableOptions, { frame }: ReportText): string[] {
  const because = frame.undefinedBecause;
  const reasons = (columns: readonly ViewColumn[]) => {
    const labels = new Map<string, string[]>();
    for (const { key, label } of columns) {
      const reason = because[key] ?? frame.undefinedOtherwise;
      labels.set(reason, [...(labels.get(reason) ?? []), rangeLabel(label)]);
    }
    return [...labels].map(([reason, under]) => [under, reason] as const);
  };
  const gaps = view.columns.filter(
    ({ key, value, low }) =>
      !MAY_BE_BLANK.has(key) &&
      !blank.includes(key) &&
      view.rows.some(({ cells }) => isNothing(cells[value < 0 ? low : value])),
  );
  const empty = view.empty.filter(
    ({ key }) => !MAY_BE_BLANK.has(key) && !blank.includes(key) && !MAY_BE_ABSENT.test(key),
  );
  const found: string[] = [];
  if (note !== null) found.push(note);
  if (view.columns.some(({ key, low }) => SPREADS.has(key) && view.rows.some(({ cells }) => Number(cells[low]) < 0))) {
    found.push(frame.cells.negative);
  }
  if (gaps.length > 0) found.push(frame.cells.whyUndefined(reasons(gaps)));
  if (empty.length > 0) found.push(frame.cells.leftOut(reasons(empty)));
  if (view.rows.some(({ emphasis }) => emphasis === "insufficient")) found.push(frame.cells.few);
  if (view.all > view.rows.length) {
    found.push(frame.cells.shortened(view.rows.length, view.all, view.table.name));
  }
  return found;
}
