import type { ComponentChildren } from "preact";
import { useId, useRef } from "preact/hooks";

interface TabsProps<Id extends string> {
  /** What the tabs are of, for screen readers. */
  readonly label: string;
  readonly tabs: readonly { readonly id: Id; readonly label: ComponentChildren }[];
  readonly selected: Id;
  readonly onSelect: (id: Id) => void;
  readonly children: ComponentChildren;
}

/** Several views of one place. Arrow keys, Home and End move between the tabs. */
export function Tabs<Id extends string>({ label, tabs, selected, onSelect, children }: TabsProps<Id>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const here = tabs.findIndex((tab) => tab.id === selected);
    const next = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const index = (next + tabs.length) % tabs.length;
    onSelect(tabs[index]?.id ?? selected);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[index]?.focus();
  };
  return (
    <div class="tabs stack">
      <div class="tabs-list" role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            aria-selected={tab.id === selected}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === selected ? 0 : -1}
            onClick={() => onSelect(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${selected}`}>
        {children}
      </div>
    </div>
  );
}
