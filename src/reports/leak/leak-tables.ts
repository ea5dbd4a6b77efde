import type { LeakFile, LetterWorth } from "../../findings/leak-file.js";
import type { Interval } from "../../math/interval.js";
import type { Cell } from "../tables/report-table.js";
import { armName, conditionWords, mitigationName, reachRangeWords, reachWords, validityCell } from "../text/en/leak.js";

/** How cells are written: "points" are differences of shares. */
export type LeakCellKind = "text" | "word" | "count" | "share" | "points" | "number";

/** A column of the file; pages show `shown` instead of several of them. */
export interface LeakColumn {
  readonly key: string;
  readonly kind: LeakCellKind;
  /** What a page calls it; null for a column that only the file has. */
  readonly label: string | null;
  /** Ends of an interval that a page shows beside it. */
  readonly ends: readonly [low: string, high: string] | null;
}

/** A table of the report: written as CSV, and in part on the page. */
export interface LeakTable {
  readonly name: string;
  readonly title: string;
  readonly columns: readonly LeakColumn[];
  /** One cell per column. */
  readonly rows: readonly (readonly Cell[])[];
}

interface ColumnOf<Row> extends LeakColumn {
  readonly cell: (row: Row) => Cell;
}

type Estimated = (Interval & { readonly value: number }) | (Interval & { readonly share: number }) | null;

function column<Row>(key: string, kind: LeakCellKind, label: string | null, cell: (row: Row) => Cell): ColumnOf<Row>[] {
  return [{ key, kind, label, ends: null, cell }];
}

function estimated<Row>(key: string, kind: LeakCellKind, label: string, of: (row: Row) => Estimated): ColumnOf<Row>[] {
  const value = (found: Estimated) => (found === null ? null : "value" in found ? found.value : found.share);
  return [
    { key, kind, label, ends: [`${key}Low`, `${key}High`], cell: (row) => value(of(row)) },
    { key: `${key}Low`, kind, label: null, ends: null, cell: (row) => of(row)?.low ?? null },
    { key: `${key}High`, kind, label: null, ends: null, cell: (row) => of(row)?.high ?? null },
  ];
}

function table<Row>(
  name: string,
  title: string,
  rows: readonly Row[],
  columns: readonly (readonly ColumnOf<Row>[])[],
): LeakTable[] {
  if (rows.length === 0) return [];
  const flat = columns.flat();
  return [
    {
      name,
      title,
      columns: flat.map(({ key, kind, label, ends }) => ({ key, kind, label, ends })),
      rows: rows.map((row) => flat.map(({ cell }) => cell(row))),
    },
  ];
}

/** Every table of a leakage report; those without rows are left out. */
export function leakTables(file: LeakFile): LeakTable[] {
  const curves = file.curves.flatMap(({ arm, method, points }) => points.map((point) => ({ arm, method, ...point })));
  const gains = file.gains.map(({ n, gain }) => ({ gain, worth: file.worth.find((entry) => entry.n === n), n }));
  const reach = (key: "equivalent" | "least" | "most" | "perLetter") => [
    ...column<{ worth: LetterWorth | undefined }>(key, "number", null, ({ worth }) => worth?.[key].decisions ?? null),
    ...column<{ worth: LetterWorth | undefined }>(
      `${key}Status`,
      "word",
      null,
      ({ worth }) => worth?.[key].status ?? null,
    ),
  ];
  return [
    ...table("curves", "Fidelity by people per class", curves, [
      column("curve", "word", "rebuilt by", ({ arm, method }) => armName(arm, method)),
      column("arm", "word", null, ({ arm }) => arm),
      column("method", "word", null, ({ method }) => method),
      column("n", "count", "people per class", ({ n }) => n),
      column("letters", "number", "letters", ({ letters }) => letters),
      estimated("fidelity", "share", "fidelity", ({ fidelity }) => fidelity),
    ]),
    ...table("letter-curve", "Fidelity by number of letters", file.letterCurve.points, [
      column("n", "count", "people per class", ({ n }) => n),
      column("letters", "number", "letters", ({ letters }) => letters),
      estimated("fidelity", "share", "fidelity", ({ fidelity }) => fidelity),
    ]),
    ...table("worth", "What letters add, and what they are worth in decisions", gains, [
      column("n", "count", "people per class", ({ n }) => n),
      column("letters", "number", "letters", ({ worth }) => worth?.letters ?? null),
      estimated("gain", "points", "letters add", ({ gain }) => gain),
      column("equivalentWords", "word", "decisions per class without letters", ({ worth }) =>
        worth === undefined ? null : reachWords(worth.equivalent),
      ),
      column("rangeWords", "word", "over the repeats", ({ worth }) =>
        worth === undefined ? null : reachRangeWords(worth),
      ),
      column("perLetterWords", "word", "decisions per letter", ({ worth }) =>
        worth === undefined ? null : reachWords(worth.perLetter),
      ),
      reach("equivalent"),
      reach("least"),
      reach("most"),
      reach("perLetter"),
    ]),
    ...table("fields", "What each field of the letters gives away", file.fields, [
      column("field", "text", "field", ({ field }) => field),
      estimated("changed", "share", "letters that change it", ({ changed }) => changed),
      estimated("drop", "points", "lost when not told", ({ drop }) => drop),
      estimated("reveals", "points", "added by it alone", ({ reveals }) => reveals),
      estimated("masked", "share", "fidelity without it", ({ masked }) => masked),
      estimated("alone", "share", "fidelity with it alone", ({ alone }) => alone),
    ]),
    ...table("mitigations", "Mitigations and their cost", file.mitigations, [
      column("mitigation", "word", "mitigation", mitigationName),
      column("kind", "word", null, ({ kind }) => kind),
      column("strength", "number", null, ({ strength }) => strength),
      estimated("fidelity", "share", "fidelity", ({ fidelity }) => fidelity),
      estimated("change", "points", "change", ({ change }) => change),
      estimated("left", "points", "letters still add", ({ left }) => left),
      column("sent", "share", "letters sent", ({ sent }) => sent.share),
      column("empty", "count", null, ({ empty }) => empty),
      column("addedDistance", "number", "added distance", ({ addedDistance }) => addedDistance),
      column("addedFields", "number", "added fields", ({ addedFields }) => addedFields),
      column("validity", "word", "no longer valid", validityCell),
      column("invalid", "share", null, ({ invalid }) => invalid?.share ?? null),
      column("invalidLow", "share", null, ({ invalid }) => invalid?.low ?? null),
      column("invalidHigh", "share", null, ({ invalid }) => invalid?.high ?? null),
    ]),
    ...table("conditions", "Conditions", file.conditions, [
      column("condition", "text", "condition", ({ text }) => text),
      column("holds", "word", null, ({ holds }) => (holds === null ? null : holds ? "yes" : "no")),
      column("clear", "word", null, ({ clear }) => (clear ? "yes" : "no")),
      column("failed", "word", "run fails", ({ failed }) => (failed ? "yes" : "no")),
      column("words", "text", "what came of it", conditionWords),
    ]),
  ];
}
