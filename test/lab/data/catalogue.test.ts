import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Column } from "../../../src/input/table.js";
import { dataCatalogue, filesOf } from "../../../src/lab/data/catalogue.js";
import type { DataSet } from "../../../src/lab/data/data-set.js";
import { withoutIdentities } from "../../../src/lab/data/tables.js";
import { dataBytes, hasData, loadData } from "./real-data.js";

function column(data: DataSet, name: string): Column {
  const found = data.table.columns.find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`no column ${name}`);
  return found;
}

function missingIn(data: DataSet, name: string): number {
  const found = column(data, name);
  return found.type === "number"
    ? found.values.filter((value) => Number.isNaN(value)).length
    : found.codes.filter((code) => code < 0).length;
}

function countOf(data: DataSet, name: string, level: string): number {
  const found = column(data, name);
  if (found.type === "number") throw new Error(`${name} is a number`);
  return found.codes.filter((code) => found.levels[code] === level).length;
}

const favourable = ({ labels }: DataSet) => labels.reduce((sum, label) => sum + label, 0);

// Counts of the descriptions that come with the files, all of them found by other programs.
const expected: Record<string, (data: DataSet) => void> = {
  adult(data) {
    expect([data.table.rows, favourable(data)]).toEqual([15_682, 7_841]);
    expect(data.features.filter(({ immutable }) => immutable).map(({ name }) => name)).toEqual([
      "age",
      "race",
      "sex",
      "native-country",
    ]);
  },
  "adult-full"(data) {
    expect([data.table.rows, favourable(data)]).toEqual([32_561, 7_841]);
    expect(["workclass", "occupation", "native-country"].map((name) => missingIn(data, name))).toEqual([
      1_836, 1_843, 583,
    ]);
    expect([countOf(data, "sex", "Male"), countOf(data, "race", "Asian-Pac-Islander")]).toEqual([21_790, 1_039]);
  },
  compas(data) {
    expect([data.table.rows, favourable(data)]).toEqual([6_172, 3_363]);
    expect([countOf(data, "sex", "Female"), countOf(data, "race", "Native American")]).toEqual([1_175, 11]);
    expect(data.features.map(({ name }) => missingIn(data, name))).toEqual(data.features.map(() => 0));
  },
  heloc(data) {
    expect([data.table.rows, favourable(data)]).toEqual([9_871, 4_735]);
    expect(missingIn(data, "ExternalRiskEstimate")).toBe(10);
    const found = column(data, "MaxDelqEver");
    expect(found.type === "category" && found.levels.every((level) => Number(level) >= 0)).toBe(true);
    for (const { name, type } of data.features) {
      const { values = [] } = type === "number" ? (column(data, name) as { values: Float64Array }) : {};
      expect(values.every((value) => Number.isNaN(value) || value >= 0)).toBe(true);
    }
  },
  housing(data) {
    expect([data.table.rows, favourable(data)]).toEqual([20_640, 10_317]);
    expect(missingIn(data, "total_bedrooms")).toBe(207);
    expect([countOf(data, "ocean_proximity", "<1H OCEAN"), countOf(data, "ocean_proximity", "ISLAND")]).toEqual([
      9_136, 5,
    ]);
  },
  "acsincome-ca"(data) {
    expect([data.table.rows, favourable(data)]).toEqual([20_000, 8_283]);
    expect([countOf(data, "SEX", "1"), countOf(data, "RAC1P", "6"), countOf(data, "RAC1P", "9")]).toEqual([
      10_471, 3_336, 853,
    ]);
    expect(column(data, "AGEP").type).toBe("number");
  },
  "acsincome-mi"(data) {
    expect([data.table.rows, favourable(data)]).toEqual([20_000, 6_766]);
    expect([countOf(data, "SEX", "2"), countOf(data, "RAC1P", "2")]).toEqual([9_531, 1_488]);
    const occupations = column(data, "OCCP");
    expect(occupations.type === "category" && occupations.levels.length).toBe(25);
  },
  ...mnistPairs(),
  "mnist-0-to-4"(data) {
    expect([data.table.rows, data.features.length, data.classes?.names.length]).toEqual([5_000, 49, 5]);
    expect(data.labels.filter((label) => label === 4)).toHaveLength(1_000);
  },
  toxic(data) {
    expect([data.table.rows, favourable(data)]).toEqual([6_000, 3_000]);
    const lengths = (data.texts ?? []).map((text) => text.length);
    expect([lengths.length, Math.max(...lengths)]).toEqual([6_000, 5_000]);
  },
};

/** Digits of the training files, as counted where they are described. */
function mnistPairs(): Record<string, (data: DataSet) => void> {
  const counts = [5923, 6742, 5958, 6131, 5842, 5421, 5918, 6265, 5851, 5949];
  const pairs = ["0-1", "0-8", "1-7", "3-5", "3-6", "3-8", "4-7", "5-8"];
  return Object.fromEntries(
    pairs.map((pair) => {
      const [first = 0, second = 0] = pair.split("-").map(Number);
      const check = (data: DataSet) => {
        expect([data.table.rows, favourable(data)]).toEqual([counts[first]! + counts[second]!, counts[second]]);
        expect([data.features.length, data.scaling]).toEqual([784, "none"]);
        const greatest = data.table.columns.map((one) => (one.type === "number" ? Math.max(...one.values) : NaN));
        expect([Math.max(...greatest), Math.min(...greatest)]).toEqual([1, 0]);
      };
      return [`mnist-${pair}`, check];
    }),
  );
}

describe("the catalogue", () => {
  it("has one entry for each name, with a licence, quirks and sums", () => {
    expect(dataCatalogue.map(({ name }) => name)).toEqual(Object.keys(expected));
    for (const { file, licence, quirks } of dataCatalogue) {
      expect(file.sha256).toMatch(/^[0-9a-f]{64}$/);
      expect(licence).not.toBe("");
      expect(quirks.length).toBeGreaterThan(0);
      if (file.publication !== null) expect(file.publication.address).toMatch(/^https:/);
    }
  });
});

describe.each(dataCatalogue)("data set $name", (entry) => {
  const files = filesOf(entry);
  const present = files.every(({ path }) => hasData(path));
  describe.skipIf(!present)(`in ${entry.file.path} (left out where the file is missing)`, () => {
    it("is the file of the catalogue, and has the rows its description promises", () => {
      for (const { path, sha256 } of files) {
        expect(createHash("sha256").update(dataBytes(path)).digest("hex")).toBe(sha256);
      }
      const data = loadData(entry);
      expect(data.name).toBe(entry.name);
      expect(data.table.columns.map((one) => [one.name, one.type])).toEqual(
        data.features.map((feature) => [feature.name, feature.type]),
      );
      expect(data.labels.length).toBe(data.table.rows);
      expected[entry.name]?.(data);
    });
  });
});

describe("small files in the form of the published ones", () => {
  const load = (name: string, text: string) => {
    const read = dataCatalogue.find((entry) => entry.name === name)?.read;
    return read?.from === "text" ? read.load(text) : undefined;
  };
  const adultRow = (age: number, income: string) =>
    `${age}, Private, 77516, Bachelors, 13, Divorced, ?, Husband, White, Male, 0, 0, 40, Cuba, ${income}`;

  it("adult: every favourable row, as many others, '?' missing, no survey weight", () => {
    const rows = [1, 2, 3, 4, 5, 6].map((k) => adultRow(20 + k, k > 4 ? ">50K" : "<=50K"));
    const data = load("adult", `${rows.join("\n")}\n\n`);
    const ages = data?.table.columns[0];
    expect(Array.from(data?.labels ?? [])).toEqual([0, 0, 1, 1]);
    expect(ages?.type === "number" && Array.from(ages.values).slice(2)).toEqual([25, 26]);
    expect(data?.table.columns.map((one) => one.name)).not.toContain("fnlwgt");
    expect(data && missingIn(data, "occupation")).toBe(4);
    expect(load("adult", `${rows.join("\n")}\n`)).toEqual(data);
  });

  it("adult: refuses a label that is neither", () => {
    expect(() => load("adult-full", adultRow(30, ">50K."))).toThrow("expected '>50K' or '<=50K', found '>50K.'");
  });

  const compasHeader =
    "id,name,first,last,sex,dob,age,race,juv_fel_count,juv_misd_count,juv_other_count,priors_count,days_b_screening_arrest,c_case_number,c_charge_degree,c_charge_desc,is_recid,r_case_number,vr_case_number,score_text,priors_count,two_year_recid";
  const compasRow = (id: number, days: string, degree: string, recid: string, text = "Low") =>
    `${id},A B,A,B,Male,1990-01-01,30,Other,0,0,0,${id},${days},C1,${degree},"Theft, ""petty""",${recid},,,${text},${id},${recid === "1" ? 1 : 0}`;
  const compasText = [
    compasHeader,
    compasRow(1, "-30", "F", "0"),
    compasRow(2, "31", "F", "0"),
    compasRow(3, "", "F", "1"),
    compasRow(4, "0", "O", "1"),
    compasRow(5, "0", "M", "-1"),
    compasRow(6, "0", "M", "1", "N/A"),
    compasRow(7, "30", "M", "1"),
    "",
  ].join("\r\n");

  it("compas: the standard filter, an empty cell failing it, and favourable = not charged again", () => {
    const data = load("compas", compasText);
    const priors = data?.table.columns.find((one) => one.name === "priors_count");
    expect(priors?.type === "number" && Array.from(priors.values)).toEqual([1, 7]);
    expect(Array.from(data?.labels ?? [])).toEqual([1, 0]);
  });

  it("compas: what names people and cases is removed, all else stays", () => {
    const text = withoutIdentities(compasText);
    expect(text.split("\n")[0]).toBe(
      "id,sex,age,race,juv_fel_count,juv_misd_count,juv_other_count,priors_count,days_b_screening_arrest,c_charge_degree,c_charge_desc,is_recid,score_text,priors_count,two_year_recid",
    );
    expect(text.split("\n")[1]).toBe('1,Male,30,Other,0,0,0,1,-30,F,"Theft, ""petty""",0,Low,1,0');
    expect(text).not.toMatch(/1990|C1|\r/);
    expect(load("compas", text)).toEqual(load("compas", compasText));
  });

  it("housing: above the median is favourable, the median itself is not", () => {
    const rows = [10, 30, 20, 20].map((value, k) => `-122,37,${k},1,${k === 0 ? "" : 2},1,1,3.5,${value},INLAND`);
    const header =
      "longitude,latitude,housing_median_age,total_rooms,total_bedrooms,population,households,median_income,median_house_value,ocean_proximity";
    const data = load("housing", [header, ...rows].join("\n"));
    expect(Array.from(data?.labels ?? [])).toEqual([0, 1, 0, 0]);
    expect(data && missingIn(data, "total_bedrooms")).toBe(1);
    expect(() => load("housing", "longitude,latitude\n1,2\n")).toThrow("has no column 'median_house_value'");
  });

  it("toxic: texts as they are, line breaks and quotes included, and favourable = not called toxic", () => {
    const rows = ["id,comment_text,toxic", 'a,"two\nlines, ""quoted""",0', "b,plain,1"];
    const data = load("toxic", `${rows.join("\n")}\n`);
    expect(data?.texts).toEqual(['two\nlines, "quoted"', "plain"]);
    expect(Array.from(data?.labels ?? [])).toEqual([1, 0]);
    expect(data?.features).toEqual([]);
  });
});
