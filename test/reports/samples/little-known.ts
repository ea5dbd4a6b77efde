import type { AuditFile } from "../../../src/findings/audit-file.js";
import { share } from "./parts.js";
import { sampleAudit } from "./sample-audit.js";

/** An audit of which almost nothing came: every part that may be missing is. */
export function littleKnown(): AuditFile {
  const file = sampleAudit({
    rejected: 30,
    accepted: 1,
    attributes: [
      {
        attribute: "sex",
        groups: [
          { group: "female", n: 15, favourable: 0 },
          { group: "male", n: 15, favourable: 0 },
        ],
        unknown: { n: 1, favourable: 1 },
      },
    ],
  });
  const failure = { code: "NOT_SEPARATED" as const, message: "rejected rows, accepted rows and letters are one cloud" };
  const { letters, identification, attributions, drawing, sensitivity, facts } = file;
  if (letters === null || sensitivity === null) throw new Error("the sample has letters");
  return {
    ...file,
    columns: file.columns.map((column) => ({ ...column, immutable: false, missing: 0 })),
    files: { ...file.files, decisions: { ...file.files.decisions, rows: 31 } },
    problems: [],
    evidence: { ...file.evidence, letters: 1, paired: 0, rejectedWithLetter: 0 },
    recommendation: { ...file.recommendation, method: "majority", highest: "majority" },
    errors: null,
    prototypes: { lambda: null, distances: null, failure },
    facts: {
      ...facts,
      tests: 1,
      attributes: facts.attributes.map((attribute) => ({
        ...attribute,
        parityRatio: null,
        groups: attribute.groups.map((group) => ({
          ...group,
          impactRatio: null,
          test: { name: "fisher" as const, p: 1, adjusted: 1 },
        })),
        power: { reference: "female", group: "male", detectableRatio: null, neededPerGroup: null },
      })),
    },
    letters: {
      ...letters,
      letters: 1,
      compared: 0,
      coverage: null,
      coverageByAttribute: [],
      fieldCounts: [],
      fields: [],
      immutable: null,
      contradictions: [],
      burden: letters.burden.map((burden) => ({
        ...burden,
        distanceGap: null,
        groups: burden.groups.map((group) => ({ ...group, changes: [] })),
      })),
    },
    identification: {
      ...identification,
      band: { failure },
      lens: { failure },
      stability: { ...identification.stability, refits: 0, changed: null },
      determined: { ...identification.determined, agreementDetermined: null, agreementContested: share(20, 31) },
      abstention: [],
    },
    fairness: file.fairness.map((model) => ({
      ...model,
      attributes: model.attributes.map((attribute) => ({
        ...attribute,
        dtidp: null,
        dtieo: [],
        conditionedOn: null,
        parityDifference: null,
        range: null,
      })),
    })),
    sensitivity: {
      ...sensitivity,
      gaps: [],
      variants: sensitivity.variants
        .slice(0, 1)
        .map((variant) => ({ ...variant, changed: null, agreement: null, gaps: [], failure: "could not be fitted" })),
      conclusions: sensitivity.conclusions
        .slice(0, 1)
        .map((conclusion) => ({ ...conclusion, holds: 1, of: 1, fails: [] })),
    },
    attributions: {
      ...attributions,
      weights: null,
      withoutWeights: "rank scaling",
      permutation: [],
      shapley: { ...attributions.shapley, exact: false, samples: 8, features: [] },
      partialDependence: [],
    },
    drawing: { ...drawing, scoreDensities: [] },
    caveats: [{ code: "FOUR_FIFTHS", text: "An impact ratio below 0.8 is a reason to look closer." }],
  };
}
