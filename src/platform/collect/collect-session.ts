import { setTimeout as sleep } from "node:timers/promises";
import type { CollectSession } from "../../collect/ask.js";
import type { DiskLedger } from "./collect-ledger.js";

/**
 * A session with a ledger on the disk and the system's clock. Questions leave at least `intervalMs` apart; when earlier
 * runs asked some, the first one waits too. An answer is waited for even after an interrupt: it may have been paid.
 */
export function collectSession(
  ledger: DiskLedger,
  intervalMs: number,
  signal: AbortSignal | undefined,
): CollectSession {
  let next = ledger.state.sent > 0 ? performance.now() + intervalMs : Number.NEGATIVE_INFINITY;
  const wait = async (ms: number) => {
    if (ms > 0) await sleep(Math.ceil(ms), undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
  };
  return {
    get state() {
      return ledger.state;
    },
    append: (event) => ledger.append(event),
    async pace() {
      await wait(next - performance.now());
      next = performance.now() + intervalMs;
    },
    wait,
    interrupted: () => signal?.aborted === true,
  };
}
