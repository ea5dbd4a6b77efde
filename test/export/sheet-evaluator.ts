import type { Table } from "../../src/input/table.js";

/** What a cell or formula holds; null is a blank cell. */
export type Cell = number | string | boolean | null;

/** A formula compiled for rows whose cells are found by the letters of their column. */
export type CompiledFormula = (cell: (letters: string) => Cell) => Cell;

type Token = { readonly kind: "number" | "text" | "cell" | "name" | "sign"; readonly text: string };

const TOKEN =
  /(?<text>"(?:[^"]|"")*")|(?<number>\d+(?:\.\d*)?(?:E[+-]?\d+)?|\.\d+(?:E[+-]?\d+)?)|(?<cell>[A-Z]{1,3}\d+)|(?<name>[A-Z]+(?=\())|(?<sign><=|>=|<>|[-+*/^&=<>(),])/y;

function tokens(formula: string): Token[] {
  const found: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < formula.length) {
    const at = TOKEN.lastIndex;
    const groups = TOKEN.exec(formula)?.groups;
    const entry = Object.entries(groups ?? {}).find(([, text]) => text !== undefined);
    if (entry === undefined) throw new Error(`no formula at ${at}: ${formula.slice(at, at + 20)}`);
    found.push({ kind: entry[0] as Token["kind"], text: entry[1] });
  }
  return found;
}

const number = (cell: Cell): number => {
  if (typeof cell === "string") throw new Error(`#VALUE! ${cell}`);
  const value = Number(cell);
  if (!Number.isFinite(value)) throw new Error("#NUM!");
  return value;
};
const shown = (cell: Cell): string =>
  typeof cell === "boolean" ? (cell ? "TRUE" : "FALSE") : cell === null ? "" : String(cell);

const FUNCTIONS: Readonly<Record<string, (given: readonly (() => Cell)[]) => Cell>> = {
  IF: ([test, yes, no]) => (test!() ? yes!() : no!()),
  AND: (given) => given.map((part) => part()).every(Boolean),
  OR: (given) => given.map((part) => part()).some(Boolean),
  ISNUMBER: ([part]) => typeof part!() === "number",
  EXACT: ([a, b]) => shown(a!()) === shown(b!()),
  MAX: (given) => Math.max(...given.map((part) => number(part()))),
  MIN: (given) => Math.min(...given.map((part) => number(part()))),
  MEDIAN: (given) => given.map((part) => number(part())).sort((a, b) => a - b)[1]!,
  SQRT: ([part]) => number(Math.sqrt(number(part!()))),
  EXP: ([part]) => number(Math.exp(number(part!()))),
};

/**
 * Reads the part of the formula language the exports use, by the rules spreadsheets share: number literals of 15 digits, `=` between texts
 * ignores case, a blank equals "". AND is evaluated in full, as spreadsheets do, so text must not break a comparison.
 */
export function compileFormula(formula: string): CompiledFormula {
  if (!formula.startsWith("=")) throw new Error("a formula begins with =");
  const all = tokens(formula.slice(1));
  let at = 0;
  let cell: (letters: string) => Cell = () => null;
  const peek = () => all[at]?.text ?? "";
  const take = () => all[at++];
  const expect = (text: string) => {
    if (take()?.text !== text) throw new Error(`expected ${text} as token ${at}`);
  };

  function binary(next: () => () => Cell, signs: readonly string[], apply: (sign: string, a: Cell, b: Cell) => Cell) {
    return (): (() => Cell) => {
      let left = next();
      while (all[at]?.kind === "sign" && signs.includes(peek())) {
        const sign = take()!.text;
        const [a, b] = [left, next()];
        left = () => apply(sign, a(), b());
      }
      return left;
    };
  }

  function primary(): () => Cell {
    const token = take();
    if (token === undefined) throw new Error("the formula ends early");
    if (token.kind === "number") {
      const value = Number(token.text);
      if (Number(value.toPrecision(15)) !== value) throw new Error(`${token.text} has more than 15 digits`);
      return () => value;
    }
    if (token.kind === "text") {
      const text = token.text.slice(1, -1).replaceAll('""', '"');
      if (text.length > 255) throw new Error("a text literal is too long");
      return () => text;
    }
    if (token.kind === "cell") {
      const letters = token.text.replace(/\d+$/, "");
      return () => cell(letters);
    }
    if (token.text === "-") {
      const part = primary();
      return () => -number(part());
    }
    if (token.text === "(") {
      const part = comparison();
      expect(")");
      return part;
    }
    const call = FUNCTIONS[token.text];
    if (call === undefined) throw new Error(`unknown function ${token.text}`);
    expect("(");
    const given = [comparison()];
    while (peek() === ",") {
      take();
      given.push(comparison());
    }
    expect(")");
    return () => call(given);
  }

  const power = binary(primary, ["^"], (_, a, b) => number(a) ** number(b));
  const product = binary(power, ["*", "/"], (sign, a, b) =>
    sign === "*" ? number(a) * number(b) : number(a) / number(b),
  );
  const total = binary(product, ["+", "-"], (sign, a, b) =>
    sign === "+" ? number(a) + number(b) : number(a) - number(b),
  );
  const joined = binary(total, ["&"], (_, a, b) => shown(a) + shown(b));
  const comparison: () => () => Cell = binary(joined, ["=", "<=", ">=", "<", ">"], compare);

  const formulaValue = comparison();
  if (at !== all.length) throw new Error(`left over: ${peek()}`);
  return (given) => {
    cell = given;
    return formulaValue();
  };
}

/** Numbers are less than texts; a blank is 0 or the empty text, whichever is asked for. */
function compare(sign: string, a: Cell, b: Cell): boolean {
  if (sign === "=") return shown(a).toUpperCase() === shown(b).toUpperCase();
  const order = (cell: Cell) => (typeof cell === "string" ? 1 : 0);
  const [x, y] = [order(a), order(b)];
  if (x !== y) return sign.startsWith("<") ? x < y : x > y;
  const [left, right] = [number(a), number(b)];
  if (sign === "<=") return left <= right;
  if (sign === ">=") return left >= right;
  return sign === "<" ? left < right : left > right;
}

/** Row `i` of a table as a sheet would show it, numbers with 15 digits. */
export function sheetRow(table: Table, columns: ReadonlyMap<string, string>, i: number): (letters: string) => Cell {
  return (letters) => {
    const name = columns.get(letters);
    const column = table.columns.find((candidate) => candidate.name === name);
    if (column === undefined) throw new Error(`#REF! ${letters}`);
    if (column.type === "category") return column.codes[i]! < 0 ? null : (column.levels[column.codes[i]!] ?? "");
    return Number.isNaN(column.values[i]!) ? null : column.values[i]!;
  };
}
