import picocolors from "picocolors";
import { describe, expect, it } from "vitest";
import { describeGroups } from "../../src/cli/audit-words.js";
import { page } from "../../src/document/terminal.js";
import type { AuditFile } from "../../src/findings/audit-file.js";
import { gatherFacts } from "../../src/measure/groups/facts.js";
import { applyGrouping, groupingRules } from "../../src/measure/groups/groups.js";

/** What the terminal shows of people with these groups, decisions and weights; the rebuilt model accepts everybody. */
function shown(groupOf: readonly string[], decisions: readonly number[], weights: readonly number[] | null): string {
  const levels = [...new Set(groupOf)].sort();
  const codes = Int32Array.from(groupOf, (group) => levels.indexOf(group));
  const column = { name: "sex", type: "category", codes, levels } as const;
  const observed = Uint8Array.from(decisions);
  const [rule] = groupingRules([column], { bins: {}, intersections: false });
  const facts = gatherFacts([applyGrouping(rule!, [column])], observed, weights && Float64Array.from(weights));
  const rebuilt = levels.map((group) => ({ group, rate: { share: 1 } }));
  const fairness = [{ attributes: [{ attribute: "sex", groups: rebuilt }] }];
  const decision = { column: "answer", favourable: "yes", unfavourable: "no" };
  const sheet = page(picocolors.createColors(false), 100);
  const evidence = { decision, weighted: weights !== null };
  const recommendation = { method: "ridge" };
  describeGroups(sheet, { facts, fairness, evidence, recommendation } as unknown as AuditFile);
  return sheet.toString();
}

describe("describeGroups", () => {
  const people = ["f", "f", "f", "f", "m"];
  const decisions = [1, 0, 0, 0, 1];

  it("shows observed and rebuilt shares of each group, and no weighted ones without weights", () => {
    const [, , head, women] = shown(people, decisions, null).split("\n");
    expect(head).toMatch(/^ {2}group +people +observed +95 % interval +impact ratio +rebuilt model$/);
    expect(women).toMatch(/^ {2}f, insufficient \(n = 4\) +4 +25\.0 % .* 100\.0 %$/);
  });

  it("shows the weighted shares beside them where people carry weights", () => {
    const [, , head, , women, men] = shown(people, decisions, [6, 1, 1, 2, 0]).split("\n");
    expect(head).toMatch(/impact +weighted +rebuilt$/); // wrapped, or the table would not fit
    expect(women).toMatch(/25\.0 % .* – +60\.0 % +100\.0 %$/);
    expect(men).toMatch(/– +– +100\.0 %$/); // weights of 0 leave nobody to take a share of
  });

  it("shows the twenty largest of many groups in their order, and says where the others are", () => {
    // group k has k + 1 people: those from 30 on are the largest twenty of fifty
    const many = Array.from({ length: 50 }, (_, k) =>
      Array.from({ length: k + 1 }, () => `g${String(k).padStart(2, "0")}`),
    );
    const lines = shown(
      many.flat(),
      many.flat().map(() => 1),
      null,
    )
      .trimEnd()
      .split("\n")
      .slice(3);
    expect(lines.slice(0, -1).map((line) => line.trim().split(" ")[0])).toEqual(
      Array.from({ length: 20 }, (_, k) => `g${30 + k}`),
    );
    expect(lines.at(-1)?.trim()).toBe("and 30 more in audit.json; the 20 largest are shown");
  });
});
