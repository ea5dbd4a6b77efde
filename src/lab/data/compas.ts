import { csvReader } from "../../input/csv.js";
import type { RawTable } from "../../input/raw-table.js";
import { parseNumber } from "../../input/values.js";
import type { DataSet } from "./data-set.js";
import { binaryLabels, cutCsv, makeDataSet, planFeatures, rawColumn, rowMask } from "./raw-data.js";

const FEATURES = planFeatures(
  {
    numbers: ["age", "juv_fel_count", "juv_misd_count", "juv_other_count", "priors_count"],
    categories: ["sex", "race", "c_charge_degree"],
  },
  ["age", "sex", "race"],
);

/** Columns of ProPublica's file that name a person or a case. */
const IDENTITIES = new Set(["name", "first", "last", "dob", "c_case_number", "r_case_number", "vr_case_number"]);

/** COMPAS after ProPublica's own filter; favourable is not to have been charged again within two years. */
export function loadCompas(text: string): DataSet {
  const table = cutCsv(text, "compas.csv");
  return filtered(table, outcomesOf(table));
}

/** The same people with the vendor's score as the label, favourable if Low, and the outcome, 1 = not charged again. */
export function loadCompasVendor(text: string): { readonly data: DataSet; readonly outcomes: Uint8Array } {
  const table = cutCsv(text, "compas.csv");
  return {
    data: filtered(
      table,
      rowMask(rawColumn(table, "score_text"), (cell) => cell === "Low"),
    ),
    outcomes: filtered(table, outcomesOf(table)).labels,
  };
}

function outcomesOf(table: RawTable): Uint8Array {
  return binaryLabels(table, "two_year_recid", { favourable: "0", unfavourable: "1" });
}

function filtered(table: RawTable, labels: Uint8Array): DataSet {
  const conditions = [
    rowMask(rawColumn(table, "days_b_screening_arrest"), (cell) => Math.abs(parseNumber(cell) ?? Infinity) <= 30),
    rowMask(rawColumn(table, "is_recid"), (cell) => cell !== "-1"),
    rowMask(rawColumn(table, "c_charge_degree"), (cell) => cell !== "O"),
    rowMask(rawColumn(table, "score_text"), (cell) => cell !== "N/A"),
  ];
  const keep = Uint8Array.from({ length: table.rows }, (_, i) => (conditions.every((mask) => mask[i] === 1) ? 1 : 0));
  return makeDataSet(table, {
    name: "compas",
    features: FEATURES,
    sensitive: ["race", "sex"],
    missing: [],
    keep,
    labels,
  });
}

/** ProPublica's file without the columns that name people and cases, with LF line ends: the file used here. */
export function withoutIdentities(published: string): string {
  const reader = csvReader({ file: "compas-scores-two-years.csv", delimiter: "," });
  const text = published.replaceAll("\r\n", "\n");
  const records = [...reader.push(text).records, ...reader.end().records];
  const kept = (records[0] ?? []).map((name) => !IDENTITIES.has(name));
  const lines = records.map((record) =>
    record
      .filter((_, j) => kept[j])
      .map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
      .join(","),
  );
  return `${lines.join("\n")}\n`;
}
