import * as v from "valibot";
import { sha256Hex } from "../certificate/sha256.js";
import { AuditError, issuePath } from "../errors.js";
import type { DataOf } from "../findings/quantities.js";
import type { CellRow } from "../lab/targets/outside.js";

export const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
// not v.record, which leaves out keys such as "constructor": a column may be called so
const cells = v.custom<CellRow>(isCellRow, "must be cells by name");

/** The SHA-256 of files by name. A ledger may come from anybody: it must not name a file outside its folder. */
const fileHashes = v.record(v.pipe(v.string(), v.regex(/^[a-z]+\.csv$/, "a file that a run writes")), v.string());

/** A line's place in the chain. */
const place = { line: count, previous: v.string() };

const ask = v.picklist(["decision", "letter"]);

const answer = v.union([v.strictObject({ decision: v.string() }), v.strictObject({ letter: v.nullable(cells) })]);

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
  v.strictObject({ ...place, event: v.literal("ended"), why: ending, files: fileHashes }),
]);

type LedgerLine = DataOf<typeof lineSchema>;

type WithoutPlace<Line> = Line extends unknown ? Omit<Line, keyof typeof place> : never;

/** One line of a ledger, without its place in the chain. */
export type LedgerEvent = WithoutPlace<LedgerLine>;
export type Ask = DataOf<typeof ask>;
export type Answer = DataOf<typeof answer>;
export type Ending = DataOf<typeof ending>;

/** What is known from an empty ledger. */
function emptyState() {
  return {
    lines: 0,
    /** SHA-256 of the last line: what to publish, since it stands for all lines. */
    digest: "0".repeat(64),
    budget: 0,
    /** The most decisions that a run wanted. */
    decisions: 0,
    sent: 0,
    failed: 0,
    lost: 0,
    /** Questions without an outcome: one that is under way, or that a dying process left. */
    open: new Map<number, string>(),
    /** By question. */
    answers: new Map<string, Answer>(),
    /** Reasons, by question. */
    refusals: new Map<string, string>(),
    /** Letters that were searched for, by person. */
    letters: new Map<string, CellRow | null>(),
    ended: null as Extract<LedgerEvent, { event: "ended" }> | null,
  };
}

/** What is known from a ledger; it changes as lines are added. */
export type LedgerState = Readonly<ReturnType<typeof emptyState>>;

export interface LedgerBook {
  readonly state: LedgerState;
  /** Checks the event against all before it and gives back its line, without the line end. */
  add(event: LedgerEvent): string;
  /** Checks a line that was written before. */
  replay(line: string): void;
}

/** The same text for the same question, about anybody. */
export function questionKey(ask: Ask, row: CellRow): string {
  return `${ask} ${JSON.stringify(row)}`;
}

/**
 * An empty ledger. Every line holds the SHA-256 of the line before it, so none can be changed, taken out or put in
 * without changing all that follow. LEDGER_INVALID refuses what no honest run can do: a question beyond the budget, one
 * asked again after it was answered, two outcomes of one question.
 */
export function ledgerBook(file = "ledger.jsonl"): LedgerBook {
  const state = emptyState();

  function refuse(reason: string): never {
    const row = state.lines + 1;
    const message = `${file}, line ${row}: ${reason}. Get the folder again from whoever collected it`;
    throw new AuditError("LEDGER_INVALID", message, { file, row });
  }

  /** The question of a query whose outcome this is. */
  function close(query: number): string {
    const question = state.open.get(query) ?? refuse(`an outcome of question ${query}, which is not open`);
    state.open.delete(query);
    return question;
  }

  function take(event: LedgerEvent): void {
    const { sent, budget } = state;
    if (state.lines === 0 && event.event !== "begun") refuse("a ledger must begin with the budget");
    state.ended = null;
    switch (event.event) {
      case "begun":
        if (event.budget < sent) refuse(`a budget of ${event.budget} after ${sent} questions`);
        state.budget = event.budget;
        state.decisions = Math.max(state.decisions, event.decisions);
        return;
      case "sent": {
        const question = questionKey(event.ask, event.row);
        if (event.query !== sent + 1) refuse(`question ${event.query} follows question ${sent}`);
        if (event.query > budget) refuse(`question ${event.query} is beyond the budget of ${budget}`);
        if (state.answers.has(question)) refuse(`question ${event.query} was answered before`);
        state.sent = event.query;
        state.open.set(event.query, question);
        return;
      }
      case "answered":
        state.answers.set(close(event.query), event.answer);
        return;
      case "refused":
        state.refusals.set(close(event.query), event.reason);
        return;
      case "failed":
      case "lost":
        close(event.query);
        state[event.event]++;
        return;
      case "letter":
        state.letters.set(event.person, event.row);
        return;
      case "ended":
        state.ended = { event: "ended", why: event.why, files: event.files };
    }
  }

  function accept(event: LedgerEvent, line: string): void {
    take(event);
    state.lines++;
    state.digest = sha256Hex(line);
  }

  return {
    state,
    add(event) {
      const line = JSON.stringify({ line: state.lines + 1, previous: state.digest, ...event });
      accept(event, line);
      return line;
    },
    replay(line) {
      const parsed = parseLedgerLine(line);
      if (typeof parsed === "string") refuse(parsed);
      if (parsed.line !== state.lines + 1) refuse(`it calls itself line ${parsed.line}`);
      if (parsed.previous !== state.digest) {
        const before = `it follows a line with SHA-256 ${parsed.previous}, but the line before it has ${state.digest}`;
        refuse(`${before}: lines were changed, removed or added`);
      }
      accept(parsed, line);
    },
  };
}

function isCellRow(value: unknown): value is CellRow {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((cell) => cell === null || typeof cell === "string" || Number.isFinite(cell));
}

function parseLedgerLine(text: string): LedgerLine | string {
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
