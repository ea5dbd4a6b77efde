// Takes pictures of every screen of the built page, with the example in it, at two widths and in both colours, into docs/studio/ or the folder
// given. Needs `npm run build` and a Chromium: CHROMIUM_PATH, else /usr/bin/chromium.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { chromium } from "playwright-core";
import { root } from "./files.mjs";

const folder = process.argv[2] === undefined ? join(root, "docs/studio") : resolve(process.argv[2]);
const LARGEST_BYTES = 250_000;
const SIZES = [
  { width: 1280, height: 900, tallest: 900 },
  { width: 360, height: 740, tallest: 1500 },
];
const COLOURS = /** @type {const} */ (["light", "dark"]);
/** Screens of the finished audit: names of the pictures and places in the page. */
const PLACES = {
  results: "#results",
  "results-groups": "#results/groups",
  "results-model": "#results/model",
  "results-determined": "#results/determined",
  people: "#person",
  person: "#person/5",
  geometry: "#geometry",
  letters: "#letters",
};

mkdirSync(folder, { recursive: true });
const server = spawn(process.execPath, [join(root, "dist/cli/main.js"), "studio", "--no-open", "--json"]);
const [printed] = await once(server.stdout, "data");
const { address } = JSON.parse(String(printed));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
  chromiumSandbox: process.getuid?.() !== 0,
});
const page = await (await browser.newContext({ deviceScaleFactor: 1, reducedMotion: "reduce" })).newPage();

/**
 * The screen that is shown, at every width and in both colours.
 * @param {string} name
 */
async function shoot(name) {
  for (const { width, height, tallest } of SIZES) {
    await page.setViewportSize({ width, height });
    await page.waitForTimeout(700); // drawings follow the width
    for (const colorScheme of COLOURS) {
      await page.emulateMedia({ colorScheme });
      await page.waitForTimeout(200);
      const path = join(folder, `${name}-${width}-${colorScheme}.png`);
      const tall = await page.evaluate(() => document.documentElement.scrollHeight);
      const clip = { x: 0, y: 0, width, height: Math.min(tall, tallest) };
      await page.screenshot({ path, clip, fullPage: true });
      const { size } = statSync(path);
      console.log(`${basename(path)}  ${Math.round(size / 1000)} KB`);
      if (size > LARGEST_BYTES) throw new Error(`${path} has ${size} bytes, more than ${LARGEST_BYTES}`);
    }
  }
}

try {
  await page.goto(address);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await shoot("start");
  await page.getByRole("button", { name: "Try the example", exact: true }).click();
  const run = page.getByRole("button", { name: "Run audit", exact: true }).and(page.locator(":not([aria-disabled])"));
  await run.first().waitFor();
  await shoot("check");
  await page.setViewportSize({ width: 1280, height: 900 });
  await run.first().click();
  await page.getByText(/left$/).first().waitFor({ timeout: 120_000 });
  await shoot("run");
  await page.waitForURL(/#results/, { timeout: 600_000 });
  for (const [name, hash] of Object.entries(PLACES)) {
    await page.evaluate((next) => {
      location.hash = next;
    }, hash);
    await page.getByRole("heading", { level: 1 }).waitFor({ timeout: 300_000 });
    await page.waitForTimeout(2500);
    const busy = page.getByText(/^(?:Loading|Drawing|Opening|Reading|Looking|Computing|Measuring)\b/);
    for (let k = 0; k < 300 && (await busy.count()) > 0; k++) await page.waitForTimeout(1000);
    await shoot(name);
  }
} finally {
  await browser.close();
  server.kill("SIGINT");
}
