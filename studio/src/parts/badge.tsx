import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "./icon.js";

interface BadgeProps {
  readonly children: ComponentChildren;
  /** @default "plain" */
  readonly kind?: "plain" | "accent" | "warning" | "error" | "done" | undefined;
  readonly icon?: IconName | undefined;
}

/** A word or two in a frame. */
export function Badge({ children, kind = "plain", icon }: BadgeProps) {
  return (
    <span class={`badge badge-${kind}`}>
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </span>
  );
}
