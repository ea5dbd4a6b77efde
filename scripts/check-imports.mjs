// Checks what the compiler does not: import directions (the table in ARCHITECTURE.md), cycles of imports that
// remain at run time, `node:` outside src/platform and src/cli, functions whose result depends on the engine or the
// locale, the sizes of files, long lines and long lists of parameters.
import { readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join, posix } from "node:path";
import ts from "typescript";
import { isMain, listFiles, root } from "./files.mjs";
import { mayImport, readImportRules, ruleOf } from "./import-rules.mjs";

/** Results of these differ between engines; src/math/special.ts and src/math/random.ts hold the replacements. */
const ENGINE_MATH = new Set(
  [
    "acos acosh asin asinh atan atan2 atanh cbrt cos cosh exp expm1",
    "hypot log log10 log1p log2 pow random sin sinh tan tanh",
  ].flatMap((names) => names.split(" ")),
);
/** Results of these depend on where the program runs. */
const LOCALE_METHODS = new Set(
  "localeCompare toLocaleString toLocaleDateString toLocaleTimeString toLocaleUpperCase toLocaleLowerCase".split(" "),
);
/** Only src/platform and src/cli may ask for the time or speak a language. */
const OUTSIDE_WORLD = new Set(["Date", "performance", "Intl"]);
const NODE_AREAS = ["platform/", "cli/"];
const PUBLIC_USERS = ["bench", "examples"];
/** The page is part of this repository and takes what it needs by path, but it runs in a browser. */
const NOT_IN_A_BROWSER = ["src/platform/", "src/cli/"];
const LINE_LIMITS = { src: 350, studio: 350, wasm: 600 };
/** Characters of a line in src and in the page, comments and texts included. */
const LONGEST_LINE = 120;
/** A function that needs more takes an object with a name. */
const MOST_PARAMETERS = 4;
const GENERATED = new Set(["src/kernels/wasm/binary.ts"]);

/**
 * @typedef {object} Import
 * @property {string} specifier
 * @property {boolean} typeOnly
 * @property {number} line
 */

/**
 * All problems of the tree under `base`, one sentence each, sorted.
 * @param {string} base a folder with src/, and perhaps wasm/, bench/, examples/
 * @param {import("./import-rules.mjs").Rules} rules
 * @returns {string[]}
 */
export function checkImports(base, rules) {
  const problems = [];
  /** @type {Map<string, string[]>} */
  const graph = new Map();
  const files = listFiles(base, "src").filter((file) => file.endsWith(".ts"));
  const known = new Set(files);
  for (const path of files) {
    const file = path.slice("src/".length);
    const source = parse(base, path);
    if (ruleOf(rules, file) === undefined) problems.push(`${path}: no rule in the import table covers it`);
    const targets = [];
    for (const { specifier, typeOnly, line } of importsOf(source)) {
      const place = `${path}:${line}`;
      if (!specifier.startsWith(".")) {
        if (isBuiltin(specifier) && !NODE_AREAS.some((area) => file.startsWith(area))) {
          problems.push(`${place}: '${specifier}' is Node's own; only src/platform and src/cli may import it`);
        }
        continue;
      }
      const target = posix.join(posix.dirname(path), specifier).replace(/\.js$/, ".ts");
      if (!known.has(target)) {
        if (!GENERATED.has(target)) problems.push(`${place}: '${specifier}' leads to no file in src/`);
        continue;
      }
      if (!typeOnly) targets.push(target);
      if (!mayImport(rules, file, target.slice("src/".length), typeOnly)) {
        problems.push(`${place}: ${file} may not import ${typeOnly ? "types of " : ""}${target.slice("src/".length)}`);
      }
    }
    graph.set(path, targets);
    problems.push(...engineProblems(path, source), ...lineProblems(path, source), ...shapeProblems(path, source));
  }
  for (const cycle of findCycles(graph)) problems.push(`import cycle: ${cycle.join(" → ")}`);
  problems.push(...publicUserProblems(base), ...studioProblems(base), ...sizeProblems(base));
  return problems.sort();
}

/** @param {string} base @param {string} path */
function parse(base, path) {
  return ts.createSourceFile(path, readFileSync(join(base, path), "utf8"), ts.ScriptTarget.Latest, true);
}

/** @param {ts.SourceFile} source @param {ts.Node} node */
function lineOf(source, node) {
  return source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
}

/**
 * Every module a file names: static, re-exported, dynamic, and in `import("…")` types.
 * @param {ts.SourceFile} source
 * @returns {Import[]}
 */
export function importsOf(source) {
  /** @type {Import[]} */
  const found = [];
  /** @param {ts.Node | undefined} name @param {boolean} typeOnly */
  const add = (name, typeOnly) => {
    if (name !== undefined && ts.isStringLiteralLike(name)) {
      found.push({ specifier: name.text, typeOnly, line: lineOf(source, name) });
    }
  };
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypeImport(node.importClause));
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, isTypeExport(node));
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, true);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node.arguments[0], false);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** @param {ts.ImportClause | undefined} clause */
function isTypeImport(clause) {
  if (clause === undefined) return false;
  if (clause.isTypeOnly) return true;
  const names = clause.namedBindings;
  if (clause.name !== undefined || names === undefined || !ts.isNamedImports(names)) return false;
  return names.elements.length > 0 && names.elements.every((element) => element.isTypeOnly);
}

/** @param {ts.ExportDeclaration} node */
function isTypeExport(node) {
  if (node.isTypeOnly) return true;
  const names = node.exportClause;
  if (names === undefined || !ts.isNamedExports(names)) return false;
  return names.elements.length > 0 && names.elements.every((element) => element.isTypeOnly);
}

/**
 * Uses of functions whose result is not the same everywhere.
 * @param {string} path
 * @param {ts.SourceFile} source
 */
function engineProblems(path, source) {
  /** @type {string[]} */
  const problems = [];
  const isEdge = NODE_AREAS.some((area) => path.startsWith(`src/${area}`));
  /** @param {ts.Node} node @param {string} what */
  const refuse = (node, what) => problems.push(`${path}:${lineOf(source, node)}: ${what}`);
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isIdentifier(node) && node.text === "Math" && !isPropertyName(node)) {
      const name = memberName(node.parent, node);
      if (name === null) refuse(node, "Math may only be used as Math.name");
      else if (ENGINE_MATH.has(name)) refuse(node, `Math.${name} differs between engines; use src/math`);
    }
    if (ts.isIdentifier(node) && OUTSIDE_WORLD.has(node.text) && !isPropertyName(node) && !isEdge) {
      refuse(node, `${node.text} depends on when or where the program runs`);
    }
    if (isPower(node) && !isConstantPower(node)) refuse(node, "** differs between engines; multiply instead");
    if (ts.isPropertyAccessExpression(node) && LOCALE_METHODS.has(node.name.text) && !isEdge) {
      refuse(node, `${node.name.text} depends on the locale`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return problems;
}

/** @param {ts.Identifier} node */
function isPropertyName(node) {
  return ts.isPropertyAccessExpression(node.parent) && node.parent.name === node;
}

/** The member taken from `object` by its parent node, null when it is used in any other way. */
function memberName(/** @type {ts.Node} */ parent, /** @type {ts.Node} */ object) {
  if (ts.isPropertyAccessExpression(parent) && parent.expression === object) return parent.name.text;
  return null;
}

/** @param {ts.Node} node @returns {node is ts.BinaryExpression} */
function isPower(node) {
  const powers = [ts.SyntaxKind.AsteriskAsteriskToken, ts.SyntaxKind.AsteriskAsteriskEqualsToken];
  return ts.isBinaryExpression(node) && powers.includes(node.operatorToken.kind);
}

/** A power of whole numbers written in digits whose value a double holds exactly. @param {ts.BinaryExpression} node */
function isConstantPower(node) {
  const [base, exponent] = [node.left.getText(), node.right.getText()];
  if (!/^\d+$/.test(base) || !/^-?\d+$/.test(exponent)) return false;
  return base === "2" || (Number(exponent) >= 0 && Number(base) ** Number(exponent) <= Number.MAX_SAFE_INTEGER);
}

/**
 * The import cycles: one path for each strongly connected part.
 * @param {Map<string, string[]>} graph
 */
export function findCycles(graph) {
  /** @type {string[][]} */
  const cycles = [];
  /** @type {Map<string, "open" | "done">} */
  const state = new Map();
  /** @type {string[]} */
  const trail = [];
  /** @param {string} file */
  const visit = (file) => {
    if (state.get(file) === "done") return;
    if (state.get(file) === "open") {
      cycles.push([...trail.slice(trail.indexOf(file)), file]);
      return;
    }
    state.set(file, "open");
    trail.push(file);
    for (const next of graph.get(file) ?? []) visit(next);
    trail.pop();
    state.set(file, "done");
  };
  for (const file of [...graph.keys()].sort()) visit(file);
  return cycles;
}

/** Benchmarks and examples use the package as everybody does: by its public name. @param {string} base */
function publicUserProblems(base) {
  const problems = [];
  for (const folder of PUBLIC_USERS) {
    for (const path of listFiles(base, folder).filter((file) => /\.(?:m?ts|tsx)$/.test(file))) {
      for (const { specifier, line } of importsOf(parse(base, path))) {
        const target = specifier.startsWith(".") ? posix.join(posix.dirname(path), specifier) : path;
        if (!target.startsWith(`${folder}/`)) {
          problems.push(`${path}:${line}: '${specifier}' reaches into the package; import recast-audit by name`);
        }
      }
    }
  }
  return problems;
}

/** @param {string} base */
function studioProblems(base) {
  const problems = [];
  for (const path of listFiles(base, "studio/src").filter((file) => /\.tsx?$/.test(file))) {
    const source = parse(base, path);
    problems.push(...lineProblems(path, source), ...shapeProblems(path, source));
    for (const { specifier, line } of importsOf(source)) {
      const target = posix.join(posix.dirname(path), specifier);
      if (specifier.startsWith("recast-audit")) {
        problems.push(`${path}:${line}: import the module of src/ that has it, not '${specifier}'`);
      } else if (isBuiltin(specifier) || NOT_IN_A_BROWSER.some((area) => target.startsWith(area))) {
        problems.push(`${path}:${line}: '${specifier}' does not run in a browser`);
      }
    }
  }
  return problems;
}

/** Lines that are too long, counted in characters. @param {string} path @param {ts.SourceFile} source */
function lineProblems(path, source) {
  if (GENERATED.has(path)) return [];
  return source.text.split("\n").flatMap((line, i) => {
    const { length } = [...line];
    return length > LONGEST_LINE ? [`${path}:${i + 1}: ${length} characters, more than ${LONGEST_LINE}`] : [];
  });
}

/**
 * Functions with too many positional parameters, and objects spread into an object only to save lines.
 * @param {string} path
 * @param {ts.SourceFile} source
 */
function shapeProblems(path, source) {
  /** @type {string[]} */
  const problems = [];
  if (GENERATED.has(path)) return problems;
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.parameters.length > MOST_PARAMETERS) {
      const count = `${node.parameters.length} parameters, more than ${MOST_PARAMETERS}`;
      problems.push(`${path}:${lineOf(source, node)}: ${count}; take an object that has a name`);
    }
    if (ts.isSpreadAssignment(node) && ts.isObjectLiteralExpression(node.expression)) {
      problems.push(`${path}:${lineOf(source, node)}: write the members of the object, not a spread of them`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return problems;
}

/** @param {string} base */
function sizeProblems(base) {
  return Object.entries(LINE_LIMITS).flatMap(([folder, limit]) =>
    listFiles(base, folder)
      .filter((file) => /\.tsx?$/.test(file) && !GENERATED.has(file))
      .flatMap((file) => {
        const lines = readFileSync(join(base, file), "utf8").trimEnd().split("\n").length;
        return lines > limit ? [`${file}: ${lines} lines, more than ${limit}`] : [];
      }),
  );
}

if (isMain(import.meta.url)) {
  const rules = readImportRules(readFileSync(join(root, "ARCHITECTURE.md"), "utf8"));
  const problems = checkImports(root, rules);
  for (const problem of problems) console.error(problem);
  if (problems.length === 0) console.log(`${listFiles(root, "src").length} files`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
