import { expect, it } from "vitest";
import type { Column, Table } from "../../src/input/table.js";
import { referenceKernels } from "../../src/kernels/reference/index.js";
import type { GeneratedLetters, Generator, LetterRequest } from "../../src/lab/generators/generator.js";
import type { Target } from "../../src/lab/targets/target.js";
import { trainTarget } from "../../src/lab/targets/train-target.js";
import { firstRejected, madeUpPopulation } from "./made-up-population.js";

/** What every generator must satisfy, whatever the target is. `least` is the share of people it must find a letter for. */
export function checkGenerator(make: () => Generator, targets: readonly Target[], least: number): void {
  const { table, immutable } = madeUpPopulation();

  for (const target of targets) {
    const request = requestTo(target, table, immutable);
    const generate = (change: Partial<LetterRequest> = {}) =>
      make().generate({ ...request, ...change }, referenceKernels);
    let shared: GeneratedLetters | undefined;
    const letters = () => {
      shared ??= generate();
      return shared;
    };

    it(`${target.name}: every letter found is accepted when read as a row, and most people get one`, () => {
      const decided = target.decide(letters().rows);
      for (const [i, found] of letters().found.entries()) if (found === 1) expect(decided[i]).toBe(1);
      expect(share(letters().found)).toBeGreaterThanOrEqual(least);
    });

    it(`${target.name}: leaves alone what cannot be changed, in the columns as they came`, () => {
      expect(letters().rows.columns.map(({ name, type }) => [name, type])).toEqual(
        table.columns.map(({ name, type }) => [name, type]),
      );
      for (const name of immutable) expect(cells(letters().rows, name)).toEqual(cells(request.rejected, name));
    });

    it(`${target.name}: gives back the person's own row where it found nothing, and another one where it did`, () => {
      for (const [i, found] of letters().found.entries()) {
        const same = table.columns.every(({ name }) =>
          Object.is(cells(letters().rows, name)[i], cells(request.rejected, name)[i]),
        );
        expect(same).toBe(found === 0);
      }
    });

    it(`${target.name}: writes the same letters for the same seed`, () => {
      expect(generate()).toEqual(letters());
    });
  }

  it("finds nothing, and ends, where everybody is refused", () => {
    const nobody: Target = {
      name: "nobody",
      decide: ({ rows }) => new Uint8Array(rows),
      score: ({ rows }) => new Float64Array(rows),
    };
    const request = requestTo(nobody, table, immutable);
    const { rows, found } = make().generate(request, referenceKernels);
    expect(found).toEqual(new Uint8Array(request.rejected.rows));
    for (const { name } of table.columns) expect(cells(rows, name)).toEqual(cells(request.rejected, name));
  });

  it("finds nothing where no feature may be changed", () => {
    const request = requestTo(
      targets[0]!,
      table,
      table.columns.map(({ name }) => name),
    );
    expect(share(make().generate(request, referenceKernels).found)).toBe(0);
  });

  it("writes no letters for nobody", () => {
    const request = {
      ...requestTo(targets[0]!, table, immutable),
      rejected: firstRejected(table, new Uint8Array(0), 0),
    };
    const { rows, found } = make().generate(request, referenceKernels);
    expect([rows.rows, found.length]).toEqual([0, 0]);
  });

  it("names an immutable column that is not there", () => {
    const request = requestTo(targets[0]!, table, ["agee"]);
    expect(() => make().generate(request, referenceKernels)).toThrow("immutable names 'agee', which is no column");
  });
}

/** A request for letters to the first forty people a target rejects. */
export function requestTo(target: Target, table: Table, immutable: readonly string[], people = 40): LetterRequest {
  return { rejected: firstRejected(table, target.decide(table), people), target, pool: table, immutable, seed: 7 };
}

/** A column's cells: numbers, or category levels with null for a missing one. */
export function cells(table: Table, name: string): (number | string | null)[] {
  const column = table.columns.find((other) => other.name === name) as Column;
  if (column.type === "number") return Array.from(column.values);
  return Array.from(column.codes, (code) => column.levels[code] ?? null);
}

/** The same target with its insides hidden. */
export function blackBox(target: Target): Target {
  return { name: `${target.name} as a black box`, decide: target.decide, score: target.score };
}

/** A target of each family on the made-up people. */
export function madeUpTarget(family: Parameters<typeof trainTarget>[0]): Target {
  const { features, table, labels } = madeUpPopulation();
  return trainTarget(family, { features, table, labels }, { seed: 3 });
}

function share(found: Uint8Array): number {
  return found.length === 0 ? 0 : found.reduce((sum, value) => sum + value, 0) / found.length;
}
