import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface ChartProps {
  /** SVG text drawn by the library, which escapes what it writes. Nothing else may be given. */
  readonly svg: string;
  readonly caption: ComponentChildren;
  /** What the drawing shows, in words, for those who do not see it. */
  readonly alternative: string;
  /** The numbers behind it, or a link to them. */
  readonly children?: ComponentChildren;
}

/** A drawing of the library with its caption and its words. */
export function Chart({ svg, caption, alternative, children }: ChartProps) {
  const id = useId();
  return (
    <figure class="chart-figure">
      <div
        class="chart-drawing"
        role="img"
        aria-label={alternative}
        aria-describedby={id}
        dangerouslySetInnerHTML={{ __html: svg }}
      />
      <figcaption id={id}>{caption}</figcaption>
      {children}
    </figure>
  );
}
