import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { checkImports, findCycles } from "../../scripts/check-imports.mjs";
import { mayImport, readImportRules } from "../../scripts/import-rules.mjs";

const page = `# Page
## Who may import whom
\`errors.ts\`, \`options.ts\` and \`math/\` are open to all; \`encode/\` is not.
All may import the types of \`findings/\`.

| Area | May import | Types only |
|---|---|---|
| \`errors.ts\`, \`options.ts\`, \`math/\` | – | – |
| \`input/\` | – | – |
| \`kernels/\` | – | – |
| \`findings/\` | – | – |
| \`encode/\` | \`input/\` | \`kernels/kernels.ts\` |
| \`audit.ts\` | every stage | – |
| \`platform/\` | every stage | – |
| \`cli/\` | \`platform/\` | – |
## Another heading
| \`nothing/\` | every stage | – |
`;
const rules = readImportRules(page);
const folders: string[] = [];

/** Problems of a tree made of these files. */
function problemsOf(files: Record<string, string>): string[] {
  const base = mkdtempSync(join(tmpdir(), "imports-"));
  folders.push(base);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(base, path)), { recursive: true });
    writeFileSync(join(base, path), text);
  }
  return checkImports(base, rules);
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

describe("import directions", () => {
  const evidence = { "src/input/table.ts": "export const a = 1;\n" };

  it("lets through what the table allows", () => {
    const files = {
      ...evidence,
      "src/errors.ts": "export const e = 1;\n",
      "src/options.ts": 'import { e } from "./errors.js";\nexport const o = e;\n',
      "src/kernels/kernels.ts": "export type K = 1;\n",
      "src/encode/encoder.ts":
        'import { a } from "../input/table.js";\nimport type { K } from "../kernels/kernels.js";\nexport const b: K = a;\n',
      "src/audit.ts": 'import { b } from "./encode/encoder.js";\nexport const c = b;\n',
    };
    expect(problemsOf(files)).toEqual([]);
  });

  it("gives the types of the vocabulary to all, and its values to nobody", () => {
    const files = {
      ...evidence,
      "src/findings/facts.ts": "export type F = 1;\nexport const f = 1;\n",
      "src/math/sum.ts": 'import type { F } from "../findings/facts.js";\nexport const s: F = 1;\n',
      "src/encode/encoder.ts": 'import { f } from "../findings/facts.js";\nexport const b = f;\n',
    };
    expect(problemsOf(files)).toEqual(["src/encode/encoder.ts:1: encode/encoder.ts may not import findings/facts.ts"]);
  });

  it("refuses the other direction, naming file and line", () => {
    const files = {
      "src/encode/encoder.ts": "export const b = 1;\n",
      "src/input/table.ts": '\nimport { b } from "../encode/encoder.js";\nexport const a = b;\n',
    };
    expect(problemsOf(files)).toEqual(["src/input/table.ts:2: input/table.ts may not import encode/encoder.ts"]);
  });

  it("refuses a value where only types are allowed", () => {
    const kernels = { "src/kernels/kernels.ts": "export const k = 1;\n" };
    const value = {
      ...kernels,
      "src/encode/encoder.ts": 'import { k } from "../kernels/kernels.js";\nexport { k };\n',
    };
    expect(problemsOf(value)).toEqual(["src/encode/encoder.ts:1: encode/encoder.ts may not import kernels/kernels.ts"]);
    const inline = { ...kernels, "src/encode/encoder.ts": 'export { type k } from "../kernels/kernels.js";\n' };
    expect(problemsOf(inline)).toEqual([]);
  });

  it.each([
    ["re-export", 'export * from "../encode/encoder.js";\n'],
    ["dynamic import", 'export const load = () => import("../encode/encoder.js");\n'],
    ["type import", 'export type B = import("../encode/encoder.js").B;\n'],
    ["import for its effect", 'import "../encode/encoder.js";\n'],
  ])("sees a %s", (_, text) => {
    const files = { "src/encode/encoder.ts": "export type B = 1;\n", "src/input/table.ts": text };
    expect(problemsOf(files)).toHaveLength(1);
  });

  it("does not take a comment or a string for an import", () => {
    const text = '// import { b } from "../encode/encoder.js";\nexport const s = \'import "../encode/encoder.js"\';\n';
    expect(problemsOf({ "src/encode/encoder.ts": "export {};\n", "src/input/table.ts": text })).toEqual([]);
  });

  it("refuses a file that no rule covers, and an import of nothing", () => {
    expect(problemsOf({ "src/misc/a.ts": "export {};\n" })).toEqual([
      "src/misc/a.ts: no rule in the import table covers it",
    ]);
    expect(problemsOf({ "src/input/a.ts": 'import "./b.js";\n' })).toEqual([
      "src/input/a.ts:1: './b.js' leads to no file in src/",
    ]);
  });

  it("keeps the order of the open areas", () => {
    expect(mayImport(rules, "math/matrix.ts", "errors.ts", false)).toBe(true);
    expect(mayImport(rules, "errors.ts", "math/matrix.ts", false)).toBe(false);
    expect(mayImport(rules, "options.ts", "math/matrix.ts", true)).toBe(false);
    expect(mayImport(rules, "encode/encoder.ts", "math/matrix.ts", false)).toBe(true);
    expect(mayImport(rules, "audit.ts", "cli/main.ts", false)).toBe(false);
  });

  it("keeps Node's own modules in src/platform and src/cli", () => {
    const text = 'import { readFile } from "node:fs/promises";\nexport { readFile };\n';
    expect(problemsOf({ "src/platform/a.ts": text, "src/cli/b.ts": text })).toEqual([]);
    expect(problemsOf({ "src/input/a.ts": text })).toEqual([
      "src/input/a.ts:1: 'node:fs/promises' is Node's own; only src/platform and src/cli may import it",
    ]);
    expect(problemsOf({ "src/input/a.ts": 'import "fs";\n' })).toHaveLength(1);
  });

  it("lets the page import modules by path, but none that need Node.js", () => {
    const lib = { "src/audit.ts": "export {};\n", "src/platform/disk.ts": "export {};\n" };
    const page = "studio/src/worker/main.ts";
    expect(problemsOf({ ...lib, [page]: 'import "../../../src/audit.js";\nimport "preact";\n' })).toEqual([]);
    expect(problemsOf({ ...lib, [page]: 'import "../../../src/platform/disk.js";\n' })).toEqual([
      `${page}:1: '../../../src/platform/disk.js' does not run in a browser`,
    ]);
    expect(problemsOf({ ...lib, [page]: 'import { audit } from "recast-audit";\n' })).toEqual([
      `${page}:1: import the module of src/ that has it, not 'recast-audit'`,
    ]);
  });

  it("makes examples and benchmarks import the package by its name", () => {
    const good = 'import { audit } from "recast-audit";\nimport "./other.js";\nexport { audit };\n';
    expect(problemsOf({ "examples/a.ts": good, "examples/other.ts": "export {};\n" })).toEqual([]);
    expect(problemsOf({ "bench/a.ts": 'import "../src/audit.js";\n' })).toEqual([
      "bench/a.ts:1: '../src/audit.js' reaches into the package; import recast-audit by name",
    ]);
  });
});

describe("import cycles", () => {
  it("finds one through three files and reports it once", () => {
    const files = {
      "src/input/a.ts": 'import "./b.js";\n',
      "src/input/b.ts": 'import "./c.js";\n',
      "src/input/c.ts": 'import "./a.js";\n',
    };
    expect(problemsOf(files)).toEqual([
      "import cycle: src/input/a.ts → src/input/b.ts → src/input/c.ts → src/input/a.ts",
    ]);
  });

  it("sees a dynamic import, and lets a type that is erased close the circle", () => {
    const files = { "src/input/a.ts": 'export const b = () => import("./b.js");\nexport type A = 1;\n' };
    expect(problemsOf({ ...files, "src/input/b.ts": 'import { b } from "./a.js";\nexport { b };\n' })).toHaveLength(1);
    expect(
      problemsOf({ ...files, "src/input/b.ts": 'import type { A } from "./a.js";\nexport type B = A;\n' }),
    ).toEqual([]);
  });

  it("does not take two ways to one file for a cycle", () => {
    const graph = new Map([
      ["a", ["b", "c"]],
      ["b", ["d"]],
      ["c", ["d"]],
      ["d", []],
    ]);
    expect(findCycles(graph)).toEqual([]);
    expect(findCycles(new Map([["a", ["a"]]]))).toEqual([["a", "a"]]);
  });
});

describe("functions that differ between engines", () => {
  it.each([
    ["Math.exp(1)", "Math.exp differs between engines; use src/math"],
    ["Math.random()", "Math.random differs between engines; use src/math"],
    ["[1].map(Math.log)", "Math.log differs between engines; use src/math"],
    ['Math["exp"](1)', "Math may only be used as Math.name"],
    ["(({ exp }) => exp)(Math)", "Math may only be used as Math.name"],
    ["x ** 0.5", "** differs between engines; multiply instead"],
    ["10 ** 30", "** differs between engines; multiply instead"],
    ["Date.now()", "Date depends on when or where the program runs"],
    ["performance.now()", "performance depends on when or where the program runs"],
    ["new Intl.NumberFormat()", "Intl depends on when or where the program runs"],
    ['"a".localeCompare("b")', "localeCompare depends on the locale"],
  ])("refuses %s", (expression, complaint) => {
    const text = `const x = 3;\nexport const value = ${expression};\nexport { x };\n`;
    expect(problemsOf({ "src/input/a.ts": text })).toEqual([`src/input/a.ts:2: ${complaint}`]);
  });

  it("lets the edges tell the time", () => {
    const text = 'export const value = [Date.now(), performance.now(), (5).toLocaleString("en")];\n';
    expect(problemsOf({ "src/platform/a.ts": text, "src/cli/b.ts": text })).toEqual([]);
  });

  it("lets exact functions and powers of two through", () => {
    const text =
      'export const v = [Math.sqrt(2), Math.max(1, 2), 2 ** 32, 2 ** -20, 1024 ** 3, "Math.exp", 4294967296 * Math.PI];\n';
    expect(problemsOf({ "src/input/a.ts": text })).toEqual([]);
  });
});

describe("sizes", () => {
  const lines = (count: number) => "// line\n".repeat(count);

  it("allows 350 lines in src and in the page, and 600 in wasm, and no more", () => {
    const allowed = { "src/errors.ts": lines(350), "studio/src/a.tsx": lines(350), "wasm/a.ts": lines(600) };
    expect(problemsOf(allowed)).toEqual([]);
    expect(
      problemsOf({ "src/errors.ts": lines(351), "studio/src/a.tsx": lines(351), "wasm/a.ts": lines(601) }),
    ).toEqual([
      "src/errors.ts: 351 lines, more than 350",
      "studio/src/a.tsx: 351 lines, more than 350",
      "wasm/a.ts: 601 lines, more than 600",
    ]);
  });

  it("allows lines of 120 characters, comments included, counted as characters and not as units", () => {
    expect(problemsOf({ "src/math/a.ts": `// ${"x".repeat(117)}\n// ${"😀".repeat(117)}\n` })).toEqual([]);
    const long = `export {};\n// ${"x".repeat(118)}\n`;
    expect(problemsOf({ "src/math/a.ts": long, "studio/src/text/a.tsx": long })).toEqual([
      "src/math/a.ts:2: 121 characters, more than 120",
      "studio/src/text/a.tsx:2: 121 characters, more than 120",
    ]);
  });

  it("allows four positional parameters in src and in the page", () => {
    const four = "export const f = (a: 1, b: 2, { c, d }: { c: 3; d: 4 }, e: 5) => [a, b, c, d, e];\n";
    expect(problemsOf({ "src/math/a.ts": four })).toEqual([]);
    const five = "function f(a: 1, b: 2, c: 3, d: 4, e: 5) {\n  return [a, b, c, d, e];\n}\nexport { f };\n";
    const complaint = "5 parameters, more than 4; take an object that has a name";
    expect(problemsOf({ "src/math/a.ts": five, "studio/src/state/b.ts": five })).toEqual([
      `src/math/a.ts:1: ${complaint}`,
      `studio/src/state/b.ts:1: ${complaint}`,
    ]);
    const method = "export interface F {\n  f(a: 1, b: 2, c: 3, d: 4, e: 5): void;\n}\n";
    expect(problemsOf({ "src/math/a.ts": method })).toEqual([`src/math/a.ts:2: ${complaint}`]);
  });

  it("refuses an object that is spread only to save lines", () => {
    const text =
      "const [a, b] = [1, { d: 2 }];\nexport const c = {\n  ...{ a },\n  ...b,\n  ...(a > 0 && { e: 1 }),\n};\n";
    expect(problemsOf({ "src/math/a.ts": text })).toEqual([
      "src/math/a.ts:3: write the members of the object, not a spread of them",
    ]);
  });

  it("leaves the generated kernel module out", () => {
    const table = { "src/kernels/wasm/binary.ts": lines(5000) };
    expect(problemsOf(table)).toEqual([]);
  });
});

describe("the table", () => {
  it("is read from ARCHITECTURE.md and knows every area of the path", () => {
    const { open, rules: real } = readImportRules(readFileSync("ARCHITECTURE.md", "utf8"));
    expect(open).toEqual(["errors.ts", "options.ts", "math/"]);
    const areas = real.map(({ area }) => area);
    expect(areas).toEqual(expect.arrayContaining(["input/", "encode/", "surrogate/", "audit.ts", "index.ts", "cli/"]));
    expect(new Set(areas).size).toBe(areas.length);
  });

  it("is missed loudly when the page has none", () => {
    expect(() => readImportRules("# Page\n")).toThrow("no heading 'Who may import whom'");
    expect(() => readImportRules("## Who may import whom\n")).toThrow("no table under 'Who may import whom'");
  });
});
