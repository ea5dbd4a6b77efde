type SignalName = "SIGINT" | "SIGTERM";

interface SignalSource {
  on(event: SignalName, listener: () => void): unknown;
  off(event: SignalName, listener: () => void): unknown;
}

export interface InterruptGuard {
  readonly signal: AbortSignal;
  /** The signal that fired, null while none has. */
  caught(): SignalName | null;
  /**
   * Runs long synchronous work without the guard. A listener cannot run while JavaScript computes, so it would only
   * make Ctrl-C deaf; without it the system ends the process at once, which is safe since no file is open here.
   */
  unguarded<T>(work: () => T): T;
  dispose(): void;
}

/**
 * Listens for SIGINT and SIGTERM. The first aborts `signal`, so that open files are removed and the command ends
 * on its own; listeners are then off, so a second Ctrl-C ends the process the way the system does.
 */
export function guardInterrupts(source: SignalSource): InterruptGuard {
  const controller = new AbortController();
  let caught: SignalName | null = null;
  let listening = false;
  const listeners = (["SIGINT", "SIGTERM"] as const).map((name) => ({ name, stop: () => stop(name) }));

  function listen(): void {
    if (!listening && caught === null) for (const { name, stop } of listeners) source.on(name, stop);
    listening = caught === null;
  }

  function dispose(): void {
    if (listening) for (const { name, stop } of listeners) source.off(name, stop);
    listening = false;
  }

  function stop(name: SignalName): void {
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
