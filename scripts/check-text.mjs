// Checks that no file of the repository names the machine it was made on, a package registry, or unfinished work.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isMain, root } from "./files.mjs";

/** What may stand in no text file, and the way out. */
const FORBIDDEN = [
  { pattern: /https?:\/\/(?:registry|mirror|proxy)[.\w-]*/, why: "a registry's address; name packages only" },
  {
    pattern: /"resolved": "https?:/,
    why: "an address in the lock file; keep omit-lockfile-registry-resolved in .npmrc",
  },
  { pattern: /(?:^|[^\w./~-])\/(?:root|home|work|Users)\/[\w.-]+/, why: "a path of one machine; use a relative one" },
  { pattern: /\b[A-Z]:\\Users\\/, why: "a path of one machine; use a relative one" },
  { pattern: /\b(?:TO[D]O|FIX[M]E|XX[X])\b/, why: "unfinished work; finish it or open an issue" },
  { pattern: /\b(?:it|test|describe)\.(?:only|skip|todo)\(/, why: "a test that is switched off or alone" },
];

/**
 * One sentence for each forbidden text in a file.
 * @param {string} file
 * @param {string} text
 */
export function textProblems(file, text) {
  return text.split("\n").flatMap((line, index) =>
    FORBIDDEN.flatMap(({ pattern, why }) => {
      const match = pattern.exec(line);
      return match === null ? [] : [`${file}:${index + 1}: '${match[0].trim()}' is ${why}`];
    }),
  );
}

/** The files that are, or are about to be, under version control. */
function repositoryFiles() {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: root });
  return listed
    .toString("utf8")
    .split("\0")
    .filter((file) => file !== "" && existsSync(join(root, file)));
}

if (isMain(import.meta.url)) {
  const files = repositoryFiles();
  const problems = files.flatMap((file) => {
    const bytes = readFileSync(join(root, file));
    return bytes.includes(0) ? [] : textProblems(file, bytes.toString("utf8"));
  });
  for (const problem of problems) console.error(problem);
  if (problems.length === 0) console.log(`${files.length} files`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
