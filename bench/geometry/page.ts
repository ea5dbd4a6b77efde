import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium, type Page } from "playwright-core";
import { type AuditConfiguration, type Kernels, makeAudit, rowsOf, withCopies } from "recast-audit";
import { balancedEvidence } from "../studio/evidence.js";

const MOVES = 180;

/** Which slider moves, by its place on the screen, and where it goes. */
const SLIDERS: Readonly<Record<string, readonly [place: number, from: number, to: number]>> = {
  "λ₀ moves": [0, 0, 0.5],
  "blur moves from 0.01 to 0.3": [2, 0.01, 0.3],
  "blur moves from 0.3 to 0.5": [2, 0.3, 0.5],
  "γ moves": [3, 0, 1],
};

/** Rows of the table: animation frames while a slider moves once per frame, and frames drawn, in the built page. */
export async function pageRows(count: number, root: string, folder: string, kernels: Kernels): Promise<string[][]> {
  await writeAudit(count, folder, kernels);
  const browser = await chromium.launch({
    executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
    chromiumSandbox: process.getuid?.() !== 0,
    args: ["--disable-gpu"],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(pathToFileURL(join(root, "dist/studio/studio.html")).href);
    const button = page.getByRole("button", { name: /folder/i }).first();
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), button.click()]);
    await chooser.setFiles(folder);
    await page.waitForURL(/#results/);
    await page.evaluate(() => {
      location.hash = "#geometry";
    });
    await page.locator("canvas[data-drawn]").waitFor();
    const rows: string[][] = [];
    for (const [name, [place, from, to]] of Object.entries(SLIDERS)) {
      const { drawn, frames, ms } = await drag(page, place, from, to);
      const rate = (n: number) => `${((1000 * n) / ms).toFixed(0)} / s`;
      rows.push([name, String(MOVES), rate(frames), rate(drawn)]);
    }
    return rows;
  } finally {
    await browser.close();
  }
}

/** Moves a slider once per animation frame and counts what the canvas drew meanwhile. */
function drag(page: Page, place: number, from: number, to: number) {
  return page.evaluate(
    async ({ place, from, to, moves }) => {
      const input = document.querySelectorAll<HTMLInputElement>("main input[type=range]")[place];
      const canvas = document.querySelector<HTMLCanvasElement>("canvas[data-drawn]");
      if (input === undefined || canvas === null) throw new Error("the sliders are not there");
      const drawnNow = () => Number(canvas.dataset["drawn"]);
      const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      await nextFrame();
      const [first, began] = [drawnNow(), performance.now()];
      for (let k = 0; k < moves; k++) {
        input.value = String(from + ((to - from) * k) / moves);
        input.dispatchEvent(new Event("input", { bubbles: true }));
        await nextFrame();
      }
      return { drawn: drawnNow() - first, frames: moves, ms: performance.now() - began };
    },
    { place, from, to, moves: MOVES },
  );
}

async function writeAudit(count: number, folder: string, kernels: Kernels): Promise<void> {
  const { decisionsCsv, lettersCsv } = balancedEvidence(count, 1);
  const read = async (name: string, text: string) => ({
    ...(await rowsOf(new TextEncoder().encode(text), name)),
    name,
  });
  const sources = withCopies({
    decisions: await read("decisions.csv", decisionsCsv),
    letters: await read("letters.csv", lettersCsv),
    population: null,
  });
  const configuration: AuditConfiguration = {
    ...{ decision: "decision", favourable: "granted", id: "id", methods: ["recast", "majority"] },
    ...{ refits: 2, resamples: 100, sensitivity: false },
  };
  const { outputs } = await makeAudit(
    { sources, configuration, package: { name: "recast-audit", version: "0.0.0-bench" } },
    kernels,
  );
  const files = [
    ...outputs.map(({ path, text }) => [path, text] as const),
    ["inputs/decisions.csv", decisionsCsv] as const,
    ["inputs/letters.csv", lettersCsv] as const,
  ];
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
