import { describe, expect, it } from "vitest";
import type { AuditFile } from "../../src/findings/audit-file.js";
import { auditSarif } from "../../src/reports/sarif.js";
import { sampleAudit } from "./samples/sample-audit.js";
import { validateSarif } from "./sarif-structure.js";

function resultsOf(file: AuditFile, id: string) {
  return auditSarif(file).runs[0].results.filter(({ ruleId }) => ruleId === `recast/${id}`);
}

const NASTY = "<script> {0} [link](1) \\ C:\\secret";

describe("auditSarif", () => {
  const cases: [string, AuditFile][] = [
    ["everything", sampleAudit({ weights: true, population: true, outcome: true })],
    ["no letters, no groups", sampleAudit({ letters: false, attributes: [], sensitivity: false })],
    [
      "names that mean something to readers of SARIF",
      sampleAudit({ attributes: [{ attribute: NASTY, groups: [{ group: NASTY, n: 3, favourable: 1 }] }] }),
    ],
  ];

  it.each(cases)("has the structure of SARIF 2.1.0: %s", (_, file) => {
    const log: unknown = JSON.parse(JSON.stringify(auditSarif(file)));
    expect(validateSarif(log) ? [] : validateSarif.errors).toEqual([]);
    for (const { ruleId, ruleIndex } of auditSarif(file).runs[0].results) {
      expect(auditSarif(file).runs[0].tool.driver.rules[ruleIndex]).toMatchObject({ id: ruleId });
    }
  });

  it("says the same thing with the same fingerprint once", () => {
    const prints = auditSarif(sampleAudit()).runs[0].results.map(
      ({ partialFingerprints }) => partialFingerprints["finding/v1"],
    );
    expect(new Set(prints).size).toBe(prints.length);
  });

  it("reports an impact ratio below 0.8 as a warning only where the whole interval lies below", () => {
    const file = sampleAudit();
    const low = file.facts.attributes.flatMap(({ attribute, groups }) =>
      groups.flatMap(({ group, impactRatio }) =>
        impactRatio !== null && impactRatio.value < 0.8 ? [{ attribute, group, sure: impactRatio.high < 0.8 }] : [],
      ),
    );
    expect(low.length).toBeGreaterThan(0);
    const found = resultsOf(file, "impact-ratio");
    expect(found.map(({ level: loud }) => loud)).toEqual(low.map(({ sure }) => (sure ? "warning" : "note")));
    low.forEach(({ attribute, group }, k) => {
      expect(found[k]?.message.text).toContain(`of ${group} (${attribute})`);
    });
    for (const { message } of found) expect(message.text).toContain("indication");
  });

  it("lists groups too small to carry a number, tests below 0.05 and nothing else of them", () => {
    const file = sampleAudit();
    const groups = file.facts.attributes.flatMap((entry) => entry.groups);
    expect(resultsOf(file, "insufficient-group")).toHaveLength(
      groups.filter(({ status }) => status === "insufficient").length,
    );
    expect(resultsOf(file, "group-difference")).toHaveLength(
      groups.filter(({ test }) => (test?.adjusted ?? 1) < 0.05).length,
    );
  });

  it("points contradictions to the rows of both files", () => {
    const { letters, ...sample } = sampleAudit();
    const patterns = letters?.contradictions ?? [];
    expect(patterns.length).toBeGreaterThan(0);
    expect(resultsOf({ ...sample, letters }, "letters-contradict")).toEqual([]);
    const contradictions = patterns.map((one) => ({ ...one, strength: "certain" as const }));
    const found = resultsOf({ ...sample, letters: letters && { ...letters, contradictions } }, "letters-contradict");
    expect(found).toHaveLength(contradictions.length);
    contradictions.forEach(({ examples }, k) => {
      expect(found[k]?.level).toBe("warning");
      expect(found[k]?.locations.map(({ physicalLocation: { region } }) => region.startLine)).toEqual(
        examples.length > 0 ? examples.map(({ letterRow }) => letterRow) : [1],
      );
      const people = examples.flatMap(({ personRow }) => (personRow === null ? [] : [personRow]));
      expect((found[k]?.relatedLocations ?? []).map(({ physicalLocation: { region } }) => region.startLine)).toEqual(
        people,
      );
    });
  });

  it("speaks of contested people, of agreement and of a balanced sample only where there is reason", () => {
    const calm = sampleAudit();
    const contested = { ...calm.identification.determined.contested, share: 0.05 };
    const quiet: AuditFile = {
      ...calm,
      facts: { ...calm.facts, balancedByDesign: false },
      caveats: calm.caveats.filter(({ code }) => code !== "NOT_ABOVE_MAJORITY"),
      identification: { ...calm.identification, determined: { ...calm.identification.determined, contested } },
    };
    const loud: AuditFile = {
      ...quiet,
      facts: { ...quiet.facts, balancedByDesign: true },
      caveats: [{ code: "NOT_ABOVE_MAJORITY", text: "…" }],
      identification: {
        ...quiet.identification,
        determined: { ...quiet.identification.determined, contested: { ...contested, share: 0.4 } },
      },
    };
    for (const id of ["contested-share", "agreement-not-above-majority", "balanced-sample"]) {
      expect(resultsOf(quiet, id), id).toHaveLength(0);
      expect(resultsOf(loud, id), id).toHaveLength(1);
    }
    expect(resultsOf({ ...loud, evidence: { ...loud.evidence, weighted: true } }, "balanced-sample")).toHaveLength(0);
  });

  it("gives data problems their severity, rows and file, without folders", () => {
    const file: AuditFile = {
      ...sampleAudit(),
      warnings: [],
      problems: [
        {
          severity: "warning",
          code: "ROWS_CONTRADICT",
          message: "rows {0} [a](1)",
          file: "a folder/my file.csv",
          column: "a",
          count: 9,
          rows: [4, 7],
        },
        { severity: "note", code: "ROLE_GUESSED", message: "guessed", file: null, column: null, count: 1, rows: [] },
      ],
    };
    const found = resultsOf(file, "data-problem");
    expect(found.map(({ level: loud }) => loud)).toEqual(["warning", "note"]);
    expect(found[0]?.locations).toEqual(
      [4, 7].map((startLine) => ({
        physicalLocation: { artifactLocation: { uri: "my%20file.csv" }, region: { startLine } },
      })),
    );
    expect(found[0]?.message.text).toBe("rows {{0}} \\[a\\](1)");
    expect(found[1]?.locations[0]?.physicalLocation.artifactLocation.uri).toBe(
      encodeURIComponent(file.files.decisions.name),
    );
    expect(JSON.stringify(auditSarif(file).runs[0].results.map(({ locations }) => locations))).not.toContain("folder");
  });
});
