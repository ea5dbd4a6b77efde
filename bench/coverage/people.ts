import type { Evidence, FeatureSchema, Table } from "recast-audit";
import { offerTo } from "./offers.js";
import { type Stream, streamOf } from "./random.js";

/** What a hidden rule reads about a person. */
export type Row = readonly [income: number, debt: number, years: number, savings: number, district: number];

/** How made-up people come about, and who of them is accepted. */
interface Plan {
  readonly name: string;
  readonly groups: readonly { readonly label: string; readonly share: number; readonly behind: number }[];
  /** A person is accepted from 0 points on; more income, years and savings and less debt never cost points. */
  readonly points: (row: Row) => number;
}

const NUMBERS = ["income", "debt", "years", "savings"] as const;
const DISTRICTS = ["harbour", "hill", "meadow"];
const FEATURES: readonly FeatureSchema[] = [
  ...NUMBERS.map((name) => ({ name, type: "number" as const, immutable: false })),
  { name: "district", type: "category", immutable: true },
];

/** Linear in the units of the columns. */
const straight = ([income, debt, years, savings, district]: Row) =>
  income / 1000 - debt / 1000 + 0.8 * years + 0.3 * (savings / 1000) + [-3, 3, 0][district]! - 27;

/** With a logarithm, caps, a threshold of debt by income, and years that count for less in one district. */
const bent = ([income, debt, years, savings, district]: Row) =>
  Math.max(-20, Math.min(24, 30 * Math.log(income / 29000))) -
  Math.max(0, Math.min(35, 50 * (debt / income - 0.25))) +
  8 * Math.min(1, savings / 12000) +
  Math.min(10, years) * (district === 0 ? 0.4 : 1.2) -
  8;

const groupsBehind = (shares: readonly number[], behind: readonly number[]) =>
  shares.map((share, g) => ({ label: "abcd"[g]!, share, behind: behind[g]! }));

export const MADE_UP_PLANS = [
  { name: "two groups that differ, straight rule", groups: groupsBehind([0.65, 0.35], [0, 1]), points: straight },
  {
    name: "four groups that differ, bent rule",
    groups: groupsBehind([0.4, 0.3, 0.2, 0.1], [0, 0.4, 0.8, 1.2]),
    points: bent,
  },
  {
    name: "four groups that do not differ, bent rule",
    groups: groupsBehind([0.4, 0.3, 0.2, 0.1], [0, 0, 0, 0]),
    points: bent,
  },
] as const satisfies readonly Plan[];

/** `size` people, decided and written to. */
export function madeUpEvidence(plan: Plan, size: number, seed: number): Evidence {
  const stream = streamOf(seed, 0);
  const shares = plan.groups.map(({ share }) => share);
  const groups = Int32Array.from({ length: size }, () => pick(stream, shares));
  const rows = Array.from(groups, (group) => inventPerson(stream, plan.groups[group]?.behind ?? 0));
  const decisions = Uint8Array.from(rows, (row) => (plan.points(row) >= 0 ? 1 : 0));
  const letters: { readonly person: number; readonly row: Row }[] = [];
  rows.forEach((row, person) => {
    const offer = decisions[person] === 1 ? null : offerTo(row, plan.points);
    if (offer !== null) letters.push({ person, row: offer });
  });
  return {
    schema: {
      features: FEATURES,
      decision: { column: "decision", favourable: "yes", unfavourable: "no" },
      sensitive: ["group"],
      ...{ outcome: null, favourableOutcome: null, id: null, weight: null, ignored: [] },
    },
    observations: tableOf(rows),
    decisions,
    letters: tableOf(letters.map(({ row }) => row)),
    letterOf: Int32Array.from(letters, ({ person }) => person),
    groups: [{ name: "group", type: "category", codes: groups, levels: plan.groups.map(({ label }) => label) }],
    ...{ outcomes: null, weights: null, ids: null },
  };
}

function tableOf(rows: readonly Row[]): Table {
  return {
    rows: rows.length,
    columns: [
      ...NUMBERS.map((name, k) => ({
        name,
        type: "number" as const,
        values: Float64Array.from(rows, (row) => row[k]!),
      })),
      { name: "district", type: "category", codes: Int32Array.from(rows, (row) => row[4]), levels: DISTRICTS },
    ],
  };
}

/** Somebody whose group is `behind`: lower pay, a shorter career, less saved, more often in the harbour. */
function inventPerson(stream: Stream, behind: number): Row {
  const income = toHundreds(Math.exp(10.35 - 0.15 * behind + 0.35 * stream.normal()));
  const debt = toHundreds(income * Math.exp(-1.3 + 0.6 * stream.normal()));
  const years = Math.round(Math.min(30, Math.max(0, 9 - 1.5 * behind + 5 * stream.normal())));
  const savings = toHundreds(Math.min(100_000, Math.exp(8.7 - 0.2 * behind + stream.normal())));
  return [income, debt, years, savings, pick(stream, [0.25 + 0.2 * behind, 0.35 - 0.1 * behind, 0.4 - 0.1 * behind])];
}

function toHundreds(value: number): number {
  return 100 * Math.round(value / 100);
}

function pick(stream: Stream, shares: readonly number[]): number {
  let left = stream.uniform();
  for (let k = 0; k + 1 < shares.length; k++) {
    left -= shares[k]!;
    if (left < 0) return k;
  }
  return shares.length - 1;
}
