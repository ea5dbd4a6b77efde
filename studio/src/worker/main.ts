import { AuditError } from "../../../src/errors.js";
import { areas } from "./areas.js";
import type { Failure, Message, Question } from "./protocol.js";
import { newSession, type Report, type Session } from "./session.js";

type Job = (session: Session, args: unknown, report: Report) => unknown;

const session = newSession();

addEventListener("message", ({ data }: MessageEvent<Question>) => {
  void answer(data);
});

async function answer({ id, area, job, args }: Question): Promise<void> {
  const say = (message: Message, transfer: Transferable[] = []) => postMessage(message, { transfer });
  try {
    const { jobs } = await areas[area as keyof typeof areas]();
    const asked = (jobs as Record<string, Job>)[job];
    if (asked === undefined) throw new Error(`no job ${area}.${job}`);
    const result = await asked(session, args, (progress) => say({ id, kind: "progress", progress }));
    say({ id, kind: "result", result }, transfersOf(result));
  } catch (error) {
    say({ id, kind: "failure", failure: failureOf(error) });
  }
}

/** A failure as plain data: what the library says, or what the engine says where something else went wrong. */
function failureOf(error: unknown): Failure {
  if (error instanceof AuditError) return { code: error.code, message: error.message, place: error.place };
  const message = error instanceof Error ? error.message : String(error);
  return { code: "UNEXPECTED", message, place: {} };
}

/** Buffers that a job gives away: the entry `transfer` of its answer. */
function transfersOf(result: unknown): Transferable[] {
  if (typeof result !== "object" || result === null || !("transfer" in result)) return [];
  return Array.isArray(result.transfer) ? (result.transfer as Transferable[]) : [];
}
