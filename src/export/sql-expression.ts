import type { Encoder } from "../encode/encoder.js";
import type { NumberCode, RankScale } from "../encode/encoder-data.js";
import { FARTHEST } from "../encode/scaling.js";
import type { Expression, Term } from "./expression.js";
import type { RawTree } from "./raw-tree.js";
import { unsupported, writable } from "./rule.js";

/** A name, and the text of what it stands for. */
type SqlNamed = Readonly<{ name: string; text: string }>;

/** Text, and how many steps must come before it. */
type Written = Readonly<{ text: string; depth: number }>;

/**
 * Turns expressions over rows of this encoder into SQL, giving shared ones a name in the first step that can compute
 * them. Names begin with `prefix`. Step 0 is made by the caller: it has the filled values.
 */
export function sqlWriter(encoder: Encoder, prefix: string) {
  const steps: SqlNamed[][] = [];
  const tables: SqlNamed[] = [];
  const known = new Map<Expression, Written>();
  let count = 0;

  function named(expression: Extract<Expression, { kind: "shared" }>): Written {
    const found = known.get(expression.of);
    if (found !== undefined) return found;
    const { text, depth } = write(expression.of);
    const name = sqlName(`${prefix}${++count}`);
    while (steps.length <= depth) steps.push([]);
    steps[depth]!.push({ name, text });
    const written = { text: name, depth: depth + 1 };
    known.set(expression.of, written);
    return written;
  }

  function write(expression: Expression): Written {
    switch (expression.kind) {
      case "number":
        return { text: sqlNumber(expression.value), depth: 0 };
      case "shared":
        return named(expression);
      case "scaled":
        return { text: scaledText(encoder.features[expression.feature] as NumberCode, filled(expression)), depth: 0 };
      case "level":
        return { text: `CASE WHEN ${isLevel(expression)} THEN 1e0 ELSE 0e0 END`, depth: 0 };
      case "tree":
        return { text: treeText(expression.tree), depth: 0 };
      case "sum":
        return sumText(expression.constant, expression.terms);
      case "square":
        return over(expression.of, (text) => `(${text}) * (${text})`);
      case "relu":
        return over(expression.of, (text) => `GREATEST(0e0, ${text})`);
      case "root":
        return over(expression.of, (text) => `SQRT(${text})`);
      case "sigmoid":
        // Beyond ±700 the exponential would leave the range of a double, which some databases refuse.
        return over(expression.of, (text) => `1e0 / (1e0 + EXP(-GREATEST(-700e0, LEAST(700e0, ${text}))))`);
      case "log-odds":
        return logOddsText(expression);
      case "log-odds of share":
        return logOddsOfShareText(expression.of);
      case "nearest":
        return nearestText(expression.of, expression.rows);
      case "quotient": {
        const parts = [write(expression.over), write(expression.under), write(expression.otherwise)] as const;
        const [top, bottom, otherwise] = parts.map(({ text }) => text);
        const ratio = `${top} / ${bottom}`;
        const text = `CASE WHEN ${bottom} > 0 THEN ${ratio} ELSE ${otherwise} END`;
        return { text: expression.under.kind === "number" ? ratio : text, depth: deepest(parts) };
      }
    }
  }

  function over(of: Expression, text: (inner: string) => string): Written {
    const inner = write(of);
    return { text: text(inner.text), depth: inner.depth };
  }

  function sumText(constant: number, terms: readonly Term[]): Written {
    const parts = terms.map(({ of }) => write(of));
    let text = constant === 0 && terms.length > 0 ? "" : sqlNumber(constant);
    for (const [k, { weight, of }] of terms.entries()) {
      const value = of.kind === "shared" ? parts[k]!.text : `(${parts[k]!.text})`;
      const size = Math.abs(weight) === 1 ? value : `${sqlNumber(Math.abs(weight))} * ${value}`;
      if (text === "") text = weight < 0 ? `-${size}` : size;
      else text += weight < 0 ? ` - ${size}` : ` + ${size}`;
    }
    return { text, depth: deepest(parts) };
  }

  /** The rows become a table of their own: thousands of squares side by side take databases minutes to plan. */
  function nearestText(of: readonly Expression[], rows: readonly number[]): Written {
    const parts = of.map(write);
    const table = sqlName(`${prefix}table${tables.length + 1}`);
    const columns = of.map((_, k) => sqlName(`c${k + 1}`));
    const lines = Array.from({ length: rows.length / of.length }, (_, i) => {
      const cells = rows.slice(i * of.length, (i + 1) * of.length);
      return `(${cells.map(sqlNumber).join(", ")})`;
    });
    tables.push({ name: `${table} (${columns.join(", ")})`, text: `VALUES\n  ${lines.join(",\n  ")}` });
    const squares = parts.map(({ text }, k) => {
      const difference = `(${text} - ${table}.${columns[k]})`;
      return `${difference} * ${difference}`;
    });
    return { text: `(SELECT MIN(${squares.join(" + ")}) FROM ${table})`, depth: deepest(parts) };
  }

  function logOddsText({ of, slope, offset, low }: Extract<Expression, { kind: "log-odds" }>): Written {
    return over(of, (text) => {
      const p = `GREATEST(${sqlNumber(low)}, LEAST(${sqlNumber(1 - low)}, ${text}))`;
      const odds = `LN(${p} / (1e0 - ${p}))`;
      return `${sqlNumber(slope)} * ${offset === 0 ? odds : `(${odds} + ${sqlNumber(offset)})`}`;
    });
  }

  /** The log-odds of a double strictly between 0 and 1 never exceed 37, but may fall below −37. */
  function logOddsOfShareText(of: Expression): Written {
    return over(of, (p) => {
      const logit = `GREATEST(-37e0, LN(${p} / (1e0 - ${p})))`;
      return `CASE WHEN ${p} <= 0 THEN -37e0 WHEN ${p} >= 1 THEN 37e0 ELSE ${logit} END`;
    });
  }

  /** The name of a feature's value with missing values filled in. */
  function filled({ feature }: { readonly feature: number }): string {
    return sqlName(`${prefix}x${feature + 1}`);
  }

  function isLevel({ feature, level }: { readonly feature: number; readonly level: number }): string {
    const code = encoder.features[feature]!;
    const text = code.type === "category" ? code.levels[level]! : "";
    return `${filled({ feature })} = ${sqlText(text)}`;
  }

  function treeText(tree: RawTree): string {
    if (tree.kind === "leaf") return sqlNumber(tree.value);
    const { test } = tree;
    const question = test.kind === "at-most" ? `${filled(test)} <= ${sqlNumber(test.value)}` : isLevel(test);
    return `CASE WHEN ${question} THEN ${treeText(tree.yes)} ELSE ${treeText(tree.no)} END`;
  }

  return {
    /** The text of an expression, to be computed after all steps. */
    write: (expression: Expression) => write(expression).text,
    filled,
    /** Every named value, step by step; a later step may use the values of earlier ones. */
    steps,
    /** Tables of constants that the texts refer to, each with its columns after its name. */
    tables,
  };
}

function deepest(parts: readonly Written[]): number {
  return parts.reduce((depth, part) => Math.max(depth, part.depth), 0);
}

function scaledText({ scale }: NumberCode, value: string): string {
  if (scale.kind === "rank") return rankText(scale, value);
  const scaled = `(${value} - ${sqlNumber(scale.center)}) / ${sqlNumber(scale.scale)}`.replace("- -", "+ ");
  return `GREATEST(${sqlNumber(-FARTHEST)}, LEAST(${sqlNumber(FARTHEST)}, ${scaled}))`;
}

/** The share below a value: straight lines between the knots, constant outside them. */
function rankText({ values, shares }: RankScale, value: string): string {
  const last = values.length - 1;
  if (last === 0) return sqlNumber(shares[0]!);
  const pieces = Array.from({ length: last }, (_, k) => {
    const slope = (shares[k + 1]! - shares[k]!) / (values[k + 1]! - values[k]!);
    const line = `${sqlNumber(shares[k]!)} + ${sqlNumber(slope)} * (${value} - ${sqlNumber(values[k]!)})`;
    return `WHEN ${value} < ${sqlNumber(values[k + 1]!)} THEN ${line.replace("- -", "+ ")}`;
  });
  const before = `WHEN ${value} <= ${sqlNumber(values[0]!)} THEN ${sqlNumber(shares[0]!)}`;
  return `CASE ${before} ${pieces.join(" ")} ELSE ${sqlNumber(shares[last]!)} END`;
}

/** A name in SQL: in double quotes, those inside doubled. */
export function sqlName(name: string): string {
  return `"${refuseNul(name).replaceAll('"', '""')}"`;
}

/** A text in SQL: in single quotes, those inside doubled. */
export function sqlText(text: string): string {
  return `'${refuseNul(text).replaceAll("'", "''")}'`;
}

/**
 * A double in SQL, to the last bit. The exponent makes it an approximate number; without one, most databases read an
 * exact decimal.
 */
export function sqlNumber(value: number): string {
  const text = String(writable(value));
  return text.includes("e") ? text.replace("e+", "e") : `${text}e0`;
}

/** A text that stays inside one line of comment. */
export function sqlComment(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]/gu, "\uFFFD");
}

function refuseNul(text: string): string {
  if (!text.includes("\u0000")) return text;
  const what = `${JSON.stringify(text)} contains the character NUL, which SQL cannot write`;
  throw unsupported(`${what}. Rename it and repeat the audit`);
}
