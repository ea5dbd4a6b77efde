import { describe, expect, it } from "vitest";
import { parseDecisions } from "../../src/input/decisions.js";
import { parsePopulation } from "../../src/input/population.js";
import { DECISIONS, errorOf } from "./samples.js";

const decisions = parseDecisions(DECISIONS, { file: "people.csv", sensitive: ["sex"] });
const parse = (text: string) => parsePopulation(text, decisions, { file: "everybody.csv" });
const HEADER = "sex,city,income,debt,other";

describe("parsePopulation", () => {
  it("reads features and groups with the types of the decisions, whatever the order of columns, and leaves others unread", () => {
    const population = parse(`${HEADER}\nf,Ulm,20,,=1+1\nm,Kiel,?,7,x\n,Bonn,3e1,8,x\n`);
    expect(population.rows).toBe(3);
    expect(population.people.columns.map(({ name }) => name)).toEqual(["income", "debt", "city", "sex"]);
    expect(population.people.columns[0]).toMatchObject({ values: Float64Array.of(20, Number.NaN, 30) });
    expect(population.people.columns[2]).toMatchObject({ levels: ["Bonn", "Kiel", "Ulm"] });
    expect(population.groups).toEqual([
      { name: "sex", type: "category", codes: Int32Array.of(0, 1, -1), levels: ["f", "m"] },
    ]);
    expect(population).toMatchObject({ outcomes: null, weights: null, problems: [] });
  });

  it("takes weights and outcomes where the file has them", () => {
    const text = DECISIONS.replace("id,", "id,w,later,").replaceAll(/^(p\d+),/gm, "$1,2,repaid,");
    const weighted = parseDecisions(text, { sensitive: ["sex"], weight: "w", outcome: "later" });
    const population = parsePopulation("sex,city,income,debt,w,later\nf,Ulm,20,1,3,lost\n", weighted);
    expect(population.weights).toEqual(Float64Array.of(3));
    expect(population.outcomes).toMatchObject({ levels: ["lost"] });
    expect(errorOf(() => parsePopulation("sex,city,income,debt,w\nf,Ulm,20,1,-3\n", weighted)).code).toBe(
      "WEIGHT_INVALID",
    );
  });

  it("names every column that is missing", () => {
    const error = errorOf(() => parse("sex,income\nf,20\n"));
    expect(error.code).toBe("COLUMN_MISSING");
    expect(error.message).toContain("has no columns 'debt' and 'city'");
  });

  it("names the cells that are no numbers, and a needed column that occurs twice", () => {
    const error = errorOf(() => parse(`${HEADER}\nf,Ulm,lots,1,x\nf,Ulm,Infinity,1,x\n`));
    expect(error).toMatchObject({
      code: "VALUE_UNPARSABLE",
      place: { file: "everybody.csv", column: "income", row: 2 },
    });
    expect(error.message).toContain("rows 2 and 3: 'lots' and 'Infinity' cannot be read as a number");
    expect(errorOf(() => parse(`${HEADER},sex\nf,Ulm,2,1,x,f\n`)).code).toBe("COLUMN_DUPLICATE");
    expect(parse(`${HEADER},other\nf,Ulm,2,1,x,y\n`).rows).toBe(1);
  });

  it("refuses an empty file and one without rows", () => {
    expect(errorOf(() => parse("")).code).toBe("FILE_EMPTY");
    expect(errorOf(() => parse(`${HEADER}\n`)).code).toBe("FILE_NO_ROWS");
  });
});
