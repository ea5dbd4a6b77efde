import { AuditError } from "../errors.js";
import { inspectCsv } from "../evidence/csv.js";
import { throwFirstError } from "../evidence/problem.js";
import type { PersonCertainty, Settled } from "../explain/explain-person.js";

const SETTLED: readonly Settled[] = ["accepted by all", "rejected by all", "contested"];

/** What `tables/people.csv` of an audit says about the person in a row of the decisions file; null when it has no such row. */
export function certaintyInTable(text: string, file: string, row: number): PersonCertainty | null {
  const { table, problems } = inspectCsv(text, { file, delimiter: "," });
  throwFirstError(problems);
  const cellsOf = (name: string): ((i: number) => string) => {
    const column = table?.columns.find((each) => each.name === name);
    if (column === undefined) throw notReadable(file, name, "is missing");
    return (i) => column.levels[column.codes[i]!] ?? "";
  };
  const rowOf = cellsOf("row");
  const i = Array.from({ length: table?.rows ?? 0 }, (_, place) => place).find((place) => rowOf(place) === String(row));
  if (i === undefined) return null;
  const number = (name: string): number => {
    const cell = cellsOf(name)(i);
    if (cell === "" || !Number.isFinite(Number(cell)))
      throw notReadable(file, name, `holds '${cell}', which is no number`);
    return Number(cell);
  };
  const settled = (name: string): Settled | null => {
    const cell = cellsOf(name)(i);
    const word = SETTLED.find((each) => each === cell);
    if (word === undefined && cell !== "") throw notReadable(file, name, `holds '${cell}'`);
    return word ?? null;
  };
  return {
    outOfFold: { score: number("out_of_fold_score"), margin: number("out_of_fold_margin") },
    refits: { asked: number("refits_asked"), accepted: number("refits_accepted") },
    determined: settled("determined") ?? "contested",
    band: settled("lambda_band"),
    certificate: cellsOf("certificate")(i) === "" ? null : number("certificate"),
  };
}

function notReadable(file: string, column: string, what: string): AuditError {
  const message = `${file}: the column '${column}' ${what}; use the version of recast that wrote the audit`;
  return new AuditError("VALUE_UNPARSABLE", message, { file, column });
}
