import type { Stream } from "../coverage/random.js";

/** What a step of a command does to the disk. */
export type StepKind = "read" | "write" | "make" | "remove";

/** What can happen to a command. */
export interface Mode {
  readonly name: string;
  /** Line of the table it is counted in. */
  readonly group: string;
  /** Steps it can happen at; null where it happens at a time. */
  readonly kinds: readonly StepKind[] | null;
  /** Whether the command cannot clean up: it is dead, or the disk takes nothing more. */
  readonly isFinal: boolean;
  /** Signal that ends the command, or that it is told to end by. */
  readonly signal: "SIGKILL" | "SIGINT" | "SIGTERM" | null;
  /** Whether the command must succeed all the same. */
  readonly isHarmless: boolean;
  /** Whether it happens to a process beside the command. */
  readonly isBeside: boolean;
  /** What the preloaded module is told, beside the step and the share. */
  readonly plan: (amount: number) => Readonly<Record<string, unknown>>;
}

const CHANGES = ["write", "make", "remove"] as const;
const HOUR_MS = 3_600_000;
const HOURS_OF_YEAR = 8760;

const mode = (name: string, group: string, given: Partial<Mode> & Pick<Mode, "plan">): Mode => ({
  name,
  group,
  kinds: CHANGES,
  isFinal: false,
  signal: null,
  isHarmless: false,
  isBeside: false,
  ...given,
});

const kill = (when: string) =>
  mode(`kill-${when}`, "kill -9 at a step", {
    isFinal: true,
    signal: "SIGKILL",
    plan: () => ({ act: "kill", when }),
  });
const signal = (name: "SIGINT" | "SIGTERM") =>
  mode(name.toLowerCase(), name, { signal: name, plan: () => ({ act: "signal", signal: name }) });
const fail = (code: string, kinds: readonly StepKind[], forGood: boolean) =>
  mode(`${code.toLowerCase()}${forGood ? "-on" : ""}`, code, {
    kinds,
    isFinal: forGood,
    plan: () => ({ act: "fail", code, forGood }),
  });

/** Every way to disturb a command. Names ending in `-on` fail every step from then on. */
export const MODES: readonly Mode[] = [
  kill("before"),
  kill("middle"),
  kill("after"),
  mode("kill-timed", "kill -9 at a time", { kinds: null, isFinal: true, signal: "SIGKILL", plan: () => ({}) }),
  signal("SIGINT"),
  signal("SIGTERM"),
  fail("ENOSPC", ["write", "make"], false),
  fail("ENOSPC", ["write", "make"], true),
  fail("EIO", ["read", ...CHANGES], false),
  fail("EIO", ["read", ...CHANGES], true),
  fail("EROFS", CHANGES, true),
  mode("short-full", "short write, then ENOSPC", {
    kinds: ["write"],
    plan: () => ({ act: "fail", code: "ENOSPC", partly: true }),
  }),
  mode("short", "short write", { kinds: ["write"], isHarmless: true, plan: () => ({ act: "short" }) }),
  mode("clock", "clock jump", {
    isHarmless: true,
    plan: (amount) => ({ act: "clock", shiftMs: clockShift(amount) }),
  }),
];

const beside = (name: string, group: string) =>
  mode(name, group, { kinds: null, isHarmless: true, isBeside: true, plan: () => ({}) });

/** What can happen to the processes that compute for a study: the run itself must not notice. */
export const WORKER_MODES: readonly Mode[] = [
  beside("worker-kill", "kill -9 of a worker"),
  beside("worker-sigterm", "SIGTERM to a worker"),
  beside("worker-clock", "clock jump of a worker"),
  beside("redis-kill", "kill -9 of Redis"),
];

/** One thing to happen. */
export interface Fault {
  readonly mode: Mode;
  /** The number of the step from 0, or the share of a clean run's time. */
  readonly at: number;
  /** Between 0 and 1: how much of a step is done, or how far the clock jumps. */
  readonly amount: number;
}

/** A step of a clean run. */
export interface Step {
  readonly kind: StepKind;
  readonly words: string;
}

/** Draws when it happens. */
export function drawFault(mode: Mode, steps: readonly Step[], stream: Stream): Fault {
  const amount = stream.uniform();
  if (mode.kinds === null) return { mode, at: stream.uniform(), amount };
  const { kinds } = mode;
  const fitting = [...steps.keys()].filter((k) => kinds.includes(steps[k]?.kind ?? "read"));
  return { mode, at: fitting[stream.below(fitting.length)] ?? 0, amount };
}

/** One hour to one year, back or forth, all sizes alike. */
function clockShift(amount: number): number {
  const size = HOUR_MS * HOURS_OF_YEAR ** Math.abs(2 * amount - 1);
  return Math.round(amount < 0.5 ? -size : size);
}
