// Runs examples/*.ts on any supported Node.js: node scripts/run-example.mjs examples/01-first-audit.ts [arguments]
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import ts from "typescript";
import { root } from "./files.mjs";
import { run } from "./run.mjs";

const [file, ...args] = process.argv.slice(2);
if (file === undefined) {
  console.error("usage: node scripts/run-example.mjs examples/NAME.ts [arguments]");
  process.exit(2);
}
const { outputText } = ts.transpileModule(readFileSync(file, "utf8"), {
  compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, verbatimModuleSyntax: true },
});
const folder = join(root, "build/examples");
mkdirSync(folder, { recursive: true });
const script = join(folder, `${basename(file, ".ts")}.js`);
writeFileSync(script, outputText);
const { code } = await run([process.execPath, script, ...args], { show: true });
process.exitCode = code;
