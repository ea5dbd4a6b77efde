import { AuditError } from "../../errors.js";
import type { Failed } from "../../findings/quantities.js";

/** The result, or the reason why the evidence does not give one. A wish to stop is passed on. */
export function orFailure<T extends object>(step: () => T): T | Failed {
  try {
    return step();
  } catch (error) {
    if (!(error instanceof AuditError) || error.code === "ABORTED") throw error;
    return { failure: { code: error.code, message: error.message } };
  }
}
