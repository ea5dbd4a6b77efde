import { describe, expect, it } from "vitest";
import { readTestCounts } from "../../scripts/test-counts.mjs";

const report = (...files: { status: string; tests: string[] }[]) =>
  JSON.stringify({
    testResults: files.map(({ status, tests }) => ({
      status,
      assertionResults: tests.map((status, index) => ({ status, fullName: `test ${index}` })),
    })),
  });

describe("readTestCounts", () => {
  it("counts tests by what became of them", () => {
    const text = report(
      { status: "failed", tests: ["passed", "failed", "pending"] },
      { status: "passed", tests: ["passed"] },
    );
    expect(readTestCounts(text, 1)).toEqual({ passed: 2, failed: 1, skipped: ["test 2"] });
  });

  it("counts a file that could not be loaded as one failure", () => {
    expect(readTestCounts(report({ status: "failed", tests: [] }), 1)).toEqual({ passed: 0, failed: 1, skipped: [] });
  });

  it("counts a file whose preparation failed as one failure beside the tests it left out", () => {
    const text = report({ status: "failed", tests: ["pending", "pending"] });
    expect(readTestCounts(text, 1)).toEqual({ passed: 0, failed: 1, skipped: ["test 0", "test 1"] });
  });

  it("never calls a run that ended badly a success", () => {
    expect(readTestCounts(report({ status: "passed", tests: ["passed"] }), 1)).toEqual({
      passed: 1,
      failed: 1,
      skipped: [],
    });
    expect(readTestCounts(null, 0)).toEqual({ passed: 0, failed: 1, skipped: [] });
  });
});
