import type { ObservedDecisions } from "./decision-column.js";
import type { ResolvedDecisionsOptions } from "./decisions-options.js";
import { isUsableWeight } from "./people.js";
import { listValues, type ProblemList } from "./problem.js";
import { keepRows, type RawColumn, rowsWhere } from "./raw-table.js";
import type { Roles } from "./roles.js";
import { type ReadColumn, readColumn } from "./values.js";

type ColumnsOptions = Pick<ResolvedDecisionsOptions, "types" | "missing"> &
  Partial<Pick<ResolvedDecisionsOptions, "numbers" | "ranges" | "sensitive">>;

/** Columns by name, each cell read as its column's type. Ranges that groups are compared by stay categories. */
export function readColumns(columns: readonly RawColumn[], options: ColumnsOptions): Map<string, ReadColumn> {
  const { types, missing, numbers = {}, ranges = {}, sensitive = [] } = options;
  const markers = new Set(missing);
  return new Map(
    columns.map((column) => {
      const { name } = column;
      const style = own(numbers, name);
      const steps = own(ranges, name) ?? (sensitive.includes(name) ? "category" : undefined);
      const isNumber = style !== undefined || own(ranges, name) === "middle";
      const type = own(types, name) ?? (isNumber ? "number" : undefined);
      return [name, readColumn(column, markers, type, { style, ranges: steps })];
    }),
  );
}

/** A column may be called `constructor`. */
function own<Value>(byColumn: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(byColumn, name) ? byColumn[name] : undefined;
}

/** The rows that count: rows with a decision, except those that `skip` asks to leave out; warns of these. */
export function keptRows(
  decided: ObservedDecisions,
  columns: readonly RawColumn[],
  { roles, options }: { readonly roles: Roles; readonly options: ResolvedDecisionsOptions },
  problems: ProblemList,
): ObservedDecisions {
  let kept = decided;
  const read = () => readColumns(keepRows(columns, kept.keep), options);
  if (options.skip.includes("repeated") && roles.id !== null) {
    kept = without(kept, repeats(read().get(roles.id), kept.rowNumbers, problems));
  }
  if (options.skip.includes("unreadable")) kept = without(kept, unreadable(read(), roles, kept.rowNumbers, problems));
  return kept;
}

/** 1 for each row that is to go. */
function without({ keep, rowNumbers, decisions, ...rest }: ObservedDecisions, gone: Uint8Array): ObservedDecisions {
  let i = 0;
  const stays = (_: number, k: number) => gone[k] === 0;
  return {
    ...rest,
    keep: keep.map((isKept) => (isKept === 1 && gone[i++] === 0 ? 1 : 0)),
    rowNumbers: rowNumbers.filter(stays),
    decisions: decisions.filter(stays),
  };
}

function repeats(column: ReadColumn | undefined, rowNumbers: Int32Array, problems: ProblemList): Uint8Array {
  const gone = new Uint8Array(rowNumbers.length);
  if (column === undefined) return gone;
  const { raw, missing } = column;
  const seen = new Uint8Array(raw.levels.length);
  let i = 0;
  const found = rowsWhere(raw, rowNumbers, (code) => {
    const isRepeat = seen[code] === 1 && missing[code] === 0;
    seen[code] = 1;
    gone[i++] = isRepeat ? 1 : 0;
    return isRepeat;
  });
  const words = `the id ${listValues(found.cells, 5)} repeats; left out, and the first row of each id is kept`;
  problems.report("warning", "ID_DUPLICATE", found, words);
  return gone;
}

/** Rows with a cell that is no usable number in a feature, an attribute or a weight of numbers. */
function unreadable(
  columns: ReadonlyMap<string, ReadColumn>,
  { features, sensitive, weight }: Roles,
  rowNumbers: Int32Array,
  problems: ProblemList,
): Uint8Array {
  const gone = new Uint8Array(rowNumbers.length);
  for (const name of new Set([...features, ...sensitive, ...(weight === null ? [] : [weight])])) {
    const column = columns.get(name);
    if (column === undefined || (column.type !== "number" && name !== weight)) continue;
    const { raw, numbers, missing } = column;
    const isBad = (code: number) =>
      name === weight ? !isUsableWeight(numbers[code]!) : missing[code] === 0 && !Number.isFinite(numbers[code]!);
    const found = rowsWhere(raw, rowNumbers, isBad);
    for (let i = 0; found.count > 0 && i < gone.length; i++) if (isBad(raw.codes[i]!)) gone[i] = 1;
    const code = name === weight ? "WEIGHT_INVALID" : "VALUE_UNPARSABLE";
    problems.report("warning", code, found, `${listValues(found.cells, 5)} cannot be used as a number; left out`);
  }
  return gone;
}
