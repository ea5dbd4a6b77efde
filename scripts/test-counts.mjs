/**
 * Counts what a run of vitest did from its JSON report. A file that could not be loaded or set up counts as one failed test,
 * and so does a run that ended badly though no test failed (an error outside tests, coverage below its threshold).
 * @param {string | null} report the text of the report, null when there is none
 * @param {number} exitCode how vitest ended
 * @returns {{ passed: number, failed: number, skipped: readonly string[] }}
 */
export function readTestCounts(report, exitCode) {
  if (report === null) return { passed: 0, failed: 1, skipped: [] };
  let passed = 0;
  let failed = 0;
  const skipped = [];
  for (const file of JSON.parse(report).testResults) {
    const failedBefore = failed;
    for (const test of file.assertionResults) {
      if (test.status === "passed") passed += 1;
      else if (test.status === "failed") failed += 1;
      else skipped.push(test.fullName);
    }
    if (file.status === "failed" && failed === failedBefore) failed += 1;
  }
  if (exitCode !== 0 && failed === 0) failed = 1;
  return { passed, failed, skipped };
}
