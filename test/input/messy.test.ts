import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { readingOptions } from "../../src/folder/configuration.js";
import { inspectFiles } from "../../src/folder/inspect-files.js";
import { inspectTable } from "../../src/input/csv.js";
import type { Evidence } from "../../src/input/evidence.js";
import { joinEvidence } from "../../src/input/join.js";
import { asAuditError } from "../../src/input/problem.js";
import type { FileRole } from "../../src/input/reading.js";
import type { Column } from "../../src/input/table.js";
import { readRows } from "../../src/platform/read-file.js";
import { freshFolder } from "../cli/support.js";
import {
  type Cell,
  initCase,
  MESSY_CASES,
  type MessyCase,
  type MessyLetter,
  type MessyReason,
} from "../support/messy.js";

const folder = freshFolder();

async function understood(name: string, wanted: MessyCase): Promise<Evidence> {
  const { said, decisions, letters } = await initCase(name, wanted, folder());
  const cut = async (path: string, role: FileRole) => {
    const own = readingOptions(said, role);
    const { rows } = await readRows(path, own);
    const file = basename(path);
    return { name: file, found: inspectTable(rows, { delimiter: null, ...own, file }) };
  };
  const files = {
    decisions: await cut(decisions, "decisions"),
    letters: letters === null ? null : await cut(letters, "letters"),
    population: null,
  };
  const found = inspectFiles(files, said);
  const error = found.problems.find(({ severity }) => severity === "error");
  if (error !== undefined) throw asAuditError(error);
  return joinEvidence(found.decisions.draft!, found.letters?.draft ?? null);
}

function cellOf(column: Column, i: number): Cell {
  if (column.type === "category") return column.levels[column.codes[i]!] ?? null;
  return Number.isNaN(column.values[i]!) ? null : column.values[i]!;
}

function lettersOf({ letters, letterOf, observations, ids, isThreshold }: Evidence): readonly MessyLetter[] {
  return Array.from(letterOf, (person, k): MessyLetter => {
    const changed = letters.columns
      .map((column, f) => [column.name, cellOf(column, k), cellOf(observations.columns[f]!, person)] as const)
      .filter(([, now, before]) => !Object.is(now, before));
    const changes = Object.fromEntries(changed.map(([name, now]) => [name, now]));
    return { person: ids?.[person] ?? null, changes, ...(isThreshold?.[k] === 1 && { threshold: true }) };
  });
}

function reasonsOf({ reasons, ids }: Evidence): readonly MessyReason[] {
  return Array.from(reasons?.personOf ?? [], (person, k) => ({
    person: ids?.[person] ?? "",
    features: reasons!.names[reasons!.nameOf[k]!]!.features.toSorted(),
    direction: reasons!.direction[k]!,
  }));
}

/** In an order that does not depend on the reader. */
function inOrder<T>(entries: readonly T[]): readonly T[] {
  const key = (entry: T) => JSON.stringify(entry);
  return entries.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}

describe("forty messy files", () => {
  it("are forty", () => {
    expect(MESSY_CASES).toHaveLength(40);
  });

  for (const [name, wanted] of MESSY_CASES) {
    it(`${name}: ${wanted.what}`, async () => {
      const evidence = await understood(name, wanted);
      const { schema, observations, decisions } = evidence;
      expect({
        column: schema.decision.column,
        favourable: schema.decision.favourable,
        people: observations.rows,
        favourablePeople: decisions.reduce((sum, value) => sum + value, 0),
      }).toEqual(wanted.decision);
      expect(schema.id).toBe(wanted.id);
      expect(schema.sensitive).toEqual(wanted.sensitive);
      const loose = new Set(wanted.noCategory);
      expect(schema.features.filter((one) => loose.has(one.name) && one.type === "category")).toEqual([]);
      const first = observations.columns
        .filter((column) => !loose.has(column.name))
        .map((column) => [column.name, [0, 1, 2].map((i) => cellOf(column, i))]);
      expect(Object.fromEntries(first)).toEqual(wanted.columns);
      if (wanted.unpaired === undefined) {
        expect(inOrder(lettersOf(evidence))).toEqual(inOrder(wanted.letters ?? []));
      } else {
        expect([...evidence.letterOf]).toEqual(Array(wanted.unpaired.count).fill(-1));
        const letter = evidence.letters.columns.map((column) => [column.name, cellOf(column, 0)]);
        expect(Object.fromEntries(letter)).toEqual(wanted.unpaired.first);
      }
      expect(inOrder(reasonsOf(evidence))).toEqual(inOrder(wanted.reasons ?? []));
    });
  }
});
