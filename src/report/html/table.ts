import { LEAST_GROUP } from "../../math/group-size.js";
import type { Cell, ReportTable, TableId } from "../tables/report-table.js";
import type { ReportText } from "../text/report-text.js";
import type { HowKey } from "../text/statement.js";
import { isDifference, writeCell, writeNumber } from "./cells.js";
import type { Context } from "./context.js";
import { howLink } from "./how-link.js";
import { type Content, html, type Markup, trusted } from "./markup.js";
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

/** Tables of at most so many rows stay on one sheet of paper. */
const KEPT_TOGETHER = 14;

/** Columns that say whom a row is about: where no other has a value, there is nothing to show. */
const HEADS = new Set(["attribute", "group", "method", "n", "scored", "variant"]);

/** The anchor of a table, or of a part of it. */
export function tableAnchor(table: ReportTable, part?: string): string {
  return part === undefined ? `table-${table.name}` : `table-${table.name}-${part}`;
}

/** A table with its caption, in a region of its own that scrolls sideways where the page is narrow; nothing without rows. */
export function renderTable(context: Context, table: ReportTable | null, options: TableOptions = {}): Markup | null {
  if (table === null) return null;
  const view = viewOf(table, options);
  if (view.rows.length === 0 || view.columns.every(({ key }) => HEADS.has(key))) return null;
  const { frame } = context.text;
  const anchor = tableAnchor(table, options.part);
  const title = frame.tableTitle(options.title ?? table.title, table.attribute);
  const how = options.how ?? HOW_OF_TABLE[table.id] ?? null;
  return html`<figure class="table${view.rows.length <= KEPT_TOGETHER ? " short" : ""}" id="${anchor}">
<figcaption id="${anchor}-title"><strong>${title}</strong>${how === null ? null : html` ${howLink(context.text, how)}`} <a class="csv" href="tables/${table.name}.csv" aria-label="${frame.csvLabel(table.name)}">${frame.csv}</a></figcaption>
<div class="scroll" role="region" tabindex="0" aria-labelledby="${anchor}-title"><table${view.columns.length < 4 ? trusted(' class="narrow"') : null} aria-labelledby="${anchor}-title">
<thead><tr>${view.columns.map((column) => headings(column, isProse(column, view), context.text))}</tr></thead>
<tbody>
${view.rows.map((row) => renderRow(row, view, options, context.text))}</tbody>
</table></div>
${notes(view, options, context.text).map((note) => html`<p class="note">${note}</p>`)}
</figure>`;
}

/** Columns of sentences need room where the page is narrow. */
function isProse({ key, value }: ViewColumn, { rows }: View): boolean {
  return SENTENCES.has(key) && rows.some(({ cells }) => String(cells[value] ?? "").length > 48);
}

const SENTENCES = new Set(["failure", "message", "sentence", "text"]);

function headings({ key, label, kind, value, low }: ViewColumn, prose: boolean, { frame }: ReportText): Markup {
  const side = isNumeric(kind) ? "number" : prose ? "words prose" : "words";
  const unit = isDifference(key, kind) ? html` <small>${frame.cells.pointsUnit}</small>` : null;
  const heading = (words: string) => html`<th scope="col" class="${side}">${words}${unit}</th>`;
  if (low < 0) return heading(label);
  if (value < 0) return heading(frame.cells.range(rangeLabel(label)));
  return html`${heading(label)}<th scope="col" class="number interval">${frame.cells.interval}</th>`;
}

/** "Rate, group unknown: low" is the label of one end; the range is named by what stands before. */
function rangeLabel(label: string): string {
  return label.replace(/: (?:low|high)$/, "");
}

function renderRow(
  { cells, emphasis }: View["rows"][number],
  view: View,
  options: TableOptions,
  text: ReportText,
): Markup {
  const mark =
    emphasis === "insufficient"
      ? html` <span class="label">${tooFew(cells, view.table, text)}</span>`
      : emphasis === "highlight"
        ? options.marked === true
          ? null
          : html` <span class="label">${text.frame.cells.marks[view.table.id] ?? text.frame.cells.marked}</span>`
        : null;
  const group = view.columns.findIndex(({ key }) => key === "group");
  const head = Math.max(0, group);
  const shown = view.columns.map((column, i) =>
    i === head
      ? html`<th scope="row" class="${isNumeric(column.kind) ? "number" : "words"}">${contentOf(column, cells, text, options)}${mark}</th>`
      : html`${column.value < 0 ? null : html`<td class="${classOf(column)}">${contentOf(column, cells, text, options)}</td>`}${column.low < 0 ? null : html`<td class="number interval">${intervalOf(column, cells, text, options)}</td>`}`,
  );
  const standing =
    emphasis === "insufficient" ? " few" : emphasis === "highlight" && options.marked !== true ? " marked" : "";
  return html`<tr class="row${standing}">${shown}</tr>
`;
}

function contentOf(column: ViewColumn, cells: readonly Cell[], text: ReportText, options: TableOptions): Content {
  const cell = cells[column.value] ?? null;
  return cell === null || cell === "" ? undefinedMark(column, text, options) : writeCell(cell, column.key, column.kind);
}

function intervalOf(column: ViewColumn, cells: readonly Cell[], text: ReportText, options: TableOptions): Content {
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

function undefinedMark({ key }: ViewColumn, { frame }: ReportText, { blank = [] }: TableOptions): Content {
  return MAY_BE_BLANK.has(key) || blank.includes(key)
    ? "–"
    : html`<span class="undefined">${frame.cells.notDefined}</span>`;
}

function classOf({ key, kind }: ViewColumn): string {
  if (key === "sha256") return "hash";
  return isNumeric(kind) ? "number" : "words";
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
