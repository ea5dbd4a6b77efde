import type { ComponentChildren } from "preact";

interface ScrollBoxProps {
  /** What scrolls inside, for screen readers. */
  readonly label: string;
  readonly children: ComponentChildren;
  /** Where the box starts to scroll downwards too, as a CSS length: "30rem". */
  readonly maxHeight?: string | undefined;
}

/** A box whose content may be wider than the screen; arrow keys scroll it, the page stays. */
export function ScrollBox({ label, children, maxHeight }: ScrollBoxProps) {
  return (
    <section
      class="scroll-box"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable with the keyboard
      tabIndex={0}
      style={maxHeight === undefined ? undefined : { "--max-height": maxHeight }}
    >
      {children}
    </section>
  );
}
