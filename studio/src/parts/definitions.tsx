import type { ComponentChildren } from "preact";

interface DefinitionsProps {
  /** Terms and what they are; a note is shown below the value, quieter. */
  readonly items: readonly { term: ComponentChildren; value: ComponentChildren; note?: ComponentChildren }[];
  /** `rows`: one below another; `facts`: beside one another with large values. @default "rows" */
  readonly look?: "rows" | "facts" | undefined;
}

export function Definitions({ items, look = "rows" }: DefinitionsProps) {
  return (
    <dl class={`definitions definitions-${look}`}>
      {items.map(({ term, value, note }, index) => (
        <div key={index}>
          <dt>{term}</dt>
          <dd>
            {value}
            {note && <small>{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
