import { resolve } from "node:path";
import type { DecisionsOptions } from "../evidence/decisions-options.js";
import type { LettersOptions } from "../evidence/letters.js";
import type { RoleFlags } from "./flags.js";

/** The reader's options for the decisions file, which messages call by the name the user gave. */
export function decisionsOptions(flags: RoleFlags, file: string): DecisionsOptions {
  const { decision, favourable, classes, sensitive, id, outcome, favourableOutcome, weight } = flags;
  const { ignore, immutable, type, missing, delimiter } = flags;
  const roles = { decision, favourable, classes, sensitive, id, outcome, favourableOutcome, weight };
  const given = { ...roles, ignore, immutable, missing, delimiter };
  return { ...present(given), ...present({ types: type }), file };
}

/** The reader's options for the letters file. */
export function lettersOptions(flags: RoleFlags, file: string): LettersOptions {
  const { lettersId, lettersIgnore, delimiter } = flags;
  return { ...present({ id: lettersId, ignore: lettersIgnore, delimiter }), file };
}

/** A path as the user meant it: untouched where that works, so that messages show it as it was typed. */
export function pathFrom(cwd: string, path: string): string {
  return cwd === process.cwd() ? path : resolve(cwd, path);
}

type Present<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

/** The entries that were given. */
export function present<T extends object>(entries: T): Present<T> {
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined)) as Present<T>;
}
