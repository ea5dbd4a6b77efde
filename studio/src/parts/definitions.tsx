import type { ComponentChildren } from "preact";

/** A term and what it is. */
export interface Definition {
  readonly term: ComponentChildren;
  readonly value: ComponentChildren;
  /** Below the value, quieter. */
  readonly note?: ComponentChildren;
}

interface DefinitionsProps {
  readonly items: readonly Definition[];
  /** `rows`: one below another; `facts`: beside one another with large values. @default "rows" */
  readonly look?: "rows" | "facts" | undefined;
}

/** Terms with their values. */
export function Definitions({ items, look = "rows" }: DefinitionsProps) {
  return (
    <dl class={`definitions definitions-${look}`}>
      {items.map((item, index) => (
        <div key={index}>
          <dt>{item.term}</dt>
          <dd>
            {item.value}
            {item.note !== undefined && item.note !== null && <small>{item.note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
