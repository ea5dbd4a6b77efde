import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { messageOf } from "../message-of.js";

interface LiveRegionProps {
  readonly children?: ComponentChildren;
}

/** Words that are read out when they change. */
export function LiveRegion({ children }: LiveRegionProps) {
  return (
    <p role="status" class="hidden">
      {children}
    </p>
  );
}

/** How long words stay that are shown and not only read out. */
const SHOWN_MS = 6000;

interface Said {
  readonly message: string;
  readonly isShown: boolean;
  readonly count: number;
}

let listener: ((message: string, isShown: boolean) => void) | null = null;

/** Says something to those who do not see what changed; the Announcer reads it out. */
export function announce(message: string): void {
  listener?.(message, false);
}

/** Says something to everybody: it is read out, and shown for a few seconds. */
export function tell(message: string): void {
  listener?.(message, true);
}

/** Says to everybody what went wrong. */
export function tellFailure(error: unknown): void {
  tell(messageOf(error));
}

/** The place where announcements are read from; the page has one. */
export function Announcer() {
  const [said, setSaid] = useState<Said>({ message: "", isShown: false, count: 0 });
  useEffect(() => {
    listener = (message, isShown) => setSaid(({ count }) => ({ message, isShown, count: count + 1 }));
    return () => {
      listener = null;
    };
  }, []);
  useEffect(() => {
    if (!said.isShown) return;
    const timer = setTimeout(() => setSaid((now) => ({ ...now, isShown: false })), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [said.count]);
  return (
    <div role="status" class={said.isShown ? "toast" : "hidden"}>
      <p key={said.count}>{said.message}</p>
    </div>
  );
}
