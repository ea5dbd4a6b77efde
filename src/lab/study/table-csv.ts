import type { ExtraTable } from "./extra-tables.js";
import type { StudySummary } from "./summary.js";

const COLUMNS =
  "measure,dataset,target,generator,n,rejected_share,method,seeds,failed,mean,sd,published,published_sd,against,difference,low,high,best,clear";

const EXTRA_COLUMNS = "table,dataset,target,generator,n,rejected_share,method,column,seeds,mean,sd";

/** Summaries as comma-separated text, one line per measure, place and method; full precision, empty where not known. */
export function tableCsv(summaries: readonly StudySummary[]): string {
  const lines = [COLUMNS];
  for (const { measure, places } of summaries) {
    for (const { dataset, target, generator, n, balance = null, methods } of places) {
      for (const own of methods) {
        const { against = null, mean = null, low = null, high = null } = own.difference ?? {};
        const cells: Cell[] = [measure, dataset, target, generator, n, balance, own.method, own.seeds, own.failed];
        cells.push(own.mean, own.sd, own.published, own.publishedSd, against, mean, low, high);
        cells.push(own.best ? 1 : 0, own.clear ? 1 : 0);
        lines.push(cells.map(csvText).join(","));
      }
    }
  }
  return `${lines.join("\n")}\n`;
}

/** Further tables as comma-separated text, one line per number. */
export function extraCsv(extras: readonly ExtraTable[]): string {
  const lines = [EXTRA_COLUMNS];
  for (const { name, columns, rows } of extras) {
    for (const { place, method, values } of rows) {
      const { dataset, target, generator, n, balance = null } = place;
      values.forEach(({ count, mean, sd }, k) => {
        const cells: Cell[] = [name, dataset, target, generator, n, balance, method, columns[k] ?? "", count, mean, sd];
        lines.push(cells.map(csvText).join(","));
      });
    }
  }
  return `${lines.join("\n")}\n`;
}

type Cell = string | number | null;

function csvText(value: Cell): string {
  const text = value === null ? "" : String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
