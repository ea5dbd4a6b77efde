export interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** How far a piece of work is: a share when its end is known, else some words such as "12,000 rows". */
export type Advance = string | { readonly done: number; readonly total: number };

/** A single line on a terminal that is rewritten while work goes on and erased when it ends. */
export interface Progress {
  /** Shows a label and how far it is. Cheap to call often: an unchanged label is redrawn ten times a second. */
  update(label: string, advance?: Advance): void;
  clear(): void;
}

const REDRAW_MS = 100;
const ERASE = "\r\u001b[2K";

/** A progress line on `stream`; draws nothing when `quiet` or where that is no terminal. `now` is for tests. */
export function progressLine(
  stream: ProgressStream,
  { quiet = false, now = () => performance.now() }: { readonly quiet?: boolean; readonly now?: () => number } = {},
): Progress {
  if (quiet || stream.isTTY !== true) return { update: () => undefined, clear: () => undefined };
  let drawn = false;
  let drawnAt = Number.NEGATIVE_INFINITY;
  let drawnLabel = "";

  return {
    update(label, advance) {
      const time = now();
      if (label === drawnLabel && time - drawnAt < REDRAW_MS) return;
      drawnAt = time;
      drawnLabel = label;
      drawn = true;
      stream.write(`${ERASE}${describe(label, advance).slice(0, (stream.columns || 80) - 1)}`);
    },
    clear() {
      if (drawn) stream.write(ERASE);
      drawn = false;
      drawnAt = Number.NEGATIVE_INFINITY;
    },
  };
}

function describe(label: string, advance: Advance | undefined): string {
  if (advance === undefined) return `${label} …`;
  if (typeof advance === "string") return `${label}: ${advance}`;
  const share = advance.total > 0 ? Math.min(advance.done / advance.total, 1) : 1;
  const filled = Math.round(share * 20);
  return `${label} ${"━".repeat(filled)}${"╌".repeat(20 - filled)} ${String(Math.floor(share * 100)).padStart(3)} %`;
}
