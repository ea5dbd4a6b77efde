import { parseNumber } from "../input/values.js";
import { type Cell, type CellRow, rowCells } from "../lab/targets/outside.js";
import type { People } from "./people.js";

/** A letter as a full row, null when it cannot be read as one, and what in it was left out. */
export interface CompleteLetter {
  readonly row: CellRow | null;
  /** Fields of the letter that are no columns of the people, or hold no number where one is needed. */
  readonly unread: readonly string[];
}

/** The person's row with the letter's cells put in. A letter that changes nothing or has a broken number is none. */
export function completeLetter(people: People, person: number, letter: CellRow | null): CompleteLetter {
  if (letter === null) return { row: null, unread: [] };
  const own = rowCells(people.table, person);
  const row: Record<string, Cell> = { ...own };
  const unread: string[] = [];
  let broken = false;
  const types = new Map(people.features.map(({ name, type }) => [name, type]));
  for (const [name, cell] of Object.entries(letter)) {
    const type = types.get(name);
    if (type === undefined) unread.push(name);
    else if (cell !== null) {
      const value = type === "number" ? numberOf(cell) : String(cell);
      if (value === null) {
        unread.push(name);
        broken = true;
      } else row[name] = value;
    }
  }
  const changes = Object.keys(own).some((name) => own[name] !== row[name]);
  return { row: broken || !changes ? null : row, unread };
}

function numberOf(cell: string | number): number | null {
  const value = typeof cell === "number" ? cell : parseNumber(cell.trim());
  return value === undefined || !Number.isFinite(value) ? null : value;
}
