import type { Evidence } from "../input/evidence.js";
import type { Column, Table } from "../input/table.js";
import { columnNamed, type LetterChanges } from "../measure/letters/letter-changes.js";

/** Letters as they would be sent. */
export interface AlteredLetters {
  readonly table: Table;
  /** 1 for a letter that is sent. */
  readonly sent: Uint8Array;
  /** Letters with no change left to tell, which are not sent for that. */
  readonly empty: number;
}

/** What a changed cell becomes: the offered value or category, in place of `offered`; `present` is the person's own. */
type Rewrite = (cell: {
  /** Place of the feature in the schema. */
  readonly feature: number;
  /** Row of `LetterChanges`. */
  readonly row: number;
  readonly type: Column["type"];
  readonly offered: number;
  readonly present: number;
}) => number;

/** The letters as they are: all sent. */
export function unaltered({ letters }: Evidence): AlteredLetters {
  return { table: letters, sent: new Uint8Array(letters.rows).fill(1), empty: 0 };
}

/**
 * Letters with some changed cells rewritten. Letters to unknown and to accepted people stay as they are. A letter that
 * then asks for no change is not sent.
 */
export function rewriteLetters(evidence: Evidence, changes: LetterChanges, rewrite: Rewrite): AlteredLetters {
  const { letters, people, changed, features } = changes;
  const remaining = new Int32Array(letters.length);
  const columns = evidence.letters.columns.map((column): Column => {
    const feature = evidence.schema.features.findIndex(({ name }) => name === column.name);
    const own = columnNamed(evidence.observations.columns, column.name);
    const copy: Column =
      column.type === "number"
        ? { ...column, values: column.values.slice() }
        : { ...column, codes: column.codes.slice() };
    const cells = copy.type === "number" ? copy.values : copy.codes;
    const present = own.type === "number" ? own.values : own.codes;
    for (let row = 0; row < letters.length; row++) {
      if (changed[row * features + feature] !== 1) continue;
      const at = letters[row]!;
      const from = present[people[row]!]!;
      const value = rewrite({ feature, row, type: column.type, offered: cells[at]!, present: from });
      cells[at] = value;
      if (!Object.is(value + 0, from + 0)) remaining[row]! += 1;
    }
    return copy;
  });
  const sent = new Uint8Array(evidence.letters.rows).fill(1);
  let empty = 0;
  for (let row = 0; row < letters.length; row++) {
    if (remaining[row] !== 0) continue;
    sent[letters[row]!] = 0;
    empty++;
  }
  return { table: { rows: evidence.letters.rows, columns }, sent, empty };
}

/** Letters that do not tell of the changes that `isTold` refuses: there the person's own value stands. */
export function maskLetters(
  evidence: Evidence,
  changes: LetterChanges,
  isTold: (feature: number, row: number) => boolean,
): AlteredLetters {
  return rewriteLetters(evidence, changes, ({ feature, row, offered, present }) =>
    isTold(feature, row) ? offered : present,
  );
}
