import type { Attributions } from "../../../src/findings/attributions.js";
import type { AuditFile } from "../../../src/findings/audit-file.js";
import type { DeterminedSplit, Identification } from "../../../src/findings/identification.js";
import type { LetterFindings } from "../../../src/findings/letters.js";
import type { ModelFairness } from "../../../src/findings/model-fairness.js";
import { rankFindings } from "../../../src/findings/rank.js";
import type { Sensitivity } from "../../../src/findings/sensitivity.js";
import { type AttributeSpec, attributeFacts, estimate, extremes, share, statusOf } from "./parts.js";
import { sampleReasons } from "./sample-reasons.js";

/** What a made-up audit file is made of. */
export interface SampleOptions {
  readonly rejected?: number;
  readonly accepted?: number;
  readonly attributes?: readonly AttributeSpec[];
  readonly features?: readonly string[];
  readonly letters?: boolean;
  readonly reasons?: boolean;
  readonly weights?: boolean;
  readonly population?: boolean;
  readonly outcome?: boolean;
  readonly sensitivity?: boolean;
  /** Whether methods were fitted on a sample. */
  readonly sampled?: boolean;
}

const SEX: AttributeSpec = {
  attribute: "sex",
  groups: [
    { group: "female", n: 171, favourable: 66 },
    { group: "male", n: 229, favourable: 131 },
  ],
};
const ORIGIN: AttributeSpec = {
  attribute: "origin",
  groups: [
    { group: "abroad", n: 63, favourable: 22 },
    { group: "here", n: 318, favourable: 169 },
    { group: "stateless", n: 7, favourable: 2 },
  ],
  unknown: { n: 12, favourable: 4 },
};
const BOTH: AttributeSpec = {
  attribute: "sex × origin",
  columns: ["sex", "origin"],
  kind: "intersection",
  groups: [
    { group: "female × abroad", n: 28, favourable: 7 },
    { group: "female × here", n: 134, favourable: 57 },
    { group: "female × stateless", n: 4, favourable: 1 },
    { group: "male × abroad", n: 35, favourable: 15 },
    { group: "male × here", n: 184, favourable: 112 },
    { group: "male × stateless", n: 3, favourable: 1 },
  ],
  unknown: { n: 12, favourable: 4 },
};

const METHODS = ["bracket", "recast", "ridge", "ridge-letters", "nearest", "majority", "cca"] as const;

/** A complete audit file of a made-up case; numbers are plausible, and agree with each other where a reader would compare. */
export function sampleAudit(given: SampleOptions = {}): AuditFile {
  const options = {
    rejected: 203,
    accepted: 197,
    attributes: [SEX, ORIGIN, BOTH],
    features: ["income", "savings", "years_employed", "region", "age"],
    letters: true,
    reasons: false,
    weights: false,
    population: false,
    outcome: false,
    sensitivity: true,
    sampled: false,
    ...given,
  };
  const n = options.rejected + options.accepted;
  const single = options.attributes.filter(({ kind }) => kind !== "intersection");
  const file: Omit<AuditFile, "findings"> = {
    format: "recast-audit/7",
    version: "0.4.0",
    kernels: "wasm",
    files: {
      decisions: { name: "decisions.csv", bytes: 28_412, sha256: "3f".repeat(32), rows: n + 3 },
      letters: options.letters ? { name: "letters.csv", bytes: 9_210, sha256: "a1".repeat(32), rows: 152 } : null,
      population: options.population
        ? { name: "population.csv", bytes: 6_120_400, sha256: "0b".repeat(32), rows: 100_000 }
        : null,
    },
    identity: {
      system: "Loan desk of Example Bank",
      purpose: "Consumer loans up to 10,000",
      period: "January to June 2026",
      auditor: "Consumer Ombudsman, audit unit",
      date: "2026-07-15",
      notes: null,
    },
    columns: [
      column("applicant", "id", "category", n),
      column("approved", "decision", "category", 2),
      ...options.features.map((name, i) => column(name, "feature", i === 3 ? "category" : "number", i === 3 ? 4 : 211)),
      ...single.map(({ attribute, groups, unknown }) => ({
        ...column(attribute, "ignored", "category", groups.length),
        sensitive: true,
        missing: unknown?.n ?? 0,
      })),
      ...(options.weights ? [column("weight", "weight", "number", 12)] : []),
      ...(options.outcome ? [column("repaid", "outcome", "category", 2)] : []),
    ],
    problems: [
      {
        severity: "warning",
        code: "DECISION_MISSING",
        message: "decisions.csv, column 'approved': 3 rows without a decision left out (rows 18, 210 and 377)",
        file: "decisions.csv",
        column: "approved",
        count: 3,
        rows: [18, 210, 377],
      },
    ],
    settings: {
      methods: [...METHODS],
      solver: "exact",
      scaling: "robust",
      folds: 5,
      repeats: 1,
      seed: 0,
      sample: options.sampled ? 320 : 4000,
      acceptanceRate: null,
      blur: 0.05,
      epochs: 200,
      points: 100,
      abstain: 0,
      resamples: 1000,
      refits: 20,
      sensitivity: options.sensitivity,
      intersections: true,
      bins: {},
    },
    evidence: {
      observations: n,
      rejected: options.rejected,
      accepted: options.accepted,
      letters: options.letters ? 152 : 0,
      paired: options.letters ? 148 : 0,
      rejectedWithLetter: options.letters ? 148 : 0,
      contradicting: 0,
      weighted: options.weights,
      decision: { column: "approved", favourable: "yes", unfavourable: "no" },
      features: options.features,
    },
    sample: options.sampled ? sampleOf(n) : null,
    facts: {
      overall: {
        n,
        rate: share(options.accepted, n),
        weightedRate: options.weights ? estimate(0.31, 0.03) : null,
      },
      attributes: options.attributes.map((spec) => attributeFacts(spec, options.weights)),
      balancedByDesign: options.rejected === options.accepted,
      tests: options.attributes.reduce((sum, { groups }) => sum + groups.length, 0),
    },
    letters: options.letters ? letterFindings(options.features, single) : null,
    reasons: options.reasons ? sampleReasons(single) : null,
    prototypes: options.letters
      ? {
          lambda: [0.27, 0.41],
          distances: { rejectedToLetters: 0.812, acceptedToLetters: 0.344, rejectedToAccepted: 1.021 },
          failure: null,
        }
      : { lambda: null, distances: null, failure: { code: "NO_LETTERS", message: "recast needs letters" } },
    methods: METHODS.map((method, i) => methodTrust(method, i, options.rejected, options.accepted, options.letters)),
    recommendation: {
      method: "bracket",
      highest: "bracket",
      sentence:
        "bracket is right about 86.5 % of people it has not seen (95 % interval 82.8 % to 89.5 %), the highest of 7 methods; next is ridge-letters with 84.0 %.",
    },
    letterWorth: options.letters
      ? {
          method: "bracket",
          withoutLetters: "bracket",
          n,
          right: 0.865,
          rightWithout: 0.815,
          difference: { value: 0.05, low: 0.012, high: 0.088 },
          margin: 0.02,
          verdict: "help",
        }
      : null,
    reasonWorth: options.reasons
      ? {
          method: "bracket",
          n,
          right: 0.865,
          rightWithout: 0.862,
          difference: { value: 0.003, low: -0.012, high: 0.018 },
          margin: 0.02,
          verdict: "do not help",
        }
      : null,
    errors: errorDirection(options.rejected, options.accepted, options.weights),
    identification: identification(options.attributes, n, options.letters, options.population),
    fairness: (options.letters ? ["bracket", "recast"] : ["ridge"]).flatMap((method) =>
      (options.population ? [false, true] : [false]).map((population) =>
        modelFairness(method, options.attributes, n, population, options.outcome, options.weights && !population),
      ),
    ),
    sensitivity: options.sensitivity ? sensitivity(single, options.features) : null,
    attributions: attributions(options.features),
    drawing: drawing(options.letters, options.attributes),
    warnings: [],
    caveats: [
      {
        code: "NOT_IDENTIFIED",
        text: "Other rules fit the same decisions and letters. How the system decides about people unlike those in the file stays open.",
      },
      {
        code: "NO_CAUSE",
        text: "Rates and the rebuilt model describe how decisions go together with what is written in the files. They say nothing about causes or intent.",
      },
    ],
  };
  return { ...file, findings: rankFindings(file) };
}

function errorDirection(rejected: number, accepted: number, weighted: boolean): AuditFile["errors"] {
  const [kept, refused] = [Math.round(0.71 * accepted), Math.round(0.93 * rejected)];
  const n = rejected + accepted;
  const [observedRate, rebuiltRate] = [accepted / n, (kept + rejected - refused) / n];
  return {
    method: "bracket",
    accepted: share(kept, accepted),
    rejected: share(refused, rejected),
    ...{ observedRate, rebuiltRate, weighted, knownRate: null },
    difference: estimate(rebuiltRate - observedRate, 0.031),
    direction: "accepts too few",
  };
}

function column(
  name: string,
  role: AuditFile["columns"][number]["role"],
  type: "number" | "category",
  distinct: number,
): AuditFile["columns"][number] {
  return { name, role, sensitive: false, immutable: name === "age", type, missing: 0, distinct };
}

function methodTrust(method: string, i: number, rejected: number, accepted: number, letters: boolean) {
  const usesLetters = ["bracket", "recast", "ridge-letters", "cca"].includes(method);
  if (usesLetters && !letters && method !== "bracket") {
    return {
      method,
      usesLetters: false,
      agreement: null,
      letterConsistency: null,
      lettersAccepted: null,
      failure: { code: "NO_LETTERS" as const, message: `${method} needs letters` },
    };
  }
  const level = [0.865, 0.82, 0.815, 0.84, 0.77, rejected / (rejected + accepted), 0.8][i] ?? 0.8;
  const of = (n: number, quality: number) => share(Math.round(n * quality), n);
  return {
    method,
    usesLetters: usesLetters && letters,
    agreement: {
      overall: of(rejected + accepted, level),
      rejected: of(rejected, method === "majority" ? 1 : level - 0.01),
      accepted: of(accepted, method === "majority" ? 0 : level + 0.01),
    },
    letterConsistency: letters && method !== "majority" ? of(148, level - 0.05) : null,
    lettersAccepted: letters ? of(152, method === "majority" ? 0 : level + 0.04) : null,
    failure: null,
  };
}

function letterFindings(features: readonly string[], attributes: readonly AttributeSpec[]): LetterFindings {
  return {
    letters: 152,
    compared: 148,
    coverage: share(148, 203),
    coverageByAttribute: attributes.map(({ attribute, groups }) => ({
      attribute,
      groups: groups.map(({ group, n, favourable }) => ({
        group,
        status: statusOf(n - favourable),
        coverage: n === favourable ? null : share(Math.round((n - favourable) * 0.73), n - favourable),
      })),
    })),
    fieldCounts: [
      { fields: 1, letters: 91 },
      { fields: 2, letters: 44 },
      { fields: 3, letters: 13 },
    ],
    fields: features.map((field, i) => ({
      field,
      type: i === 3 ? ("category" as const) : ("number" as const),
      immutable: field === "age",
      changed: share([112, 61, 23, 18, 3][i] ?? 0, 148),
      up: i === 3 ? 0 : ([108, 61, 23, 0, 2][i] ?? 0),
      down: i === 3 ? 0 : ([4, 0, 0, 0, 1][i] ?? 0),
      size:
        i === 3 || i > 4
          ? null
          : { least: 100, lowerQuartile: 900, median: 2100, upperQuartile: 4050.5, greatest: 12_400 },
      moves:
        i === 3
          ? [
              { from: "north", to: "south", letters: 14 },
              { from: "east", to: "south", letters: 4 },
            ]
          : [],
    })),
    immutable: share(3, 148),
    contradictions: [
      {
        kind: "offer-exceeded",
        strength: "indication",
        count: 4,
        field: "income",
        examples: [
          { letterRow: 14, personRow: 88 },
          { letterRow: 37, personRow: 205 },
        ],
        sentence:
          "For 4 letters, a rejected person already has at least what the letter asks and is alike in every other column.",
      },
      {
        kind: "opposite-directions",
        strength: "indication",
        count: 4,
        field: "income",
        examples: [{ letterRow: 61, personRow: null }],
        sentence: "Letters ask 108 people for more income and 4 people for less.",
      },
    ],
    burden: attributes.map(({ attribute, groups }) => ({
      attribute,
      columns: [attribute],
      groups: groups.map(({ group, n, favourable }, i) => {
        const letters = Math.max(1, Math.round((n - favourable) * 0.73));
        return {
          group,
          letters,
          status: statusOf(letters),
          distance: estimate(0.62 - 0.07 * i, 0.06),
          fields: estimate(1.55 - 0.1 * i, 0.12),
          immutable: share(i === 0 ? Math.min(2, letters) : 0, letters),
          changes: features
            .slice(0, 2)
            .map((field) => ({ field, letters: Math.round(letters * 0.7), median: estimate(2400 - 350 * i, 420) })),
        };
      }),
      distanceGap: (() => {
        const ends = extremes(groups);
        return ends && { ...estimate(0.07, 0.05), highest: ends.lowest.group, lowest: ends.highest.group };
      })(),
    })),
  };
}

function split(
  attributes: readonly AttributeSpec[],
  n: number,
  contested: number,
  population: boolean,
): DeterminedSplit {
  const accepted = Math.round((n - contested) * 0.48);
  return {
    accepted: share(accepted, n),
    rejected: share(n - contested - accepted, n),
    contested: share(contested, n),
    agreementDetermined: contested === n ? null : share(Math.round((n - contested) * 0.93), n - contested),
    agreementContested: contested === 0 ? null : share(Math.round(contested * 0.61), contested),
    byAttribute: attributes.map(({ attribute, groups }) => ({
      attribute,
      groups: groups.map((group, i) => ({
        group: group.group,
        n: group.n,
        status: statusOf(group.n),
        share: share(Math.round((group.n * contested) / n) + (i === 0 && group.n > 20 ? 3 : 0), group.n),
      })),
    })),
    population: population ? { n: 100_000, accepted: 38_100, rejected: 41_700, contested: 20_200 } : null,
  };
}

function identification(
  attributes: readonly AttributeSpec[],
  n: number,
  letters: boolean,
  population: boolean,
): Identification {
  const failed = { failure: { code: "NO_LETTERS" as const, message: "recast needs letters" } };
  return {
    band: letters
      ? {
          failure: null,
          split: split(attributes, n, Math.round(n * 0.14), population),
          curve: Array.from({ length: 60 }, (_, i) => {
            const chosen = (i - 30) / 12;
            return { low: chosen - 0.22, high: chosen + 0.18, chosen };
          }),
        }
      : failed,
    lens: letters
      ? {
          failure: null,
          radii: [0.812, 0.344],
          lipschitz: [1.9, 0.48],
          bounds: [0.95, 0.24],
          certificates: [0, 0, 0.04, 0.13, 0.29, 0.61, 1.2],
          tolerance: 0.05,
          certain: share(Math.round(n * 0.73), n),
          agreementCertain: share(Math.round(n * 0.66), Math.round(n * 0.73)),
          agreementOther: share(Math.round(n * 0.16), Math.round(n * 0.27)),
          risk: {
            epsilon: [0.05, 0.04],
            delta: [0.812, 0.344],
            alpha: [0.5, 0.5],
            eta: [1, 1],
            lambda: [0.5, 0.5],
            bound: 0.31,
          },
        }
      : failed,
    stability: {
      method: letters ? "bracket" : "ridge",
      refits: 20,
      failed: 0,
      changed: 0.062,
      steady: share(Math.round(n * 0.84), n),
    },
    determined: split(attributes, n, Math.round(n * 0.18), population),
    abstention: Array.from({ length: 10 }, (_, i) => {
      const answered = 1 - i / 10;
      const people = Math.round(n * answered);
      return { answered, margin: 0.04 * i, agreement: share(Math.round(people * (0.865 + 0.012 * i)), people) };
    }),
    agreementByGroup: attributes.map(({ attribute, groups }) => ({
      attribute,
      groups: groups.map(({ group, n: people }) => ({
        group,
        n: people,
        status: statusOf(people),
        share: share(Math.round(people * 0.86), people),
      })),
    })),
  };
}

function modelFairness(
  method: string,
  attributes: readonly AttributeSpec[],
  n: number,
  population: boolean,
  outcome: boolean,
  weighted: boolean,
): ModelFairness {
  return {
    method,
    scored: population ? "population" : "observations",
    n: population ? 100_000 : n,
    weighted,
    attributes: attributes.map((spec) => {
      const ends = extremes(spec.groups);
      const pair = ends && { ...estimate(0.094, 0.03), a: ends.highest.group, b: ends.lowest.group };
      const distances = pair && {
        pairs: [pair],
        pairsLeftOut: 0,
        againstRest: [{ ...pair, b: null }],
        worst: pair,
      };
      return {
        attribute: spec.attribute,
        columns: spec.columns ?? [spec.attribute],
        groups: spec.groups.map(({ group, n: people, favourable }) => ({
          group,
          n: population ? people * 250 : people,
          observed: people,
          weightedRate: weighted ? estimate((0.9 * favourable) / people, 0.06) : null,
          status: statusOf(people),
          rate: share(favourable, people),
          meanScore: 0.2 + (0.6 * favourable) / people,
          impactRatio: ends && statusOf(people) === "measured" ? estimate(0.84, 0.1) : null,
          agreement: share(Math.round(people * 0.86), people),
          correctedRate: population && statusOf(people) === "measured" ? estimate(favourable / people, 0.05) : null,
          correctedRatio: population && statusOf(people) === "measured" ? estimate(0.82, 0.11) : null,
          correctedComparison: null,
        })),
        dtidp: distances,
        dtieo: ["no", "yes"].map((y) => ({ y, n: Math.round(n / 2), distances })),
        conditionedOn: outcome
          ? { column: "repaid", kind: "outcome" as const }
          : { column: "approved", kind: "decision" as const },
        equalizedOdds:
          outcome && ends
            ? {
                favourableOutcome: "yes",
                truePositiveDifference: estimate(0.11, 0.08),
                falsePositiveDifference: estimate(0.07, 0.09),
                difference: estimate(0.11, 0.08),
                groups: spec.groups.map(({ group, n: people }) => ({
                  group,
                  truePositiveRate: share(Math.round(people * 0.4), Math.max(1, Math.round(people * 0.5))),
                  falsePositiveRate: people < 4 ? null : share(Math.round(people * 0.1), Math.round(people * 0.5)),
                })),
              }
            : null,
        parityDifference: ends && {
          ...estimate(0.17, 0.09),
          highest: ends.highest.group,
          lowest: ends.lowest.group,
        },
        range: ends && {
          low: 0.11,
          high: 0.23,
          surrogates: 23,
          lowest: "ridge-letters",
          highest: "bracket, refit 7",
        },
      };
    }),
  };
}

function sensitivity(attributes: readonly AttributeSpec[], features: readonly string[]): Sensitivity {
  const variant = (kind: Sensitivity["variants"][number]["kind"], name: string, changed: number) => ({
    kind,
    name,
    method: "bracket",
    changed,
    agreement: 0.85 - changed / 2,
    gaps: attributes.map(({ attribute, groups }) => {
      const ends = extremes(groups);
      return {
        attribute,
        difference: ends && 0.17 - changed,
        highest: ends?.highest.group ?? null,
        lowest: ends?.lowest.group ?? null,
      };
    }),
    failure: null,
  });
  return {
    method: "bracket",
    folds: 3,
    gaps: attributes.map(({ attribute, groups }) => {
      const ends = extremes(groups);
      return {
        attribute,
        difference: ends && 0.17,
        highest: ends?.highest.group ?? null,
        lowest: ends?.lowest.group ?? null,
      };
    }),
    variants: [
      variant("folds", "other folds, nothing else changed", 0.041),
      variant("scaling", "scaling zscore", 0.021),
      variant("scaling", "scaling rank", 0.034),
      variant("lambda", "λ = (0, 0)", 0.044),
      variant("lambda", "λ = (½, ½)", 0.052),
      variant("subsample", "half of the people (1 of 2)", 0.071),
      variant("subsample", "half of the people (2 of 2)", 0.066),
      ...features.map((name, i) => variant("drop-column", `without ${name}`, 0.12 / (i + 1))),
      variant("noise", "noise τ = 0.05", 0.019),
    ],
    conclusions: attributes.flatMap(({ attribute, groups }) => {
      const ends = extremes(groups);
      if (ends === null) return [];
      return [
        {
          code: "GAP_SIGN" as const,
          attribute,
          sentence: `${attribute}: “${ends.lowest.group}” gets “granted” less often than everybody else.`,
          holds: 11,
          of: 12,
          fails: ["without income"],
        },
      ];
    }),
  };
}

function attributions(features: readonly string[]): Attributions {
  const importance = features.map((feature, i) => ({ feature, importance: estimate(0.24 / (i + 1), 0.03 / (i + 1)) }));
  return {
    method: "bracket",
    weights: {
      points: "log-odds",
      intercept: -1.31,
      features: features.map((feature, i) =>
        i === 3
          ? {
              feature,
              type: "category",
              base: "north",
              levels: [
                { level: "south", points: 0.21 },
                { level: "east", points: -0.04 },
              ],
            }
          : { feature, type: "number", perUnit: 0.00031 * (i + 1), unit: 1000 },
      ),
    },
    withoutWeights: null,
    permutation: importance,
    shapley: { exact: true, people: 100, samples: 0, background: 100, base: 0.49, features: importance },
    partialDependence: features.slice(0, 3).map((feature) => ({
      feature,
      type: "number",
      points: [0, 1, 2, 3, 4].map((k) => ({ value: 1000 * k, score: 0.3 + 0.1 * k, accepted: 0.2 + 0.15 * k })),
    })),
    sizes: { shuffledPeople: 400, shuffles: 20, partialDependencePeople: 200 },
  };
}

function drawing(letters: boolean, attributes: readonly AttributeSpec[]): AuditFile["drawing"] {
  const cloud = (x: number, y: number, points: number) =>
    Array.from({ length: points }, (_, i) => [x + ((i * 7) % 11) / 9, y + ((i * 5) % 13) / 10] as const);
  return {
    projection: {
      explained: [0.46, 0.21],
      axes: [
        ["income (+)", "savings (+)"],
        ["age (+)", "years_employed (−)"],
      ],
      rejected: cloud(-1.4, -0.6, 80),
      accepted: cloud(0.6, -0.2, 80),
      letters: letters ? cloud(0.1, -0.4, 60) : [],
      prototypes: letters
        ? {
            rejected: cloud(-1, -0.5, 40),
            accepted: cloud(0.4, -0.3, 40),
            midpoint: cloud(-0.3, -0.4, 40),
            length: 0.62,
          }
        : null,
      boundary: letters
        ? [
            [-0.1, -1],
            [0.2, 1.2],
          ]
        : null,
    },
    scoreDensities: attributes
      .filter(({ kind }) => kind !== "intersection")
      .map(({ attribute, groups }) => ({
        attribute,
        bandwidth: 0.08,
        groups: groups
          .filter(({ n }) => n >= 10)
          .map(({ group, n, favourable }) => ({
            group,
            n,
            density: Array.from({ length: 51 }, (_, k) => {
              const z = (k / 50 - favourable / n) / 0.22;
              return 1.8 / (1 + z * z * z * z + z * z);
            }),
          })),
      })),
  };
}

/** Of so many people 320 were drawn, and the rebuilt model asked about 80 of the others. */
function sampleOf(n: number): AuditFile["sample"] {
  return {
    people: 320,
    of: n,
    letters: { drawn: 121, of: 152 },
    told: { drawn: 0, of: 0 },
    strata: [
      { decision: "rejected", groups: ["female", null], people: 105, drawn: 84, weight: 1.25 },
      { decision: "rejected", groups: ["male", "here"], people: 98, drawn: 78, weight: 98 / 78 },
      { decision: "accepted", groups: ["male", "here"], people: n - 203, drawn: 158, weight: (n - 203) / 158 },
    ],
    right: { overall: share(71, 80), rejected: share(37, 41), accepted: share(34, 39), usual: 0.5125 },
    learning: [
      { people: 40, right: share(62, 80) },
      { people: 80, right: share(66, 80) },
      { people: 160, right: share(70, 80) },
      { people: 320, right: share(71, 80) },
    ],
    gain: { from: 160, to: 320, difference: estimate(0.0125, 0.052) },
  };
}
