import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { apiPage, ENTRIES } from "../../scripts/write-api.mjs";

describe("the reference in docs/api", () => {
  it.each(ENTRIES)("$page says what the code says; 'node scripts/write-api.mjs' writes it again", (entry) => {
    expect(readFileSync(entry.page, "utf8")).toBe(apiPage(entry));
  });

  it("shows functions as their callers see them", () => {
    const page = apiPage(ENTRIES[0]!);
    expect(page).toContain(
      "function audit(evidence: Evidence, kernels: Kernels, options?: AuditOptions): AuditResult\n",
    );
    expect(page).toContain("const surrogateMethods: { bracket, recast,");
    expect(page).toContain("class AuditError extends Error {");
  });
});
