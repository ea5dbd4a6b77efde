import type { ConditionResult, ConditionValue, LeakReport } from "../findings/leak-file.js";
import { type Comparison, type Condition, type ConditionCall, type ConditionSide, callsOf } from "./condition.js";
import { worthPerLetter } from "./worth.js";

/** The numbers of a report that conditions may speak of. */
type Measured = Pick<LeakReport, "curves" | "gains" | "worth">;

/** True, false, or not determined. */
type Answer = boolean | null;

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
  const look = (call: ConditionCall) => valueIn(report, call);
  const holds = judge(condition, (operator, left, right) => comparePoints(operator, left, right), look);
  const surely = judge(condition, (operator, left, right) => compareIntervals(operator, left, right), look);
  const seen = new Map(callsOf(condition).map((call) => [call.text, look(call)]));
  return {
    text,
    holds,
    clear: surely !== null,
    failed: failBy === "point" ? holds !== false : surely === true,
    values: [...seen.values()],
  };
}

/** The value a condition speaks of, with its interval. */
function valueIn({ curves, gains, worth }: Measured, { name, n, arm, text }: ConditionCall): ConditionValue {
  if (name === "worth") {
    const own = worth.find((entry) => entry.n === n);
    if (own === undefined) return { call: text, value: null, low: null, high: null, status: "unknown" };
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
  const estimate =
    name === "gain"
      ? gains.find((entry) => entry.n === n)?.gain
      : curves.find((curve) => curve.arm === arm)?.points.find((point) => point.n === n)?.fidelity;
  if (estimate === null || estimate === undefined)
    return { call: text, value: null, low: null, high: null, status: "unknown" };
  return { call: text, ...estimate, status: "measured" };
}

type Compare = (operator: Comparison, left: ConditionValue, right: ConditionValue) => Answer;

function judge(condition: Condition, compare: Compare, look: (call: ConditionCall) => ConditionValue): Answer {
  if (condition.kind === "compare") {
    const read = (side: ConditionSide): ConditionValue =>
      typeof side === "number"
        ? { call: String(side), value: side, low: side, high: side, status: "measured" }
        : look(side);
    return compare(condition.operator, read(condition.left), read(condition.right));
  }
  const answers = condition.parts.map((part) => judge(part, compare, look));
  const decisive = condition.kind === "or"; // one true settles "or", one false settles "and"
  if (answers.includes(decisive)) return decisive;
  return answers.includes(null) ? null : !decisive;
}

/** The range a value may lie in where it is a bound. */
function rangeOf({ value, status }: ConditionValue): readonly [number, number] | null {
  if (value === null || status === "unknown") return null;
  if (status === "more-than") return [value, Number.POSITIVE_INFINITY];
  return status === "at-most" ? [Number.NEGATIVE_INFINITY, value] : [value, value];
}

function comparePoints(operator: Comparison, left: ConditionValue, right: ConditionValue): Answer {
  const [a, b] = [rangeOf(left), rangeOf(right)];
  return a === null || b === null ? null : compareRanges(operator, a, b);
}

function compareIntervals(operator: Comparison, left: ConditionValue, right: ConditionValue): Answer {
  const ends = ({ low, high }: ConditionValue) => (low === null || high === null ? null : ([low, high] as const));
  const [a, b] = [ends(left), ends(right)];
  return a === null || b === null ? null : compareRanges(operator, a, b);
}

/** The answer that all pairs of values from the two ranges give; null where they differ. */
function compareRanges(operator: Comparison, a: readonly [number, number], b: readonly [number, number]): Answer {
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
