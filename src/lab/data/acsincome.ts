import type { RawColumn, RawTable } from "../../input/raw-table.js";
import type { DataSet } from "./data-set.js";
import { binaryLabels, cutCsv, makeDataSet, planFeatures } from "./raw-data.js";

const FEATURES = planFeatures(
  {
    numbers: ["AGEP", "SCHL", "WKHP"],
    categories: ["COW", "MAR", "OCCP", "POBP", "RELP", "SEX", "RAC1P"],
  },
  ["AGEP", "POBP", "RAC1P", "SEX"],
);

/** A range of codes and its name: from this code up to the next range. */
type CodeRanges = readonly (readonly [number, string])[];

// Several hundred codes each, most with a handful of people, and some in one state only. They are grouped as in the
// data dictionary of the survey: occupations by its three-letter prefixes, places of birth by part of the world.
const OCCUPATIONS: CodeRanges = [
  [10, "MGR"],
  [500, "BUS"],
  [800, "FIN"],
  [1005, "CMM"],
  [1305, "ENG"],
  [1600, "SCI"],
  [2001, "CMS"],
  [2100, "LGL"],
  [2205, "EDU"],
  [2600, "ENT"],
  [3000, "MED"],
  [3601, "HLS"],
  [3700, "PRT"],
  [4000, "EAT"],
  [4200, "CLN"],
  [4330, "PRS"],
  [4700, "SAL"],
  [5000, "OFF"],
  [6005, "FFF"],
  [6200, "CON"],
  [6800, "EXT"],
  [7000, "RPR"],
  [7700, "PRD"],
  [9005, "TRN"],
  [9800, "MIL"],
  [9920, "NONE"],
];
const BIRTHPLACES: CodeRanges = [
  [1, "United States"],
  [60, "US island areas"],
  [100, "Europe"],
  [200, "Asia"],
  [300, "Americas"],
  [400, "Africa"],
  [500, "Oceania"],
];

/** ACSIncome of one state: whether a person's income is above 50,000 dollars. */
export function loadAcsIncome(name: string, text: string): DataSet {
  const cut = cutCsv(text, `${name}.csv`);
  const columns = cut.columns.map((column) => {
    if (column.name === "OCCP") return inRanges(column, OCCUPATIONS);
    return column.name === "POBP" ? inRanges(column, BIRTHPLACES) : column;
  });
  const table: RawTable = { ...cut, columns };
  return makeDataSet(table, {
    name,
    features: FEATURES,
    sensitive: ["SEX", "RAC1P"],
    missing: [],
    keep: new Uint8Array(table.rows).fill(1),
    labels: binaryLabels(table, "PINCP_GT_50000", { favourable: "1", unfavourable: "0" }),
  });
}

/** The column with each code replaced by the name of its range; a code below all of them stays as it is. */
function inRanges({ name, codes, levels }: RawColumn, ranges: CodeRanges): RawColumn {
  const names: string[] = [];
  const recode = levels.map((level) => {
    const group = ranges.findLast(([first]) => Number(level) >= first)?.[1] ?? level;
    const known = names.indexOf(group);
    return known >= 0 ? known : names.push(group) - 1;
  });
  return { name, codes: codes.map((code) => recode[code] ?? code), levels: names };
}
