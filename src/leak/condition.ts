import { AuditError } from "../errors.js";
import type { ConditionResult, ConditionValue, LeakReport } from "../findings/leak-file.js";
import { NOTICE_NAMES, parseNotice } from "./notices.js";
import { worthPerLetter } from "./worth.js";

const OPERATORS = [">", ">=", "<", "<=", "==", "!="] as const;
const NAMES = ["fidelity", "gain", "worth"] as const;

/** A number of the report by name. */
interface ConditionCall {
  readonly name: (typeof NAMES)[number];
  readonly n: number;
  /** What people were told: the second argument, `letters` where there is none. */
  readonly arm: string;
  /** As it is written in messages. */
  readonly text: string;
}

type Comparison = (typeof OPERATORS)[number];

/** One side of a comparison. */
type ConditionSide = ConditionCall | number;

/** A condition, read. */
export type Condition =
  | {
      readonly kind: "compare";
      readonly operator: Comparison;
      readonly left: ConditionSide;
      readonly right: ConditionSide;
    }
  | { readonly kind: "and" | "or"; readonly parts: readonly Condition[] };

const TOKEN = /\s*(?:(\d+(?:\.\d*)?|\.\d+)|([a-z][a-z\d-]*)|(>=|<=|==|!=|[<>(),]))/iy;
const KNOWN = "fidelity(n), fidelity(n, no-letters), gain(n), worth(n), fidelity(n, reasons-4) or gain(n, reasons-4)";

export function isNotice(arm: string): boolean {
  return parseNotice(arm) !== null;
}

/**
 * Reads a condition such as `fidelity(100) > 0.9 and gain(100) > 0.05`. `and` binds more tightly than `or`; brackets
 * group. Throws INVALID_OPTION with the place and what is known.
 */
export function parseCondition(text: string): Condition {
  const tokens = tokensOf(text);
  let at = 0;

  const fail = (wanted: string): never => {
    const found = tokens[at];
    throw refused(text, `${found === undefined ? "ends" : `has '${found}'`} where ${wanted} is expected`);
  };
  const accept = (token: string): boolean => {
    const found = tokens[at] === token;
    if (found) at++;
    return found;
  };
  const take = (token: string): void => {
    if (!accept(token)) fail(`'${token}'`);
  };
  const isNumber = () => /^[\d.]/.test(tokens[at] ?? "");

  function call(): ConditionCall {
    const name = NAMES.find(accept);
    if (name === undefined) return fail(`a number, ${KNOWN}`);
    take("(");
    if (!isNumber()) fail("a number of people per class");
    const n = Number(tokens[at++]);
    if (!Number.isSafeInteger(n) || n < 2)
      throw refused(text, `asks for ${n} people per class, which must be a whole number of at least 2`);
    const arm = accept(",") ? armOf(name) : "letters";
    take(")");
    return { name, n, arm, text: `${name}(${n}${arm === "letters" ? "" : `, ${arm}`})` };
  }

  function armOf(name: ConditionCall["name"]): string {
    const arm = tokens[at] ?? "";
    if (arm === "no-letters" && name !== "fidelity")
      throw refused(text, `gives ${name} the second argument no-letters, which only fidelity takes`);
    if (name === "worth") throw refused(text, "gives worth a second argument, which it does not take");
    if (arm !== "no-letters" && !isNotice(arm)) fail(`no-letters or a notice (${NOTICE_NAMES})`);
    at++;
    return arm;
  }

  const side = (): ConditionSide => (isNumber() ? Number(tokens[at++]) : call());

  function comparison(): Condition {
    if (accept("(")) {
      const inside = either();
      take(")");
      return inside;
    }
    const left = side();
    const operator = OPERATORS.find(accept) ?? fail("one of > >= < <= == !=");
    return { kind: "compare", operator, left, right: side() };
  }

  function joined(kind: "and" | "or", part: () => Condition): Condition {
    const first = part();
    const parts = [first];
    while (accept(kind)) parts.push(part());
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
  const allowed = `Compare ${KNOWN} with numbers, and join comparisons with 'and' and 'or'`;
  return new AuditError("INVALID_OPTION", `the condition '${text}' ${what}. ${allowed}`);
}

export function callsOf(condition: Condition): ConditionCall[] {
  if (condition.kind !== "compare") return condition.parts.flatMap(callsOf);
  return [condition.left, condition.right].flatMap((side) => (typeof side === "number" ? [] : [side]));
}

type Measured = Pick<LeakReport, "curves" | "gains" | "worth" | "notices">;

/** True, false, or not determined. */
type Answer = boolean | null;

/** Between which numbers a value lies; null where that is not known. */
type Range = readonly [number, number] | null;

/**
 * What came of a condition. By the point, the run fails where the condition holds for the estimates, and where they do
 * not tell: a limit that cannot be checked must not pass unnoticed. By the interval, it fails only where the condition
 * holds over the whole intervals.
 */
export function judgeCondition(
  text: string,
  condition: Condition,
  report: Measured,
  failBy: "point" | "interval",
): ConditionResult {
  const holds = judge(condition, (call) => pointOf(valueIn(report, call)));
  const surely = judge(condition, (call) => intervalOf(valueIn(report, call)));
  const seen = new Map(callsOf(condition).map((call) => [call.text, valueIn(report, call)]));
  const failed = failBy === "point" ? holds !== false : surely === true;
  return { text, holds, clear: surely !== null, failed, values: [...seen.values()] };
}

/** The value a condition speaks of, with its interval. */
function valueIn(report: Measured, { name, n, arm, text }: ConditionCall): ConditionValue {
  const { curves, gains, worth, notices } = report;
  const unknown: ConditionValue = { call: text, value: null, low: null, high: null, status: "unknown" };
  if (name === "worth") {
    const own = worth.find((entry) => entry.n === n);
    if (own === undefined) return unknown;
    const least = worthPerLetter(own.least, n, own.letters);
    const most = worthPerLetter(own.most, n, own.letters);
    return {
      call: text,
      value: own.perLetter.decisions,
      low: least.status === "at-most" ? null : least.decisions,
      high: most.status === "more-than" ? null : most.decisions,
      status: own.perLetter.status,
    };
  }
  const notice = notices.find((one) => one.name === arm)?.points.find((point) => point.n === n);
  const letters = {
    gain: gains.find((entry) => entry.n === n)?.gain,
    fidelity: curves.find((curve) => curve.arm === arm)?.points.find((point) => point.n === n)?.fidelity,
  };
  const estimate = (isNotice(arm) ? notice : letters)?.[name];
  return estimate ? { call: text, ...estimate, status: "measured" } : unknown;
}

function judge(condition: Condition, rangeOf: (call: ConditionCall) => Range): Answer {
  if (condition.kind === "compare") {
    const read = (side: ConditionSide): Range => (typeof side === "number" ? [side, side] : rangeOf(side));
    return compareRanges(condition.operator, read(condition.left), read(condition.right));
  }
  const answers = condition.parts.map((part) => judge(part, rangeOf));
  const decisive = condition.kind === "or"; // one true settles "or", one false settles "and"
  if (answers.includes(decisive)) return decisive;
  return answers.includes(null) ? null : !decisive;
}

/** The range a value may lie in where it is a bound. */
function pointOf({ value, status }: ConditionValue): Range {
  if (value === null || status === "unknown") return null;
  if (status === "more-than") return [value, Number.POSITIVE_INFINITY];
  return status === "at-most" ? [Number.NEGATIVE_INFINITY, value] : [value, value];
}

function intervalOf({ low, high }: ConditionValue): Range {
  return low === null || high === null ? null : [low, high];
}

/** The answer that all pairs of values from the two ranges give; null where they differ. */
function compareRanges(operator: Comparison, a: Range, b: Range): Answer {
  if (a === null || b === null) return null;
  switch (operator) {
    case ">":
      return a[0] > b[1] ? true : a[1] <= b[0] ? false : null;
    case ">=":
      return a[0] >= b[1] ? true : a[1] < b[0] ? false : null;
    case "<":
      return compareRanges(">", b, a);
    case "<=":
      return compareRanges(">=", b, a);
    case "==":
      return a[0] === a[1] && b[0] === b[1] && a[0] === b[0] ? true : a[0] > b[1] || a[1] < b[0] ? false : null;
    case "!=": {
      const equal = compareRanges("==", a, b);
      return equal === null ? null : !equal;
    }
  }
}
