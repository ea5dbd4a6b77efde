/** How far some work was at a moment. */
export interface Mark {
  /** Seconds since the work began. */
  readonly at: number;
  /** Share that was done, from 0 to 1. */
  readonly share: number;
}

const TOO_EARLY = 4; // seconds in which no pace can be told
const TOO_FEW = 4; // marks before which no pace can be told
const TOO_LITTLE = 0.03; // share before which no pace can be told
const RECENT = 1 / 3; // the last part of the time so far whose pace counts as much as the whole
const MOST_CHANGE = 3; // a slow stretch can make the estimate at most so much longer

/**
 * Seconds that the work still needs at the pace so far, or null while nothing can be said. The pace of the last third
 * counts as much as the overall pace: parts of the work differ in pace, and one slow part must not be forgotten at
 * once. A pause as long as earlier ones counts down; a longer one lengthens the estimate as it lasts. `marks` are in
 * order of time; `now` is not before the last.
 */
export function secondsLeft(marks: readonly Mark[], now: number): number | null {
  const last = marks.at(-1);
  if (last === undefined || now < TOO_EARLY || marks.length < TOO_FEW || last.share < TOO_LITTLE) return null;
  if (last.share >= 1) return 0;
  const pause = now - last.at;
  const usual = Math.min(pause, longestGap(marks));
  const time = now - usual; // as if the usual pause had not begun
  const left = 1 - last.share;
  const whole = (left * time) / last.share;
  const since = time * (1 - RECENT);
  const done = last.share - shareAt(marks, since);
  const recent = done > 0 ? (left * (time - since)) / done : Number.POSITIVE_INFINITY;
  return Math.max(0, (whole + Math.min(recent, MOST_CHANGE * whole)) / 2 - usual);
}

/** The longest time between two marks, or before the first. */
function longestGap(marks: readonly Mark[]): number {
  return marks.reduce((longest, { at }, k) => Math.max(longest, at - (marks[k - 1]?.at ?? 0)), 0);
}

/** The share at a moment between marks, on the straight line between them. */
function shareAt(marks: readonly Mark[], moment: number): number {
  let before: Mark = { at: 0, share: 0 };
  for (const mark of marks) {
    if (mark.at > moment) {
      const part = (moment - before.at) / (mark.at - before.at);
      return before.share + part * (mark.share - before.share);
    }
    before = mark;
  }
  return before.share;
}

/** The seconds in words' coarseness: to 5 seconds under a minute, to half a minute under ten, to a minute above. */
export function roundedSeconds(seconds: number): number {
  const step = seconds < 55 ? 5 : seconds < 570 ? 30 : 60;
  return Math.max(5, Math.ceil(seconds / step - 0.25) * step);
}

/** Seconds as a clock shows them: 0:07, 12:30, 1:02:03. */
export function clockTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (part: number) => String(part).padStart(2, "0");
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
