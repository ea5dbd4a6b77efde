import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";

interface LiveRegionProps {
  readonly children?: ComponentChildren;
  /** Shown as well as read out. @default false */
  readonly isVisible?: boolean | undefined;
}

/** Words that are read out when they change. */
export function LiveRegion({ children, isVisible = false }: LiveRegionProps) {
  return (
    <p role="status" class={isVisible ? "soft" : "hidden"}>
      {children}
    </p>
  );
}

let listener: ((message: string) => void) | null = null;

/** Says something to those who do not see the screen; the Announcer reads it out. */
export function announce(message: string): void {
  listener?.(message);
}

/** The place where announcements are read from; the page has one. */
export function Announcer() {
  const [said, setSaid] = useState({ message: "", count: 0 });
  useEffect(() => {
    listener = (message) => setSaid(({ count }) => ({ message, count: count + 1 }));
    return () => {
      listener = null;
    };
  }, []);
  return (
    <div role="status" class="hidden">
      <p key={said.count}>{said.message}</p>
    </div>
  );
}
