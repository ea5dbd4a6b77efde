import type { Decisions } from "../../../src/input/decisions.js";
import type { RowsFile } from "../../../src/input/file-rows.js";
import type { Letters } from "../../../src/input/letters.js";
import type { RawRows } from "../../../src/input/raw-table.js";
import { cellText } from "./letters-people.js";
import { textOfRows } from "./letters-text.js";

/** Whether rows are a library's, whose people are found by their values: a text of them would lose whom they answer. */
export function isFromLibrary(rows: RowsFile["rows"]): rows is RawRows {
  return typeof rows !== "string" && "library" in rows && rows.library !== undefined && rows.library.start.length > 0;
}

/** Letters as the text of a file of full rows, with the ids of the people they answer. */
export function textOfLetters({ letterOf, table }: Letters, { ids, schema }: Decisions): string {
  const idName = ids === null ? null : schema.id;
  const people = Array.from(letterOf, (person) => (person < 0 ? "" : (ids?.[person] ?? "")));
  const fields = table.columns.map((column) => ({
    name: column.name,
    cells: people.map((_, k) => cellText(column, k)),
  }));
  const columns = [...(idName === null ? [] : [{ name: idName, cells: people }]), ...fields];
  return textOfRows({
    rows: people.length,
    rowNumbers: Int32Array.from(people, (_, k) => k + 2),
    columns: columns.map(({ name, cells }) => ({ name, codes: Int32Array.from(cells.keys()), levels: cells })),
  });
}
