// Writes src/folder/shipped-presets.ts from presets/*.yaml, so that the presets work without a disk: in a browser too.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { isMain, root } from "./files.mjs";

export const SHIPPED = "src/folder/shipped-presets.ts";

/** The module, from the files as they are. */
export function presetsModule() {
  const folder = join(root, "presets");
  const entries = readdirSync(folder)
    .filter((name) => name.endsWith(".yaml"))
    .sort()
    .map((name) => {
      const text = readFileSync(join(folder, name), "utf8");
      const { title, match } = parse(text);
      const lines = text.split("\n").map((line) => `      ${quoted(line)},`);
      const fields = [
        `    name: ${JSON.stringify(name.replace(/\.yaml$/, ""))},`,
        `    title: ${JSON.stringify(title)},`,
        `    match: ${JSON.stringify(match).replaceAll(",", ", ")},`,
      ];
      return ["  {", ...fields, "    text: [", ...lines, `    ].join("\\n"),`, "  },"].join("\n");
    });
  return [
    "// Written by `node scripts/write-presets.mjs` from presets/*.yaml: change those.",
    "",
    "/** A preset that comes with Recast. */",
    "export interface ShippedPreset {",
    "  readonly name: string;",
    "  readonly title: string;",
    "  /** A file with all these columns is one for it. */",
    "  readonly match: readonly string[];",
    "  /** The preset itself, in YAML. */",
    "  readonly text: string;",
    "}",
    "",
    "export const SHIPPED_PRESETS: readonly ShippedPreset[] = [",
    ...entries,
    "];",
    "",
  ].join("\n");
}

/** As the formatter quotes it. @param {string} line */
function quoted(line) {
  const plain = JSON.stringify(line);
  return line.includes('"') && !line.includes("'") ? `'${plain.slice(1, -1).replaceAll('\\"', '"')}'` : plain;
}

if (isMain(import.meta.url)) writeFileSync(join(root, SHIPPED), presetsModule());
