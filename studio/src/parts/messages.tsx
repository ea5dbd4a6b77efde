import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { messageOf } from "../message-of.js";
import { en } from "../text/en.js";
import { Icon, type IconName } from "./icon.js";

/** What a notice is about. Each has a drawing of its own, and all but good news a word: colour is never alone. */
export type NoticeKind = "error" | "warning" | "note" | "done";

export const NOTICE_ICONS: Readonly<Record<NoticeKind, IconName>> = {
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

export function Notice({ kind, title, children, actions, isLive = false }: NoticeProps) {
  const role = isLive ? (kind === "error" ? "alert" : "status") : undefined;
  const word = en.parts.notice[kind];
  return (
    <div class={`notice notice-${kind}`} role={role}>
      <Icon name={NOTICE_ICONS[kind]} />
      <div class="notice-body stack-tight">
        <p>
          {word !== null && <span class="notice-word">{word} </span>}
          {title}
        </p>
        {children && <div class="notice-text">{children}</div>}
        {actions && <div class="row">{actions}</div>}
      </div>
    </div>
  );
}

/** Says what went wrong; nothing where nothing did. */
export function Failure({ message }: { message: string | null }) {
  if (message === null) return null;
  return (
    <Notice kind="error" isLive>
      {message}
    </Notice>
  );
}

/** Words that are read out when they change. */
export function LiveRegion({ children }: { children?: ComponentChildren }) {
  return (
    <p role="status" class="hidden">
      {children}
    </p>
  );
}

/** How long words stay that are shown and not only read out. */
const SHOWN_MS = 6000;

let listener: ((message: string, isShown: boolean) => void) | null = null;

/** Says something to those who do not see what changed; the Announcer reads it out. */
export function announce(message: string): void {
  listener?.(message, false);
}

/** Says something to everybody: it is read out, and shown for a few seconds. */
export function tell(message: string): void {
  listener?.(message, true);
}

/** Says to everybody what went wrong. */
export function tellFailure(error: unknown): void {
  tell(messageOf(error));
}

/** The place where announcements are read from; the page has one. */
export function Announcer() {
  const [said, setSaid] = useState({ message: "", isShown: false, count: 0 });
  useEffect(() => {
    listener = (message, isShown) => setSaid(({ count }) => ({ message, isShown, count: count + 1 }));
    return () => {
      listener = null;
    };
  }, []);
  useEffect(() => {
    if (!said.isShown) return;
    const timer = setTimeout(() => setSaid((now) => ({ ...now, isShown: false })), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [said.count]);
  return (
    <div role="status" class={said.isShown ? "toast" : "hidden"}>
      <p key={said.count}>{said.message}</p>
    </div>
  );
}

interface ProgressProps {
  readonly label: string;
  /** Share that is done, 0 to 1; null while it cannot be told. */
  readonly value: number | null;
  /** Below the bar: the step, the time left. */
  readonly children?: ComponentChildren;
  /** Read out, at most every few seconds. @default the label and the share in per cent */
  readonly spoken?: string | undefined;
}

const SPOKEN_EVERY_MS = 5000;

/** How far something is: a bar, words, and now and then a sentence for screen readers. */
export function Progress({ label, value, children, spoken }: ProgressProps) {
  const percent = value === null ? null : Math.round(100 * Math.min(1, Math.max(0, value)));
  const words = spoken ?? (percent === null ? label : `${label}: ${percent} %`);
  return (
    <div class="stack-tight">
      <div class="progress-head">
        <span>{label}</span>
        {percent !== null && <span class="number">{percent} %</span>}
      </div>
      <div
        class={`progress-track${percent === null ? " progress-unknown" : ""}`}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent ?? undefined}
        aria-valuetext={words}
      >
        <div class="progress-bar" style={{ "--share": `${percent ?? 0}%` }} />
      </div>
      {children && <div class="small soft number">{children}</div>}
      <Slowly words={words} />
    </div>
  );
}

/** The words as a live region, changed no more than every few seconds. */
function Slowly({ words }: { words: string }) {
  const [said, setSaid] = useState(words);
  const latest = useRef(words);
  latest.current = words;
  useEffect(() => {
    const timer = setInterval(() => setSaid(latest.current), SPOKEN_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return <LiveRegion>{said}</LiveRegion>;
}
