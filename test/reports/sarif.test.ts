import { describe, expect, it } from "vitest";
import type { AuditFile } from "../../src/findings/audit-file.js";
import type { Finding as Ranked } from "../../src/findings/findings.js";
import { rankFindings } from "../../src/findings/rank.js";
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

  it("lists the findings in their order, clear ones as warnings, and leaves out what was not seen", () => {
    const file = sampleAudit();
    const shown = file.findings.filter(({ kind, strength }) => strength !== "none" || kind === "rebuilt-model");
    const { results } = auditSarif(file).runs[0];
    const prints = results.slice(0, shown.length).map(({ partialFingerprints }) => partialFingerprints["finding/v1"]);
    expect(prints.map((print) => (JSON.parse(print!) as string[])[1])).toEqual(shown.map(({ id }) => id));
    const levels = resultsOf(file, "group-difference").map(({ level }) => level);
    const differences = shown.filter(({ kind }) => kind === "group-difference");
    expect(levels).toEqual(differences.map(({ strength }) => (strength === "clear" ? "warning" : "note")));
    expect(levels.length).toBeGreaterThan(0);
  });

  it("points contradictions that are certain to the rows of both files", () => {
    const sample = sampleAudit();
    const [first, ...others] = sample.letters?.contradictions ?? [];
    const certain = [{ ...first!, kind: "offer-rejected" as const, strength: "certain" as const }];
    const measured = { ...sample, letters: { ...sample.letters!, contradictions: [...certain, ...others] } };
    const file = { ...measured, findings: rankFindings(measured) };
    const found = resultsOf(file, "letters-contradict");
    expect(certain.length).toBeGreaterThan(0);
    expect(found).toHaveLength(certain.length);
    certain.forEach(({ examples }, k) => {
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

  it("warns of many open people, of a model that is no better than a guess, and of a balanced sample", () => {
    const calm = sampleAudit();
    const withFindings = (change: (one: Ranked) => Ranked): AuditFile => ({
      ...calm,
      facts: { ...calm.facts, balancedByDesign: false },
      findings: calm.findings.map(change),
    });
    const quiet = withFindings((one) => (one.kind === "open-people" ? { ...one, share: 0.05 } : one));
    const loud: AuditFile = {
      ...withFindings((one) => (one.kind === "open-people" ? { ...one, share: 0.4 } : { ...one, strength: "none" })),
      facts: { ...calm.facts, balancedByDesign: true },
    };
    for (const id of ["open-people", "rebuilt-model"]) {
      expect(resultsOf(quiet, id)[0]?.level, id).toBe("note");
      expect(resultsOf(loud, id)[0]?.level, id).toBe("warning");
    }
    expect(resultsOf(quiet, "balanced-sample")).toHaveLength(0);
    expect(resultsOf(loud, "balanced-sample")).toHaveLength(1);
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
