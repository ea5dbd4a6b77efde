import { AuditError } from "../errors.js";
import { compareText } from "../math/compare.js";
import type { Decisions } from "./decisions.js";
import type { ClassEvidence, Evidence } from "./evidence.js";
import type { Letters } from "./letters.js";
import { listValues } from "./problem.js";
import { cellAt } from "./raw-table.js";
import { joinReasons } from "./reasons.js";
import type { CategoryColumn, Column } from "./table.js";
import { missingTest } from "./values.js";

/** Decisions and letters as one body of evidence; without letters the letters' table has no rows. */
export function joinEvidence(decisions: Decisions, letters: Letters | null): Evidence {
  const observed: Column[] = [];
  const offered: Column[] = [];
  for (const [f, column] of decisions.observations.columns.entries()) {
    const [own, letter] = alignColumns(column, letters?.table.columns[f]);
    observed.push(own);
    offered.push(letter);
  }
  const reasons = joinReasons(decisions.reasonRules, decisions.schema.features, [
    decisions.reasons,
    letters?.reasons ?? null,
  ]);
  return {
    schema: decisions.schema,
    observations: { rows: decisions.observations.rows, columns: observed },
    decisions: decisions.decisions,
    letters: { rows: letters?.table.rows ?? 0, columns: offered },
    letterOf: letters?.letterOf ?? new Int32Array(0),
    ...(letters?.isThreshold.includes(1) === true && { isThreshold: letters.isThreshold }),
    ...(reasons !== undefined && { reasons }),
    groups: decisions.groups,
    outcomes: decisions.outcomes,
    weights: decisions.weights,
    ids: decisions.ids,
  };
}

/** Both columns over the same sorted levels; an empty column stands in for a missing second one. */
export function alignColumns(own: Column, letter: Column | undefined): [Column, Column] {
  if (own.type === "number") {
    return [own, letter?.type === "number" ? letter : { name: own.name, type: "number", values: new Float64Array(0) }];
  }
  const other: CategoryColumn =
    letter?.type === "category" ? letter : { name: own.name, type: "category", codes: new Int32Array(0), levels: [] };
  const levels = [...new Set([...own.levels, ...other.levels])].sort(compareText);
  return [recode(own, levels), recode(other, levels)];
}

function recode(column: CategoryColumn, levels: readonly string[]): CategoryColumn {
  const position = new Map(levels.map((level, code) => [level, code]));
  const codes = Int32Array.from(column.levels, (level) => position.get(level) ?? -1);
  return { ...column, codes: column.codes.map((code) => (code < 0 ? -1 : codes[code]!)), levels };
}

/** The columns of the letters file that say which classes a letter lies between. */
export interface LetterClassColumns {
  /** Class the letter offers. @default the column named as the decision is; not known without one */
  readonly to?: string | undefined;
  /** Class of the recipient, where the person is not known. @default not known */
  readonly from?: string | undefined;
}

/** Decisions of K classes and the letters with their classes as one body of evidence. */
export function joinClassEvidence(
  decisions: Decisions,
  letters: Letters | null,
  { to, from }: LetterClassColumns = {},
): ClassEvidence {
  const { unfavourable, favourable, column } = decisions.schema.decision;
  const names = decisions.classes ?? [unfavourable, favourable];
  const base = joinEvidence(decisions, letters);
  const none = new Int32Array(base.letters.rows).fill(-1);
  if (letters === null) return { ...base, classes: { names, ordered: true, letterFrom: none, letterTo: none } };
  const { file, rowNumbers, cells, long } = letters;
  const classOf = (cell: string, said: string, row: number): number => {
    const place = names.indexOf(cell);
    if (place >= 0) return place;
    const message =
      `${file}, column '${said}', row ${row}: '${cell}' is not among the classes ${listValues(names)}. ` +
      "Correct the cell, or add the class (--classes)";
    throw new AuditError("CLASS_UNKNOWN", message, { file, column: said, row });
  };
  /** The classes in one column of each letter's row. */
  const classesIn = (name: string): Int32Array => {
    const raw = cells.columns.find((candidate) => candidate.name === name);
    if (raw === undefined) {
      if (name !== to && name !== from) return none;
      const known = listValues(cells.columns.map((column) => column.name));
      const message = `${file} has no column '${name}' with the classes of letters. Its columns are ${known}`;
      throw new AuditError("COLUMN_UNKNOWN", message, { file, column: name });
    }
    const isMissing = missingTest(decisions.missing);
    const placeOf = new Map(Array.from(cells.rowNumbers, (row, i) => [row, i]));
    return rowNumbers.map((row) => {
      const cell = cellAt(raw, placeOf.get(row)!);
      return isMissing(cell) ? -1 : classOf(cell, name, row);
    });
  };
  /** The classes in the rows of the long form whose field is the decision. */
  const classesOffered = ({ id, field, values, option }: NonNullable<Letters["long"]>): Int32Array => {
    const { column: value } = values[0];
    const keyAt = (i: number) => JSON.stringify([cellAt(id, i), option === null ? "" : cellAt(option, i)]);
    const placeOf = new Map(Array.from(cells.rowNumbers, (row, i) => [row, i]));
    const letterOfKey = new Map(Array.from(rowNumbers, (row, k) => [keyAt(placeOf.get(row)!), k]));
    const found = none.slice();
    for (const [i, row] of cells.rowNumbers.entries()) {
      const letter = cellAt(field, i) === column ? letterOfKey.get(keyAt(i)) : undefined;
      if (letter !== undefined) found[letter] = classOf(cellAt(value, i), column, row);
    }
    return found;
  };
  const letterTo = long !== null && to === undefined ? classesOffered(long) : classesIn(to ?? column);
  const stated = from === undefined ? none : classesIn(from);
  const letterFrom = base.letterOf.map((person, k) => (person >= 0 ? base.decisions[person]! : stated[k]!));
  letterFrom.forEach((own, k) => {
    if (own < 0 || own !== letterTo[k]) return;
    const row = rowNumbers[k]!;
    const has = `the letter offers '${names[own]}' to a person who already got it`;
    const message = `${file}, row ${row}: ${has}. Correct the offer, or delete the letter`;
    throw new AuditError("LETTER_TO_ACCEPTED", message, { row, file });
  });
  return { ...base, classes: { names, ordered: true, letterFrom, letterTo } };
}
