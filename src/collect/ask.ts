import { sha256Hex } from "../certificate/sha256.js";
import { unwrittenWords } from "../document/csv.js";
import { AuditError, reasonOf } from "../errors.js";
import type { FeatureSchema } from "../input/evidence.js";
import type { Column, Table } from "../input/table.js";
import type { AskContext, CellRow, OutsideTarget, Reply } from "../lab/targets/outside.js";
import type { Random } from "../math/random.js";
import type { CollectOptions } from "./collect.js";
import { type Answer, type Ask, type LedgerEvent, type LedgerState, questionKey } from "./ledger.js";

/** Everything of the outside world that collecting needs: a ledger on a disk, a clock, somebody who may interrupt. */
export interface CollectSession {
  readonly state: LedgerState;
  append(event: LedgerEvent): Promise<void>;
  /** Resolves when the next question may be sent, or at once when interrupted. */
  pace(): Promise<void>;
  /** Resolves after so long, or at once when interrupted. */
  wait(ms: number): Promise<void>;
  interrupted(): boolean;
}

/** How stubborn to be, and the jitter of the waits. */
type AskRules = Required<Pick<CollectOptions, "budget" | "tries" | "backoffMs">> & { readonly random: Random };

/** An answer, a refusal, or nothing left to ask with. */
export type Asked =
  | { readonly status: "answered"; readonly answer: Answer }
  | { readonly status: "refused" }
  | { readonly status: "no budget" };

export type Asker = (ask: Ask, row: CellRow) => Promise<Asked>;

const LONGEST_BACKOFF_MS = 60_000;
const LONGEST_WAIT_MS = 600_000; // a target that asks for more is left alone until the next run
const REFUSALS_IN_A_ROW = 5;

/**
 * An asker that never repeats a question that was answered or refused. A question is in the ledger before it leaves,
 * and its outcome before the next one does; every try counts against the budget, because the target may count it too.
 */
export function makeAsker(
  session: CollectSession,
  target: OutsideTarget,
  features: readonly FeatureSchema[],
  rules: AskRules,
): Asker {
  let refusals = 0;

  function stopped(code: "TARGET_FAILED" | "TARGET_REFUSED", words: string, reason: string): AuditError {
    const { answers, sent, budget } = session.state;
    const kept = `${answers.size} answers are saved, and ${sent} of ${budget} questions are used`;
    return new AuditError(code, `${target.name} ${words}: ${reason}. ${kept}. Run the same command again to continue`);
  }

  async function send(ask: Ask, row: CellRow): Promise<Reply<Answer>> {
    const query = session.state.sent + 1;
    await session.append({ event: "sent", query, ask, row });
    const context = { query, question: sha256Hex(questionKey(ask, row)) };
    const reply = await put(target, ask, oneRow(features, row), context).catch(async (error: unknown) => {
      await session.append({ event: "failed", query, reason: reasonOf(error) });
      throw error;
    });
    if (reply.status === "answered") await session.append({ event: "answered", query, answer: reply.answer });
    else
      await session.append({ event: reply.status === "refused" ? "refused" : "failed", query, reason: reply.reason });
    return reply;
  }

  return async (ask, row) => {
    const key = questionKey(ask, row);
    const known = session.state.answers.get(key);
    if (known !== undefined) return { status: "answered", answer: known };
    if (session.state.refusals.has(key)) return { status: "refused" };
    for (let attempt = 1; ; attempt++) {
      if (session.state.sent >= rules.budget) return { status: "no budget" };
      await session.pace();
      requireOn(session);
      const reply = await send(ask, row);
      if (reply.status === "answered") {
        refusals = 0;
        return reply;
      }
      if (reply.status === "refused") {
        if (target.partial === true || ++refusals < REFUSALS_IN_A_ROW) return { status: "refused" };
        throw stopped("TARGET_REFUSED", `refused ${refusals} rows one after another`, reply.reason);
      }
      if (reply.status === "closed") throw stopped("TARGET_REFUSED", "cannot be asked", reply.reason);
      if (attempt >= rules.tries) {
        const words = `did not answer in ${attempt} ${attempt === 1 ? "try" : "tries"}`;
        throw stopped("TARGET_FAILED", words, reply.reason);
      }
      const askedMs = reply.waitMs ?? 0;
      if (askedMs > LONGEST_WAIT_MS) {
        const words = `asks to wait ${Math.round(askedMs / 1000)} s`;
        throw stopped("TARGET_FAILED", words, "longer than a run waits");
      }
      await session.wait(Math.max(askedMs, backoff(rules, attempt)));
      requireOn(session);
    }
  };
}

/** Throws ABORTED once the user has interrupted. */
export function requireOn(session: CollectSession): void {
  if (!session.interrupted()) return;
  const kept = `${session.state.answers.size} answers are saved. Run the same command again to continue`;
  throw new AuditError("ABORTED", `stopped; ${kept}`);
}

/** The first wait doubled with every try, cut by up to half so that many clients do not come back at once. */
function backoff({ backoffMs, random }: AskRules, attempt: number): number {
  let ms = backoffMs;
  for (let k = 1; k < attempt && ms < LONGEST_BACKOFF_MS; k++) ms *= 2;
  return Math.min(ms, LONGEST_BACKOFF_MS) * (0.5 + 0.5 * random.uniform());
}

async function put(target: OutsideTarget, ask: Ask, row: Table, context: AskContext): Promise<Reply<Answer>> {
  const isLetter = ask === "letter";
  const reply = isLetter ? await target.letter?.(row, context) : (await target.decide(row, context))[0];
  if (reply?.status === "answered") {
    const { answer } = reply;
    const unwritten = typeof answer === "string" ? unwrittenWords(answer) : unwrittenCell(answer);
    if (unwritten !== null) return { status: "closed", reason: `the answer ${unwritten}` };
    return { status: "answered", answer: { [ask]: answer } as Answer };
  }
  return reply ?? { status: "closed", reason: isLetter ? "it writes no letters" : "it gave no answer about a row" };
}

/** What is wrong with the first cell of a letter that its file could not carry. */
function unwrittenCell(letter: CellRow | null): string | null {
  for (const cell of Object.values(letter ?? {})) {
    const words = typeof cell === "string" ? unwrittenWords(cell) : null;
    if (words !== null) return words;
  }
  return null;
}

function oneRow(features: readonly FeatureSchema[], row: CellRow): Table {
  return {
    rows: 1,
    columns: features.map(({ name, type }): Column => {
      const cell = row[name] ?? null;
      if (type === "number") {
        return { name, type, values: Float64Array.of(typeof cell === "number" ? cell : Number.NaN) };
      }
      const levels = cell === null ? [] : [String(cell)];
      return { name, type, codes: Int32Array.of(cell === null ? -1 : 0), levels };
    }),
  };
}
