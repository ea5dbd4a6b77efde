/** A value, or what was thrown instead of it. */
export type KeptResult<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: unknown };

/** Takes a step and keeps what it throws for those who need the value. */
export function keepResult<T>(step: () => T): KeptResult<T> {
  try {
    return { ok: true, value: step() };
  } catch (error) {
    return { ok: false, error };
  }
}

/** The value of a step, or its error again. */
export function orThrow<T>(result: KeptResult<T>): T {
  if (!result.ok) throw result.error;
  return result.value;
}

/** Seconds since the last call. */
export function stopwatch(now: () => number): () => number {
  let last = now();
  return () => {
    const time = now();
    const seconds = (time - last) / 1000;
    last = time;
    return seconds;
  };
}
