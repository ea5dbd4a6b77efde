import { describe, expect, it } from "vitest";
import { fitEncoder } from "../../src/encode/encoder.js";
import type { Evidence } from "../../src/input/evidence.js";
import type { Table } from "../../src/input/table.js";
import {
  costOf,
  maskLetters,
  type PlannedMitigation,
  planMitigations,
  tablesToAsk,
  unaltered,
  withheldInvalid,
} from "../../src/leak/mitigations.js";
import { compareWithPeople } from "../../src/measure/letters/letter-changes.js";
import { thresholdEvidence } from "./made-up.js";

const numbers = (table: Table, column: number) => {
  const found = table.columns[column];
  return found?.type === "number" ? [...found.values] : [];
};

function planned(evidence: Evidence) {
  const changes = compareWithPeople(evidence);
  const encoder = fitEncoder(evidence.schema.features, [evidence.observations, evidence.letters]);
  const all = planMitigations({ evidence, changes, encoder }, 0);
  const of = (kind: PlannedMitigation["kind"], strength: number) => {
    const found = all.find((one) => one.kind === kind && one.strength === strength);
    if (found === undefined) throw new Error(`no ${kind} ${strength}`);
    return found;
  };
  return {
    all,
    of,
    changes,
    encoder,
    cost: (one: PlannedMitigation) => costOf({ evidence, changes, encoder }, one.letters),
  };
}

/** Two people; the first is offered more, the second less, and a town and a number change as well. */
function small(): Evidence {
  const base = thresholdEvidence({ people: 8 });
  const column = (name: string, values: number[]) => ({
    name,
    type: "number" as const,
    values: Float64Array.from(values),
  });
  const town = (codes: number[]) => ({
    name: "town",
    type: "category" as const,
    codes: Int32Array.from(codes),
    levels: ["here", "there"],
  });
  return {
    ...base,
    observations: {
      rows: 8,
      columns: [
        column("score", [0, 100, 20, 40, 60, 80, Number.NaN, 50]),
        column("noise", [0, 0, 0, 0, 1, 1, 1, 1]),
        town([0, 0, 0, 0, 1, 1, 1, 1]),
      ],
    },
    decisions: Uint8Array.of(0, 0, 1, 1, 1, 1, 0, 1),
    letters: {
      rows: 4,
      columns: [column("score", [31, 69, 30, 31]), column("noise", [0, 0.4, 1, 7]), town([0, 1, 1, 0])],
    },
    letterOf: Int32Array.of(0, 1, 6, -1),
  };
}

describe("rounding", () => {
  it("goes to whole steps away from the person, so that no change shrinks", () => {
    const { of } = planned(small());
    // range of the scores is about 91.5: a quarter is 22.9, and the step that people would name is 20
    expect(numbers(of("rounding", 0.25).letters.table, 0)).toEqual([40, 60, 30, 31]);
    expect(numbers(of("rounding", 0.1).letters.table, 0)).toEqual([35, 65, 30, 31]);
  });

  it("keeps what is on a step already, and a value whose direction is not known", () => {
    const { of } = planned(small());
    const [, , unknown] = numbers(of("rounding", 0.25).letters.table, 0);
    expect(unknown).toBe(30); // the person's own value is missing
    expect(numbers(of("rounding", 0.1).letters.table, 1)[1]).toBeCloseTo(0.4, 12); // steps of 0.2 at most
  });

  it("never asks for less, whatever the letters", () => {
    const evidence = thresholdEvidence({ people: 60, each: 2 });
    const { all, changes, cost } = planned(evidence);
    const own = numbers(evidence.observations, 0);
    for (const one of all.filter(({ kind }) => kind === "rounding" || kind === "binning")) {
      const offered = numbers(one.letters.table, 0);
      changes.letters.forEach((letter, row) => {
        expect(Math.abs((offered[letter] ?? 0) - (own[changes.people[row]!] ?? 0))).toBeGreaterThanOrEqual(
          Math.abs(100 - (own[changes.people[row]!] ?? 0)) - 1e-9,
        );
      });
      expect(cost(one).addedDistance).toBeGreaterThanOrEqual(0);
      expect(cost(one).addedFields).toBe(0);
    }
  });
});

describe("binning", () => {
  it("tells the far end of the bin", () => {
    const { of } = planned(small());
    // seven known scores 0 20 40 50 60 80 100: the thirds end at 0, 40, 60 and 100
    expect(numbers(of("binning", 3).letters.table, 0)).toEqual([40, 60, 30, 31]);
  });

  it("stays where it is beyond the last bin", () => {
    const evidence = small();
    const [score, ...rest] = evidence.letters.columns;
    if (score?.type !== "number") throw new Error("no score");
    const far = {
      ...evidence,
      letters: { rows: 4, columns: [{ ...score, values: Float64Array.of(500, -7, 30, 31) }, ...rest] },
    };
    expect(numbers(planned(far).of("binning", 3).letters.table, 0).slice(0, 2)).toEqual([500, -7]);
  });
});

describe("sparse letters", () => {
  it("keep the largest changes and put the others back", () => {
    const { of } = planned(small());
    const { table } = of("sparse", 1).letters;
    // second letter: a third of the range of scores, a tenth of the range of noise, and another town, which counts √2
    expect([numbers(table, 0)[1], numbers(table, 1)[1]]).toEqual([100, 0]);
    expect(table.columns[2]).toMatchObject({ codes: Int32Array.of(0, 1, 1, 0) });
    const two = of("sparse", 2).letters.table;
    expect([numbers(two, 0)[1], numbers(two, 1)[1]]).toEqual([69, 0]);
  });

  it("are only tried below the most fields a letter changes", () => {
    expect(
      planned(small())
        .all.filter(({ kind }) => kind === "sparse")
        .map(({ strength }) => strength),
    ).toEqual([2, 1]);
    expect(planned(thresholdEvidence()).all.some(({ kind }) => kind === "sparse")).toBe(false);
  });
});

describe("fewer letters", () => {
  const evidence = thresholdEvidence({ people: 80, each: 2 });

  it("go to a share of the people, with both their letters or none; smaller shares within larger ones", () => {
    const { of, cost } = planned(evidence);
    const receivers = (share: number) => {
      const { sent } = of("fewer", share).letters;
      return new Set([...evidence.letterOf].filter((_, letter) => sent[letter] === 1));
    };
    expect([receivers(0.5).size, receivers(0.25).size, receivers(0.1).size]).toEqual([20, 10, 4]);
    expect([...receivers(0.1)].every((person) => receivers(0.25).has(person))).toBe(true);
    expect(cost(of("fewer", 0.25))).toMatchObject({ sent: { successes: 20, n: 80 }, addedDistance: 0, addedFields: 0 });
  });

  it("are one per person only where somebody got several", () => {
    const { sent } = planned(evidence).of("once", 1).letters;
    const owners = [...evidence.letterOf].filter((_, letter) => sent[letter] === 1);
    expect(owners.length).toBe(40);
    expect(new Set(owners).size).toBe(40);
    expect(planned(thresholdEvidence()).all.some(({ kind }) => kind === "once")).toBe(false);
  });
});

describe("masking", () => {
  it("does not send a letter with nothing left to tell", () => {
    const evidence = thresholdEvidence({ people: 40 });
    const { changes, encoder } = planned(evidence);
    const own = { evidence, changes, encoder };
    const none = maskLetters(own, () => false);
    expect(none.empty).toBe(20);
    expect(none.sent.every((one) => one === 0)).toBe(true);
    expect(costOf(own, none)).toMatchObject({
      addedDistance: null,
      sent: { share: 0 },
    });
    const all = maskLetters(own, () => true);
    expect(all).toEqual(unaltered(evidence));
  });
});

describe("letters the target does not accept", () => {
  it("are not sent, and counted among those accepted before", () => {
    const { of } = planned(small());
    const { letters, invalid } = withheldInvalid(of("sparse", 1), Uint8Array.of(1, 1, 0, 1), Uint8Array.of(1, 0, 0, 1));
    expect([...letters.sent]).toEqual([1, 0, 1, 1]);
    expect(invalid).toMatchObject({ successes: 1, n: 3 });
  });

  it("are asked about only where cells change", () => {
    const evidence = small();
    const { all } = planned(evidence);
    const tables = tablesToAsk(evidence, all);
    expect(tables[0]).toBe(evidence.letters);
    expect(tables.slice(1).map((table) => table === null)).toEqual(all.map(({ altersCells }) => !altersCells));
  });
});
