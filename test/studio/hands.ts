import { readFile } from "node:fs/promises";
import { unzipSync } from "fflate";
import type { Locator, Page } from "playwright-core";
import { labelOf } from "../../src/settings/setting-words.js";
import { en } from "../../studio/src/text/en.js";
import type { FolderFiles } from "./node-audit.js";

/** Files by their name. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

/** Goes to another screen by its address. */
export async function goToHash(page: Page, hash: string): Promise<void> {
  await page.evaluate((next) => {
    location.hash = next;
  }, hash);
}

/** Presses what opens the system's dialog for files, and chooses: contents by name, or a path on the disk. */
export async function choose(button: Locator, files: Files | string): Promise<void> {
  const [chooser] = await Promise.all([button.page().waitForEvent("filechooser"), button.click()]);
  if (typeof files === "string") return chooser.setFiles(files);
  const payloads = Object.entries(files).map(([name, contents]) => ({
    name,
    mimeType: "application/octet-stream",
    buffer: Buffer.from(contents),
  }));
  return chooser.setFiles(payloads);
}

/** Gives files on the start screen, where their places are guessed. */
export async function giveFiles(page: Page, files: Files | string): Promise<void> {
  await choose(page.getByRole("button", { name: en.start.pick, exact: true }), files);
}

/** From the start screen to the check of the made-up case. */
export async function tryExample(page: Page): Promise<void> {
  await page.getByRole("button", { name: en.start.example.button, exact: true }).click();
  await page.getByRole("heading", { level: 1, name: en.check.title }).waitFor();
}

/** From the files on the start screen to their check. */
export async function checkColumns(page: Page): Promise<void> {
  await page.getByRole("link", { name: en.start.next, exact: true }).click();
  await page.getByRole("heading", { level: 1, name: en.check.title }).waitFor();
}

/** From the start screen to the check of these files. */
export async function checkFiles(page: Page, files: Files): Promise<void> {
  await giveFiles(page, files);
  await checkColumns(page);
  await page.locator(".column-list li").first().waitFor();
}

/** From the check to the finished audit's results. */
export async function runAudit(page: Page): Promise<void> {
  await startAudit(page);
  await seeResults(page);
}

/** From the check to the running audit. */
export async function startAudit(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: en.check.run, exact: true }).first();
  await button.and(page.locator(":not([aria-disabled])")).click();
  await page.getByRole("button", { name: en.run.cancel, exact: true }).waitFor();
}

/** Waits until the audit is done and its results are shown, which they are by themselves. */
export async function seeResults(page: Page): Promise<void> {
  await page.waitForURL(/#results/, { timeout: 240_000 });
  await page.getByRole("navigation", { name: en.results.navigation }).waitFor();
}

/** On the check screen: few refits and methods, so that the audit is quick; the same as QUICK_FLAGS. */
export async function quickSettings(page: Page): Promise<void> {
  const words = en.check.settings;
  await page.getByText(words.title, { exact: false }).and(page.locator("summary")).click();
  for (const [label, value] of [
    [labelOf("refits"), "2"],
    [labelOf("resamples"), "100"],
  ] as const) {
    await page.getByLabel(label, { exact: true }).fill(value);
    await page.keyboard.press("Tab");
  }
  await page.getByLabel(labelOf("sensitivity"), { exact: true }).uncheck();
  for (const method of ["bracket", "recast-calibrated", "ridge-letters", "no-cf-rf", "nearest", "samples-lr", "cca"]) {
    await page.getByLabel(method, { exact: true }).uncheck();
  }
}

/** Opens a saved audit on the start screen: a folder of the disk, or files. */
export async function openSaved(page: Page, saved: string | Files): Promise<void> {
  const panel = page.getByRole("region", { name: en.start.saved.title, exact: true });
  const name = typeof saved === "string" ? en.start.saved.folder : en.start.saved.file;
  await choose(panel.getByRole("button", { name, exact: true }), saved);
}

/** The bytes of what a button saves, and the name it is given. By key: a click misses a button that moves under it. */
export async function savedBy(button: Locator): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const [download] = await Promise.all([button.page().waitForEvent("download"), button.press("Enter")]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** The folder that the results screen saves as an archive. */
export async function savedFolder(page: Page): Promise<FolderFiles> {
  const title = `${en.results.download.folder.title}, recast-audit.zip`;
  const { bytes } = await savedBy(page.getByRole("button", { name: en.results.save(title) }));
  const files = Object.entries(unzipSync(bytes)).filter(([path]) => !path.endsWith("/"));
  return new Map(files.map(([path, content]) => [path.replace(/^recast-audit\//, ""), Buffer.from(content)]));
}
