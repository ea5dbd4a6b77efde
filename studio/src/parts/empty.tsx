import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "./icon.js";

interface EmptyProps {
  /** What is not there. */
  readonly title: ComponentChildren;
  /** Why, and how it comes. */
  readonly children?: ComponentChildren;
  /** Links and buttons that lead on. */
  readonly actions?: ComponentChildren;
  readonly icon?: IconName | undefined;
}

/** Stands where there is nothing to show yet. */
export function Empty({ title, children, actions, icon }: EmptyProps) {
  return (
    <div class="empty">
      {icon !== undefined && <Icon name={icon} />}
      <p class="empty-title">{title}</p>
      {children !== undefined && children !== null && <div class="empty-text">{children}</div>}
      {actions !== undefined && actions !== null && <div class="row">{actions}</div>}
    </div>
  );
}
