import type { Page } from "playwright-core";
import { en } from "../../studio/src/text/en.js";
import { PART_NAMES } from "../../studio/src/worker/results-parts.js";
import { goToHash } from "./hands.js";

/** A place of the page to look at, and how to tell that it has been drawn. */
export interface Place {
  readonly name: string;
  readonly hash: string;
  /** Waits until everything of it is there. */
  readonly ready: (page: Page) => Promise<void>;
}

/** Nothing is being read, drawn or computed any more. */
async function settled(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).waitFor();
  const busy = page.getByText(/^(?:Loading|Drawing|Opening|Reading|Looking|Computing)\b.*…$/);
  await page.waitForFunction(() => document.querySelector("[aria-busy=true], .progress-unknown") === null);
  for (let k = 0; (await busy.count()) > 0 && k < 600; k++) await page.waitForTimeout(50);
  await page.waitForTimeout(100); // two frames: what was answered last is on the screen
}

const place = (name: string, hash: string): Place => ({ name, hash, ready: settled });

/** Every screen without any file or audit. */
export const EMPTY_PLACES: readonly Place[] = (
  ["start", "check", "run", "results", "person", "geometry", "letters"] as const
).map((screen) => place(`${en.screens[screen]}, nothing given`, `#${screen}`));

/** Every screen that shows something of an open audit. */
export const AUDIT_PLACES: readonly Place[] = [
  place("start", "#start"),
  ...PART_NAMES.map((part) => place(`results, ${part}`, part === "overview" ? "#results" : `#results/${part}`)),
  place("all people", "#person"),
  place("a person", "#person/2"),
  place("geometry", "#geometry"),
  place("letters", "#letters"),
];

/** The screens of files that were given and not yet audited. */
export const FILE_PLACES: readonly Place[] = [
  place("start, files given", "#start"),
  place("check", "#check"),
  place("run", "#run"),
];

/** Goes to a place and waits for it. */
export async function goTo(page: Page, { hash, ready }: Place): Promise<void> {
  await goToHash(page, hash);
  await ready(page);
}
