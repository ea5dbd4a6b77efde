import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface PanelProps {
  readonly title: ComponentChildren;
  /** Below the title, quieter: what this is. */
  readonly intro?: ComponentChildren;
  /** Buttons at the end of the title's line. */
  readonly actions?: ComponentChildren;
  readonly children?: ComponentChildren;
  /** Level of the heading. @default 2 */
  readonly level?: 2 | 3 | 4 | undefined;
  readonly id?: string | undefined;
}

/** A part of a screen with a frame around it. */
export function Panel(props: PanelProps) {
  return <Block {...props} look="card" />;
}

/** A part of a screen under a heading, without a frame. */
export function Section(props: PanelProps) {
  return <Block {...props} look="section" />;
}

function Block({ title, intro, actions, children, level = 2, id, look }: PanelProps & { look: "card" | "section" }) {
  const headingId = useId();
  const Heading = `h${level}` as const;
  return (
    <section class={look} id={id} aria-labelledby={headingId}>
      <header class="block-header">
        <div class="block-title">
          <Heading id={headingId}>{title}</Heading>
          {intro !== undefined && intro !== null && <p class="block-intro">{intro}</p>}
        </div>
        {actions !== undefined && actions !== null && <div class="row">{actions}</div>}
      </header>
      {children}
    </section>
  );
}

interface ScreenHeadProps {
  readonly title: ComponentChildren;
  /** One or two sentences below the title. */
  readonly children?: ComponentChildren;
  /** Buttons at the end of the line. */
  readonly actions?: ComponentChildren;
}

/** Title of a screen, the only first-level heading on it. */
export function ScreenHead({ title, children, actions }: ScreenHeadProps) {
  return (
    <header class="screen-head">
      <div class="block-title">
        <h1>{title}</h1>
        {children !== undefined && children !== null && <div class="lead">{children}</div>}
      </div>
      {actions !== undefined && actions !== null && <div class="row">{actions}</div>}
    </header>
  );
}
