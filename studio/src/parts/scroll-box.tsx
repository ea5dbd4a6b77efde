import type { ComponentChildren } from "preact";

interface ScrollBoxProps {
  /** What scrolls inside, for screen readers. */
  readonly label: string;
  readonly children: ComponentChildren;
}

/** A box whose content may be wider than the screen; arrow keys scroll it, the page stays. */
export function ScrollBox({ label, children }: ScrollBoxProps) {
  return (
    <section
      class="scroll-box"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable with the keyboard
      tabIndex={0}
    >
      {children}
    </section>
  );
}
