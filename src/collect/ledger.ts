import { sha256Hex } from "../certificate/sha256.js";
import { AuditError } from "../errors.js";
import type { CellRow } from "../lab/targets/outside.js";
import { type Answer, type Ask, type LedgerEvent, parseLedgerLine } from "./ledger-line.js";

/** What is known from a ledger. */
export interface LedgerState {
  readonly lines: number;
  /** SHA-256 of the last line: what to publish, since it stands for all lines. */
  readonly digest: string;
  readonly budget: number;
  /** The most decisions that a run wanted. */
  readonly decisions: number;
  /** Questions sent, each try counted. */
  readonly sent: number;
  readonly failed: number;
  readonly lost: number;
  /** Questions without an outcome: one that is under way, or that a dying process left. */
  readonly open: ReadonlyMap<number, string>;
  /** By question. */
  readonly answers: ReadonlyMap<string, Answer>;
  /** Reasons, by question. */
  readonly refusals: ReadonlyMap<string, string>;
  /** Letters that were searched for, by person. */
  readonly letters: ReadonlyMap<string, CellRow | null>;
  /** The last line, when it says that a run ended. */
  readonly ended: Extract<LedgerEvent, { event: "ended" }> | null;
}

/** A ledger that lines can be added to. */
export interface LedgerBook {
  readonly state: LedgerState;
  /** Checks the event against all before it and gives back its line, without the line end. */
  add(event: LedgerEvent): string;
  /** Checks a line that was written before. */
  replay(line: string): void;
}

const START = "0".repeat(64);

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
  let lines = 0;
  let digest = START;
  let budget = 0;
  let decisions = 0;
  let sent = 0;
  let failed = 0;
  let lost = 0;
  const open = new Map<number, string>();
  const answers = new Map<string, Answer>();
  const refusals = new Map<string, string>();
  const letters = new Map<string, CellRow | null>();
  let ended: LedgerState["ended"] = null;

  function refuse(reason: string): never {
    throw new AuditError("LEDGER_INVALID", `${file}, line ${lines + 1}: ${reason}; get the folder as it was written`, {
      file,
      row: lines + 1,
    });
  }

  /** The question of a query whose outcome this is. */
  function close(query: number): string {
    const question = open.get(query) ?? refuse(`an outcome of question ${query}, which is not open`);
    open.delete(query);
    return question;
  }

  function take(event: LedgerEvent): void {
    if (lines === 0 && event.event !== "begun") refuse("a ledger begins with the budget");
    ended = null;
    switch (event.event) {
      case "begun":
        if (event.budget < sent) refuse(`a budget of ${event.budget} after ${sent} questions`);
        budget = event.budget;
        decisions = Math.max(decisions, event.decisions);
        return;
      case "sent": {
        const question = questionKey(event.ask, event.row);
        if (event.query !== sent + 1) refuse(`question ${event.query} follows question ${sent}`);
        if (event.query > budget) refuse(`question ${event.query} is beyond the budget of ${budget}`);
        if (answers.has(question)) refuse(`question ${event.query} was answered before`);
        sent = event.query;
        open.set(event.query, question);
        return;
      }
      case "answered":
        answers.set(close(event.query), event.answer);
        return;
      case "refused":
        refusals.set(close(event.query), event.reason);
        return;
      case "failed":
        close(event.query);
        failed++;
        return;
      case "lost":
        close(event.query);
        lost++;
        return;
      case "letter":
        letters.set(event.person, event.row);
        return;
      case "ended":
        ended = { event: "ended", why: event.why, files: event.files };
        return;
    }
  }

  function accept(line: string): void {
    lines++;
    digest = sha256Hex(line);
  }

  return {
    get state() {
      return { lines, digest, budget, decisions, sent, failed, lost, open, answers, refusals, letters, ended };
    },
    add(event) {
      const line = JSON.stringify({ line: lines + 1, previous: digest, ...event });
      take(event);
      accept(line);
      return line;
    },
    replay(line) {
      const parsed = parseLedgerLine(line);
      if (typeof parsed === "string") refuse(parsed);
      if (parsed.line !== lines + 1) refuse(`it calls itself line ${parsed.line}`);
      if (parsed.previous !== digest) {
        refuse(
          `it follows a line with SHA-256 ${parsed.previous}, but the line before it has ${digest}: ` +
            "lines were changed, taken out or put in",
        );
      }
      take(parsed);
      accept(line);
    },
  };
}
