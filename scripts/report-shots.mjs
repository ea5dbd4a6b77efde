// Takes pictures of the demo's report and brief into docs/report/ or the folder given: their first page on a screen, in
// both colours and on a phone, and the brief's as it prints. A second folder is an audit to take instead of the demo. Needs `npm run build` and a Chromium: CHROMIUM_PATH, else
// /usr/bin/chromium.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { root } from "./files.mjs";

const folder = process.argv[2] === undefined ? join(root, "docs/report") : resolve(process.argv[2]);
const LARGEST_BYTES = 250_000;
/** Width of a sheet of A4 in CSS pixels, and the margin to give the text of a printed page. */
const SHEET = { width: 794, height: 1123 };
const MARGIN = "body{padding:60px!important}";
const SHOTS = /** @type {const} */ ([
  { name: "report-1280-light", file: "report.html", size: { width: 1280, height: 800 }, colorScheme: "light" },
  { name: "report-1280-dark", file: "report.html", size: { width: 1280, height: 800 }, colorScheme: "dark" },
  { name: "report-390", file: "report.html", size: { width: 390, height: 844 }, colorScheme: "light" },
  { name: "brief-print", file: "brief.html", size: SHEET, colorScheme: "light", media: "print" },
]);

mkdirSync(folder, { recursive: true });
const made = mkdtempSync(join(tmpdir(), "recast-demo-"));
const audit = process.argv[3] === undefined ? join(made, "demo") : resolve(process.argv[3]);
if (process.argv[3] === undefined) {
  execFileSync(process.execPath, [join(root, "dist/cli/main.js"), "demo", "--out", audit], { stdio: "ignore" });
}
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
  chromiumSandbox: process.getuid?.() !== 0,
});
for (const { name, file, size, colorScheme, ...how } of SHOTS) {
  const page = await browser.newPage({ viewport: size, deviceScaleFactor: 1 });
  await page.emulateMedia({ colorScheme, media: "media" in how ? how.media : "screen" });
  await page.goto(pathToFileURL(join(audit, file)).href);
  const path = join(folder, `${name}.png`);
  if ("media" in how) {
    await page.addStyleTag({ content: MARGIN });
    const bottom = await page.locator(".first").evaluate((element) => element.getBoundingClientRect().bottom);
    await page.screenshot({ path, clip: { x: 0, y: 0, width: size.width, height: bottom + 4 } });
  } else await page.screenshot({ path });
  await page.close();
  const bytes = statSync(path).size;
  console.log(`${basename(path)}  ${Math.round(bytes / 1000)} KB`);
  if (bytes > LARGEST_BYTES) throw new Error(`${path} has ${bytes} bytes, more than ${LARGEST_BYTES}`);
}
await browser.close();
rmSync(made, { recursive: true, force: true });
