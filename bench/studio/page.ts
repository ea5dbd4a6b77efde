import { type Browser, chromium, type Page } from "playwright-core";
import type { Evidence } from "./evidence.js";

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/** One audit in the page. */
export interface PageRun {
  /** From pressing "Run audit" to the results on the screen. */
  readonly ms: number;
  /** CPU time of the longest task on the page's main thread meanwhile. */
  readonly longestTaskMs: number;
  readonly auditJson: Buffer;
}

/** The browser to measure in. */
export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
    chromiumSandbox: process.getuid?.() !== 0,
  });
}

/** Gives the files to a fresh page, leaves every guess and default as it is, and runs the audit. */
export async function auditInPage(browser: Browser, address: string, evidence: Evidence): Promise<PageRun> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  try {
    const page = await context.newPage();
    await page.goto(address);
    const pick = page.getByRole("button", { name: "Choose files", exact: true });
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), pick.click()]);
    await chooser.setFiles([
      { name: "decisions.csv", mimeType: "text/csv", buffer: Buffer.from(evidence.decisionsCsv) },
      { name: "letters.csv", mimeType: "text/csv", buffer: Buffer.from(evidence.lettersCsv) },
    ]);
    await page.getByRole("link", { name: "Check the columns", exact: true }).click();
    const run = page.getByRole("button", { name: "Run audit", exact: true }).first();
    const ready = run.and(page.locator(":not([aria-disabled])"));
    await ready.waitFor();
    await browser.startTracing(page, { categories: ["-*", "disabled-by-default-devtools.timeline", "__metadata"] });
    const began = performance.now();
    await ready.click();
    await page.waitForURL(/#results/, { timeout: 600_000 });
    await page.getByRole("navigation", { name: "Parts of the results" }).waitFor();
    const ms = performance.now() - began;
    const longestTaskMs = longestTask(await browser.stopTracing());
    return { ms, longestTaskMs, auditJson: await savedAudit(page) };
  } finally {
    await context.close();
  }
}

async function savedAudit(page: Page): Promise<Buffer> {
  const button = page.getByRole("button", { name: /audit\.json$/ });
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  const parts: Buffer[] = [];
  for await (const part of await download.createReadStream()) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}

function longestTask(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString("utf8")) as { traceEvents: TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}/${tid}`;
  const isMain = ({ name, args }: TraceEvent) => name === "thread_name" && args.name === "CrRendererMain";
  const mains = new Set(traceEvents.filter(isMain).map(threadOf));
  const tasks = traceEvents.filter(
    (event) => event.name === "RunTask" && event.ph === "X" && mains.has(threadOf(event)),
  );
  return tasks.reduce((most, { dur = 0, tdur = dur }) => Math.max(most, tdur / 1000), 0);
}
