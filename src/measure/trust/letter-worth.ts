import type { LetterWorth, ReasonWorth } from "../../findings/trust.js";
import type { Estimate } from "../../math/interval.js";
import { studentQuantile } from "../../math/student-t.js";
import { PREFERRED } from "./recommend.js";
import { learnt, type Validated } from "./trust.js";

/** A gain below this would change no conclusion: letters or reasons that cannot add as much do not help. */
const MARGIN = 0.02;

/** A method as letters are measured with it: what it is without them, where it is anything. */
interface Reader<Method> {
  readonly name: string;
  readonly withoutLetters?: () => Method;
}

/** A method that reads letters, as measured, and what it is without them. */
export interface LetterReader<Method> {
  readonly trust: Validated;
  readonly silent: Method;
}

/**
 * The method by which the worth of letters is measured: the recommended one where it reads letters, else `bracket`,
 * else the reader with the highest agreement. Null where no method measured can be fitted both ways.
 */
export function letterReader<Method extends Reader<Method>>(
  methods: readonly Method[],
  measured: readonly Validated[],
  recommended: string,
): LetterReader<Method> | null {
  const readers = methods.flatMap(({ name, withoutLetters }) => {
    const trust = measured.find(({ method, usesLetters, failure }) => method === name && usesLetters && !failure);
    return trust && withoutLetters ? [{ trust, withoutLetters }] : [];
  });
  const named = (name: string) => readers.find(({ trust }) => trust.method === name);
  const reader = named(recommended) ?? named(PREFERRED) ?? readers.toSorted(byRightShare)[0];
  return reader ? { trust: reader.trust, silent: reader.withoutLetters() } : null;
}

/** What letters add: one method with and without them, on the same folds, compared person by person. */
export function letterWorth(
  reader: LetterReader<unknown> | null,
  silent: Validated | undefined,
  folds: number,
): LetterWorth | null {
  if (reader === null || silent === undefined || silent.failure !== null) return null;
  return { ...compare(reader.trust, silent, folds), withoutLetters: silent.method };
}

/**
 * What reasons add to a method that reads them, in the same way; null where it was not measured without. It says
 * nothing of differences between groups, about which reasons taught a rebuilt model nothing wherever that was tried.
 */
export function reasonWorth(reader: Validated, silent: Validated | undefined, folds: number): ReasonWorth | null {
  return silent && silent.failure === null && reader.failure === null ? compare(reader, silent, folds) : null;
}

function byRightShare(a: { readonly trust: Validated }, b: { readonly trust: Validated }): number {
  return (b.trust.agreement?.overall.share ?? 0) - (a.trust.agreement?.overall.share ?? 0);
}

/** The two fits of one method, person by person. */
export function compare(reader: Validated, silent: Validated, folds: number): ReasonWorth {
  const n = reader.agreed.length;
  const apart = reader.agreed.map((share, i) => share - silent.agreed[i]!);
  const { value, low, high } = pairedDifference(apart, folds);
  const left = learnt(folds);
  const difference = { value, low: Math.min(value, left * low), high: Math.max(value, left * high) };
  const rightOf = ({ agreed }: Validated) => sumOf(agreed) / n;
  return {
    method: reader.method,
    n,
    right: rightOf(reader),
    rightWithout: rightOf(silent),
    difference,
    margin: MARGIN,
    verdict: verdictOf(difference),
  };
}

/** What a whole interval says; where it lies above 0 there is help, however little. */
function verdictOf({ low, high }: Pick<Estimate, "low" | "high">): ReasonWorth["verdict"] {
  if (low > 0) return "help";
  return high < MARGIN ? "do not help" : "not clear";
}

/**
 * The mean of cross-validated differences, and its interval for the model fitted on everybody. The people of k folds
 * are no independent tests: their fits share people, and the model is one fit of many possible ones. So the variance
 * of the mean is taken 1 + k/(k−1) times, as Nadeau and Bengio (2003) do for k repeated splits. Half a person is added
 * for whom letters helped and half a person for whom they did not: no interval ends at its estimate.
 */
function pairedDifference(differences: Float64Array, folds: number): Estimate {
  const n = differences.length;
  const value = sumOf(differences) / n;
  const squares = differences.reduce((sum, difference) => sum + (difference - value) * (difference - value), 1);
  const variance = (squares / n / n) * (1 + folds / (folds - 1));
  const half = studentQuantile(0.95, Math.max(1, n - 1)) * Math.sqrt(variance);
  return { value, low: Math.max(-1, value - half), high: Math.min(1, value + half) };
}

function sumOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}
