import type { Column } from "../../../src/input/table.js";
import { type LettersDraft, versionNow } from "./letters-draft.js";

/** A feature of a person that a letter may ask to change. */
export interface PersonField {
  readonly name: string;
  readonly type: "number" | "category";
  readonly immutable: boolean;
  /** As it is; empty where it is missing. */
  readonly value: string;
  /** Known values of a category, at most 200. */
  readonly levels: readonly string[];
}

/** The person's features, those letters change most often first. */
export interface PersonFields {
  readonly fields: readonly PersonField[];
}

/** A letter of the file in a few words. */
export interface ListedLetter {
  /** Its place among the letters, counted from 0. */
  readonly letter: number;
  /** Null where it is not known to whom it went. */
  readonly person: { readonly row: number; readonly id: string | null } | null;
  readonly changes: readonly { readonly field: string; readonly from: string; readonly to: string }[];
  /** Whether the audit was made without it. */
  readonly isNew: boolean;
}

const MOST_LEVELS = 200;

export function personFields(draft: LettersDraft, place: number): PersonFields {
  const { decisions, people } = draft;
  const changed = changedFields(draft);
  const fields = decisions.schema.features.map(({ name, type, immutable }, f): PersonField => {
    const column = people.observations.columns[f];
    return {
      name,
      type,
      immutable,
      value: column === undefined ? "" : cellText(column, place),
      levels: column?.type === "category" ? column.levels.slice(0, MOST_LEVELS) : [],
    };
  });
  const rank = ({ name, immutable }: PersonField) => (changed.get(name) ?? 0) - (immutable ? 1e9 : 0);
  return { fields: fields.sort((a, b) => rank(b) - rank(a)) };
}

/** Letters from the newest on, beginning with the one at `start`. */
export function listLetters(draft: LettersDraft, start: number, most: number): ListedLetter[] {
  const { letters } = versionNow(draft);
  if (letters === null) return [];
  const { decisions, people, opened } = draft;
  const before = opened.evidence?.letters?.letterOf.length ?? 0;
  const count = letters.letterOf.length;
  const listed: ListedLetter[] = [];
  for (let at = start; at < Math.min(count, start + most); at++) {
    const letter = count - 1 - at;
    const person = letters.letterOf[letter] ?? -1;
    listed.push({
      letter,
      person: person < 0 ? null : { row: decisions.rowNumbers[person] ?? 0, id: decisions.ids?.[person] || null },
      changes: letters.table.columns.flatMap((column, f) => {
        const to = cellText(column, letter);
        const own = people.observations.columns[f];
        const from = person < 0 || own === undefined ? "" : cellText(own, person);
        return to === from ? [] : [{ field: column.name, from, to }];
      }),
      isNew: letter >= before,
    });
  }
  return listed;
}

/** A cell as it is written; empty where it is missing. */
export function cellText(column: Column, i: number): string {
  if (column.type === "category") return column.levels[column.codes[i] ?? -1] ?? "";
  const value = column.values[i];
  return value === undefined || Number.isNaN(value) ? "" : String(value);
}

function changedFields(draft: LettersDraft): ReadonlyMap<string, number> {
  const { letters } = versionNow(draft);
  const counts = new Map<string, number>();
  letters?.letterOf.forEach((person, k) => {
    letters.table.columns.forEach((column, f) => {
      const own = draft.people.observations.columns[f];
      if (person < 0 || own === undefined || cellText(column, k) === cellText(own, person)) return;
      counts.set(column.name, (counts.get(column.name) ?? 0) + 1);
    });
  });
  return counts;
}
