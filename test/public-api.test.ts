import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { listFiles } from "../scripts/files.mjs";
import { built } from "./support/built.js";

const ENTRIES = ["index", "node/index", "lab/index", "kernels/index"];

/** Names that a built declaration file exports; types are marked as such. */
function exportedNames(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(built(file), "utf8"), ts.ScriptTarget.Latest);
  const names: string[] = [];
  for (const statement of source.statements) {
    if (!ts.isExportDeclaration(statement)) continue;
    if (statement.exportClause === undefined || !ts.isNamedExports(statement.exportClause)) {
      throw new Error(`${file} exports without naming: export * hides what is public`);
    }
    for (const element of statement.exportClause.elements) {
      names.push(`${statement.isTypeOnly || element.isTypeOnly ? "type " : ""}${element.name.text}`);
    }
  }
  return names.sort();
}

/** What the pages written by hand say in code: spans and blocks of TypeScript. */
const saidInCode = ["README.md", ...listFiles(".", "docs").filter((file) => /^docs\/[\w-]+\.md$/.test(file))]
  .map((page) => readFileSync(page, "utf8"))
  .flatMap((text) => [...text.matchAll(/^```ts\n[\s\S]*?^```|`[^`\n]+`/gm)].map(([code]) => code))
  .join("\n");

describe.each(ENTRIES)("%s", (entry) => {
  it("exports exactly these names: adding one is a decision", () => {
    expect(exportedNames(`${entry}.d.ts`)).toMatchSnapshot();
  });

  it("exports at run time what its types promise, and nothing by default", async () => {
    const module: object = await import(/* @vite-ignore */ pathToFileURL(built(`${entry}.js`)).href);
    const promised = exportedNames(`${entry}.d.ts`).filter((name) => !name.startsWith("type "));
    expect(Object.keys(module).sort()).toEqual(promised);
    expect(promised).not.toContain("default");
  });

  it("exports no function that no page of docs/ mentions", () => {
    const functions = exportedNames(`${entry}.d.ts`).filter((name) => !name.startsWith("type "));
    expect(functions.filter((name) => !new RegExp(`\\b${name}\\b`).test(saidInCode))).toEqual([]);
  });

  it("does no work when it is imported", () => {
    const program = `
      const calls = [];
      const watch = (owner, name) => {
        const plain = owner[name];
        owner[name] = function (...args) { calls.push(name); return new.target ? new plain(...args) : plain.apply(this, args); };
      };
      for (const name of ["compile", "instantiate", "Module", "Instance", "Memory"]) watch(WebAssembly, name);
      for (const name of ["setTimeout", "setInterval", "setImmediate", "fetch", "atob", "Worker"]) {
        if (typeof globalThis[name] === "function") watch(globalThis, name);
      }
      for (const name of ["on", "once", "addListener"]) watch(process, name);
      const before = Object.keys(globalThis).length;
      await import(${JSON.stringify(pathToFileURL(built(`${entry}.js`)).href)});
      console.log(JSON.stringify({ calls, globals: Object.keys(globalThis).length - before }));
    `;
    const printed = execFileSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" });
    expect(JSON.parse(printed)).toEqual({ calls: [], globals: 0 });
  });
});

it("all entry points share one AuditError, so instanceof works across them", async () => {
  const urls = ENTRIES.map((entry) => pathToFileURL(built(`${entry}.js`)).href);
  const program = `
    const [main, files] = await Promise.all(${JSON.stringify(urls)}.map((url) => import(url)));
    const error = await files.readDecisions("no-such-file.csv", { decision: "d", favourable: "1" }).catch((e) => e);
    console.log(error instanceof main.AuditError, error.code);
  `;
  const printed = execFileSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" });
  expect(printed.trim()).toBe("true FILE_NOT_FOUND");
});
