import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Decisions, parseDecisions } from "../../src/input/decisions.js";
import type { Evidence, Reasons } from "../../src/input/evidence.js";
import { joinEvidence } from "../../src/input/join.js";
import { parseLetters } from "../../src/input/letters.js";
import type { Column } from "../../src/input/table.js";
import { type WrittenForm, writtenLetters, writtenReasons } from "./write-letters.js";

// Letters are written in every form from the evidence they make, and must be read back to the same evidence.

const CITIES = ["Ulm", "Bonn", "Bad Ems", 'Köln "Süd"', "a,b"];
const number = fc.oneof(
  fc.integer({ min: -50_000, max: 50_000 }),
  fc.integer({ min: -500_000, max: 500_000 }).map((cents) => cents / 100),
);
const person = fc.record({ income: number, debt: fc.option(number), city: fc.constantFrom(...CITIES) });
const change = fc.record(
  { income: number, debt: number, city: fc.constantFrom(...CITIES, "Neustadt") },
  { requiredKeys: [] },
);

/** Twelve people, six of them refused, and letters to these that each change something. */
const cases = fc
  .record({
    people: fc.array(person, { minLength: 12, maxLength: 12 }),
    letters: fc.array(fc.record({ to: fc.nat(5), change }), { minLength: 1, maxLength: 8 }),
  })
  .map(({ people, letters }) => {
    const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
    const lines = people.map(
      ({ income, debt, city }, i) => `p${i},${income},${debt ?? "?"},${quoted(city)},${i < 6 ? "no" : "yes"}`,
    );
    const decisions = parseDecisions(["id,income,debt,city,approved", ...lines].join("\n"), {
      types: { income: "number", debt: "number", city: "category" },
    });
    const changed = letters.filter(({ to, change: given }) => {
      const own = people[to]!;
      return Object.entries(given).some(([name, value]) => own[name as keyof typeof own] !== value);
    });
    const rows = changed.map(({ to, change: { income = "", debt = "", city } }) => {
      return `p${to},${income},${debt},${city === undefined ? "" : quoted(city)}`;
    });
    return { decisions, full: ["id,income,debt,city", ...rows].join("\n"), count: rows.length };
  })
  .filter(({ count }) => count > 0);

const evidenceOf = (decisions: Decisions, text: string) => joinEvidence(decisions, parseLetters(text, decisions));

/** Letters as texts, in the order of what they say: rows of one form may come in another order. */
function lettersOf({ letters, letterOf, isThreshold }: Evidence): readonly string[] {
  return Array.from(letterOf, (to, k) => {
    const cells = letters.columns.map((column) => cellValue(column, k));
    return JSON.stringify([to, ...cells, isThreshold?.[k] ?? 0]);
  }).sort();
}

const reads = (form: WrittenForm, check: (evidence: Evidence, decisions: Decisions) => void) =>
  fc.assert(
    fc.property(cases, ({ decisions, full }) => check(evidenceOf(decisions, full), decisions)),
    { seed: 7, numRuns: form === "rows" ? 50 : 200 },
  );

describe("letters written in every form", () => {
  it.each(["rows", "new values"] as const)("are read back from %s", (form) => {
    reads(form, (evidence, decisions) => {
      expect(lettersOf(evidenceOf(decisions, writtenLetters(evidence, form)))).toEqual(lettersOf(evidence));
    });
  });

  it("are read back from differences, where people's own values are known", () => {
    reads("differences", (evidence, decisions) => {
      if (asksForMissing(evidence)) return;
      expect(lettersOf(evidenceOf(decisions, writtenLetters(evidence, "differences")))).toEqual(lettersOf(evidence));
    });
  });

  it.each(["thresholds", "words"] as const)("are read back from %s, and marked where nothing else changes", (form) => {
    reads(form, (evidence, decisions) => {
      if (asksForMissing(evidence)) return;
      const again = evidenceOf(decisions, writtenLetters(evidence, form));
      const values = (of: Evidence) => lettersOf({ ...of, isThreshold: new Uint8Array(of.letters.rows) });
      expect(values(again)).toEqual(values(evidence));
      const marks = Array.from(again.letterOf.keys(), (k) => again.isThreshold?.[k] ?? 0);
      expect(marks).toEqual(Array.from(again.letterOf.keys(), (k) => Number(isThreshold(again, k, form))));
    });
  });
});

/** Whether a letter changes a number that its person does not have. */
function asksForMissing({ observations, letters, letterOf }: Evidence): boolean {
  return letters.columns.some((column, f) => {
    const own = observations.columns[f]!;
    return (
      column.type === "number" &&
      own.type === "number" &&
      letterOf.some((to, k) => Number.isNaN(own.values[to]) && !Number.isNaN(column.values[k]))
    );
  });
}

function cellValue(column: Column, i: number): number | string | null {
  return column.type === "number" ? column.values[i]! : (column.levels[column.codes[i]!] ?? null);
}

/** Whether all that a letter changes was written as a threshold: numbers; in words only those that rise. */
function isThreshold({ observations, letters, letterOf }: Evidence, k: number, form: WrittenForm): boolean {
  return letters.columns.every((column, f) => {
    const own = observations.columns[f]!;
    if (column.type === "category" || own.type === "category") {
      return cellValue(column, k) === cellValue(own, letterOf[k]!);
    }
    const [to, from] = [column.values[k]!, own.values[letterOf[k]!]!];
    return Object.is(to, from) || form === "thresholds" || to > from;
  });
}

describe("reasons written in every form", () => {
  const decisions = parseDecisions(
    [
      "id,income,debt_ratio,city,sex,approved",
      ...Array.from({ length: 12 }, (_, i) => `p${i},${i},${i * 2},${CITIES[i % 3]},${i % 2},${i < 6 ? "no" : "yes"}`),
    ].join("\n"),
    { sensitive: ["sex"], types: { sex: "category" } },
  );
  const names = ["income", "debt_ratio", "city", "other"];
  const given = fc.uniqueArray(
    fc.record({ to: fc.nat(5), name: fc.constantFrom(...names), way: fc.constantFrom("", "higher", "lower") }),
    { minLength: 1, selector: ({ to, name }) => `${to} ${name}` },
  );

  const fields = (reasons: Reasons | undefined, isWay: boolean) =>
    Array.from(reasons?.personOf ?? [], (to, k) => {
      const { features = [] } = reasons?.names[reasons.nameOf[k]!] ?? {};
      // of a category no value is higher, which only words beside its name can say
      const way = isWay && features[0] !== "city" && features.length > 0 ? reasons?.direction[k] : 0;
      return JSON.stringify([to, features, way]);
    }).sort();

  it.each(["rows", "columns", "codes"] as const)("are read back from %s", (form) => {
    fc.assert(
      fc.property(given, (all) => {
        const text = ["id,reason,direction", ...all.map(({ to, name, way }) => `p${to},${name},${way}`)].join("\n");
        const evidence = evidenceOf(decisions, text);
        const map = Object.fromEntries(
          (evidence.reasons?.names ?? []).map(({ features: [field] }, k) => [k, field === undefined ? "other" : field]),
        );
        const reader = form === "codes" ? withMap(map) : decisions;
        const written = writtenReasons(evidence, form);
        const isWay = form !== "columns" || !all.some(({ name, way }) => name === "other" && way !== "");
        if (!isWay) return; // "other too high" is nothing
        expect(fields(evidenceOf(reader, written).reasons, true)).toEqual(fields(evidence.reasons, true));
      }),
      { seed: 11, numRuns: 200 },
    );
  });

  function withMap(reasons: Readonly<Record<string, string>>): Decisions {
    const lines = Array.from(
      { length: 12 },
      (_, i) => `p${i},${i},${i * 2},${CITIES[i % 3]},${i % 2},${i < 6 ? "no" : "yes"}`,
    );
    return parseDecisions(["id,income,debt_ratio,city,sex,approved", ...lines].join("\n"), {
      sensitive: ["sex"],
      types: { sex: "category" },
      reasons,
    });
  }
});
