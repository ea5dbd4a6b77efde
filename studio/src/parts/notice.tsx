import type { ComponentChildren } from "preact";
import { en } from "../text/en.js";
import { Icon, type IconName } from "./icon.js";

/** What a notice is about. Each has a drawing of its own, and all but good news a word, so that colour is never alone. */
export type NoticeKind = "error" | "warning" | "note" | "done";

const ICONS: Readonly<Record<NoticeKind, IconName>> = {
  error: "alert",
  warning: "warning",
  note: "note",
  done: "done",
};

interface NoticeProps {
  readonly kind: NoticeKind;
  readonly title?: ComponentChildren;
  readonly children?: ComponentChildren;
  /** Buttons and links: the way out. */
  readonly actions?: ComponentChildren;
  /** Read out when it appears: errors at once, others when the reader pauses. @default false */
  readonly isLive?: boolean | undefined;
}

/** A framed message. */
export function Notice({ kind, title, children, actions, isLive = false }: NoticeProps) {
  const role = isLive ? (kind === "error" ? "alert" : "status") : undefined;
  const word = en.parts.notice[kind];
  return (
    <div class={`notice notice-${kind}`} role={role}>
      <Icon name={ICONS[kind]} />
      <div class="notice-body">
        <p class="notice-title">
          {word !== null && <span class="notice-word">{word} </span>}
          {title}
        </p>
        {children !== undefined && children !== null && <div class="notice-text">{children}</div>}
        {actions !== undefined && actions !== null && <div class="row notice-actions">{actions}</div>}
      </div>
    </div>
  );
}
