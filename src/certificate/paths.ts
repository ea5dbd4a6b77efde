import * as v from "valibot";

// Paths in a manifest may come from somebody who wants to deceive: no absolute ones, no drive letters, no way out of
// the folder. Written as patterns, so that the published JSON Schema refuses them too.

/** One part of a path: no slash of either kind, no colon, no control character, and neither `.` nor `..`. */
const PART = "(?!\\.{1,2}(?:/|$))[^/\\\\:\\u0000-\\u001f\\u007f]+";

const LONGEST = 400;

export const outputPath = v.pipe(v.string(), v.maxLength(LONGEST), v.regex(new RegExp(`^${PART}(?:/${PART})*$`)));

/** A file near the audit folder: at most three folders up, then down. */
export const inputPath = v.pipe(
  v.string(),
  v.maxLength(LONGEST),
  v.regex(new RegExp(`^(?:\\.\\./){0,3}${PART}(?:/${PART})*$`)),
);

export const inputName = v.pipe(v.string(), v.maxLength(LONGEST), v.regex(new RegExp(`^${PART}$`)));

/**
 * How an input is recorded, given the parts of the audit folder's absolute path and of the file's: its name, and a
 * short path to it from the folder. A path through the root of the file system, more than three folders up, or with
 * characters that do not travel becomes null: it would be useless elsewhere and tell how this machine is laid out.
 */
export function recordedInput(
  folder: readonly string[],
  file: readonly string[],
): { readonly name: string; readonly path: string | null } {
  const from = folder.filter((part) => part !== "");
  const to = file.filter((part) => part !== "");
  let shared = 0;
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared++;
  const up = Array.from({ length: from.length - shared }, () => "..");
  const path = [...up, ...to.slice(shared)].join("/");
  const isNear = shared > (/^[A-Za-z]:$/.test(to[0] ?? "") ? 1 : 0); // a drive is a root too
  return { name: fileName(to.at(-1) ?? ""), path: isNear && v.is(inputPath, path) ? path : null };
}

/** The name of a file as it can stand in a manifest: characters that do not travel are replaced. */
export function fileName(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to replace
  return name.replace(/[/\\:\u0000-\u001f\u007f]/g, "_").slice(-LONGEST);
}

/**
 * The names of the copies of inputs in the folder `inputs/` of an audit: the file's own, or with the role in front
 * where it is taken. No two are alike even on a file system that ignores case.
 */
export function copyNames(inputs: readonly { readonly role: string; readonly name: string }[]): readonly string[] {
  const taken = new Set<string>();
  return inputs.map(({ role, name }) => {
    const copy = taken.has(name.toLowerCase()) ? `${role}-${name}` : name;
    taken.add(copy.toLowerCase());
    return copy;
  });
}
