import type { Estimate, MeasuredShare } from "../../math/interval.js";
import { COLUMN_LABELS, intervalLabel, TABLE_TEXTS } from "../text/table-labels.js";

/** Which table it is; several tables share an id when there is one per attribute. */
export type TableId = keyof typeof TABLE_TEXTS;

/** What a column is about; a column of the same key means the same in every table. */
export type ColumnKey = keyof typeof COLUMN_LABELS;

/**
 * How to write a column's cells. "text" holds words of the user (or sentences with such words in them), "word" stable
 * words of ours, for which `CELL_WORDS` has English; the others hold numbers. A "share" lies in [0, 1].
 */
export type CellKind = "text" | "word" | "count" | "share" | "number" | "ratio" | "p";

/** Null: not known, or not defined. A number may stand in a text column and stays a number. */
export type Cell = string | number | null;

/** How a row stands out; the words in its cells say why. */
export type RowEmphasis = "normal" | "insufficient" | "highlight";

/** One column. */
export interface ReportColumn {
  /** Key of the column; ends of intervals are called `${of}Low` and `${of}High`. */
  readonly key: string;
  readonly label: string;
  readonly kind: CellKind;
  /** Set on the two columns that hold a 95 % interval (or other range) of the column `of`, which stands before them. */
  readonly interval: { readonly of: ColumnKey; readonly end: "low" | "high" } | null;
}

/** A table of the report: written as HTML in the page and as CSV beside it. */
export interface ReportTable {
  readonly id: TableId;
  /** Stem of its file name: ASCII letters, digits and hyphens; different for every table of a report. */
  readonly name: string;
  readonly title: string;
  /** The attribute it is about, where there is one table per attribute: the user's word. */
  readonly attribute: string | null;
  readonly columns: readonly ReportColumn[];
  /** One cell per column. */
  readonly rows: readonly (readonly Cell[])[];
  /** One entry per row. */
  readonly emphasis: readonly RowEmphasis[];
  /** What a reader must know beside it. */
  readonly note: string | null;
}

/** A column and where its cells come from. */
interface ColumnOf<Row> extends ReportColumn {
  readonly cell: (row: Row) => Cell;
}

/** Makers of columns of one kind of row; each gives a list, since an interval takes two columns more. */
export interface ColumnMakers<Row> {
  readonly column: (key: ColumnKey, kind: CellKind, cell: (row: Row) => Cell) => ColumnOf<Row>[];
  /** A number, and the ends of its interval. */
  readonly estimate: (key: ColumnKey, kind: CellKind, of: (row: Row) => Estimate | null | undefined) => ColumnOf<Row>[];
  /** A share, and the ends of its interval. */
  readonly measured: (key: ColumnKey, of: (row: Row) => MeasuredShare | null | undefined) => ColumnOf<Row>[];
  /** The ends of a range alone. */
  readonly range: (key: ColumnKey, kind: CellKind, of: (row: Row) => Ends | null | undefined) => ColumnOf<Row>[];
}

interface Ends {
  readonly low: number | null;
  readonly high: number | null;
}

function columnMakers<Row>(): ColumnMakers<Row> {
  const column: ColumnMakers<Row>["column"] = (key, kind, cell) => [
    { key, label: COLUMN_LABELS[key], kind, interval: null, cell },
  ];
  const range: ColumnMakers<Row>["range"] = (key, kind, of) =>
    (["low", "high"] as const).map((end) => ({
      key: `${key}${end === "low" ? "Low" : "High"}`,
      label: intervalLabel(COLUMN_LABELS[key], end),
      kind,
      interval: { of: key, end },
      cell: (row) => of(row)?.[end] ?? null,
    }));
  return {
    column,
    range,
    estimate: (key, kind, of) => [...column(key, kind, (row) => of(row)?.value ?? null), ...range(key, kind, of)],
    measured: (key, of) => [...column(key, "share", (row) => of(row)?.share ?? null), ...range(key, "share", of)],
  };
}

/** A table of these rows; none when there are no rows. */
export function reportTable<Row>(
  id: TableId,
  columns: (makers: ColumnMakers<Row>) => readonly (readonly ColumnOf<Row>[])[],
  rows: readonly Row[],
  given: {
    readonly attribute?: string;
    /** Place of the attribute among those that get a table of their own, from 1. */
    readonly place?: number;
    readonly emphasis?: (row: Row) => RowEmphasis;
  } = {},
): ReportTable[] {
  if (rows.length === 0) return [];
  const { attribute = null, place = null, emphasis = () => "normal" as const } = given;
  const flat = columns(columnMakers<Row>()).flat();
  const { title, note } = TABLE_TEXTS[id];
  return [
    {
      id,
      name: [id, ...(place === null ? [] : [String(place)]), slug(attribute ?? "")]
        .filter((part) => part !== "")
        .join("-"),
      title,
      attribute,
      columns: flat.map(({ key, label, kind, interval }) => ({ key, label, kind, interval })),
      rows: rows.map((row) => flat.map(({ cell }) => cell(row))),
      emphasis: rows.map(emphasis),
      note,
    },
  ];
}

/** The emphasis of a row that may be about too few people. */
export function byStatus(row: { readonly status: string }): RowEmphasis {
  return row.status === "insufficient" ? "insufficient" : "normal";
}

/** A word as one of ours. */
export function yesNo(value: boolean): "yes" | "no" {
  return value ? "yes" : "no";
}

/** What is left of a name in a file name: "Age (years)" is "age-years". May be empty. */
function slug(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 40)
    .replace(/^-|-$/g, "");
}
