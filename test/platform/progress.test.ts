import { describe, expect, it } from "vitest";
import { progressLine } from "../../src/platform/progress.js";

function terminal(isTTY: boolean, columns = 80) {
  const written: string[] = [];
  return { isTTY, columns, written, write: (text: string) => written.push(text) };
}

describe("progressLine", () => {
  it("draws nothing on a file or pipe, and nothing when quiet", () => {
    for (const [stream, quiet] of [
      [terminal(false), false],
      [terminal(true), true],
    ] as const) {
      const progress = progressLine(stream, { quiet });
      progress.update("fitting", { done: 1, total: 2 });
      progress.clear();
      expect(stream.written).toEqual([]);
    }
  });

  it("rewrites one line and erases it", () => {
    const stream = terminal(true);
    const progress = progressLine(stream, { now: () => 0 });
    progress.update("fitting", { done: 1, total: 4 });
    progress.clear();
    progress.clear();
    expect(stream.written).toEqual(["\r\u001b[2Kfitting ━━━━━╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌  25 %", "\r\u001b[2K"]);
  });

  it("keeps within 80 columns where the terminal gives its width as 0", () => {
    const stream = terminal(true, 0);
    progressLine(stream, { now: () => 0 }).update("x".repeat(200));
    expect(stream.written).toEqual([`\r\u001b[2K${"x".repeat(79)}`]);
  });

  it("redraws at most ten times a second, but always for a new label", () => {
    let time = 0;
    const stream = terminal(true);
    const progress = progressLine(stream, { now: () => time });
    progress.update("scoring", "1 row");
    progress.update("scoring", "2 rows");
    expect(stream.written).toHaveLength(1);
    time = 150;
    progress.update("scoring", "3,000 rows");
    expect(stream.written.at(-1)).toContain("scoring: 3,000 rows");
    progress.update("writing");
    expect(stream.written.at(-1)).toContain("writing …");
    expect(stream.written).toHaveLength(3);
  });

  it("never grows past the terminal's width", () => {
    const stream = terminal(true, 20);
    progressLine(stream, { now: () => 0 }).update("a label that is much longer than the terminal");
    expect(stream.written[0]?.replace("\r\u001b[2K", "")).toHaveLength(19);
  });
});
