import { useEffect, useState } from "preact/hooks";

/** A value of the whole page that components can follow. */
export interface Shared<T> {
  get(): T;
  set(value: T): void;
  /** The value, kept up to date in a component. */
  use(): T;
}

export function shared<T>(initial: T): Shared<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      value = next;
      for (const listener of [...listeners]) listener();
    },
    use: () => {
      const [shown, setShown] = useState(value);
      useEffect(() => {
        const follow = () => setShown(value);
        follow(); // what changed between drawing and now
        listeners.add(follow);
        return () => {
          listeners.delete(follow);
        };
      }, []);
      return shown;
    },
  };
}
