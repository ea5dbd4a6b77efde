import { EXAMPLE_ROWS, type Occurrences, type Problem } from "./problem.js";

/** A column as written: `levels[codes[i]]` is the trimmed cell of row i; levels are in order of first occurrence. */
export interface RawColumn {
  readonly name: string;
  readonly codes: Int32Array;
  readonly levels: readonly string[];
  /** The number of each level, where the source holds numbers; NaN for an empty cell. @default read from the levels */
  readonly numbers?: Float64Array;
  /**
   * What the whole file has in this column, where only some of its rows are here; then `levels` are the file's too.
   * @default all rows are here
   */
  readonly census?: Census;
}

/** A column of a file that is too long to be held, counted. */
export interface Census {
  /** Rows of the file that count. */
  readonly rows: number;
  /** How many of them have each level; too many different numbers are not counted one by one. */
  readonly counts: Float64Array;
  /** The first of these rows, `EXAMPLE_ROWS` places for each level. */
  readonly firstRows: Int32Array;
}

/** How the bytes of a file became rows, where that needs a word. */
export interface ReadAs {
  /** What its text turned out to be in, as it is not UTF-8. */
  readonly encoding?: "Windows-1252" | "UTF-16";
  /** The sheet that was chosen among several, */
  readonly sheet?: string;
  /** and the names of all, chosen among or not. */
  readonly sheets?: readonly string[];
  /** Cells with a formula whose value the file does not have. */
  readonly unvalued?: number;
}

/** The rows of a sheet with something in them, cut but not typed: numbers are texts as well. */
export interface SheetRows {
  readonly records: readonly (readonly string[])[];
  /** Row of each record as the spreadsheet counts it. */
  readonly rowNumbers: readonly number[];
  readonly readAs: ReadAs;
}

/** Rows of a file, column by column, nothing interpreted yet: what every reader gives. */
export interface RawRows {
  readonly rows: number;
  /** Row of each record as a spreadsheet counts it: the header is row 1, blank lines count. */
  readonly rowNumbers: Int32Array;
  readonly columns: readonly RawColumn[];
  /** What a library of counterfactuals says beside their rows; absent for any other file. */
  readonly library?: LibraryRows;
}

/** Where rows come from that a library of counterfactuals wrote, and what they started from. */
export interface LibraryRows {
  /** As people call it: "dice-ml". */
  readonly name: string;
  /** The column with the answer of the library's model; null without one. */
  readonly outcome: string | null;
  /** The row that each counterfactual started from, with the model's answer to it; empty where it is not saved. */
  readonly start: readonly RawColumn[];
  /** Which of the library's people each row is for, counted from 0. */
  readonly itemOf: Int32Array;
  /** People for whom the library found no counterfactual. */
  readonly unanswered: number;
  /** Whether the columns have no names: they are the features in their order. */
  readonly isByPlace: boolean;
  /** Columns that the library never names as a reason. */
  readonly neverCited: readonly string[];
}

/** The raw rows of a file that has a name. */
export interface RawTable extends RawRows {
  readonly file: string;
  /** What separates cells; a comma where the file is no text. */
  readonly delimiter: string;
}

/** Why a row could not be cut into the cells its header asks for: how many it has instead, or a quote left open. */
export type BrokenRow = number | "unclosed";

/** Some rows of a file that is too long to be held. Broken rows stay, so that there is an answer for every row. */
export interface RawBatch extends RawRows {
  /** By place in the batch. */
  readonly broken: ReadonlyMap<number, BrokenRow>;
  /** How the file had to be read, with the first of its batches. @default as any file */
  readonly notes?: readonly Problem[];
  /** What separates the cells of a text, with the first of its batches. */
  readonly delimiter?: string;
}

export interface TableInspection {
  readonly table: RawTable | null;
  readonly problems: readonly Problem[];
}

export type RawValue = string | number | bigint | boolean | null;

/** An empty collector of values. A number keeps its value beside the shortest text for it; null and NaN are empty. */
export function collectValues(name: string): { add(value: RawValue): void; finish(): RawColumn } {
  const byValue = new Map<RawValue, number>();
  const byText = new Map<string, number>();
  const codes: number[] = [];
  const levels: string[] = [];
  const numbers: number[] = [];
  let isNumeric = true;

  function newCode(value: RawValue): number {
    const text = textOf(value);
    let code = byText.get(text);
    if (code === undefined) {
      code = levels.push(text) - 1;
      byText.set(text, code);
      const isNumber = typeof value === "number" || typeof value === "bigint";
      numbers.push(isNumber ? Number(value) : Number.NaN);
      isNumeric &&= isNumber || text === "";
    }
    byValue.set(value, code);
    return code;
  }

  return {
    add: (value) => {
      codes.push(byValue.get(value) ?? newCode(value));
    },
    finish: () => ({
      name: name.trim(),
      codes: Int32Array.from(codes),
      levels,
      ...(isNumeric && { numbers: Float64Array.from(numbers) }),
    }),
  };
}

function textOf(value: RawValue): string {
  if (value === null || Number.isNaN(value)) return "";
  return value === 0 ? "0" : String(value).trim(); // no "-0"
}

/** The columns reduced to the rows with keep = 1, levels to those still in use; a census keeps the file's. */
export function keepRows(columns: readonly RawColumn[], keep: Uint8Array): readonly RawColumn[] {
  if (!keep.includes(0)) return columns;
  return columns.map((column) => {
    const { name, codes, levels, numbers } = column;
    if (column.census !== undefined) return { ...column, codes: codes.filter((_, i) => keep[i] === 1) };
    const recode = new Int32Array(levels.length).fill(-1);
    const used: number[] = [];
    const kept = codes.filter((_, i) => keep[i] === 1);
    for (let i = 0; i < kept.length; i++) {
      const code = kept[i]!;
      if (recode[code] === -1) recode[code] = used.push(code) - 1;
      kept[i] = recode[code]!;
    }
    return {
      name,
      codes: kept,
      levels: used.map((code) => levels[code]!),
      ...(numbers && { numbers: Float64Array.from(used, (code) => numbers[code]!) }),
    };
  });
}

/** How many rows count, here or in the whole file. */
export function rowsIn({ codes, census }: RawColumn): number {
  return census?.rows ?? codes.length;
}

interface FoundRows extends Occurrences {
  readonly column: string;
  readonly cells: readonly string[];
}

/** The rows whose code satisfies the condition: how many, the first few, and their different cells. */
export function rowsWhere(raw: RawColumn, rowNumbers: Int32Array, condition: (code: number) => boolean): FoundRows {
  const { name: column, codes, levels, census } = raw;
  if (census !== undefined) return countedWhere(raw, census, condition);
  const rows: number[] = [];
  const seen = new Uint8Array(levels.length);
  let count = 0;
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i]!;
    if (!condition(code)) continue;
    if (++count <= EXAMPLE_ROWS) rows.push(rowNumbers[i]!);
    seen[code] = 1;
  }
  return { column, count, rows, cells: levels.filter((_, code) => seen[code] === 1) };
}

/** The same by the counts of the whole file. */
function countedWhere(
  { name: column, levels }: RawColumn,
  { counts, firstRows }: Census,
  condition: (code: number) => boolean,
): FoundRows {
  const found = [...levels.keys()].filter((code) => counts[code]! > 0 && condition(code));
  const rows = found.flatMap((code) => {
    const start = code * EXAMPLE_ROWS;
    return [...firstRows.subarray(start, start + Math.min(counts[code]!, EXAMPLE_ROWS))];
  });
  return {
    column,
    count: found.reduce((sum, code) => sum + counts[code]!, 0),
    rows: rows.sort((a, b) => a - b).slice(0, EXAMPLE_ROWS),
    cells: found.map((code) => levels[code]!),
  };
}

export function cellAt({ codes, levels }: RawColumn, i: number): string {
  return levels[codes[i]!] ?? "";
}

export function sameCells(a: RawColumn, b: RawColumn): boolean {
  return a.codes.every((code, i) => a.levels[code] === b.levels[b.codes[i]!]);
}
