import { createServer, type Server } from "node:net";
import { pathToFileURL } from "node:url";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { chromium } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { readStudioFiles, serveStudio } from "../../src/platform/studio-server.js";
import { browserRequired, CHROMIUM_ARGUMENTS, findChromium } from "../browser/chromium.js";
import { built } from "../support/built.js";

const executablePath = findChromium();

/** Whether tests of the page must be left out: there is no browser, and none is insisted on. */
export const hasNoBrowser = executablePath === null && !browserRequired;

/** Why they are left out, to stand in the suite's name. */
export const noBrowserReason = executablePath === null ? " (no Chromium: set CHROMIUM_PATH or install one)" : "";

/** An open page, with everything it should not have done. */
export interface OpenPage {
  readonly page: Page;
  /** Requests to anybody but the page's own server or file; all were cut off. */
  readonly outside: readonly string[];
  /** What the page asked its own server for, in order. */
  readonly asked: readonly string[];
  /** Errors and warnings in the console, uncaught errors, dialogs. */
  readonly complaints: readonly string[];
  close(): Promise<void>;
}

export interface OpenOptions extends BrowserContextOptions {
  /** Open the page in one file, from the disk. @default false */
  readonly fromDisk?: boolean;
  /** What follows the address: "#start". */
  readonly hash?: string;
}

/** A browser and the server of the built page. */
export interface Studio {
  readonly browser: Browser;
  readonly address: string;
  /** What left the browser for another machine, and got no further. */
  readonly reached: readonly string[];
  open(options?: OpenOptions): Promise<OpenPage>;
  close(): Promise<void>;
}

/** Starts a browser that can reach the page's server and nobody else. */
export async function startStudio(): Promise<Studio> {
  if (executablePath === null) throw new Error("RECAST_REQUIRE_BROWSER=1, but there is no Chromium");
  built("studio/index.html");
  const file = pathToFileURL(built("studio/studio.html")).href;
  const server = await serveStudio(await readStudioFiles());
  const wall = await startWall();
  const browser = await chromium.launch({
    executablePath,
    headless: true,
    chromiumSandbox: process.getuid?.() !== 0,
    // Whatever is not on this machine goes to the wall, however it is asked for.
    args: [...CHROMIUM_ARGUMENTS, `--proxy-server=http://127.0.0.1:${wall.port}`],
  });

  async function open({ fromDisk = false, hash = "", ...options }: OpenOptions = {}): Promise<OpenPage> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    context.setDefaultTimeout(60_000);
    const page = await context.newPage();
    const outside: string[] = [];
    const asked: string[] = [];
    const complaints: string[] = [];
    const own = fromDisk ? file : server.address;
    await context.route("**/*", async (route) => {
      const url = route.request().url();
      if (isOwn(url, own)) return route.continue();
      outside.push(url);
      return route.abort();
    });
    context.on("request", (request) => {
      const url = request.url();
      if (url.startsWith(own)) asked.push(url.slice(own.length));
      else if (!isOwn(url, own)) outside.push(url);
    });
    page.on("filechooser", () => undefined); // from the start on, so that no chooser opens before a test waits for it
    page.on("websocket", (socket) => outside.push(socket.url()));
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("dialog", (dialog) => complaints.push(dialog.message()));
    await page.goto(`${own}${hash}`);
    return { page, outside, asked, complaints, close: () => context.close() };
  }

  async function close(): Promise<void> {
    await browser.close();
    await server.close();
    await wall.close();
    if (wall.reached.length > 0) throw new Error(`the browser asked outside: ${wall.reached.join(", ")}`);
  }

  return { browser, address: server.address, reached: wall.reached, open, close };
}

/** For a suite: one browser, and a fresh page for every test, which must not have complained. */
export function pageForEach(use: (page: Page) => void): void {
  let studio: Studio;
  let opened: OpenPage;
  beforeAll(async () => {
    studio = await startStudio();
  });
  afterAll(() => studio?.close());
  beforeEach(async () => {
    opened = await studio.open();
    use(opened.page);
  });
  afterEach(async () => {
    expect(opened.complaints).toEqual([]);
    await opened.close();
  });
}

/** The page's own address, and what it made itself. */
function isOwn(url: string, own: string): boolean {
  return url.startsWith(own) || url.startsWith("blob:") || url.startsWith("data:");
}

/** What the browser itself asks its makers for, whatever page is open. */
const BROWSERS_OWN = /^\S+ (?:https?:\/\/)?(?:[\w-]+\.)*(?:google|googleapis|gstatic|gvt1)\.com\b/;

/** A proxy that lets nothing through and keeps the first line of what reaches it. */
async function startWall() {
  const reached: string[] = [];
  const server: Server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", (bytes) => {
      const line = bytes.toString("latin1").split("\r\n", 1)[0] ?? "";
      if (!BROWSERS_OWN.test(line)) reached.push(line);
      socket.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port for the wall");
  return {
    port: address.port,
    reached,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
