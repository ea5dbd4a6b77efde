// Writes docs/api/*.md, one page for each entry point, from the entry files and the doc comments of what they export.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import ts from "typescript";
import { isMain, root } from "./files.mjs";

/** @typedef {{ file: string, page: string, name: string }} Entry */
/** @typedef {{ name: string, isType: boolean, comment: string, code: string }} Item */
/** @typedef {ts.Statement & { jsDoc?: ts.JSDoc[] }} Documented */

/** @type {readonly Entry[]} */
export const ENTRIES = [
  { file: "src/index.ts", page: "docs/api/main.md", name: "recast-audit" },
  { file: "src/index-node.ts", page: "docs/api/node.md", name: "recast-audit/node" },
  { file: "src/index-lab.ts", page: "docs/api/lab.md", name: "recast-audit/lab" },
  { file: "src/index-kernels.ts", page: "docs/api/kernels.md", name: "recast-audit/kernels" },
];

/** @type {Map<string, ts.SourceFile>} */
const parsed = new Map();

/** @param {string} path */
function parse(path) {
  const source =
    parsed.get(path) ?? ts.createSourceFile(path, readFileSync(join(root, path), "utf8"), ts.ScriptTarget.Latest, true);
  parsed.set(path, source);
  return source;
}

/**
 * The page of an entry point.
 * @param {Entry} entry
 */
export function apiPage({ file, name }) {
  const source = parse(file);
  const lines = [`# \`${name}\``, "", sentences(leadingComment(source, source)), ""];
  lines.push(
    "Written by `node scripts/write-api.mjs` from the doc comments; the [guides](../../README.md#read-on) say",
  );
  lines.push("how the parts go together.", "");
  for (const { title, items } of groupsOf(source)) {
    lines.push(`## ${title.charAt(0).toUpperCase()}${title.slice(1)}`, "");
    for (const { name: own, comment, code } of items.filter(({ isType }) => !isType)) {
      lines.push(`### ${own}`, "", "```ts", code, "```", "", comment, "");
    }
    const types = items.filter(({ isType }) => isType);
    if (types.length === 0) continue;
    const names = types.map(({ name: own }) => `<code>${own}</code>`).join(", ");
    lines.push("<details>", `<summary>Types: ${names}</summary>`, "");
    for (const { comment, code } of types) {
      lines.push(...(comment === "" ? [] : [comment, ""]), "```ts", code, "```", "");
    }
    lines.push("</details>", "");
  }
  return `${lines.join("\n").trimEnd()}\n`;
}

/** The exports of an entry file, under the comments that divide it. @param {ts.SourceFile} source */
function groupsOf(source) {
  /** @type {{ title: string, items: Item[] }[]} */
  const groups = [];
  for (const statement of source.statements) {
    if (!ts.isExportDeclaration(statement)) continue;
    const comment = leadingComment(source, statement);
    if (comment !== "") groups.push({ title: comment, items: [] });
    const { exportClause: clause, moduleSpecifier: from } = statement;
    if (clause === undefined || !ts.isNamedExports(clause) || from === undefined || !ts.isStringLiteral(from)) continue;
    const path = posix.join(posix.dirname(source.fileName), from.text).replace(/\.js$/, ".ts");
    groups
      .at(-1)
      ?.items.push(...clause.elements.map(({ name, propertyName }) => itemOf(path, name.text, propertyName?.text)));
  }
  return groups;
}

/** The last block of `//` lines before a node; for the file itself, the first. @param {ts.SourceFile} source @param {ts.Node} node */
function leadingComment(source, node) {
  const text = source.text.slice(node.getFullStart(), node === source ? undefined : node.getStart(source));
  const blocks = text.split(/\n\s*\n/).filter((block) => block.trim().startsWith("//"));
  const block = (node === source ? blocks[0] : blocks.at(-1)) ?? "";
  return block
    .split("\n")
    .filter((line) => line.startsWith("//"))
    .map((line) => line.slice(2).trim())
    .join(" ");
}

/** The description of an entry file: what follows its name. @param {string} comment */
function sentences(comment) {
  const text = comment.replace(/^[\w/-]+: /, "");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * What is said of an exported name where it is declared, there perhaps under another name.
 * @param {string} path
 * @param {string} name
 * @returns {Item}
 */
function itemOf(path, name, declared = name) {
  const source = parse(path);
  for (const statement of source.statements) {
    if (isDeclarationOf(statement, declared)) {
      const isType = ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement);
      const comment = commentOf(statement);
      if (comment === "" && !isType) throw new Error(`${path}: ${name} is public and has no doc comment`);
      const code = overloadsOf(source, statement).map((one) => codeOf(source, one).replace(declared, name));
      return { name, isType, comment, code: code.join("\n") };
    }
  }
  throw new Error(`${path} declares no ${declared}; let the entry file name the module that does`);
}

/** Every way to call an overloaded function, else the declaration itself. @param {ts.SourceFile} source @param {ts.Statement} first */
function overloadsOf(source, first) {
  if (!ts.isFunctionDeclaration(first) || first.body !== undefined) return [first];
  return source.statements.filter(
    (one) => ts.isFunctionDeclaration(one) && one.body === undefined && one.name?.text === first.name?.text,
  );
}

/** @param {ts.Statement} statement @param {string} name */
function isDeclarationOf(statement, name) {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.some((one) => one.name.getText() === name);
  }
  const isNamed =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement);
  return isNamed && statement.name?.text === name;
}

/** The doc comment of a declaration as Markdown; empty where it has none. @param {Documented} statement */
function commentOf(statement) {
  const comment = statement.jsDoc?.at(-1);
  if (comment === undefined) return "";
  const lines = [ts.getTextOfJSDocComment(comment.comment) ?? ""];
  for (const tag of comment.tags ?? []) {
    const about = (ts.getTextOfJSDocComment(tag.comment) ?? "").replace(/^[-–] /, "");
    if (ts.isJSDocParameterTag(tag)) lines.push(`- \`${tag.name.getText()}\`: ${about}`);
    else if (tag.tagName.text === "returns") lines.push(`- returns ${about}`);
  }
  return lines.join("\n").replaceAll("\n\n- ", "\n- ").trim();
}

/** A declaration without its body. @param {ts.SourceFile} source @param {ts.Statement} statement */
function codeOf(source, statement) {
  if (ts.isFunctionDeclaration(statement)) return functionCode(statement);
  if (ts.isVariableStatement(statement)) return constantCode(statement);
  if (ts.isClassDeclaration(statement)) return classCode(statement);
  if (ts.isTypeAliasDeclaration(statement)) return aliasCode(source, statement);
  return withoutExport(statement.getText(source));
}

/** @param {string} code */
function withoutExport(code) {
  return code.replace(/^export (?:declare )?(?:async )?/, "");
}

/** @param {ts.FunctionDeclaration} declaration */
function functionCode({ name, typeParameters, parameters, type, asteriskToken }) {
  const generics = typeParameters === undefined ? "" : `<${typeParameters.map((one) => one.getText()).join(", ")}>`;
  const result = type === undefined ? "" : `: ${type.getText()}`;
  const given = parameters.map(parameterCode);
  const head = `function${asteriskToken === undefined ? "" : "*"} ${name?.text}${generics}`;
  const line = `${head}(${given.join(", ")})${result}`;
  if (line.length <= 110) return line;
  return `${head}(\n${given.map((one) => `  ${one},\n`).join("")})${result}`;
}

/** A parameter as its caller sees it: optional where it has a default, and with a name where it is taken apart. */
function parameterCode(/** @type {ts.ParameterDeclaration} */ { name, type, initializer, questionToken }) {
  const typed = type?.getText() ?? (initializer?.kind === ts.SyntaxKind.NumericLiteral ? "number" : "string");
  const named = /^\w+(?!\w*<)/.exec(typed)?.[0] ?? "options";
  const taken = named.endsWith("Options") ? "options" : named.charAt(0).toLowerCase() + named.slice(1);
  const own = ts.isIdentifier(name) && !name.text.startsWith("given") ? name.text : taken;
  return `${own}${initializer === undefined && questionToken === undefined ? "" : "?"}: ${typed}`;
}

/** @param {ts.VariableStatement} statement */
function constantCode({ declarationList }) {
  const [one] = declarationList.declarations;
  if (one === undefined) return "";
  if (one.type !== undefined) return `const ${one.name.getText()}: ${one.type.getText()}`;
  const value = one.initializer && ts.isAsExpression(one.initializer) ? one.initializer.expression : one.initializer;
  if (value === undefined || !ts.isObjectLiteralExpression(value)) return `const ${one.name.getText()}`;
  return `const ${one.name.getText()}: { ${value.properties.map((property) => property.name?.getText()).join(", ")} }`;
}

/** @param {ts.ClassDeclaration} declaration */
function classCode({ name, heritageClauses, members }) {
  const base = heritageClauses?.map((clause) => ` ${clause.getText()}`).join("") ?? "";
  const shown = members.filter((member) => ts.isPropertyDeclaration(member)).map((member) => `  ${member.getText()}`);
  return [`class ${name?.text}${base} {`, ...shown, "}"].join("\n");
}

/** @param {ts.SourceFile} source @param {ts.TypeAliasDeclaration} alias */
function aliasCode(source, alias) {
  const table = /^OptionsOf<typeof (\w+)>$/.exec(alias.type.getText())?.[1];
  if (table !== undefined) return `interface ${alias.name.text} ${optionsCode(source, table)}`;
  const schema = /^v\.InferOutput<typeof (\w+)>$/.exec(alias.type.getText())?.[1];
  const keys = schema === undefined ? null : schemaKeys(source, schema);
  if (keys === null) return withoutExport(alias.getText(source));
  return `type ${alias.name.text} = { ${keys.join(", ")} }`;
}

/** The options of a table as a caller writes them, each with its comment. @param {ts.SourceFile} source @param {string} name */
function optionsCode(source, name) {
  const declared = source.statements.filter((one) => ts.isVariableStatement(one));
  const all = declared.flatMap(({ declarationList }) => [...declarationList.declarations]);
  const table = all.find((one) => one.name.getText() === name)?.initializer;
  if (table === undefined || !ts.isObjectLiteralExpression(table)) throw new Error(`${name} is no table of options`);
  const lines = table.properties.map((property) => {
    const comment = source.text.slice(property.getFullStart(), property.getStart(source)).trim();
    const type = ts.isPropertyAssignment(property) ? optionType(property.initializer) : "unknown";
    return `${comment === "" ? "" : `  ${comment}\n`}  readonly ${property.name?.getText()}?: ${type};`;
  });
  return `{\n${lines.join("\n")}\n}`;
}

/** The type of an option by the way it is declared. @param {ts.Expression} value @returns {string} */
function optionType(value) {
  if (ts.isAsExpression(value)) return /^Option<(.*)>$/s.exec(value.type.getText())?.[1] ?? value.type.getText();
  if (!ts.isCallExpression(value)) return "number";
  const [type] = value.typeArguments ?? [];
  if (type !== undefined) return type.getText();
  const [none, option] = value.arguments;
  if (value.expression.getText() !== "or" || option === undefined) return "number";
  return `${optionType(option)} | ${none?.getText()}`;
}

/** The names in an object schema, null for another kind of schema. @param {ts.SourceFile} source @param {string} name */
function schemaKeys(source, name) {
  const declared = source.statements.filter((one) => ts.isVariableStatement(one));
  const all = declared.flatMap(({ declarationList }) => [...declarationList.declarations]);
  const value = all.find((one) => one.name.getText() === name)?.initializer;
  const [given] = value !== undefined && ts.isCallExpression(value) ? value.arguments : [];
  if (given === undefined || !ts.isObjectLiteralExpression(given)) return null;
  return given.properties.map((property) =>
    ts.isSpreadAssignment(property) ? property.getText() : (property.name?.getText() ?? ""),
  );
}

if (isMain(import.meta.url)) {
  for (const entry of ENTRIES) {
    mkdirSync(dirname(join(root, entry.page)), { recursive: true });
    writeFileSync(join(root, entry.page), apiPage(entry));
  }
}
