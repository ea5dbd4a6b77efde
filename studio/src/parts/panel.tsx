import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface PanelProps {
  readonly title: ComponentChildren;
  /** Below the title, quieter: what this is. */
  readonly intro?: ComponentChildren;
  /** Buttons at the end of the title's line. */
  readonly actions?: ComponentChildren;
  readonly children?: ComponentChildren;
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

function Block({ title, intro, actions, children, id, look }: PanelProps & { look: "card" | "section" }) {
  const headingId = useId();
  return (
    <section class={`stack ${look}`} id={id} aria-labelledby={headingId}>
      <header class="block-header row apart">
        <div class="block-title stack-tight">
          <h2 id={headingId}>{title}</h2>
          {intro && <p class="block-intro soft small">{intro}</p>}
        </div>
        {actions && <div class="row">{actions}</div>}
      </header>
      {children}
    </section>
  );
}

/** Title of a screen, the only first-level heading on it, with one or two sentences below. */
export function ScreenHead({ title, children, actions }: Pick<PanelProps, "title" | "children" | "actions">) {
  return (
    <header class="screen-head row apart">
      <div class="block-title stack-tight">
        <h1>{title}</h1>
        {children && <div class="lead">{children}</div>}
      </div>
      {actions && <div class="row">{actions}</div>}
    </header>
  );
}
