import type { AuditFile } from "../../findings/audit-file.js";
import type { DeterminedSplit, Identification, Lens } from "../../findings/identification.js";
import { type MeasuredShare, measureShare } from "../../math/interval.js";
import { byStatus, type ReportTable, reportTable, yesNo } from "./report-table.js";

/** How far the rebuilt model can be trusted, and what the evidence determines. */
export function identifyTables(file: AuditFile): ReportTable[] {
  return [
    ...methodTable(file),
    ...prototypeTable(file),
    ...splitTables(file.identification),
    ...trustTables(file.identification),
  ];
}

function methodTable({ methods, recommendation }: AuditFile): ReportTable[] {
  return reportTable(
    "methods",
    ({ column, measured }) => [
      column("method", "word", ({ method }) => method),
      column("usesLetters", "word", ({ usesLetters }) => yesNo(usesLetters)),
      column("agreementN", "count", ({ agreement }) => agreement?.overall.n ?? null),
      measured("agreement", ({ agreement }) => agreement?.overall),
      measured("rejectedAgreement", ({ agreement }) => agreement?.rejected),
      measured("acceptedAgreement", ({ agreement }) => agreement?.accepted),
      measured("letterConsistency", ({ letterConsistency }) => letterConsistency),
      measured("lettersAccepted", ({ lettersAccepted }) => lettersAccepted),
      column("status", "word", ({ method }) => (method === recommendation.method ? "recommended" : null)),
      column("failure", "text", ({ failure }) => failure?.message ?? null),
    ],
    methods,
    { emphasis: ({ method }) => (method === recommendation.method ? "highlight" : "normal") },
  );
}

/** One quantity per row. */
interface Quantity {
  readonly quantity: string;
  readonly value: number | null;
}

function quantityTable(id: "prototypes" | "lens" | "stability", rows: readonly Quantity[]): ReportTable[] {
  return reportTable(
    id,
    ({ column }) => [
      column("quantity", "word", ({ quantity }) => quantity),
      column("value", "number", ({ value }) => value),
    ],
    rows,
  );
}

function prototypeTable({ prototypes: { lambda, distances } }: AuditFile): ReportTable[] {
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
  return quantityTable("prototypes", rows);
}

function splitTables({ band, lens, determined }: Identification): ReportTable[] {
  const splits = [
    ...(band.failure === null ? [{ rule: "lambda-band", split: band.split }] : []),
    { rule: "refits", split: determined },
  ];
  return [
    ...reportTable(
      "determined",
      ({ column, measured }) => [
        column("rule", "word", ({ rule }) => rule),
        column("quantity", "word", ({ quantity }) => quantity),
        column("successes", "count", ({ successes }) => successes),
        column("n", "count", ({ n }) => n),
        measured("share", ({ share }) => share),
      ],
      [
        ...splits.flatMap(({ rule, split }) => splitRows(split).map((row) => ({ rule, ...row }))),
        ...(lens.failure === null ? lensShares(lens) : []).map((row) => ({ rule: "lens", ...row })),
      ],
    ),
    ...reportTable(
      "contested-by-group",
      ({ column, measured }) => [
        column("rule", "word", ({ rule }) => rule),
        column("attribute", "text", ({ attribute }) => attribute),
        column("group", "text", ({ group }) => group),
        column("n", "count", ({ n }) => n),
        measured("share", ({ share }) => share),
        column("status", "word", ({ status }) => status),
      ],
      splits.flatMap(({ rule, split }) =>
        split.byAttribute.flatMap(({ attribute, groups }) => groups.map((group) => ({ rule, attribute, ...group }))),
      ),
      { emphasis: byStatus },
    ),
  ];
}

interface SplitRow {
  readonly quantity: string;
  readonly successes: number;
  readonly n: number;
  readonly share: MeasuredShare | null;
}

function row(quantity: string, share: MeasuredShare | null): SplitRow[] {
  return share === null ? [] : [{ quantity, successes: share.successes, n: share.n, share }];
}

function lensShares({ certain, agreementCertain, agreementOther }: Lens): SplitRow[] {
  return [
    ...row("certain", certain),
    ...row("agreement-certain", agreementCertain),
    ...row("agreement-other", agreementOther),
  ];
}

function splitRows(split: DeterminedSplit): SplitRow[] {
  const rows = [
    ...row("accepted", split.accepted),
    ...row("rejected", split.rejected),
    ...row("contested", split.contested),
    ...row("agreement-determined", split.agreementDetermined),
    ...row("agreement-contested", split.agreementContested),
  ];
  const { population } = split;
  if (population !== null) {
    for (const part of ["accepted", "rejected", "contested"] as const) {
      rows.push(...row(`population-${part}`, measureShare(population[part], population.n)));
    }
  }
  return rows;
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

function trustTables({ lens, stability, abstention, agreementByGroup }: Identification): ReportTable[] {
  return [
    ...quantityTable("lens", lens.failure === null ? lensRows(lens) : []),
    ...quantityTable("stability", [
      { quantity: "refit-count", value: stability.refits },
      { quantity: "refit-failed", value: stability.failed },
      { quantity: "refit-changed", value: stability.changed },
    ]),
    ...reportTable(
      "abstention",
      ({ column, measured }) => [
        column("answered", "share", ({ answered }) => answered),
        column("margin", "number", ({ margin }) => margin),
        column("agreementN", "count", ({ agreement }) => agreement.n),
        measured("agreement", ({ agreement }) => agreement),
      ],
      abstention,
    ),
    ...reportTable(
      "agreement-by-group",
      ({ column, measured }) => [
        column("attribute", "text", ({ attribute }) => attribute),
        column("group", "text", ({ group }) => group),
        column("n", "count", ({ n }) => n),
        measured("agreement", ({ share }) => share),
        column("status", "word", ({ status }) => status),
      ],
      agreementByGroup.flatMap(({ attribute, groups }) => groups.map((group) => ({ attribute, ...group }))),
      { emphasis: byStatus },
    ),
  ];
}
