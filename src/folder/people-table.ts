import { unsafeText } from "../document/csv.js";
import { AuditError } from "../errors.js";
import { inspectCsv } from "../input/csv.js";
import { throwFirstError } from "../input/problem.js";
import type { PersonCertainty, Settled } from "../measure/explain/explain-person.js";

/** One line of `tables/people.csv`. */
export interface PersonRow extends PersonCertainty {
  /** Row in the decisions file, as a spreadsheet counts it. */
  readonly row: number;
  /** The decision that was observed, as the file writes it. */
  readonly decision: string;
  /** What the rebuilt model answers. */
  readonly rebuilt: string;
  readonly score: number;
  readonly margin: number;
}

/** Everybody in `tables/people.csv`, in the order of the file. */
export type PeopleTable = readonly PersonRow[];

const SETTLED: readonly Settled[] = ["accepted by all", "rejected by all", "contested"];

/** Reads `tables/people.csv` of an audit. Throws VALUE_UNPARSABLE with the column for a table of another shape. */
export function parsePeople(text: string, file = "tables/people.csv"): PeopleTable {
  const { table, problems } = inspectCsv(text, { file, delimiter: "," });
  throwFirstError(problems);
  const cells = (name: string): ((i: number) => string) => {
    const column = table?.columns.find((each) => each.name === name);
    if (column === undefined) throw notReadable(file, name, "is missing");
    return (i) => column.levels[column.codes[i]!] ?? "";
  };
  const numbers = (name: string): ((i: number) => number) => {
    const cellOf = cells(name);
    return (i) => {
      const cell = cellOf(i);
      if (cell === "" || !Number.isFinite(Number(cell)))
        throw notReadable(file, name, `holds '${cell}', which is no number`);
      return Number(cell);
    };
  };
  const words = (name: string): ((i: number) => Settled | null) => {
    const cellOf = cells(name);
    return (i) => {
      const cell = cellOf(i);
      const word = SETTLED.find((each) => each === cell);
      if (word === undefined && cell !== "") throw notReadable(file, name, `holds '${cell}'`);
      return word ?? null;
    };
  };
  const answers = (name: string): ((i: number) => string) => {
    const cellOf = cells(name);
    return (i) => unsafeText(cellOf(i));
  };
  const row = numbers("row");
  const [apartScore, apartMargin] = [numbers("out_of_fold_score"), numbers("out_of_fold_margin")];
  const [asked, accepted] = [numbers("refits_asked"), numbers("refits_accepted")];
  const [determined, band] = [words("determined"), words("lambda_band")];
  const [certificateCell, certificate] = [cells("certificate"), numbers("certificate")];
  const [decision, rebuilt] = [answers("decision"), answers("rebuilt")];
  const [score, margin] = [numbers("score"), numbers("margin")];
  return Array.from({ length: table?.rows ?? 0 }, (_, i) => ({
    ...{ row: row(i), decision: decision(i), rebuilt: rebuilt(i), score: score(i), margin: margin(i) },
    outOfFold: { score: apartScore(i), margin: apartMargin(i) },
    refits: { asked: asked(i), accepted: accepted(i) },
    determined: determined(i) ?? "contested",
    band: band(i),
    certificate: certificateCell(i) === "" ? null : certificate(i),
  }));
}

/** What `tables/people.csv` says about how sure the answer for one person is; null when it has no such row. */
export function certaintyInTable(text: string, file: string, row: number): PersonCertainty | null {
  const found = parsePeople(text, file).find((person) => person.row === row);
  if (found === undefined) return null;
  const { outOfFold, refits, determined, band, certificate } = found;
  return { outOfFold, refits, determined, band, certificate };
}

function notReadable(file: string, column: string, what: string): AuditError {
  const message = `${file}: the column '${column}' ${what}; use the version of recast that wrote the audit`;
  return new AuditError("VALUE_UNPARSABLE", message, { file, column });
}
