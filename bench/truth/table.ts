import { markdownTable } from "../markdown-table.js";
import { STATEMENTS, type Statement, type Statements } from "./claims.js";
import { type Claim, chanceTenths, isKept, type TrueShare, type TruthCell, trueShare } from "./shares.js";

/** The tables of a truth run, and the statements that did not keep their claim. */
export function truthTables(
  cells: readonly TruthCell[],
  statements: Statements = STATEMENTS,
): {
  readonly text: string;
  readonly broken: readonly string[];
  /** Statements below their claim by no more than chance explains. */
  readonly unclear: readonly string[];
} {
  const sizes = [...new Set(cells.map(({ n }) => n))].toSorted((a, b) => a - b);
  const broken: string[] = [];
  const unclear: string[] = [];
  const parts = Object.entries(statements).flatMap(([title, said]) => {
    const lines = said.flatMap((statement) => {
      const all = shareOf(cells, statement);
      if (all === null) return [];
      const kept = statement.claim === null ? "" : isKept(statement.claim, all);
      if (kept === "no") broken.push(statement.says);
      if (kept === "not clear") unclear.push(statement.says);
      const bySize = sizes.map((n) =>
        shareOf(
          cells.filter((cell) => cell.n === n),
          statement,
        ),
      );
      return [
        [
          statement.says,
          String(all.made),
          percent(all.share),
          `${percent(all.low)} to ${percent(all.high)}`,
          claimWords(statement.claim),
          kept === "no" ? "**no**" : kept,
          ...bySize.map((at) => (at === null ? "–" : percent(at.share))),
        ],
      ];
    });
    const head = ["statement", "made", "true", "95 % interval", "claim", "kept", ...sizes.map((n) => `n = ${n}`)];
    return lines.length === 0 ? [] : [`## ${title}`, markdownTable(head, lines)];
  });
  const flips = statements === STATEMENTS ? flipTable(cells) : [];
  return { text: [...parts, ...flips].join("\n\n"), broken, unclear };
}

function shareOf(cells: readonly TruthCell[], { series }: Statement): TrueShare | null {
  return trueShare(cells.map((cell) => cell.series?.[series] ?? []));
}

/** The printed chance of a flip beside how often the target accepted it. */
function flipTable(cells: readonly TruthCell[]): string[] {
  const pairs = cells.map(({ series }) => {
    const accepted = series?.["flips/came true"] ?? [];
    return (series?.["flips/chance"] ?? []).map((chance, k) => [chance, accepted[k] ?? 0] as const);
  });
  const tenths = chanceTenths(pairs);
  if (tenths.length === 0) return [];
  const lines = tenths.map(({ from, count, said, came }) => {
    const apart = 100 * (came.share - said);
    const near =
      Math.abs(apart) <= 5 ? "yes" : said < came.low - 0.05 || said > came.high + 0.05 ? "**no**" : "not clear";
    return [
      `${percent(from)} to ${percent(from + 0.1)}`,
      String(count),
      percent(said),
      percent(came.share),
      `${percent(came.low)} to ${percent(came.high)}`,
      near,
    ];
  });
  const head = ["printed chance", "flips", "mean printed", "accepted", "95 % interval", "within 5 points"];
  return ["## The printed chance of a flip", markdownTable(head, lines)];
}

function claimWords(claim: Claim | null): string {
  if (claim === null) return "none";
  const { least, most } = claim;
  return most === undefined ? `at least ${percent(least)}` : `${percent(least)} to ${percent(most)}`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(share > 0.985 && share < 1 ? 1 : 0)} %`;
}
