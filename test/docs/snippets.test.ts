import { readFileSync } from "node:fs";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { listFiles } from "../../scripts/files.mjs";
import { built } from "../support/built.js";

/** The TypeScript code blocks of a page. */
function snippetsOf(page: string): string[] {
  return [...readFileSync(page, "utf8").matchAll(/^```ts\n([\s\S]*?)^```/gm)].map((match) => match[1] ?? "");
}

/** Names a built entry point exports, types among them. */
function exportsOf(entry: string): Set<string> {
  const source = ts.createSourceFile(entry, readFileSync(built(entry), "utf8"), ts.ScriptTarget.Latest);
  const clauses = source.statements.filter(ts.isExportDeclaration).map(({ exportClause }) => exportClause);
  return new Set(
    clauses.flatMap((clause) =>
      clause !== undefined && ts.isNamedExports(clause) ? clause.elements.map(({ name }) => name.text) : [],
    ),
  );
}

const ENTRIES: Readonly<Record<string, string>> = {
  "recast-audit": "index.d.ts",
  "recast-audit/node": "node/index.d.ts",
  "recast-audit/lab": "lab/index.d.ts",
  "recast-audit/kernels": "kernels/index.d.ts",
};
const guides = listFiles(".", "docs").filter((file) => file.endsWith(".md") && !file.startsWith("docs/api/"));
const pages = ["README.md", "CONTRIBUTING.md", ...guides];

describe.each(pages.filter((page) => snippetsOf(page).length > 0))("code in %s", (page) => {
  it.each(snippetsOf(page).map((text, index) => ({ index, text })))("snippet $index parses", ({ text }) => {
    const { diagnostics } = ts.transpileModule(text, {
      reportDiagnostics: true,
      compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
    });
    expect(diagnostics?.map(({ messageText }) => messageText)).toEqual([]);
  });

  it("imports only names that the package exports", () => {
    for (const text of snippetsOf(page)) {
      const source = ts.createSourceFile("snippet.ts", text, ts.ScriptTarget.Latest);
      for (const statement of source.statements.filter(ts.isImportDeclaration)) {
        const specifier = ts.isStringLiteral(statement.moduleSpecifier) ? statement.moduleSpecifier.text : "";
        const entry = ENTRIES[specifier];
        if (entry === undefined) throw new Error(`${page} imports from '${specifier}'`);
        const bindings = statement.importClause?.namedBindings;
        const names = bindings !== undefined && ts.isNamedImports(bindings) ? bindings.elements : [];
        const known = exportsOf(entry);
        expect(names.map(({ name }) => name.text).filter((name) => !known.has(name))).toEqual([]);
      }
    }
  });
});
