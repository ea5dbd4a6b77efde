import { column, measuredShare, own, type Table, type TableHead, tableOf } from "../../../document/table.js";
import type { AuditFile } from "../../../findings/audit-file.js";
import { type MeasuredShare, measureShare } from "../../../math/interval.js";
import { fewPeople, marked, ROW_LABELS, readsLetters } from "./rows.js";

type Identification = AuditFile["identification"];
type DeterminedSplit = Identification["determined"];
type Lens = Extract<Identification["lens"], { readonly failure: null }>;

export function identifyTables(file: AuditFile): Table[] {
  return [
    methodTable(file),
    ...sampleTables(file.sample),
    prototypeTable(file),
    ...splitTables(file.identification),
    ...trustTables(file),
  ];
}

function sampleTables(sample: AuditFile["sample"]): Table[] {
  if (sample === null) return [];
  const { learning, strata, right } = sample;
  const sides = (["overall", "rejected", "accepted"] as const).flatMap((among) => {
    const share = right[among];
    return share === null ? [] : [{ among, share }];
  });
  return [
    tableOf(
      {
        id: "outside-sample",
        title: "How often the rebuilt model is right about people outside its sample",
        how: "outside-sample",
      },
      sides,
      [
        column("among", "word", ({ among }) => among, "Decision"),
        column("n", "count", ({ share }) => share.n, "People asked"),
        measuredShare("right", ({ share }) => share),
      ],
    ),
    tableOf(
      {
        id: "learning-curve",
        title: "How often it is right, by the number of people it learnt from",
        how: "learning-curve",
      },
      learning,
      [
        column("people", "count", ({ people }) => people, "People fitted on"),
        column("asked", "count", ({ right: { n } }) => n, "People asked"),
        measuredShare("right", (row) => row.right, "Right about people outside"),
      ],
    ),
    tableOf(
      {
        id: "sample",
        title: "The sample",
        note: "Weight: people whom each person drawn stands for.",
        how: "sample",
      },
      strata,
      [
        own({ decision: "word" }),
        column("groups", "text", ({ groups }) => groups.map((group) => group ?? ROW_LABELS.unknown).join(" × ")),
        own({ people: "count", drawn: "count", weight: "number" }),
      ],
    ),
  ];
}

function methodTable({ methods, recommendation }: AuditFile): Table {
  return tableOf(
    {
      id: "methods",
      title: "Methods",
      note: "Measured on people a method had not seen. The recommended method is marked.",
      how: "agreement",
      emphasis: ({ method }) => marked(method === recommendation.method, "recommended"),
    },
    methods,
    [
      column("method", "word", ({ method }) => method),
      column("usesLetters", "word", readsLetters),
      column("agreementN", "count", ({ agreement }) => agreement?.overall.n ?? null, "People compared"),
      measuredShare("agreement", ({ agreement }) => agreement?.overall),
      measuredShare("rejectedAgreement", ({ agreement }) => agreement?.rejected, "Agreement, refused people"),
      measuredShare("acceptedAgreement", ({ agreement }) => agreement?.accepted, "Agreement, accepted people"),
      measuredShare("letterConsistency", ({ letterConsistency }) => letterConsistency),
      measuredShare("lettersAccepted", ({ lettersAccepted }) => lettersAccepted, "Offers accepted"),
      column("status", "word", ({ method }) => (method === recommendation.method ? "recommended" : null)),
      column("failure", "text", ({ failure }) => failure?.message ?? null, "Why not"),
    ],
  );
}

interface Quantity {
  readonly quantity: string;
  readonly value: number | null;
}

function quantityTable(head: TableHead<Quantity>, rows: readonly Quantity[]): Table {
  return tableOf(head, rows, [own({ quantity: "word", value: "number" })]);
}

function prototypeTable({ prototypes: { lambda, distances } }: AuditFile): Table {
  const rows: Quantity[] = [];
  if (lambda !== null)
    rows.push({ quantity: "lambda-0", value: lambda[0] }, { quantity: "lambda-1", value: lambda[1] });
  if (distances !== null) {
    rows.push(
      { quantity: "distance-rejected-letters", value: distances.rejectedToLetters },
      { quantity: "distance-accepted-letters", value: distances.acceptedToLetters },
      { quantity: "distance-rejected-accepted", value: distances.rejectedToAccepted },
    );
  }
  const note = "Distances are W₂ in the encoded space.";
  return quantityTable({ id: "prototypes", title: "Prototypes", note, how: "prototypes" }, rows);
}

function splitTables({ band, lens, determined }: Identification): Table[] {
  const splits = [
    ...(band.failure === null ? [{ rule: "lambda-band", split: band.split }] : []),
    { rule: "refits", split: determined },
  ];
  return [
    tableOf(
      {
        id: "determined",
        title: "Clear and open answers",
        note:
          "Rule “refits”: fits of the rebuilt model on people drawn at random. Rule “lambda band”: RECAST over all " +
          "mixing weights, where “open” means that its answer moves.",
        how: "determined",
      },
      [
        ...splits.flatMap(({ rule, split }) => splitRows(split).map((row) => ({ rule, ...row }))),
        ...(lens.failure === null ? lensShares(lens) : []).map((row) => ({ rule: "lens", ...row })),
      ],
      [
        own({ rule: "word", quantity: "word" }),
        column("successes", "count", ({ share }) => Math.round(share.successes), "Count"),
        column("n", "count", ({ share }) => share.n),
        measuredShare("share", ({ share }) => share),
      ],
    ),
    tableOf(
      {
        id: "contested-by-group",
        title: "Open answers by group",
        how: "determined",
        emphasis: (row) => fewPeople(row, row.n),
      },
      splits.flatMap(({ rule, split }) =>
        split.byAttribute.flatMap(({ attribute, groups }) => groups.map((group) => ({ rule, attribute, ...group }))),
      ),
      [
        own({ rule: "word", attribute: "text", group: "text", n: "count" }),
        measuredShare("share", ({ share }) => share),
        column("status", "word", ({ status }) => status),
      ],
    ),
  ];
}

interface SplitRow {
  readonly quantity: string;
  readonly share: MeasuredShare;
}

function row(quantity: string, share: MeasuredShare | null): SplitRow[] {
  return share === null ? [] : [{ quantity, share }];
}

function lensShares({ certain, agreementCertain, agreementOther }: Lens): SplitRow[] {
  return [
    ...row("certain", certain),
    ...row("agreement-certain", agreementCertain),
    ...row("agreement-other", agreementOther),
  ];
}

function splitRows(split: DeterminedSplit): SplitRow[] {
  const { population } = split;
  const parts = ["accepted", "rejected", "contested"] as const;
  return [
    ...parts.flatMap((part) => row(part, split[part])),
    ...row("agreement-determined", split.agreementDetermined),
    ...row("agreement-contested", split.agreementContested),
    ...(population === null
      ? []
      : parts.flatMap((part) => row(`population-${part}`, measureShare(population[part], population.n)))),
  ];
}

const CERTIFICATE_QUANTILES = [0, 5, 25, 50, 75, 95, 100];

function lensRows(lens: Lens): Quantity[] {
  const { radii, lipschitz, bounds, certificates, risk } = lens;
  const both = (name: string, values: readonly [number, number]): Quantity[] =>
    values.map((value, side) => ({ quantity: `${name}-${side}`, value }));
  return [
    ...both("radius", radii),
    ...both("lipschitz", lipschitz),
    ...both("bound", bounds),
    ...certificates.map((value, k) => ({ quantity: `certificate-${CERTIFICATE_QUANTILES[k]}`, value })),
    { quantity: "tolerance", value: lens.tolerance },
    ...(risk === null ? [] : [{ quantity: "risk-bound", value: risk.bound }]),
  ];
}

function trustTables({ identification, sample }: AuditFile): Table[] {
  const { lens, stability, abstention, agreementByGroup } = identification;
  return [
    quantityTable(
      {
        id: "lens",
        title: "How large an error of the evidence may be",
        note:
          "A certificate is the smallest error of the evidence, in the encoded space, that would let the nearer of " +
          "the two classes change for a person. It is about RECAST’s geometry, not about the recommended method.",
        how: "lens",
      },
      lens.failure === null ? lensRows(lens) : [],
    ),
    quantityTable({ id: "stability", title: "Stability under refits", how: "stability" }, [
      { quantity: "refit-count", value: stability.refits },
      { quantity: "refit-failed", value: stability.failed },
      { quantity: "refit-changed", value: stability.changed },
    ]),
    tableOf(
      { id: "abstention", title: "Right when only the surest people are answered", how: "abstention" },
      abstention,
      [
        column("answered", "share", ({ answered }) => answered, "Share answered"),
        column("margin", "number", ({ margin }) => margin),
        column("agreementN", "count", ({ agreement }) => agreement.n, "People compared"),
        measuredShare("agreement", ({ agreement }) => agreement, "Right about people not seen"),
      ],
    ),
    tableOf(
      {
        id: "agreement-by-group",
        title: "How often the rebuilt model is right, by group",
        note: sample === null ? "On people it had not seen." : "On people outside its sample.",
        how: sample === null ? "agreement" : "outside-sample",
        emphasis: (row) => fewPeople(row, row.n),
      },
      agreementByGroup.flatMap(({ attribute, groups }) => groups.map((group) => ({ attribute, ...group }))),
      [
        own({ attribute: "text", group: "text", n: "count" }),
        measuredShare("agreement", ({ share }) => share, "Right about people not seen"),
        column("status", "word", ({ status }) => status),
      ],
    ),
  ];
}
