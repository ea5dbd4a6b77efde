import type { MethodSummary, PairedDifference, PlaceSummary, StudySummary } from "./summary.js";
import { MEASURE_WORDS } from "./summary.js";

/** What stands above a table. */
export interface TableHead {
  readonly title: string;
  readonly seeds: number;
  readonly scaling: string;
  readonly version: string;
  /** Title of the published table beside it, null without one. */
  readonly published: string | null;
}

/** Kinds of target in words. */
export const TARGET_WORDS: Readonly<Record<PlaceSummary["target"], string>> = {
  lr: "LR",
  mlp: "MLP",
  dt: "DT",
  rf: "RF",
  gb: "GB",
};

/** 0.9638 as "0.964", a value that is not known as "–". */
export function three(value: number | null): string {
  return value === null ? "–" : value.toFixed(3);
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

/** "adult, MLP, mccf, n = 100". */
export function placeWords({ dataset, target, generator, n }: PlaceSummary): string {
  return `${dataset}, ${TARGET_WORDS[target]}, ${generator}, n = ${n}`;
}

/** "best" with a star when the interval over the next best leaves out 0. */
export function markWords({ best, clear }: MethodSummary): string {
  return clear ? "best*" : best ? "best" : "";
}

function signed(value: number): string {
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(3)}`;
}

/** The summary as a Markdown page. */
export function tableMarkdown(head: TableHead, summary: StudySummary): string {
  const lines = [`# ${head.title}`, ""];
  lines.push(
    `Mean ± standard deviation of ${MEASURE_WORDS[summary.measure]} over ${head.seeds} seed${head.seeds === 1 ? "" : "s"}; ` +
      `evidence scaled by ${head.scaling}; recast ${head.version}. ` +
      "Bold: no other method has a higher mean; with a star, the 95 % interval of its paired difference to the next best leaves out 0." +
      (head.published === null ? "" : ` In parentheses the published value (${head.published}).`),
  );
  if (summary.open > 0) lines.push("", `**${summary.open} cells are not computed yet.**`);
  for (const places of sections(summary.places)) {
    const { generator, n } = places[0]!;
    lines.push("", `## ${generator}, n = ${n}`, "", ...matrix(summary, places));
  }
  lines.push("", "## Over all cells", "", "| method | cells | mean | best in | clearly in |", "|---|---|---|---|---|");
  for (const { method, places, mean, best, clear } of summary.overall) {
    lines.push(`| ${cellText(method)} | ${places} | ${three(mean)} | ${best} | ${clear} |`);
  }
  lines.push(
    "",
    "## Paired differences",
    "",
    "| cell | method | difference, 95 % interval | seeds |",
    "|---|---|---|---|",
  );
  for (const place of summary.places) {
    for (const { method, difference } of place.methods) {
      if (difference === null) continue;
      const words = cellText(differenceWords(difference));
      lines.push(`| ${cellText(placeWords(place))} | ${cellText(method)} | ${words} | ${difference.seeds} |`);
    }
  }
  if (summary.failures.length > 0) lines.push("", "## Failed cells", "", ...failureLines(summary));
  return `${lines.join("\n")}\n`;
}

/** The places of one generator and size, section by section. */
function sections(places: readonly PlaceSummary[]): PlaceSummary[][] {
  const found = new Map<string, PlaceSummary[]>();
  for (const place of places) {
    const key = JSON.stringify([place.generator, place.n]);
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
  return [`| ${["method", ...head].join(" | ")} |`, `|${"---|".repeat(head.length + 1)}`, ...rows];
}

function cellMarkdown(own: MethodSummary): string {
  const words = meanWords(own.mean, own.sd);
  const marked = own.best ? `**${words}**${own.clear ? "\\*" : ""}` : words;
  const failed = own.failed > 0 ? `, ${own.failed} failed` : "";
  return `${marked}${own.published === null ? "" : ` (${three(own.published)})`}${failed}`;
}

function failureLines({ failures }: StudySummary): string[] {
  return failures.map(({ dataset, target, generator, n, method, seed, failure }) => {
    const place = `${dataset}, ${TARGET_WORDS[target]}, ${generator}, n = ${n}, ${method}, seed ${seed}`;
    return `- ${cellText(place)}: ${failure?.code}: ${cellText(failure?.message ?? "")}`;
  });
}

function cellText(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}

const CSV_COLUMNS =
  "dataset,target,generator,n,method,seeds,failed,mean,sd,published,published_sd,against,difference,low,high,best,clear";

/** The summary as comma-separated text, one line per place and method; full precision, empty where not known. */
export function tableCsv(summary: StudySummary): string {
  const lines = [CSV_COLUMNS];
  for (const { dataset, target, generator, n, methods } of summary.places) {
    for (const own of methods) {
      const { against = null, mean = null, low = null, high = null } = own.difference ?? {};
      const cells: (string | number | null)[] = [dataset, target, generator, n, own.method, own.seeds, own.failed];
      cells.push(own.mean, own.sd, own.published, own.publishedSd, against, mean, low, high);
      cells.push(own.best ? 1 : 0, own.clear ? 1 : 0);
      lines.push(cells.map(csvText).join(","));
    }
  }
  return `${lines.join("\n")}\n`;
}

function csvText(value: string | number | null): string {
  const text = value === null ? "" : String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
