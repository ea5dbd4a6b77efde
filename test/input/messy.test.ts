import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { runInit } from "../../src/cli/commands/init.js";
import { type RoleSettings, readingOptions } from "../../src/folder/configuration.js";
import { inspectFiles } from "../../src/folder/inspect-files.js";
import { parseConfig } from "../../src/folder/parse-config.js";
import { UNDERSTOOD_NAME } from "../../src/folder/understood-csv.js";
import { inspectTable } from "../../src/input/csv.js";
import type { Evidence } from "../../src/input/evidence.js";
import { questionKey } from "../../src/input/guess/guess-numbers.js";
import type { Question } from "../../src/input/guess/guess-roles.js";
import { joinEvidence } from "../../src/input/join.js";
import { asAuditError } from "../../src/input/problem.js";
import type { FileRole } from "../../src/input/reading.js";
import type { Column } from "../../src/input/table.js";
import { readRows } from "../../src/platform/read-file.js";
import { freshFolder, quietIo } from "../cli/support.js";

// Forty pairs of files as people have them, each with what must be understood of it, by `recast init` and the readers,
// without another word than `settings` and `answers`.

const MESSY = fileURLToPath(new URL("../fixtures/messy/", import.meta.url));

type Cell = number | string | null;

interface Letter {
  readonly person: string | null;
  readonly changes: Readonly<Record<string, Cell>>;
  readonly threshold?: boolean;
}

interface Reason {
  readonly person: string;
  readonly features: readonly string[];
  readonly direction: number;
}

interface Expected {
  /** What is messy about it. */
  readonly what: string;
  /** Decisions, and letters if there are any. */
  readonly files: readonly [string, string?];
  /** What the user says besides, as settings; */
  readonly settings?: RoleSettings;
  /** or answers to the questions of `recast init`. */
  readonly answers?: Readonly<Record<string, string>>;
  readonly decision: {
    readonly column: string;
    readonly favourable: string;
    readonly people: number;
    readonly favourablePeople: number;
  };
  readonly id: string | null;
  readonly sensitive: readonly string[];
  /** The first three people, feature by feature; numbers where the column holds numbers. */
  readonly columns: Readonly<Record<string, readonly Cell[]>>;
  /** Columns that may be numbers or left out, but are no categories. */
  readonly noCategory?: readonly string[];
  readonly letters?: readonly Letter[];
  readonly reasons?: readonly Reason[];
  /** Letters to nobody in particular: how many, and the first of them. */
  readonly unpaired?: { readonly count: number; readonly first: Readonly<Record<string, Cell>> };
}

const EXPECTED: Readonly<Record<string, Expected>> = JSON.parse(readFileSync(join(MESSY, "expected.json"), "utf8"));

const folder = freshFolder();

async function understood(name: string, { files, settings = {}, answers = {} }: Expected): Promise<Evidence> {
  const cwd = join(MESSY, name);
  const config = join(folder(), "audit.yaml");
  const ask = async (question: Question) => answers[questionKey(question)] ?? null;
  await runInit(files[0], files[1], { ...settings, out: config } as never, { ...quietIo(cwd), ask });
  const { types = {}, ...roles } = parseConfig(await readFile(config, "utf8"), config).roles;
  const said: RoleSettings = { ...roles, type: types, ...settings };
  const cut = async (file: string, role: FileRole) => {
    const own = readingOptions(said, role);
    // letters in free text are used as init understood them, once somebody has looked at that file
    const confirmed = join(folder(), UNDERSTOOD_NAME);
    const isText = role === "letters" && existsSync(confirmed);
    const { rows } = await readRows(isText ? confirmed : join(cwd, file), own);
    return { name: file, found: inspectTable(rows, { delimiter: null, ...own, file }) };
  };
  const letters = files[1] === undefined ? null : await cut(files[1], "letters");
  const found = inspectFiles({ decisions: await cut(files[0], "decisions"), letters, population: null }, said);
  const error = found.problems.find(({ severity }) => severity === "error");
  if (error !== undefined) throw asAuditError(error);
  return joinEvidence(found.decisions.draft!, found.letters?.draft ?? null);
}

function cellOf(column: Column, i: number): Cell {
  if (column.type === "category") return column.levels[column.codes[i]!] ?? null;
  return Number.isNaN(column.values[i]!) ? null : column.values[i]!;
}

function lettersOf({ letters, letterOf, observations, ids, isThreshold }: Evidence): readonly Letter[] {
  return Array.from(letterOf, (person, k): Letter => {
    const changed = letters.columns
      .map((column, f) => [column.name, cellOf(column, k), cellOf(observations.columns[f]!, person)] as const)
      .filter(([, now, before]) => !Object.is(now, before));
    const changes = Object.fromEntries(changed.map(([name, now]) => [name, now]));
    return { person: ids?.[person] ?? null, changes, ...(isThreshold?.[k] === 1 && { threshold: true }) };
  });
}

function reasonsOf({ reasons, ids }: Evidence): readonly Reason[] {
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
    expect(Object.keys(EXPECTED)).toHaveLength(40);
  });

  for (const [name, wanted] of Object.entries(EXPECTED)) {
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
