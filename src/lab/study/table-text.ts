import type { CellKey } from "./cells.js";
import { crossingWords } from "./crossing.js";
import { peopleAsked } from "./evidence.js";
import type { ExtraTable } from "./extra-tables.js";
import type { MethodSummary, PairedDifference, PlaceSummary, StudySummary } from "./summary.js";
import { MEASURE_WORDS } from "./summary.js";
import type { StudyTables } from "./tables.js";

/** What stands above a table. */
export interface TableHead {
  readonly title: string;
  readonly seeds: number;
  readonly scaling: string;
  readonly version: string;
  /** Title of the published table beside it, null without one. */
  readonly published: string | null;
  /** A sentence of the study itself, null without one. */
  readonly note: string | null;
}

/** Kinds of target in words. */
export const TARGET_WORDS: Readonly<Record<PlaceSummary["target"], string>> = {
  lr: "LR",
  mlp: "MLP",
  dt: "DT",
  rf: "RF",
  gb: "GB",
};

/** 0.9638 as "0.964", 82.661 as "82.66", a value that is not known as "–". */
export function three(value: number | null): string {
  return value === null ? "–" : value.toFixed(Math.abs(value) < 10 ? 3 : 2).replace("-", "−");
}

/** "0.964 ± 0.011", or without a standard deviation the mean alone. */
export function meanWords(mean: number | null, sd: number | null): string {
  return sd === null ? three(mean) : `${three(mean)} ± ${three(sd)}`;
}

/** "+0.021 [+0.010, +0.032] to cca". */
export function differenceWords(difference: PairedDifference | null): string {
  if (difference === null) return "–";
  const { mean, low, high, against } = difference;
  const interval = low === null || high === null ? "" : ` [${signed(low)}, ${signed(high)}]`;
  return `${signed(mean)}${interval} to ${against}`;
}

/** "adult, MLP, mccf, n = 100", with the share of rejected people where it is not half. */
export function placeWords({ dataset, target, ...size }: Omit<CellKey, "method" | "seed">): string {
  return `${dataset}, ${TARGET_WORDS[target]}, ${sizeWords(size)}`;
}

/** "mccf, n = 100", or "mccf, 40 rejected and 160 accepted". */
function sizeWords({ generator, n, balance }: Pick<CellKey, "generator" | "n" | "balance">): string {
  if (balance === undefined) return `${generator}, n = ${n}`;
  const [rejected, accepted] = peopleAsked({ n, balance });
  return `${generator}, ${rejected} rejected and ${accepted} accepted`;
}

/** "best" with a star when the interval over the next best leaves out 0. */
export function markWords({ best, clear }: MethodSummary): string {
  return clear ? "best*" : best ? "best" : "";
}

function signed(value: number): string {
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(3)}`;
}

/** The tables as a Markdown page. */
export function tableMarkdown(head: TableHead, tables: StudyTables): string {
  const [summary] = tables.summaries;
  const measured = summary.places.some(({ methods }) => methods.some(({ mean }) => mean !== null));
  const compared = measured && summary.overall.length > 1;
  const lines = [`# ${head.title}`, "", headWords(head, tables, measured || tables.extras.length === 0)];
  if (head.note !== null) lines.push("", head.note);
  if (summary.open > 0) lines.push("", `**${summary.open} cells are not computed yet.**`);
  if (measured || tables.extras.length === 0) lines.push(...measureSections(tables.summaries));
  for (const extra of tables.extras) lines.push("", `## ${extra.title}`, "", ...extraLines(extra));
  if (tables.crossings.length > 0) {
    lines.push(
      "",
      "## Where methods without letters pass",
      "",
      ...tables.crossings.map((found) => `- ${crossingWords(found)}`),
    );
  }
  if (compared || tables.extras.length === 0) lines.push(...overallLines(summary), ...differenceLines(summary));
  if (summary.failures.length > 0) lines.push("", "## Failed cells", "", ...failureLines(summary));
  return `${lines.join("\n")}\n`;
}

/** What the numbers of a page are. */
function headWords(head: TableHead, { summaries }: StudyTables, measured: boolean): string {
  const measures = summaries.map(({ measure }) => MEASURE_WORDS[measure]).join(" and ");
  const seeds = `over ${head.seeds} seed${head.seeds === 1 ? "" : "s"}`;
  if (!measured) return `Mean ± standard deviation ${seeds}; recast ${head.version}.`;
  const bold =
    "Bold: no other method has a higher mean; with a star, the 95 % interval of its paired difference to the next best leaves out 0.";
  return (
    `Mean ± standard deviation of ${measures} ${seeds}; evidence scaled by ${head.scaling}; recast ${head.version}.` +
    (summaries[0].overall.length > 1 ? ` ${bold}` : "") +
    (head.published === null ? "" : ` In parentheses the published value (${head.published}).`)
  );
}

/** A section for each size and measure. */
function measureSections(summaries: readonly StudySummary[]): string[] {
  const several = summaries.length > 1;
  return sections(summaries[0]?.places ?? []).flatMap(([first]) =>
    summaries.flatMap((summary) => {
      const places = summary.places.filter((place) => first !== undefined && sizeWords(place) === sizeWords(first));
      const measure = several ? `: ${MEASURE_WORDS[summary.measure]}` : "";
      return first === undefined ? [] : ["", `## ${sizeWords(first)}${measure}`, "", ...matrix(summary, places)];
    }),
  );
}

function overallLines({ overall }: StudySummary): string[] {
  const lines = [
    "",
    "## Over all cells",
    "",
    "| method | cells | mean | best in | clearly in |",
    "|---|---|---|---|---|",
  ];
  for (const { method, places, mean, best, clear } of overall) {
    lines.push(`| ${cellText(method)} | ${places} | ${three(mean)} | ${best} | ${clear} |`);
  }
  return lines;
}

function differenceLines({ places }: StudySummary): string[] {
  const lines = ["", "## Paired differences", ""];
  lines.push("| cell | method | difference, 95 % interval | seeds |", "|---|---|---|---|");
  for (const place of places) {
    for (const { method, difference } of place.methods) {
      if (difference === null) continue;
      const words = cellText(differenceWords(difference));
      lines.push(`| ${cellText(placeWords(place))} | ${cellText(method)} | ${words} | ${difference.seeds} |`);
    }
  }
  return lines;
}

function extraLines(extra: ExtraTable): string[] {
  const { head, rows } = extraCells(extra);
  const line = (cells: readonly string[]) => `| ${cells.map(cellText).join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)];
}

/** A further table as texts: a column for the place and one for the method where there are several. */
export function extraCells({ columns, rows }: ExtraTable): { readonly head: string[]; readonly rows: string[][] } {
  const places = new Set(rows.map(({ place }) => placeWords(place))).size > 1;
  const methods = new Set(rows.map(({ method }) => method)).size > 1 || !places;
  const named = (place: string, method: string) => [...(places ? [place] : []), ...(methods ? [method] : [])];
  return {
    head: [...named("cell", "method"), ...columns],
    rows: rows.map(({ place, method, values }) => [
      ...named(placeWords(place), method),
      ...values.map(({ mean, sd }) => meanWords(mean, sd)),
    ]),
  };
}

/** The places of one generator and size, section by section. */
function sections(places: readonly PlaceSummary[]): PlaceSummary[][] {
  const found = new Map<string, PlaceSummary[]>();
  for (const place of places) {
    const key = sizeWords(place);
    const section = found.get(key);
    if (section === undefined) found.set(key, [place]);
    else section.push(place);
  }
  return [...found.values()];
}

/** Methods down, data sets and targets across. */
function matrix(summary: StudySummary, places: readonly PlaceSummary[]): string[] {
  const head = places.map(({ dataset, target }) => cellText(`${dataset} ${TARGET_WORDS[target]}`));
  const rows = summary.overall.map(({ method }) => {
    const cells = places.map(({ methods }) => {
      const own = methods.find((candidate) => candidate.method === method);
      return own === undefined ? "" : cellMarkdown(own);
    });
    return `| ${[cellText(method), ...cells].join(" | ")} |`;
  });
  if (summary.measure === "accuracy") rows.push(`| ${["the target itself", ...places.map(targetWords)].join(" | ")} |`);
  return [`| ${["method", ...head].join(" | ")} |`, `|${"---|".repeat(head.length + 1)}`, ...rows];
}

/** The target's own accuracy, with what was published. */
export function targetWords({ targetAccuracy, publishedTargetAccuracy: known }: PlaceSummary): string {
  return `${three(targetAccuracy)}${known === null ? "" : ` (${three(known)})`}`;
}

function cellMarkdown(own: MethodSummary): string {
  const words = meanWords(own.mean, own.sd);
  const marked = own.best ? `**${words}**${own.clear ? "\\*" : ""}` : words;
  const failed = own.failed > 0 ? `, ${own.failed} failed` : "";
  return `${marked}${own.published === null ? "" : ` (${three(own.published)})`}${failed}`;
}

function failureLines({ failures }: StudySummary): string[] {
  return failures.map(({ method, seed, failure, ...place }) => {
    return `- ${cellText(`${placeWords(place)}, ${method}, seed ${seed}`)}: ${failure?.code}: ${cellText(failure?.message ?? "")}`;
  });
}

function cellText(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
