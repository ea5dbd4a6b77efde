import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { comparisonErrors } from "../../../src/measure/groups/compared.js";
import { gatherFacts } from "../../../src/measure/groups/facts.js";

/** [accepted, people] of each group of the worked file; the last are of unknown area. */
const COUNTS = [
  [3, 8],
  [60, 100],
  [18, 60],
  [5, 15],
] as const;

const page = readFileSync("docs/fairness.md", "utf8");

/** The cells of the page's table rows that begin with a text. */
function cellsOf(start: string): string[] {
  const line = page.split("\n").find((text) => text.startsWith(`| ${start}`)) ?? "";
  return line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());
}

it("shows the numbers of the worked file as they are computed", () => {
  const groupOf = COUNTS.flatMap(([, n], k) => Array.from({ length: n }, () => (k === 3 ? -1 : k)));
  const decisions = COUNTS.flatMap(([accepted, n]) => Array.from({ length: n }, (_, i) => (i < accepted ? 1 : 0)));
  const grouping = {
    ...{ attribute: "area", columns: ["area"], kind: "category" as const, labels: ["east", "north", "south"] },
    groupOf: Int32Array.from(groupOf),
  };
  const [area] = gatherFacts([grouping], Uint8Array.from(decisions), null).attributes;
  const written = (value: number, { low, high }: { low: number; high: number }) =>
    `${value.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;
  for (const { group, n, rate, impactRatio, differenceFromRest, test, bounds } of area?.groups ?? []) {
    const measured = differenceFromRest !== null && impactRatio !== null && test !== null;
    expect(cellsOf(group)).toEqual([
      measured ? group : `${group}, insufficient (n = ${n})`,
      String(n),
      written(rate.share, rate),
      !measured ? "–" : group === area?.reference ? "1" : written(impactRatio.value, impactRatio),
      measured ? written(differenceFromRest.value, differenceFromRest) : "–",
      measured ? test.adjusted.toFixed(4) : "–",
      measured ? `${bounds?.ratioLow?.toFixed(3)} to ${bounds?.ratioHigh?.toFixed(3)}` : "–",
    ]);
  }
  expect(page).toContain(`a ratio of ${area?.power?.detectableRatio?.toFixed(3)} or lower`);
  expect(page).toContain(`to see 0.8, ${area?.power?.neededPerGroup} people per group`);
});

it.each([2, 3, 5, 12])("shows how far comparisons among %i groups are widened", (groups) => {
  const [, errors] = cellsOf(`${groups} |`);
  expect(errors).toBe(comparisonErrors(groups).toFixed(3));
});
