import picocolors from "picocolors";
import { describe, expect, it } from "vitest";
import { definitions, heading } from "../../src/document/document.js";
import { column, tableOf } from "../../src/document/table.js";
import { tableBlock } from "../../src/document/table-view.js";
import { page } from "../../src/document/terminal.js";

const plain = picocolors.createColors(false);

describe("page", () => {
  it("aligns a table: text to the left, numbers to the right", () => {
    const sheet = page(plain, 80);
    const rows = [
      { method: "ridge", share: 0.09 },
      { method: "nearest", share: 1 },
    ];
    const table = tableOf({ id: "methods", title: "Methods" }, rows, [
      column("method", "word", ({ method }) => method, "method"),
      column("share", "share", ({ share }) => share, "agreement"),
    ]);
    sheet.table(tableBlock(table));
    sheet.table(null);
    expect(sheet.toString()).toBe("  method    agreement\n  ridge         9.0 %\n  nearest     100.0 %\n");
  });

  it("marks rows that stand out, and says which are about too few people", () => {
    const sheet = page(plain, 80);
    const rows = ["a", "b", "c"].map((group, k) => ({ group, n: k }));
    const emphasis = ({ n }: { readonly n: number }) =>
      n === 0 ? null : ({ as: n === 1 ? "highlight" : "insufficient", label: "n = 2" } as const);
    const columns = [
      column<{ group: string }>("group", "text", ({ group }) => group),
      column<{ n: number }>("people", "count", ({ n }) => n),
    ];
    sheet.table(tableBlock(tableOf({ id: "groups", title: "Groups", emphasis }, rows, columns)));
    expect(sheet.toString()).toBe(
      "    Group      People\n    a               0\n  ▸ b               1\n    c, n = 2        2\n",
    );
  });

  it("sets names and values below a heading", () => {
    const sheet = page(plain, 80);
    sheet.blocks([heading("Settings"), definitions([["Seed", "7"]])]);
    expect(sheet.toString()).toBe("\n  Settings\n  Seed   7\n");
  });

  it("sets a table of 200,000 rows", () => {
    const sheet = page(plain, 80);
    const rows = Array.from({ length: 200_000 }, (_, i) => ({ i }));
    sheet.table(tableBlock(tableOf({ id: "many", title: "Many" }, rows, [column("i", "count", ({ i }) => i)])));
    expect(sheet.toString().length).toBeGreaterThan(200_000);
  });

  it("wraps a paragraph to the width and hangs what follows", () => {
    const sheet = page(plain, 40);
    sheet.text("- one two three four five six seven eight nine ten", 2);
    expect(sheet.toString()).toBe("  - one two three four five six seven\n    eight nine ten\n");
  });

  it("takes a width of 0 as unknown, as some terminals give it", () => {
    const widthOf = (columns: number | undefined) => {
      const sheet = page(plain, columns);
      sheet.text("word ".repeat(40).trim());
      return sheet.toString();
    };
    expect(widthOf(0)).toBe(widthOf(undefined));
    expect(widthOf(0)).not.toBe(widthOf(1));
  });

  it("never wraps a line to copy", () => {
    const sheet = page(plain, 40);
    sheet.line("recast check somewhere/decisions.csv --letters somewhere/letters.csv");
    expect(sheet.toString()).toBe("  recast check somewhere/decisions.csv --letters somewhere/letters.csv\n");
  });

  it("keeps the spaces a paragraph begins with", () => {
    const sheet = page(plain, 40);
    sheet.text("  one two three four five six seven eight", 2);
    expect(sheet.toString()).toBe("    one two three four five six seven\n    eight\n");
  });

  it("sets names and values in two columns", () => {
    const sheet = page(plain, 80);
    sheet.pairs([
      ["people", "200"],
      ["letters", "77"],
    ]);
    expect(sheet.toString()).toBe("  people    200\n  letters   77\n");
  });

  it("lets no value of the user's reach the terminal unchecked", () => {
    const bad = "x\u001b[31m\ny";
    const sheet = page(picocolors.createColors(true), 80);
    sheet.title(bad);
    sheet.heading(bad);
    sheet.text(bad);
    sheet.line(bad);
    sheet.table(tableBlock(tableOf({ id: "bad", title: bad }, [bad], [column("x", "text", (cell) => cell, bad)])));
    sheet.blocks([{ kind: "list", items: [bad] }]);
    sheet.pairs([[bad, bad]]);
    expect(sheet.toString()).not.toContain("\u001b[31m");
    expect(
      sheet
        .toString()
        .split("\n")
        .filter((line) => line.startsWith("y")),
    ).toEqual([]);
  });
});
