import { describe, expect, it } from "vitest";
import { toSentence } from "../../src/export/sentence.js";
import type { Table } from "../../src/input/table.js";
import { type Model, makeModel } from "../../src/surrogate/model.js";
import { hostileModel, LINEAR, modelOf } from "./models.js";
import { randomPeople } from "./random-people.js";

/** The total and the bar a reader of the sentence comes to, for row `i`. */
function follow(text: string, table: Table, i: number): { total: number; bar: number } {
  const bar = Number(/ at (-?[\d.e+-]+) points or more/.exec(text)?.[1]);
  let total = 0;
  for (const { name, ...column } of table.columns) {
    const as = new RegExp(`(?:one: |, )${name} as ('[^']*'|-?\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?)`).exec(text)?.[1] ?? "";
    if (column.type === "number") {
      const said = new RegExp(`(add|take away) ([\\d.e+-]+) per ([\\d,.]+|unit) of ${name}[;.]`).exec(text);
      if (said === null) continue;
      const size = said[3] === "unit" ? 1 : Number(said[3]?.replaceAll(",", ""));
      const value = Number.isNaN(column.values[i]!) ? Number(as) : column.values[i]!;
      total += ((said[1] === "add" ? 1 : -1) * Number(said[2]) * value) / size;
      continue;
    }
    const level = column.codes[i]! < 0 ? as.slice(1, -1) : column.levels[column.codes[i]!];
    for (const said of text.matchAll(new RegExp(`(add|take away) ([\\d.e+-]+) for ${name} '([^']*)'`, "g"))) {
      if (said[3] === level) total += (said[1] === "add" ? 1 : -1) * Number(said[2]);
    }
  }
  return { total, bar };
}

/** Whether every number of the row lies within 3 spreads of its middle. */
function isNear(model: Model, table: Table, i: number): boolean {
  return model.encoder.features.every((code, k) => {
    const column = table.columns[k]!;
    if (code.type !== "number" || column.type !== "number" || code.scale.kind !== "linear") return true;
    return !(Math.abs(column.values[i]! - code.scale.center) > 3 * code.scale.scale);
  });
}

describe("toSentence", () => {
  it.each(LINEAR.filter((name) => name !== "majority"))("can be followed to the decision of %s", (name) => {
    const model = modelOf(name);
    const { text, roundingPoints } = toSentence(model);
    const people = randomPeople(model, 5000, 7);
    const { decisions } = model.predict(people);
    let near = 0;
    let same = 0;
    for (let i = 0; i < people.rows; i++) {
      if (!isNear(model, people, i)) continue;
      near++;
      const { total, bar } = follow(text, people, i);
      const agrees = total >= bar === (decisions[i] === 1);
      if (agrees) same++;
      else expect(Math.abs(total - bar)).toBeLessThanOrEqual(roundingPoints);
    }
    expect(near).toBeGreaterThan(3000);
    expect(same / near).toBeGreaterThan(0.998);
  });

  it("reads as a sentence", () => {
    const { text } = toSentence(modelOf("ridge"));
    expect(text).toMatch(
      /^Start at 0 points; .*add [\d.]+ per 1,000 of income; .*The answer is 'yes' at [\d.]+ points or more, else 'no'\.\n/,
    );
    expect(text).toContain("home as 'shared'");
  });

  it("says the one answer of a rule that looks at nothing, and that the model abstains", () => {
    expect(toSentence(modelOf("majority")).text).toMatch(/^The answer is '(yes|no)' for everybody\.\n$/);
    expect(toSentence(makeModel({ ...modelOf("ridge"), abstain: 0.5 })).text).toContain(
      "abstains within a margin of 0.5",
    );
  });

  it("keeps names with line ends on their line, and refuses what is no sum of points", () => {
    expect(toSentence(hostileModel("ridge")).text.split("\n")).toHaveLength(4);
    expect(() => toSentence(modelOf("tra"))).toThrow("is not a sum of points, which a sentence needs");
  });
});
