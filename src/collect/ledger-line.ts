import * as v from "valibot";
import { issuePath } from "../errors.js";
import type { LedgerEvent } from "./ledger.js";

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const cells = v.record(v.string(), v.nullable(v.union([v.string(), v.number()])));

/** A line's place in the chain. */
const place = { line: count, previous: v.string() };

const lineSchema = v.variant("event", [
  v.strictObject({ ...place, event: v.literal("begun"), budget: count, decisions: count, letters: count }),
  v.strictObject({
    ...place,
    event: v.literal("sent"),
    query: count,
    ask: v.picklist(["decision", "letter"]),
    row: cells,
  }),
  v.strictObject({
    ...place,
    event: v.literal("answered"),
    query: count,
    answer: v.union([v.strictObject({ decision: v.string() }), v.strictObject({ letter: v.nullable(cells) })]),
  }),
  v.strictObject({ ...place, event: v.literal("failed"), query: count, reason: v.string() }),
  v.strictObject({ ...place, event: v.literal("refused"), query: count, reason: v.string() }),
  v.strictObject({ ...place, event: v.literal("lost"), query: count }),
  v.strictObject({ ...place, event: v.literal("letter"), person: v.string(), row: v.nullable(cells) }),
  v.strictObject({
    ...place,
    event: v.literal("ended"),
    why: v.picklist(["done", "budget", "people", "interrupted", "stopped"]),
    files: v.record(v.string(), v.string()),
  }),
]);

/** A line as written: what happened, and its place in the chain. */
export type LedgerLine = LedgerEvent & { readonly line: number; readonly previous: string };

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
