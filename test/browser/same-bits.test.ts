import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BrowserContext } from "playwright-core";
import { chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { built, root } from "../support/built.js";
import { browserRequired, CHROMIUM_ARGUMENTS, findChromium } from "./chromium.js";
import { serve } from "./serve.js";

const PARTS = ["audit", "page", "surrogate", "sinkhorn", "margins"] as const;
const executablePath = findChromium();
const reason = executablePath === null ? " (no Chromium: set CHROMIUM_PATH or install one)" : "";

type Result = Readonly<Record<(typeof PARTS)[number], string>>;

describe.skipIf(executablePath === null && !browserRequired)(`the demo audit in a browser${reason}`, () => {
  let context: BrowserContext | undefined;
  let server: Server | undefined;
  let origin = "";
  let profile = "";
  const requests: string[] = [];

  beforeAll(async () => {
    if (executablePath === null) throw new Error("RECAST_REQUIRE_BROWSER=1, but there is no Chromium");
    built("index.js");
    const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    ({ origin, server } = await serve(Object.keys(dependencies)));
    profile = mkdtempSync(join(tmpdir(), "recast-browser-"));
    context = await chromium.launchPersistentContext(profile, {
      executablePath,
      headless: true,
      chromiumSandbox: process.getuid?.() !== 0,
      args: CHROMIUM_ARGUMENTS,
    });
    context.on("request", (request) => requests.push(request.url()));
  });
  afterAll(async () => {
    await context?.close();
    server?.close();
    if (profile !== "") rmSync(profile, { recursive: true, force: true });
  });

  it("gives the same bytes as in Node, and asks nobody outside", async () => {
    const page = await context!.newPage();
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("requestfailed", (request) => errors.push(`${request.url()}: ${request.failure()?.errorText}`));
    await page.goto(origin);
    // As text: the test runner would rewrite an import() written here.
    const url = JSON.stringify(`${origin}/test/browser/demo-audit.mjs`);
    const inPage: Result = await page.evaluate(`import(${url}).then(({ runDemoAudit }) => runDemoAudit())`);
    const inNode = demoAuditInNode();

    expect(errors).toEqual([]);
    for (const part of PARTS) {
      expect(inPage[part].length).toBeGreaterThan(1000);
      expect(inPage[part]).toBe(inNode[part]);
    }
    expect(requests.length).toBeGreaterThan(2);
    expect(requests.filter((url) => !url.startsWith(`${origin}/`))).toEqual([]);
  });
});

/** The same module run by Node itself, not by the test runner's transformed imports. */
function demoAuditInNode(): Result {
  const url = pathToFileURL(join(root, "test/browser/demo-audit.mjs")).href;
  const program = `import { runDemoAudit } from ${JSON.stringify(url)}; console.log(JSON.stringify(await runDemoAudit()));`;
  const printed = execFileSync(process.execPath, ["--input-type=module", "-e", program], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  return JSON.parse(printed);
}
