import { readdirSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AuditError } from "../../errors.js";
import { type PublishedTable, parsePublished } from "../../lab/study/published.js";
import { parseStudy, type StudySpec } from "../../lab/study/spec.js";
import { packageFolder } from "../package-folder.js";
import { readText } from "../read-file.js";

const PUBLISHED = "published.json";

/** The study in a file, else the one of that name in the package; `base` is the folder its paths are relative to. */
export async function findStudy(name: string, path: string): Promise<{ spec: StudySpec; base: string }> {
  if (/[./\\]/.test(name) || statSync(path, { throwIfNoEntry: false })?.isFile() === true) {
    const { text } = await readText(path);
    return { spec: parseStudy(text, name), base: dirname(path) };
  }
  const folder = join(packageFolder(), "studies");
  const names = readdirSync(folder)
    .filter((file) => file.endsWith(".json") && file !== PUBLISHED)
    .map((file) => file.slice(0, -".json".length))
    .sort();
  if (!names.includes(name)) {
    const message = `there is no study '${name}'. Name one of ${names.join(", ")}, or a study file`;
    throw new AuditError("STUDY_UNKNOWN", message);
  }
  const text = await readFile(join(folder, `${name}.json`), "utf8");
  return { spec: parseStudy(text, `${name}.json`), base: folder };
}

export async function findPublished(table: string | null): Promise<PublishedTable | null> {
  if (table === null) return null;
  return parsePublished(await readFile(join(packageFolder(), "studies", PUBLISHED), "utf8"), table);
}
