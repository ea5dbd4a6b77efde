import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { hasData } from "../lab/data/real-data.js";
import { root } from "../support/built.js";
import { BLOCKS, distanceTable, personTable } from "./worked-blocks.js";
import { adultTargetScores, readCase, type WorkedCase } from "./worked-cases.js";

const BLOCK = /(<!-- from: ([\w-]+)(?: (.*?))? -->\n)[\s\S]*?(<!-- end -->)/g;

/** Numbers that are no result: dates, names of laws and standards, settings, row numbers. */
const GIVEN = new Set("1 17 50,000 95 1994 2013 2014 2016".split(" "));

/** Numbers in the sentences of a page, without tables, code, links and headings. */
function quotedNumbers(page: string): string[] {
  const prose = page
    .replace(BLOCK, "")
    .replace(/^```[\s\S]*?^```/gm, "")
    .replace(/`[^`\n]*`/g, "")
    .replace(/\]\([^)]*\)/g, "]")
    .replace(/^#.*$/gm, "");
  return prose.match(/\d(?:[\d,.]*\d)?/g) ?? [];
}

const cases = [
  { name: "compas", data: "compas/compas.csv" },
  { name: "adult", data: "adult/adult.data" },
] as const;

describe.each(cases.filter(({ data }) => hasData(data)))(
  "the worked audit of $name (needs RECAST_DATA)",
  ({ name }) => {
    const path = join(root, `docs/worked-${name}.md`);
    let page = "";
    beforeAll(async () => {
      page = await regenerate(readFileSync(path, "utf8"), await readCase(name));
    }, 600_000);

    it("has the command's own numbers in its tables; 'npx vitest run test/docs/worked.test.ts -u' writes them again", async () => {
      await expect(page).toMatchFileSnapshot(path);
    });

    it("quotes no number in its sentences that is not in its tables", () => {
      const known = new Set([...page.matchAll(BLOCK)].flatMap(([block]) => block.match(/\d(?:[\d,.]*\d)?/g) ?? []));
      expect(known.size).toBeGreaterThan(100);
      expect(quotedNumbers(page).filter((number) => !known.has(number) && !GIVEN.has(number))).toEqual([]);
    });
  },
);

describe.each(cases.filter(({ data }) => !hasData(data)))("the worked audit of $name", ({ name, data }) => {
  it(`is not made again: ${data} is not there (see docs/data.md)`, () => {
    expect(readFileSync(join(root, `docs/worked-${name}.md`), "utf8")).toMatch(BLOCK);
  });
});

/** The page with every marked table made again. */
async function regenerate(page: string, worked: WorkedCase): Promise<string> {
  const person = page.includes("<!-- from: person") ? personTable(await worked.explain("row:17")) : "";
  return page.replace(BLOCK, (_, start: string, kind: string, detail: string | undefined, end: string) => {
    if (kind === "person") return `${start}${person}\n${end}`;
    if (kind === "distance") {
      const scores = adultTargetScores(worked.audit.settings.seed, worked.others);
      return `${start}${distanceTable(worked, detail ?? "", scores)}\n${end}`;
    }
    const made = BLOCKS[kind];
    if (made === undefined) throw new Error(`no table is called '${kind}'`);
    return `${start}${made(worked, detail ?? "")}\n${end}`;
  });
}
