import { plain } from "../document/names.js";
import type { AuditFile } from "../findings/audit-file.js";
import { findingSentence, firstWords } from "../reports/finding-words.js";

export const README_NAME = "README.txt";

const FILES = {
  [README_NAME]: "this file",
  "brief.html": "the findings on two pages, to send",
  "report.html": "the whole report, to read",
  "findings.sarif": "the findings, for programs",
  "audit.json": "every number, for programs",
  "tables/": "the same numbers as tables",
  "surrogate.json": "the rebuilt model",
  "audit.yaml": "the settings; to repeat the audit: recast audit audit.yaml --out again",
  "manifest.json": "the certificate; to check this folder: recast verify .",
} as const;

/** `README.txt` of an audit folder: what was found, and what each of the files `written` is. */
export function readmeText(file: AuditFile, written: readonly string[]): string {
  const { headline, under, more } = firstWords(file);
  const trust = file.findings.filter(({ kind }) => kind === "rebuilt-model" || kind === "open-people");
  const found = [under, ...more.map(({ sentence }) => sentence), ...trust.map((one) => findingSentence(one, file))];
  const isWritten = (name: string) => written.some((path) => path === name || path.startsWith(name));
  const files = Object.entries(FILES).filter(([name]) => name === README_NAME || isWritten(name));
  const width = Math.max(...files.map(([name]) => name.length)) + 2;
  return [
    headline,
    "",
    ...found.flatMap((sentence) => (sentence === null ? [] : [`- ${sentence}`])),
    "",
    ...files.map(([name, what]) => `${name.padEnd(width)}${what}`),
    "",
  ]
    .map(plain)
    .join("\n");
}
