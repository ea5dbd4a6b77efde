import * as v from "valibot";
import { issuePath } from "../errors.js";
import type { DataOf } from "../findings/quantities.js";

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const cells = v.record(v.string(), v.nullable(v.union([v.string(), v.number()])));

/** A line's place in the chain. */
const place = { line: count, previous: v.string() };

/** What is asked about a row. */
const ask = v.picklist(["decision", "letter"]);

/** An answer as the target gave it. */
const answer = v.union([v.strictObject({ decision: v.string() }), v.strictObject({ letter: v.nullable(cells) })]);

/** How a run came to its end. */
const ending = v.picklist(["done", "budget", "people", "interrupted", "stopped"]);

const lineSchema = v.variant("event", [
  /** A run begins; its budget counts all questions ever sent, earlier runs included. */
  v.strictObject({ ...place, event: v.literal("begun"), budget: count, decisions: count, letters: count }),
  /** Written before the question leaves. */
  v.strictObject({ ...place, event: v.literal("sent"), query: count, ask, row: cells }),
  v.strictObject({ ...place, event: v.literal("answered"), query: count, answer }),
  /** No answer came, as far as the run saw; the target may have counted the question. */
  v.strictObject({ ...place, event: v.literal("failed"), query: count, reason: v.string() }),
  v.strictObject({ ...place, event: v.literal("refused"), query: count, reason: v.string() }),
  /** The run that sent the question ended before it saw an answer. */
  v.strictObject({ ...place, event: v.literal("lost"), query: count }),
  /** A search for a letter came to its end; null when it found none. */
  v.strictObject({ ...place, event: v.literal("letter"), person: v.string(), row: v.nullable(cells) }),
  /** The run ended normally and wrote these files. */
  v.strictObject({ ...place, event: v.literal("ended"), why: ending, files: v.record(v.string(), v.string()) }),
]);

/** A line as written: what happened, and its place in the chain. */
type LedgerLine = DataOf<typeof lineSchema>;

type WithoutPlace<Line> = Line extends unknown ? Omit<Line, keyof typeof place> : never;

/** One line of a ledger, without its place in the chain. */
export type LedgerEvent = WithoutPlace<LedgerLine>;
export type Ask = DataOf<typeof ask>;
export type Answer = DataOf<typeof answer>;
export type Ending = DataOf<typeof ending>;

/** The line as checked data, or what is wrong with it in words. */
export function parseLedgerLine(text: string): LedgerLine | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return "it is not JSON";
  }
  const result = v.safeParse(lineSchema, value);
  if (result.success) return result.output;
  const [issue] = result.issues;
  return `${issuePath(issue.path) || "it"}: ${issue.message}`;
}
