import { AuditError } from "../errors.js";

/** A number of the report by name. */
export interface ConditionCall {
  readonly name: "fidelity" | "gain" | "worth";
  readonly n: number;
  /** `fidelity(n, no-letters)`. */
  readonly arm: "letters" | "no-letters";
  /** As it is written in messages. */
  readonly text: string;
}

export type Comparison = ">" | ">=" | "<" | "<=" | "==" | "!=";

/** One side of a comparison. */
export type ConditionSide = ConditionCall | number;

/** A condition, read. */
export type Condition =
  | {
      readonly kind: "compare";
      readonly operator: Comparison;
      readonly left: ConditionSide;
      readonly right: ConditionSide;
    }
  | { readonly kind: "and" | "or"; readonly parts: readonly Condition[] };

const TOKEN = /\s*(?:(\d+(?:\.\d*)?|\.\d+)|([a-z][a-z-]*)|(>=|<=|==|!=|[<>(),]))/iy;
const OPERATORS: readonly string[] = [">", ">=", "<", "<=", "==", "!="];
const NAMES = ["fidelity", "gain", "worth"] as const;
const KNOWN = "fidelity(n), fidelity(n, no-letters), gain(n) or worth(n)";

/**
 * Reads a condition such as `fidelity(100) > 0.9 and gain(100) > 0.05`. `and` binds more tightly than `or`; brackets
 * group. Throws INVALID_OPTION with the place and what is known.
 */
export function parseCondition(text: string): Condition {
  const tokens = tokensOf(text);
  let at = 0;

  const fail = (wanted: string): never => {
    const found = tokens[at];
    throw refused(
      text,
      found === undefined ? `ends where ${wanted} is expected` : `has '${found}' where ${wanted} is expected`,
    );
  };
  const take = (token: string): void => {
    if (tokens[at] !== token) fail(`'${token}'`);
    at++;
  };
  const number = (wanted: string): number => {
    const token = tokens[at] ?? "";
    if (!/^[\d.]/.test(token)) return fail(wanted);
    at++;
    return Number(token);
  };

  function call(): ConditionCall {
    const name = NAMES.find((known) => known === tokens[at]);
    if (name === undefined) return fail(`a number, ${KNOWN}`);
    at++;
    take("(");
    const n = number("a number of people per class");
    if (!Number.isSafeInteger(n) || n < 2)
      throw refused(text, `asks for ${n} people per class; write a whole number from 2 on`);
    let arm: ConditionCall["arm"] = "letters";
    if (tokens[at] === ",") {
      at++;
      if (name !== "fidelity")
        throw refused(text, `gives ${name} a second argument; only fidelity takes one, no-letters`);
      if (tokens[at] !== "no-letters") fail("no-letters");
      at++;
      arm = "no-letters";
    }
    take(")");
    return { name, n, arm, text: `${name}(${n}${arm === "letters" ? "" : ", no-letters"})` };
  }

  function side(): ConditionSide {
    return /^[\d.]/.test(tokens[at] ?? "") ? number("a number") : call();
  }

  function comparison(): Condition {
    if (tokens[at] === "(") {
      at++;
      const inside = either();
      take(")");
      return inside;
    }
    const left = side();
    const operator = tokens[at] ?? "";
    if (!OPERATORS.includes(operator)) return fail("one of > >= < <= == !=");
    at++;
    return { kind: "compare", operator: operator as Comparison, left, right: side() };
  }

  function joined(kind: "and" | "or", part: () => Condition): Condition {
    const first = part();
    const parts = [first];
    while (tokens[at] === kind) {
      at++;
      parts.push(part());
    }
    return parts.length === 1 ? first : { kind, parts };
  }

  function either(): Condition {
    return joined("or", () => joined("and", comparison));
  }

  const condition = either();
  if (at < tokens.length) fail("'and', 'or' or the end");
  return condition;
}

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  const length = text.trimEnd().length;
  while (TOKEN.lastIndex < length) {
    const start = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (match === null) throw refused(text, `has something unknown at '${text.slice(start).trim().slice(0, 12)}'`);
    tokens.push((match[1] ?? match[2] ?? match[3] ?? "").toLowerCase());
  }
  return tokens;
}

function refused(text: string, what: string): AuditError {
  return new AuditError(
    "INVALID_OPTION",
    `the condition '${text}' ${what}; it may compare ${KNOWN} with numbers, joined by 'and' and 'or'`,
  );
}

/** Every number of the report the condition speaks of, in the order written. */
export function callsOf(condition: Condition): ConditionCall[] {
  if (condition.kind !== "compare") return condition.parts.flatMap(callsOf);
  return [condition.left, condition.right].flatMap((side) => (typeof side === "number" ? [] : [side]));
}
