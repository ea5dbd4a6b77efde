import { strengthOf } from "./compared.js";
import type { GroupComparison } from "./facts.js";
import type { Finding } from "./findings.js";
import { byStrength, finding, STRENGTHS } from "./make-finding.js";
import type { ReasonFindings } from "./reasons.js";

/** Differences of one kind that are listed; the tables have all. */
const MOST_SEEN = 3;

/** What reasons name that they should not, which are given to whom, and whose values speak against them. */
export function reasonFindings(found: ReasonFindings | null): Finding[] {
  if (found === null) return [];
  const differ = found.byAttribute.map(({ reasons, ...attribute }) => ({
    attribute,
    compared: reasons.flatMap(({ reason, groups }) =>
      groups.map(({ group, told, comparison }) => ({ id: `/${reason}`, fields: [reason], group, told, comparison })),
    ),
  }));
  const against = found.byAttribute.map(({ against: groups, ...attribute }) => ({
    attribute,
    compared: groups.map(({ group, against: told, comparison }) => ({ id: "", fields: [], group, told, comparison })),
  }));
  return [
    ...namingProtected(found),
    ...mostSeen(differ.flatMap((one) => clearest("reasons-differ", one))),
    ...mostSeen(against.flatMap((one) => clearest("reasons-against", one))),
  ];
}

function namingProtected({ reasons, protected: told }: ReasonFindings): Finding[] {
  const named = reasons.filter(
    ({ immutable, sensitive, told: own }) => (immutable || sensitive) && own !== null && own.successes > 0,
  );
  if (told === null || named.length === 0) return [];
  return [
    finding({
      id: "reasons-protected",
      kind: "reasons-protected",
      strength: "clear",
      fields: named.map(({ reason }) => reason),
      share: told.share,
      n: told.n,
      section: "reasons",
    }),
  ];
}

interface Attribute {
  readonly attribute: Pick<ReasonFindings["byAttribute"][number], "attribute" | "columns" | "kind">;
  readonly compared: readonly {
    readonly id: string;
    readonly fields: readonly string[];
    readonly group: string;
    readonly told: { readonly n: number } | null;
    readonly comparison: GroupComparison | null;
  }[];
}

interface Seen {
  readonly found: Finding;
  readonly columns: readonly string[];
}

/** The difference of the attribute that is clearest, then largest; of two groups the one that was told more often. */
function clearest(kind: "reasons-differ" | "reasons-against", { attribute: of, compared }: Attribute): Seen[] {
  const { attribute, columns } = of;
  const ranked = compared.flatMap(({ id, fields, group, told, comparison }): Seen[] => {
    if (comparison === null || told === null) return [];
    const { rate, rest, difference, single, adjusted } = comparison;
    const same = compared.filter((one) => one.id === id);
    const all = same.reduce((sum, one) => sum + (one.told?.n ?? 0), 0);
    const other = same.length === 2 ? same.find((one) => one.group !== group) : undefined;
    const found = finding({
      id: `${kind}/${attribute}${id}`,
      kind,
      strength: strengthOf(adjusted, difference, single),
      attribute,
      group,
      against: other?.group ?? null,
      fields,
      share: rate,
      n: told.n,
      shareAgainst: rest,
      nAgainst: all - told.n,
      estimate: difference,
      scale: "points",
      adjusted,
      section: "reasons",
    });
    return [{ found, columns }];
  });
  const value = ({ found }: Seen) => found.estimate?.value ?? 0;
  return ranked.toSorted((a, b) => byStrength(a.found, b.found) || value(b) - value(a)).slice(0, 1);
}

/** What was seen, the surest first; without anything the widest gap. A pair that its attributes show is left out. */
function mostSeen(all: readonly Seen[]): Finding[] {
  const rank = ({ found }: Seen) => STRENGTHS.indexOf(found.strength);
  const isShown = (pair: Seen) =>
    all.some((one) => one.columns.length === 1 && pair.columns.includes(one.columns[0]!) && rank(one) <= rank(pair));
  const own = all.filter((one) => one.columns.length === 1 || !isShown(one)).map(({ found }) => found);
  const ranked = own.toSorted(byStrength);
  const seen = ranked.filter(({ strength }) => strength !== "none");
  return seen.length === 0 ? ranked.slice(0, 1) : seen.slice(0, MOST_SEEN);
}
