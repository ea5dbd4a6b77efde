import { describe, expect, it } from "vitest";
import { readPeople } from "../../src/collect/people.js";
import { flatRow, rounded, searchLetter, searchSpace } from "../../src/collect/search-letter.js";
import type { CellRow } from "../../src/lab/targets/outside.js";
import { seededRandom } from "../../src/math/random.js";

/** Runs a search against a rule and gives back the letter and every row that was asked about. */
function search(csv: string, person: number, rule: (row: CellRow) => boolean, immutable: string[] = []) {
  const people = readPeople(csv, { immutable });
  const space = searchSpace(people);
  const own = (i: number) => space.cells(flatRow(space.people, i));
  const accepted = people.ids.map((_, i) => i).filter((i) => rule(own(i)));
  const asked: CellRow[] = [];
  const work = searchLetter(space, person, accepted);
  let step = work.next();
  while (!step.done) {
    const cells = space.cells(step.value.row);
    asked.push(cells);
    if (step.value.best !== null) expect(rule(space.cells(step.value.best))).toBe(true);
    step = work.next(rule(cells));
  }
  return { letter: step.value === null ? null : space.cells(step.value), asked, own: own(person) };
}

function madeUp(rows: number): string {
  const random = seededRandom(9, "made up");
  const lines = Array.from({ length: rows }, () => {
    const word = ["a", "b", "c"][random.integer(3)];
    return `${random.integer(60)},${random.integer(1000) / 100},${word},${random.integer(90)}`;
  });
  return `x,y,word,age\n${lines.join("\n")}\n`;
}

describe("searchLetter", () => {
  it("ends just across the boundary, changes nothing that it need not, and asks only about new rows", () => {
    const rule = (row: CellRow) => Number(row["x"]) >= 40;
    const csv = "x,y,word\n10,1,a\n58,7,b\n90,2,a\n60,1,b\n";
    const { letter, asked } = search(csv, 0, rule);
    expect(letter).toMatchObject({ y: 1, word: "a" });
    expect(Number(letter?.["x"])).toBeGreaterThanOrEqual(40);
    expect(Number(letter?.["x"])).toBeLessThanOrEqual(42); // 50 of way, halved five times
    expect(new Set(asked.map((row) => JSON.stringify(row))).size).toBe(asked.length);
  });

  it("finds accepted rows that leave immutable features alone and keep to the decimals of the people", () => {
    const rule = (row: CellRow) =>
      Number(row["x"]) + 4 * Number(row["y"]) + (row["word"] === "c" ? 10 : 0) + Number(row["age"]) / 10 >= 55;
    const csv = madeUp(200);
    let letters = 0;
    for (let person = 0; person < 60; person++) {
      const { letter, asked, own } = search(csv, person, rule, ["age"]);
      if (rule(own)) continue;
      letters++;
      expect(letter).not.toBeNull();
      if (letter === null) continue;
      expect(rule(letter)).toBe(true);
      expect(letter["age"]).toBe(own["age"]);
      expect(Number.isInteger(letter["x"])).toBe(true);
      expect(rounded(Number(letter["y"]), 2)).toBe(letter["y"]);
      expect(asked.length).toBeLessThanOrEqual(5 + 3 + 2 * 5);
    }
    expect(letters).toBeGreaterThan(10);
  });

  it("tries further people where the nearest is refused, and says so when none will do", () => {
    const csv = "x,age\n1,20\n5,50\n6,60\n9,70\n";
    const { letter } = search(csv, 0, (row) => Number(row["x"]) >= 6 || row["age"] === 50, ["age"]);
    expect(letter).toEqual({ x: 6, age: 20 });
    const none = search(csv, 0, (row) => Number(row["age"]) >= 50, ["age"]);
    expect(none.letter).toBeNull();
    expect(none.asked).toHaveLength(3);
  });

  it("keeps cells that are missing in the accepted person, and does not halve towards nothing", () => {
    const csv = "x,y\n1,\n9,\n9,5\n";
    const { letter } = search(csv, 0, (row) => Number(row["x"]) >= 8);
    expect(letter).toEqual({ x: 8, y: null });
    const filled = search("x,y\n1,\n9,5\n2,3\n", 0, (row) => Number(row["y"]) >= 5);
    expect(filled.letter).toEqual({ x: 1, y: 5 });
  });
});
