import { readFileSync } from "node:fs";
import { posix } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";

/** The modules a file imports when it is loaded; types and `import()` are left out. */
function loadedBy(path: string): string[] {
  const source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  return source.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const { moduleSpecifier } = statement;
    if (moduleSpecifier === undefined || !ts.isStringLiteral(moduleSpecifier)) return [];
    const clause = ts.isImportDeclaration(statement) ? statement.importClause : statement;
    if (clause?.isTypeOnly === true) return [];
    const named = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : statement.exportClause;
    const isTypes =
      named !== undefined &&
      (ts.isNamedImports(named) || ts.isNamedExports(named)) &&
      [...named.elements].every(({ isTypeOnly }) => isTypeOnly);
    return isTypes ? [] : [moduleSpecifier.text];
  });
}

/** The files and packages that importing `entry` loads. */
function loadedWith(entry: string) {
  const packages = new Set<string>();
  const seen = new Set<string>();
  const open = [entry];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    for (const name of loadedBy(path)) {
      if (name.startsWith(".")) open.push(posix.join(posix.dirname(path), name).replace(/\.js$/, ".ts"));
      else packages.add(name);
    }
  }
  return { files: seen, packages: [...packages].sort() };
}

it("loads no package for YAML, Parquet or Arrow before one is needed", () => {
  const { files, packages } = loadedWith("src/index.ts");
  expect(files.has("src/folder/make-audit.ts")).toBe(true);
  expect(packages).toEqual(["d3-array", "papaparse", "valibot"]);
});

it("loads neither the laboratory nor the disk with the main entry point, and no reader with the kernels", () => {
  const { files } = loadedWith("src/index.ts");
  expect([...files].filter((file) => /^src\/(lab|leak|collect|platform|cli)\//.test(file))).toEqual([]);
  expect(loadedWith("src/index-lab.ts").packages).toEqual(["papaparse", "valibot"]);
  expect(loadedWith("src/index-kernels.ts").packages).toEqual(["valibot"]);
});
