import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The browser to test with: CHROMIUM_PATH, else `chromium` on PATH, else null. */
export function findChromium(): string | null {
  const { CHROMIUM_PATH, PATH = "" } = process.env;
  if (CHROMIUM_PATH) return CHROMIUM_PATH;
  const places = PATH.split(delimiter).map((folder) => join(folder, "chromium"));
  return places.find((place) => existsSync(place)) ?? null;
}

/** Whether a missing browser is a failure rather than a reason to leave the test out. */
export const browserRequired = process.env["RECAST_REQUIRE_BROWSER"] === "1";

/** Start-up arguments: nothing but the page under test may use the network. */
export const CHROMIUM_ARGUMENTS = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
