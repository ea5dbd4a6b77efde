/** The part of `process` that interrupts need; tests pass a stand-in. */
export interface SignalSource {
  on(event: "SIGINT" | "SIGTERM", listener: () => void): unknown;
  off(event: "SIGINT" | "SIGTERM", listener: () => void): unknown;
}

/** Turns Ctrl-C into an abort signal while files are open. */
export interface InterruptGuard {
  readonly signal: AbortSignal;
  /** The signal that fired, null while none has. */
  caught(): "SIGINT" | "SIGTERM" | null;
  /**
   * Runs long synchronous work without the guard. A listener cannot run while JavaScript computes, so it would only
   * make Ctrl-C deaf; without it the system ends the process at once, which is safe since no file is open here.
   */
  unguarded<T>(work: () => T): T;
  /** Takes the listeners off. */
  dispose(): void;
}

/**
 * Listens for SIGINT and SIGTERM. The first aborts `signal`, so that open files are removed and the command ends
 * on its own; listeners are then off, so a second Ctrl-C ends the process the way the system does.
 */
export function guardInterrupts(source: SignalSource): InterruptGuard {
  const controller = new AbortController();
  let caught: "SIGINT" | "SIGTERM" | null = null;
  const listeners = { SIGINT: () => stop("SIGINT"), SIGTERM: () => stop("SIGTERM") };
  let listening = false;

  function listen(): void {
    if (listening || caught !== null) return;
    source.on("SIGINT", listeners.SIGINT);
    source.on("SIGTERM", listeners.SIGTERM);
    listening = true;
  }

  function dispose(): void {
    if (!listening) return;
    source.off("SIGINT", listeners.SIGINT);
    source.off("SIGTERM", listeners.SIGTERM);
    listening = false;
  }

  function stop(name: "SIGINT" | "SIGTERM"): void {
    caught = name;
    dispose();
    controller.abort();
  }

  listen();
  return {
    signal: controller.signal,
    caught: () => caught,
    unguarded(work) {
      dispose();
      try {
        return work();
      } finally {
        listen();
      }
    },
    dispose,
  };
}
