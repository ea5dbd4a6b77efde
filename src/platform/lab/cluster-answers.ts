import { AuditError } from "../../errors.js";
import { compareText } from "../../math/compare.js";
import type { EngineLink } from "./cluster-engine.js";
import { answersKey, presenceKey } from "./cluster-keys.js";

/** Follows what workers say to a study. */
export interface WorkerAnswers {
  /** Reads the answers, notes what is new, and throws ENGINE_REFUSED when only refusals came for too long. */
  read(study: string): Promise<void>;
}

/** Milliseconds without any worker before the user is told how to start one. */
const ALONE_MS = 3000;

const ALONE =
  "no worker has answered; start one with 'recast worker --engine' and the same address, " +
  "or wait for those that are busy";

/** Follows the answers of workers that are there; `now` is for tests. */
export function workerAnswers(
  { redis }: EngineLink,
  note: (text: string) => void,
  patience: number,
  now: () => number = () => performance.now(),
): WorkerAnswers {
  const noted = new Set<string>();
  let helpedAt = now();
  let aloneSince: number | null = null;

  function noteOnce(text: string): void {
    if (noted.has(text)) return;
    noted.add(text);
    note(text);
  }

  return {
    async read(study) {
      const given = await redis.hgetall(answersKey(study));
      const names = Object.keys(given).sort(compareText);
      const present = names.length === 0 ? [] : await redis.mget(...names.map(presenceKey));
      const there = names.filter((_, k) => typeof present[k] === "string");
      const refusals = there.filter((name) => given[name] !== "").map((name) => `${name}: ${given[name]}`);
      for (const refusal of refusals) noteOnce(`a worker cannot help, ${refusal}`);
      if (there.length > refusals.length || there.length === 0) helpedAt = now();
      if (there.length > 0) aloneSince = null;
      else {
        aloneSince ??= now();
        if (now() - aloneSince >= ALONE_MS) noteOnce(ALONE);
      }
      if (now() - helpedAt < patience) return;
      throw new AuditError("ENGINE_REFUSED", `no worker can compute the study; ${refusals.join("; ")}`);
    },
  };
}
