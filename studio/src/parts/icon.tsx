import type { ComponentChildren } from "preact";

/** Drawings on a 20 by 20 field, as strokes in the colour of the text. */
const PATHS = {
  alert: "M7.1 2.5h5.8l4.6 4.6v5.8l-4.6 4.6H7.1l-4.6-4.6V7.1zM10 6v5M10 13.6v.4",
  warning: "M10 3 18 17H2zM10 8v4.2M10 14.5v.3",
  note: "M10 2.5a7.5 7.5 0 1 1 0 15a7.5 7.5 0 1 1 0-15M10 9v5M10 6v.3",
  done: "M10 2.5a7.5 7.5 0 1 1 0 15a7.5 7.5 0 1 1 0-15M6.5 10.3l2.4 2.4 4.6-5",
  check: "M4 10.5l4 4 8-9",
  close: "M5 5l10 10M15 5 5 15",
  undo: "M7.5 3.5 3.5 7.5l4 4M3.5 7.5h8a4.5 4.5 0 0 1 0 9H8",
  redo: "M12.5 3.5l4 4-4 4M16.5 7.5h-8a4.5 4.5 0 0 0 0 9H12",
  download: "M10 3v9.5M6 8.8l4 4 4-4M3.5 16.5h13",
  upload: "M10 13V3.5M6 7.2l4-4 4 4M3.5 16.5h13",
  file: "M5 2.5h6.5L15.5 6.5v11H5zM11.5 2.5v4h4",
  folder: "M2.5 5h5l1.8 2h8.2v9.5h-15z",
  lock: "M5 9h10v8H5zM7 9V6.5a3 3 0 0 1 6 0V9M10 12v2",
  left: "M12 4.5 6.5 10l5.5 5.5",
  right: "M8 4.5 13.5 10 8 15.5",
  down: "M4.5 8 10 13.5 15.5 8",
  swap: "M4 7h11M12 3.8 15.3 7 12 10.2M16 13H5M8 9.8 4.7 13 8 16.2",
  play: "M6 3.8v12.4L16 10z",
  stop: "M5 5h10v10H5z",
  copy: "M7 7h9.5v9.5H7zM7 13H3.5V3.5H13V7",
  plus: "M10 4v12M4 10h12",
  trash: "M3.5 5.5h13M8 5.5v-2h4v2M5.5 5.5l.8 11h7.4l.8-11M8.5 8.5v5M11.5 8.5v5",
  person: "M10 3a3.2 3.2 0 1 1 0 6.4A3.2 3.2 0 1 1 10 3M3.8 17a6.2 6.2 0 0 1 12.4 0",
  geometry: `M3 2.5V17h14.5M6.5 14 16.5 4M7 8a1.3 1.3 0 1 1 2.6 0a1.3 1.3 0 1 1-2.6 0
    M12.7 12.5a1.3 1.3 0 1 1 2.6 0a1.3 1.3 0 1 1-2.6 0`,
  letter: "M2.5 4.5h15v11h-15zM2.5 5.5l7.5 6 7.5-6",
  sun: `M10 6.5a3.5 3.5 0 1 1 0 7a3.5 3.5 0 1 1 0-7M10 1.8v1.7M10 16.5v1.7M1.8 10h1.7M16.5 10h1.7
    M4.2 4.2l1.2 1.2M14.6 14.6l1.2 1.2M15.8 4.2l-1.2 1.2M5.4 14.6l-1.2 1.2`,
  moon: "M16.5 12.3A7 7 0 0 1 7.7 3.5a7 7 0 1 0 8.8 8.8z",
  system: "M2.5 4h15v9.5h-15zM7 16.5h6M10 13.5v3",
} as const;

export type IconName = keyof typeof PATHS;

/** A small drawing beside words; screen readers pass over it, so the words must stand for themselves. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}

interface BadgeProps {
  readonly children: ComponentChildren;
  readonly kind?: "plain" | "accent" | "warning" | "done" | "error" | undefined;
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
