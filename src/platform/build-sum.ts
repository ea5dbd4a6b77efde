import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { packageFolder } from "./package-folder.js";

/** One SHA-256 over every program file of this build, kernels included: the same sum computes the same bits. */
export function buildSum(): string {
  const folder = join(packageFolder(), "dist");
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => name.endsWith(".js"))
    .sort();
  const hash = createHash("sha256");
  for (const name of names)
    hash
      .update(`${name}\n`)
      .update(readFileSync(join(folder, name)))
      .update("\n");
  return hash.digest("hex");
}
