import { readFileSync } from "node:fs";
import ts from "typescript";
import { expect, it } from "vitest";
import { listFiles } from "../../scripts/files.mjs";

/** The words of the union type `ErrorCode`. */
function errorCodes(): string[] {
  const source = ts.createSourceFile("errors.ts", readFileSync("src/errors.ts", "utf8"), ts.ScriptTarget.Latest);
  const type = source.statements.filter(ts.isTypeAliasDeclaration).find(({ name }) => name.text === "ErrorCode")?.type;
  if (type === undefined || !ts.isUnionTypeNode(type)) throw new Error("ErrorCode is not a union of words");
  return type.types.map((member) => {
    if (!ts.isLiteralTypeNode(member) || !ts.isStringLiteral(member.literal)) throw new Error("not a word");
    return member.literal.text;
  });
}

it("docs/errors.md explains every code once, and no other", () => {
  const rows = readFileSync("docs/errors.md", "utf8").matchAll(/^\| `([A-Z_]+)` \|/gm);
  expect([...rows].map((row) => row[1]).sort()).toEqual(errorCodes().sort());
});

it("every code is one that some line of src can give", () => {
  const text = listFiles(".", "src")
    .filter((file) => file.endsWith(".ts") && !["src/errors.ts", "src/cli/failure.ts"].includes(file))
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
  expect(errorCodes().filter((code) => !text.includes(`"${code}"`))).toEqual([]);
});
