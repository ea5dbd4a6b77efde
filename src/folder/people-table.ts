import type { PersonResults } from "../audit.js";
import type { OutputColumn } from "../document/columnar.js";
import { unsafeText } from "../document/csv.js";
import { AuditError } from "../errors.js";
import type { AuditFile } from "../findings/audit-file.js";
import { inspectCsv } from "../input/csv.js";
import { throwFirstError } from "../input/problem.js";
import type { PersonCertainty, Settled } from "../measure/explain/explain-person.js";

export interface PersonRow extends PersonCertainty {
  /** Row in the decisions file, as a spreadsheet counts it. */
  readonly row: number;
  /** The decision that was observed, as the file writes it. */
  readonly decision: string;
  /** What models that had not seen the person answer; null in a table of an earlier version. */
  readonly heldOut: string | null;
  /** What the delivered model answers, which was fitted on this person among others. */
  readonly rebuilt: string;
  readonly score: number;
  readonly margin: number;
}

/** Everybody in `tables/people.csv`, in the order of the file: all people, or those methods were fitted on. */
export type PeopleTable = readonly PersonRow[];

/** The words for 0, 1 and −1. */
const SETTLED: readonly Settled[] = ["rejected by all", "accepted by all", "contested"];

/**
 * One value per person whom methods were fitted on, by row of the decisions file: what was decided, what models that
 * had not seen the person answer, how sure that is, and last what the delivered model answers, which had seen them all.
 */
export function peopleColumns(
  people: PersonResults,
  rowNumbers: Int32Array,
  { favourable, unfavourable }: AuditFile["evidence"]["decision"],
): readonly OutputColumn[] {
  const rows = people.sampled?.map((i) => rowNumbers[i]!) ?? rowNumbers;
  const column = (
    name: string,
    type: OutputColumn["type"],
    value: (i: number) => string | number | null | undefined,
  ): OutputColumn => ({ name, type, values: Array.from(rows, (_, i) => value(i) ?? null) });
  const answers = (name: string, codes: Uint8Array) =>
    column(name, "text", (i) => (codes[i] === 1 ? favourable : unfavourable));
  const settled = (name: string, codes: Int8Array | null) =>
    column(name, "text", (i) => (codes === null ? null : SETTLED.at(codes[i]!)));
  const numbers = (name: string, values: Float64Array | null) => column(name, "number", (i) => values?.[i]);
  return [
    column("row", "integer", (i) => rows[i]),
    answers("decision", people.decisions),
    answers("out_of_fold", people.outOfFold),
    numbers("out_of_fold_score", people.outOfFoldScores),
    numbers("out_of_fold_margin", people.outOfFoldMargins),
    column("refits_asked", "integer", (i) => people.refitsAsked[i]),
    column("refits_accepted", "integer", (i) => people.refitsAccepted[i]),
    settled("determined", people.settled),
    settled("lambda_band", people.band),
    numbers("certificate", people.certificates),
    answers("in_sample", people.rebuilt),
    numbers("in_sample_score", people.scores),
    numbers("in_sample_margin", people.margins),
  ];
}

/** What earlier versions called the columns of the delivered model's answers. */
const EARLIER: Readonly<Record<string, string>> = {
  in_sample: "rebuilt",
  in_sample_score: "score",
  in_sample_margin: "margin",
};

/**
 * Reads `tables/people.csv` of an audit, of earlier versions too. Throws VALUE_UNPARSABLE with the column for a table
 * of another shape.
 */
export function parsePeople(text: string, file = "tables/people.csv"): PeopleTable {
  const { table, problems } = inspectCsv(text, { file, delimiter: "," });
  throwFirstError(problems);
  const named = (wanted: string | undefined) => table?.columns.find((each) => each.name === wanted);
  /** A reader of a column's cells, each as `value` takes it; undefined is what cannot be read. */
  const cells = <Value>(name: string, value: (cell: string) => Value | undefined, why = "") => {
    const column = named(name) ?? named(EARLIER[name]);
    if (column === undefined) throw notReadable(file, name, "is missing");
    return (i: number): Value => {
      const cell = column.levels[column.codes[i]!] ?? "";
      const found = value(cell);
      if (found === undefined) throw notReadable(file, name, `holds '${cell}'${why}`);
      return found;
    };
  };
  const isNumber = (cell: string) => cell !== "" && Number.isFinite(Number(cell));
  const number = (cell: string) => (isNumber(cell) ? Number(cell) : undefined);
  const numbers = (name: string) => cells(name, number, ", which is no number");
  const words = (name: string) => cells(name, (cell) => (cell === "" ? null : SETTLED.find((word) => word === cell)));
  const row = numbers("row");
  const [apartScore, apartMargin] = [numbers("out_of_fold_score"), numbers("out_of_fold_margin")];
  const [asked, accepted] = [numbers("refits_asked"), numbers("refits_accepted")];
  const [determined, band] = [words("determined"), words("lambda_band")];
  const certificate = cells("certificate", (cell) => (cell === "" ? null : number(cell)), ", which is no number");
  const [decision, rebuilt] = [cells("decision", unsafeText), cells("in_sample", unsafeText)];
  const [score, margin] = [numbers("in_sample_score"), numbers("in_sample_margin")];
  const heldOut = named("out_of_fold") && cells("out_of_fold", unsafeText);
  return Array.from({ length: table?.rows ?? 0 }, (_, i) => ({
    row: row(i),
    decision: decision(i),
    heldOut: heldOut?.(i) ?? null,
    rebuilt: rebuilt(i),
    score: score(i),
    margin: margin(i),
    outOfFold: { score: apartScore(i), margin: apartMargin(i) },
    refits: { asked: asked(i), accepted: accepted(i) },
    determined: determined(i) ?? "contested",
    band: band(i),
    certificate: certificate(i),
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
  const message = `${file}: the column '${column}' ${what}. Use the version of Recast that wrote the audit`;
  return new AuditError("VALUE_UNPARSABLE", message, { file, column });
}
