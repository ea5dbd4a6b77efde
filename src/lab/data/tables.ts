import { AuditError } from "../../errors.js";
import { asGiven, PLAIN_READING } from "../../input/column-style.js";
import { csvReader, inspectCsv } from "../../input/csv.js";
import type { FeatureSchema } from "../../input/evidence.js";
import { throwFirstError } from "../../input/problem.js";
import { keepRows, type RawColumn, type RawTable } from "../../input/raw-table.js";
import { parseNumber, readColumn, toColumn, toNumberColumn } from "../../input/values.js";
import { quantile } from "../../math/quantile.js";
import { sampleWithoutReplacement, seededRandom } from "../../math/random.js";
import type { DataSet } from "./data-set.js";

/** How a published file becomes a data set. Names are separated by spaces. */
interface TablePlan {
  readonly numbers: string;
  readonly categories: string;
  /** Features that cannot be asked to change. */
  readonly immutable?: string;
  readonly sensitive?: string;
  readonly missing?: string;
}

/** The rows of a file that pass, with their features typed as planned; `labels` has one per row, 1 = favourable. */
function makeDataSet(
  name: string,
  table: RawTable,
  { numbers, categories, immutable = "", sensitive = "", missing = "" }: TablePlan,
  { labels, keep }: { readonly labels: Uint8Array; readonly keep?: (i: number) => boolean },
): DataSet {
  const fixed = words(immutable);
  const features = [
    ...words(numbers).map((own) => ({ name: own, type: "number" as const })),
    ...words(categories).map((own) => ({ name: own, type: "category" as const })),
  ].map((feature): FeatureSchema => ({ ...feature, immutable: fixed.includes(feature.name) }));
  const kept = Uint8Array.from(labels, (_, i) => (keep?.(i) === false ? 0 : 1));
  const raw = keepRows(
    features.map((feature) => rawColumn(table, feature.name)),
    kept,
  );
  const markers = new Set(words(missing));
  const columns = raw.map((column, k) =>
    toColumn(readColumn(column, markers, features[k]!.type, asGiven(PLAIN_READING))),
  );
  const ownLabels = labels.filter((_, i) => kept[i] === 1);
  return {
    name,
    features,
    table: { rows: ownLabels.length, columns },
    labels: ownLabels,
    sensitive: words(sensitive),
  };
}

function words(text: string): string[] {
  return text === "" ? [] : text.split(/\s+/);
}

/** Comma-separated text cut into columns; anything wrong with it is thrown. */
function cutCsv(text: string, file: string): RawTable {
  const { table, problems } = inspectCsv(text, { file, delimiter: "," });
  throwFirstError(problems);
  if (table === null) throw new Error("a file without errors has a table");
  return table;
}

/** The first column of that name: a file may repeat names. */
function rawColumn(table: RawTable, name: string): RawColumn {
  const column = table.columns.find((candidate) => candidate.name === name);
  if (column !== undefined) return column;
  const again = "It is not the published file: get it again with 'recast data pull'";
  const message = `${table.file} has no column '${name}'. ${again}`;
  throw new AuditError("COLUMN_MISSING", message, { file: table.file, column: name });
}

/** 1 for each row whose cell satisfies the condition. Each distinct cell is looked at once. */
function rowMask(table: RawTable, name: string, condition: (cell: string) => boolean): Uint8Array {
  const { codes, levels } = rawColumn(table, name);
  const satisfied = Uint8Array.from(levels, (level) => (condition(level) ? 1 : 0));
  return Uint8Array.from(codes, (code) => satisfied[code]!);
}

/** Labels of a column with two words: 1 for the favourable one, 0 for the other, anything else refused. */
function binaryLabels(table: RawTable, column: string, favourable: string, unfavourable: string): Uint8Array {
  const { file } = table;
  const strange = rawColumn(table, column).levels.find((level) => level !== favourable && level !== unfavourable);
  if (strange === undefined) return rowMask(table, column, (level) => level === favourable);
  const message = `${file}, column '${column}': expected '${favourable}' or '${unfavourable}', found '${strange}'`;
  throw new AuditError("DECISION_NOT_BINARY", message, { file, column });
}

// adult.data has no header. `fnlwgt` says how many people of the census a row stands for, and `education` is
// `education-num` in words: neither is a feature, see docs/data.md.
const ADULT_COLUMNS =
  "age,workclass,fnlwgt,education,education-num,marital-status,occupation,relationship,race,sex," +
  "capital-gain,capital-loss,hours-per-week,native-country,income";

const ADULT: TablePlan = {
  numbers: "age education-num capital-gain capital-loss hours-per-week",
  categories: "workclass marital-status occupation relationship race sex native-country",
  immutable: "age race sex native-country",
  sensitive: "sex race",
  missing: "?",
};

/** Adult as the paper has it: every row above 50K and as many of the others, always the same. */
export function loadAdult(text: string): DataSet {
  const { table, labels } = cutAdult(text);
  const others = Array.from(labels.keys()).filter((i) => labels[i] === 0);
  const wanted = Math.min(labels.length - others.length, others.length);
  const drawn = sampleWithoutReplacement(others.length, wanted, seededRandom(0, "adult-balanced"));
  const taken = new Set(Array.from(drawn, (k) => others[k]!));
  return makeDataSet("adult", table, ADULT, { labels, keep: (i) => labels[i] === 1 || taken.has(i) });
}

/** All of adult.data. */
export function loadAdultFull(text: string): DataSet {
  const { table, labels } = cutAdult(text);
  return makeDataSet("adult-full", table, ADULT, { labels });
}

function cutAdult(text: string): { readonly table: RawTable; readonly labels: Uint8Array } {
  const table = cutCsv(`${ADULT_COLUMNS}\n${text}`, "adult.data");
  return { table, labels: binaryLabels(table, "income", ">50K", "<=50K") };
}

/** COMPAS after ProPublica's own filter; favourable is not to have been charged again within two years. */
export function loadCompas(text: string): DataSet {
  const table = cutCsv(text, "compas.csv");
  return filteredCompas(table, binaryLabels(table, "two_year_recid", "0", "1"));
}

/** The same people with the vendor's score as the label, favourable if Low, and the outcome, 1 = not charged again. */
export function loadCompasVendor(text: string): { readonly data: DataSet; readonly outcomes: Uint8Array } {
  const table = cutCsv(text, "compas.csv");
  const data = filteredCompas(
    table,
    rowMask(table, "score_text", (cell) => cell === "Low"),
  );
  return { data, outcomes: loadCompas(text).labels };
}

const COMPAS: TablePlan = {
  numbers: "age juv_fel_count juv_misd_count juv_other_count priors_count",
  categories: "sex race c_charge_degree",
  immutable: "age sex race",
  sensitive: "race sex",
};

function filteredCompas(table: RawTable, labels: Uint8Array): DataSet {
  const conditions = [
    rowMask(table, "days_b_screening_arrest", (cell) => Math.abs(parseNumber(cell) ?? Infinity) <= 30),
    rowMask(table, "is_recid", (cell) => cell !== "-1"),
    rowMask(table, "c_charge_degree", (cell) => cell !== "O"),
    rowMask(table, "score_text", (cell) => cell !== "N/A"),
  ];
  return makeDataSet("compas", table, COMPAS, { labels, keep: (i) => conditions.every((mask) => mask[i] === 1) });
}

/** Columns of ProPublica's file that name a person or a case. */
const IDENTITIES = new Set(["name", "first", "last", "dob", "c_case_number", "r_case_number", "vr_case_number"]);

/** ProPublica's file without the columns that name people and cases, with LF line ends: the file used here. */
export function withoutIdentities(published: string): string {
  const reader = csvReader({ file: "compas-scores-two-years.csv", delimiter: "," });
  const text = published.replaceAll("\r\n", "\n");
  const records = [...reader.push(text).records, ...reader.end().records];
  const kept = (records[0] ?? []).map((name) => !IDENTITIES.has(name));
  const lines = records.map((record) => csvLine(record.filter((_, j) => kept[j])));
  return `${lines.join("\n")}\n`;
}

function csvLine(cells: readonly string[]): string {
  return cells.map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(",");
}

const HELOC: TablePlan = {
  numbers: `ExternalRiskEstimate MSinceOldestTradeOpen MSinceMostRecentTradeOpen AverageMInFile NumSatisfactoryTrades
    NumTrades60Ever2DerogPubRec NumTrades90Ever2DerogPubRec PercentTradesNeverDelq MSinceMostRecentDelq NumTotalTrades
    NumTradesOpeninLast12M PercentInstallTrades MSinceMostRecentInqexcl7days NumInqLast6M NumInqLast6Mexcl7days
    NetFractionRevolvingBurden NetFractionInstallBurden NumRevolvingTradesWBalance NumInstallTradesWBalance
    NumBank2NatlTradesWHighUtilization PercentTradesWBalance`,
  categories: "MaxDelq2PublicRecLast12M MaxDelqEver",
  missing: "-7 -8 -9",
};

/** HELOC without the records in which every feature is "no bureau record"; the file's sentinels are missing values. */
export function loadHeloc(text: string): DataSet {
  const table = cutCsv(text, "heloc_dataset_v1.csv");
  const names = [...words(HELOC.numbers), ...words(HELOC.categories)];
  const noRecord = names.map((name) => rowMask(table, name, (cell) => cell === "-9"));
  const labels = binaryLabels(table, "RiskPerformance", "Good", "Bad");
  return makeDataSet("heloc", table, HELOC, { labels, keep: (i) => noRecord.some((mask) => mask[i] === 0) });
}

const HOUSING: TablePlan = {
  numbers: "longitude latitude housing_median_age total_rooms total_bedrooms population households median_income",
  categories: "ocean_proximity",
};

/** California Housing cut at the median house value: above it is class 1, by convention. */
export function loadHousing(text: string): DataSet {
  const table = cutCsv(text, "housing.csv");
  const { values } = toNumberColumn(readColumn(rawColumn(table, "median_house_value"), new Set(), "number"));
  const median = quantile(values.toSorted(), 0.5);
  const labels = Uint8Array.from(values, (value) => (value > median ? 1 : 0));
  return makeDataSet("housing", table, HOUSING, { labels, keep: (i) => !Number.isNaN(values[i]) });
}

const ACS_INCOME: TablePlan = {
  numbers: "AGEP SCHL WKHP",
  categories: "COW MAR OCCP POBP RELP SEX RAC1P",
  immutable: "AGEP POBP RAC1P SEX",
  sensitive: "SEX RAC1P",
};

// Several hundred codes each, most with a handful of people, and some in one state only. They are grouped as in the
// data dictionary of the survey: occupations by its three-letter prefixes, places of birth by part of the world.
// A group goes from its code up to the next one's.
const CODE_GROUPS: Readonly<Record<string, string>> = {
  OCCP: `10 MGR, 500 BUS, 800 FIN, 1005 CMM, 1305 ENG, 1600 SCI, 2001 CMS, 2100 LGL, 2205 EDU, 2600 ENT, 3000 MED,
    3601 HLS, 3700 PRT, 4000 EAT, 4200 CLN, 4330 PRS, 4700 SAL, 5000 OFF, 6005 FFF, 6200 CON, 6800 EXT, 7000 RPR,
    7700 PRD, 9005 TRN, 9800 MIL, 9920 NONE`,
  POBP: "1 United States, 60 US island areas, 100 Europe, 200 Asia, 300 Americas, 400 Africa, 500 Oceania",
};

export function loadAcsIncome(name: string, text: string): DataSet {
  const cut = cutCsv(text, `${name}.csv`);
  const table = { ...cut, columns: cut.columns.map(inGroups) };
  return makeDataSet(name, table, ACS_INCOME, { labels: binaryLabels(table, "PINCP_GT_50000", "1", "0") });
}

/** The column with each code replaced by the name of its group; a code below all of them stays as it is. */
function inGroups(column: RawColumn): RawColumn {
  const groups = CODE_GROUPS[column.name]?.split(/,\s+/).map((text) => /^(\d+) (.*)$/.exec(text)!);
  if (groups === undefined) return column;
  const names: string[] = [];
  const recode = column.levels.map((level) => {
    const group = groups.findLast(([, first]) => Number(level) >= Number(first))?.[2] ?? level;
    const known = names.indexOf(group);
    return known >= 0 ? known : names.push(group) - 1;
  });
  return { name: column.name, codes: column.codes.map((code) => recode[code] ?? code), levels: names };
}

/** Comments, favourable if people did not call them toxic. There are only words: features come from an embedding. */
export function loadToxic(text: string): DataSet {
  const table = cutCsv(text, "jigsaw_toxic_6000.csv");
  const { codes, levels } = rawColumn(table, "comment_text");
  const data = makeDataSet(
    "toxic",
    table,
    { numbers: "", categories: "" },
    { labels: binaryLabels(table, "toxic", "0", "1") },
  );
  return { ...data, texts: Array.from(codes, (code) => levels[code] ?? "") };
}
