import type { AuditFile } from "../../../src/findings/audit-file.js";
import { littleKnown } from "./little-known.js";
import { sampleAudit } from "./sample-audit.js";

const LONG =
  "Applicants who moved here within the last twelve months and whose earlier employer could not be reached by telephone or letter";

/** Twelve groups whose names are long, without spaces, written from right to left, or in other scripts. */
const TWELVE = [
  LONG,
  "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",
  "עברית, מימין לשמאל (2020)",
  "العربية من اليمين إلى اليسار",
  "中文名称很长的一个群体",
  "Ελληνικά",
  "a",
  "Group 8 (n/a)",
  "Group 9",
  "Group 10",
  "Group 11",
  "x".repeat(180),
].map((group, i) => ({ group, n: 12 + 9 * i, favourable: 4 + 4 * i }));

/** Complete audit files of the cases a report must read well in. */
export const samples: Readonly<Record<string, () => AuditFile>> = {
  typical: () => sampleAudit(),
  "no letters": () => sampleAudit({ letters: false }),
  "reasons, no letters": () => sampleAudit({ letters: false, reasons: true }),
  "letters and reasons": () => sampleAudit({ reasons: true }),
  "a sample": () => sampleAudit({ sampled: true }),
  "no sensitive column": () => sampleAudit({ attributes: [] }),
  "one group of one": () =>
    sampleAudit({
      rejected: 14,
      accepted: 13,
      attributes: [
        {
          attribute: "origin",
          groups: [
            { group: "abroad", n: 1, favourable: 0 },
            { group: "here", n: 26, favourable: 13 },
          ],
        },
      ],
    }),
  "twelve groups": () =>
    sampleAudit({
      rejected: 369,
      accepted: 369,
      attributes: [{ attribute: "Herkunft und bisheriger Wohnort der antragstellenden Person", groups: TWELVE }],
      features: ["income", LONG, "دخل الأسرة", "region", "age"],
    }),
  "three attributes": () =>
    sampleAudit({
      rejected: 515,
      accepted: 185,
      letters: false,
      attributes: [
        {
          attribute: "age_group",
          groups: [
            { group: "under 30", n: 203, favourable: 9 },
            { group: "30 to 49", n: 349, favourable: 112 },
            { group: "50 and over", n: 148, favourable: 64 },
          ],
        },
        {
          attribute: "sex",
          groups: [
            { group: "Female", n: 245, favourable: 33 },
            { group: "Male", n: 455, favourable: 152 },
          ],
        },
        {
          attribute: "race",
          groups: [
            { group: "Asian-Pac-Islander", n: 23, favourable: 5 },
            { group: "Black", n: 62, favourable: 9 },
            { group: "White", n: 615, favourable: 171 },
          ],
        },
      ],
    }),
  "missing groups": () =>
    sampleAudit({
      attributes: [
        {
          attribute: "sex",
          groups: [
            { group: "female", n: 90, favourable: 30 },
            { group: "male", n: 110, favourable: 60 },
          ],
          unknown: { n: 200, favourable: 107 },
        },
      ],
    }),
  "weights, outcome and population": () => sampleAudit({ weights: true, outcome: true, population: true }),
  "nothing stated": () => ({
    ...sampleAudit({ sensitivity: false }),
    identity: { system: null, purpose: null, period: null, auditor: null, date: null, notes: null },
    problems: [],
  }),
  "little known": littleKnown,
  "law 144": () =>
    sampleAudit({
      attributes: [
        {
          attribute: "sex",
          groups: [
            { group: "Female", n: 171, favourable: 66 },
            { group: "Male", n: 229, favourable: 131 },
          ],
        },
        {
          attribute: "race_ethnicity",
          groups: [
            { group: "Asian", n: 60, favourable: 31 },
            { group: "Black or African American", n: 92, favourable: 33 },
            { group: "Hispanic or Latino", n: 81, favourable: 35 },
            { group: "Native Hawaiian or Pacific Islander", n: 4, favourable: 3 },
            { group: "White", n: 151, favourable: 91 },
          ],
          unknown: { n: 12, favourable: 4 },
        },
        {
          attribute: "sex × race_ethnicity",
          columns: ["sex", "race_ethnicity"],
          kind: "intersection",
          groups: [
            { group: "Female × Asian", n: 28, favourable: 12 },
            { group: "Female × White", n: 70, favourable: 36 },
            { group: "Male × Asian", n: 32, favourable: 19 },
            { group: "Male × White", n: 81, favourable: 55 },
          ],
          unknown: { n: 12, favourable: 4 },
        },
      ],
    }),
};
