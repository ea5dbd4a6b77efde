import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runInit } from "../../src/cli/commands/init.js";
import type { RoleSettings } from "../../src/folder/configuration.js";
import { parseConfig } from "../../src/folder/parse-config.js";
import { UNDERSTOOD_NAME } from "../../src/folder/understood-csv.js";
import { questionKey } from "../../src/input/guess/guess-numbers.js";
import type { Question } from "../../src/input/guess/guess-roles.js";
import { quietIo } from "../cli/support.js";

// Forty pairs of files as people have them, each with what must be understood of it, by `recast init` and the readers,
// without another word than `settings` and `answers`.

const MESSY = fileURLToPath(new URL("../fixtures/messy/", import.meta.url));

export type Cell = number | string | null;

export interface MessyLetter {
  readonly person: string | null;
  readonly changes: Readonly<Record<string, Cell>>;
  readonly threshold?: boolean;
}

export interface MessyReason {
  readonly person: string;
  readonly features: readonly string[];
  readonly direction: number;
}

export interface MessyCase {
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
  readonly letters?: readonly MessyLetter[];
  readonly reasons?: readonly MessyReason[];
  /** Letters to nobody in particular: how many, and the first of them. */
  readonly unpaired?: { readonly count: number; readonly first: Readonly<Record<string, Cell>> };
}

export const MESSY_CASES: readonly (readonly [name: string, MessyCase])[] = Object.entries(
  JSON.parse(readFileSync(join(MESSY, "expected.json"), "utf8")) as Readonly<Record<string, MessyCase>>,
);

export interface UnderstoodCase {
  /** What `recast init` wrote, and what the user says besides. */
  readonly said: RoleSettings;
  readonly decisions: string;
  /** Letters in free text are used as `init` understood them, once somebody has looked at that file. */
  readonly letters: string | null;
}

/** What `recast init` makes of a case; it writes to the folder. */
export async function initCase(name: string, wanted: MessyCase, folder: string): Promise<UnderstoodCase> {
  const { files, settings = {}, answers = {} } = wanted;
  const config = join(folder, "audit.yaml");
  const ask = async (question: Question) => answers[questionKey(question)] ?? null;
  await runInit(files[0], files[1], { ...settings, out: config } as never, { ...quietIo(join(MESSY, name)), ask });
  const { types = {}, ...roles } = parseConfig(await readFile(config, "utf8"), config).roles;
  const type = Object.keys(types).length === 0 ? {} : { type: types };
  const [decisions, letters = null] = files.map((file) => join(MESSY, name, file ?? ""));
  const confirmed = join(folder, UNDERSTOOD_NAME);
  return {
    said: { ...roles, ...type, ...settings },
    decisions: decisions!,
    letters: existsSync(confirmed) ? confirmed : letters,
  };
}
