import type { Readable, Writable } from "node:stream";
import { isCancel, select } from "@clack/prompts";
import { printable } from "../document/printable.js";
import { AuditError } from "../errors.js";
import type { Question } from "../input/guess/guess-roles.js";
import type { CliIo } from "./io.js";

/** The answer that leaves a question open. */
const OPEN = "\u0000open";

/** Asks at the terminal; Ctrl-C and Escape end the command. */
export function promptAsk(io: CliIo): (question: Question) => Promise<string | null> {
  return async ({ question, choices, needed }) => {
    const answer = await select({
      message: printable(question),
      options: [
        ...choices.map((choice) => ({ value: choice, label: printable(choice) })),
        { value: OPEN, label: needed ? "decide later, in the file" : "none of these" },
      ],
      input: io.stdin as unknown as Readable,
      output: io.stdout as unknown as Writable,
      signal: io.interrupts.signal,
    });
    if (isCancel(answer)) throw new AuditError("ABORTED", "interrupted; nothing was written");
    return answer === OPEN ? null : answer;
  };
}
