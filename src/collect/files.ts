import { csvCell } from "../document/csv.js";
import { AuditError } from "../errors.js";
import type { Collected } from "./collect.js";
import type { People } from "./people.js";

export function requireFreeName({ raw, idName, file }: People, decisionName: string): void {
  if (decisionName !== idName && !raw.columns.some(({ name }) => name === decisionName)) return;
  const other = `${file} already has a column '${decisionName}'. Name another for the answers (--decision-name)`;
  const message = `${other}, and leave this one out (--ignore) if the target should not see it`;
  throw new AuditError("COLUMN_DUPLICATE", message, { file, column: decisionName });
}

/**
 * Decisions and letters as `recast audit` reads them, paired by id: everything the people file has, with the decision
 * added, and one full row per letter.
 */
export function collectedFiles(people: People, list: readonly Collected[], decisionName: string) {
  const { raw, ids, idName, features } = people;
  const columns = raw.columns.filter(({ name }) => name !== "");
  const own = columns.some(({ name }) => name === idName);
  const names = [...(own ? [] : [idName]), ...columns.map(({ name }) => name), decisionName];
  const decisions = list.map(({ person, decision }) => [
    ...(own ? [] : [ids[person] ?? ""]),
    ...columns.map(({ codes, levels }) => levels[codes[person]!] ?? ""),
    decision,
  ]);
  const letters = list.flatMap(({ person, letter }) =>
    letter === null ? [] : [[ids[person] ?? "", ...features.map(({ name }) => String(letter[name] ?? ""))]],
  );
  return {
    decisions: csv([names, ...decisions]),
    letters: csv([[idName, ...features.map(({ name }) => name)], ...letters]),
  };
}

function csv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(",")}\n`).join("");
}
