import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { exportsNeedTwo } from "../../src/export/rule.js";
import { TWO_ONLY } from "../../src/folder/make-audit.js";
import { leakNeedsTwo } from "../../src/leak/leak-plan.js";
import { type Setting, settings } from "../../src/settings/settings.js";

it("docs/multiclass.md lists what needs two decisions in the words of the stages", () => {
  const page = readFileSync("docs/multiclass.md", "utf8");
  const rows = [...TWO_ONLY, leakNeedsTwo, exportsNeedTwo].map(({ what, reason }) => `| ${what} | ${reason} |`);
  const [, table = ""] = page.split("| what | reason |\n|---|---|\n");
  expect(table.split("\n\n")[0]?.split("\n")).toEqual(rows);
});

it("the settings marked as for two decisions are those that a stage refuses", () => {
  const marked = Object.entries<Setting>(settings).flatMap(([name, { twoOnly }]) => (twoOnly ? [name] : []));
  const refused = TWO_ONLY.flatMap((stage) => stage.settings ?? []).filter((name) => name !== "commit"); // no setting, a key
  expect(refused.toSorted()).toEqual(marked.toSorted());
});
