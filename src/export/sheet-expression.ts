import type { Encoder } from "../encode/encoder.js";
import type { CategoryCode, NumberCode } from "../encode/encoder-data.js";
import { FARTHEST } from "../encode/scaling.js";
import { type Expression, type Term, total } from "./expression.js";
import type { RawTest, RawTree } from "./raw-tree.js";
import { OTHER_SCALING, unsupported, writable } from "./rule.js";

export type SheetWriter = ReturnType<typeof sheetWriter>;

/** Turns expressions over the features of this encoder into formulas; `cell` gives the cell of one, such as `C2`. */
export function sheetWriter(encoder: Encoder, cell: (feature: number) => string) {
  const known = new Map<Expression, string>();

  function value(expression: Expression): string {
    const found = known.get(expression);
    if (found !== undefined) return found;
    const text = write(expression);
    known.set(expression, text);
    return text;
  }

  function write(expression: Expression): string {
    switch (expression.kind) {
      case "number":
        return sheetNumber(expression.value);
      case "shared":
        return value(expression.of);
      case "scaled":
      case "level":
        return sum(0, [{ weight: 1, of: expression }]);
      case "tree":
        return tree(expression.tree, sheetNumber);
      case "sum":
        return sum(expression.constant, expression.terms);
      case "square":
        return `(${value(expression.of)})^2`;
      case "relu":
        return `MAX(0,${value(expression.of)})`;
      case "root":
        return `SQRT(${value(expression.of)})`;
      case "sigmoid":
        return `1/(1+EXP(-MEDIAN(-700,${value(expression.of)},700)))`;
      case "nearest":
        return `MIN(${squaredDistances(expression.of, expression.rows).map(value).join(",")})`;
      case "quotient":
        if (expression.under.kind === "number") return `(${value(expression.over)})/${value(expression.under)}`;
        throw new TypeError("distances have no formula; decisions need none");
      case "log-odds":
      case "log-odds of share":
        throw new TypeError(`'${expression.kind}' has no formula; decisions need none`);
    }
  }

  /** constant + Σ weight · term, with the levels of one category side by side. */
  function sum(constant: number, terms: readonly Term[]): string {
    let total = constant;
    const texts: string[] = [];
    const levels = new Map<number, { weight: number; level: number }[]>();
    for (const { weight, of } of terms) {
      const inner = of.kind === "shared" ? of.of : of;
      if (inner.kind === "scaled") texts.push(scaled(weight, inner.feature));
      else if (inner.kind === "level") {
        const own = levels.get(inner.feature) ?? [];
        own.push({ weight, level: inner.level });
        levels.set(inner.feature, own);
      } else if (inner.kind === "number") total += weight * inner.value;
      else if (weight === 1) texts.push(`(${value(inner)})`);
      else texts.push(`${sheetNumber(weight)}*(${value(inner)})`);
    }
    for (const [feature, points] of levels) texts.push(category(feature, points));
    if (total !== 0 || texts.length === 0) texts.push(sheetNumber(total));
    return added(texts);
  }

  function scaled(weight: number, feature: number): string {
    const { scale, fill, name } = encoder.features[feature] as NumberCode;
    if (scale.kind === "rank") {
      throw unsupported(`the model counts ranks of '${name}', which no short formula can; ${OTHER_SCALING}`);
    }
    const [low, high] = [scale.center - FARTHEST * scale.scale, scale.center + FARTHEST * scale.scale];
    const at = cell(feature);
    const given = `MEDIAN(${sheetNumber(low)},${at},${sheetNumber(high)})`;
    const centred =
      scale.center < 0 ? `${given}+${sheetNumber(-scale.center)}` : `${given}-${sheetNumber(scale.center)}`;
    const missing = sheetNumber(fill - scale.center);
    return `${sheetNumber(weight / scale.scale)}*IF(ISNUMBER(${at}),${centred},${missing})`;
  }

  function category(feature: number, points: readonly { weight: number; level: number }[]): string {
    const code = encoder.features[feature] as CategoryCode;
    const at = cell(feature);
    const texts = points.map(
      ({ weight, level }) => `${sheetNumber(weight)}*EXACT(${at},${sheetText(code.levels[level]!)})`,
    );
    const all = added(texts);
    if (code.levels.includes("")) return `(${all})`;
    const missing = points.find(({ level }) => code.levels[level] === code.fill)?.weight ?? 0;
    return `IF(${at}="",${sheetNumber(missing)},${all})`;
  }

  /** A tree whose leaves are texts of formulas. */
  function tree(node: RawTree, leaf: (value: number) => string): string {
    if (node.kind === "leaf") return leaf(node.value);
    const [yes, no] = [tree(node.yes, leaf), tree(node.no, leaf)];
    return yes === no ? yes : question(node.test, yes, no);
  }

  /** A blank cell takes the branch of what stands in for it. */
  function question(test: RawTest, yes: string, no: string): string {
    const at = cell(test.feature);
    const code = encoder.features[test.feature]!;
    if (test.kind === "is-level" && code.type === "category") {
      const level = code.levels[test.level]!;
      const same = `EXACT(${at},${sheetText(level)})`;
      const alsoBlank = code.fill === level && !code.levels.includes("");
      return `IF(${alsoBlank ? `OR(${at}="",${same})` : same},${yes},${no})`;
    }
    const { value: most } = test as Extract<RawTest, { kind: "at-most" }>;
    const threshold = sheetNumberBelow(most);
    const { fill } = code as NumberCode;
    return fill <= most
      ? `IF(AND(ISNUMBER(${at}),${at}>${threshold}),${no},${yes})`
      : `IF(AND(ISNUMBER(${at}),${at}<=${threshold}),${yes},${no})`;
  }

  return { value, tree };
}

function added(texts: readonly string[]): string {
  return texts.reduce((all, text) => (text.startsWith("-") ? `${all}${text}` : `${all}+${text}`));
}

/** Σ (column − p)² for each row p. */
function squaredDistances(columns: readonly Expression[], rows: readonly number[]): Expression[] {
  return Array.from({ length: rows.length / columns.length }, (_, i) => {
    const squares = columns.map((of, k): Expression => {
      return { kind: "square", of: total(-rows[i * columns.length + k]!, [of]) };
    });
    return total(0, squares);
  });
}

const DIGITS = 15; // all a spreadsheet keeps of a number it reads

export function sheetNumber(value: number): string {
  return written(Number(value.toPrecision(DIGITS)));
}

/** The largest number of 15 digits up to `value`: numbers of 15 digits compare with it as with the value. */
export function sheetNumberBelow(value: number): string {
  const near = Number(value.toPrecision(DIGITS));
  if (near <= value) return written(near);
  const [digits = "0", exponent = "0"] = value.toExponential(DIGITS - 1).split("e");
  const count = Number(digits.replace(".", "")) - 1; // of units of the fifteenth digit
  const unit = Number(exponent) - DIGITS + 1;
  return written(Number(count === 99999999999999 ? `999999999999999e${unit - 1}` : `${count}e${unit}`));
}

function written(value: number): string {
  return String(writable(value)).replace("e+", "E").replace("e", "E");
}

const LONGEST_LITERAL = 255;

/** A text as a formula holds it: in double quotes, those inside doubled; pieces where a literal would be too long. */
export function sheetText(text: string): string {
  const pieces = [""];
  for (const character of text) {
    if (pieces.at(-1)!.length + character.length > LONGEST_LITERAL) pieces.push("");
    pieces[pieces.length - 1] += character;
  }
  return pieces.map((part) => `"${part.replaceAll('"', '""')}"`).join("&");
}

/** The letters of column number `index`, counted from 0: A, B … Z, AA. */
export function columnLetters(index: number): string {
  const before = Math.floor(index / 26);
  return (before > 0 ? columnLetters(before - 1) : "") + String.fromCharCode(65 + (index % 26));
}
