import { AuditError } from "../../src/errors.js";
import type { Problem } from "../../src/input/problem.js";

/** Twelve people; income and debt are numbers, city is a category, `approved` the decision. */
export const DECISIONS = [
  "id,income,debt,city,sex,approved",
  "p1,1000,10,Ulm,f,no",
  "p2,1500,20,Bonn,m,no",
  "p3,1200,15,Ulm,f,no",
  "p4,1100,30,Bonn,m,no",
  "p5,1300,12,Ulm,f,no",
  "p6,1250,11,Bonn,m,no",
  "p7,3000,10,Ulm,f,yes",
  "p8,3500,20,Bonn,m,yes",
  "p9,3200,15,Ulm,f,yes",
  "p10,3100,30,Bonn,m,yes",
  "p11,3300,12,Ulm,f,yes",
  "p12,3250,?,Bonn,m,yes",
].join("\n");

/** The sample with one cell replaced; rows count as in a spreadsheet. */
export function withCell(text: string, row: number, column: string, cell: string): string {
  const lines = text.split("\n").map((line) => line.split(","));
  const j = lines[0]?.indexOf(column) ?? -1;
  const line = lines[row - 1];
  if (line === undefined || j < 0) throw new Error(`no cell (${row}, ${column})`);
  line[j] = cell;
  return lines.map((cells) => cells.join(",")).join("\n");
}

/** The AuditError `run` throws; anything else fails the test. */
export function errorOf(run: () => unknown): AuditError {
  try {
    run();
  } catch (error) {
    if (error instanceof AuditError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

/** The one problem with this code; none or several fail the test. */
export function onlyProblem(problems: readonly Problem[], code: string): Problem {
  const found = problems.filter((problem) => problem.code === code);
  const [only] = found;
  if (only === undefined || found.length > 1) {
    throw new Error(`${found.length} problems ${code} among ${problems.map((problem) => problem.code).join(", ")}`);
  }
  return only;
}
