import { requireWithin } from "../../options.js";

/** Shares of open answers at one number of letters, one per order in which they could have come. */
export interface SharesAt {
  readonly letters: number;
  readonly shares: readonly number[];
}

/** A curve a + b·(1 + k / c)^(−power) of the share of open answers against the number of letters. */
export interface ShareCurve {
  /** What is left however many letters come: a. */
  readonly floor: number;
  /** What letters can settle: b ≥ 0. */
  readonly fall: number;
  /** Number of letters, c > 0, at which the falling part begins to fall. */
  readonly scale: number;
  readonly power: 0.5 | 1;
}

/** How many more letters until the share of open answers is at most the target. */
export type LettersNeeded =
  /** It is already. */
  | { readonly status: "reached" }
  /** Fewer than ten letters show no curve. */
  | { readonly status: "too-few"; readonly least: number }
  /** `more` by the curve through all orders; `low` and `high` by single orders, `high` null if some never get there. */
  | {
      readonly status: "about";
      readonly more: number;
      readonly low: number;
      readonly high: number | null;
      readonly curve: ShareCurve;
    }
  /** The curve ends above the target, or too far away to tell; `low` as above, null when no order gets there. */
  | { readonly status: "not-in-sight"; readonly low: number | null; readonly curve: ShareCurve };

/** The share of open answers to expect at some number of letters, with the range of the orders' own curves. */
export interface ShareForecast {
  readonly letters: number;
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

/** Fewest letters from which a curve is read. */
const LEAST_LETTERS = 10;
/** How far to extrapolate, in times the letters there are. */
const FARTHEST = 4;
const POWERS = [0.5, 1] as const;

/**
 * Reads off the curve of open answers how many more letters are needed. The curve is fitted by least squares to
 * the mean over the orders, and to each order by itself for the range. An extrapolation: it is right if further letters
 * are like the ones that came, and is only given within four times their number.
 */
export function lettersNeeded(samples: readonly SharesAt[], target: number): LettersNeeded {
  requireWithin("target", target, 0, 1);
  const last = samples.at(-1);
  if (last === undefined || last.letters === 0) return { status: "too-few", least: LEAST_LETTERS };
  if (meanOf(last.shares) <= target) return { status: "reached" };
  if (last.letters < LEAST_LETTERS) return { status: "too-few", least: LEAST_LETTERS };
  const { mean: curve, orders: curves } = fitCurves(samples);
  const limit = FARTHEST * last.letters;
  const moreBy = (own: ShareCurve): number | null => {
    const letters = lettersFor(own, target);
    if (letters === null || letters > last.letters + limit) return null;
    return Math.max(1, Math.ceil(letters - last.letters - 1e-6)); // a whole number stays one after rounding
  };
  const orders = curves.map(moreBy);
  const more = moreBy(curve);
  const reaching = [...orders, more].flatMap((count) => (count === null ? [] : [count]));
  const low = reaching.length === 0 ? null : Math.min(...reaching);
  if (more === null) return { status: "not-in-sight", low, curve };
  const high = reaching.length <= orders.length ? null : Math.max(...reaching);
  return { status: "about", more, low: Math.min(more, low ?? more), high, curve };
}

/** The curve at a number of letters, with the least and greatest of single orders; null with fewer than ten letters. */
export function forecastShare(samples: readonly SharesAt[], letters: number): ShareForecast | null {
  const last = samples.at(-1);
  if (last === undefined || last.letters < LEAST_LETTERS) return null;
  const { mean, orders } = fitCurves(samples);
  const share = shareOnCurve(mean, letters);
  const shares = [share, ...orders.map((curve) => shareOnCurve(curve, letters))];
  return { letters, share, low: Math.min(...shares), high: Math.max(...shares) };
}

function fitCurves(samples: readonly SharesAt[]): { mean: ShareCurve; orders: ShareCurve[] } {
  const sizes = samples.map(({ letters }) => letters);
  const curveOf = (shareOf: (shares: readonly number[]) => number) =>
    fitShareCurve(
      sizes,
      samples.map(({ shares }) => shareOf(shares)),
    );
  return { mean: curveOf(meanOf), orders: (samples[0]?.shares ?? []).map((_, k) => curveOf((shares) => shares[k]!)) };
}

export function shareOnCurve({ floor, fall, scale, power }: ShareCurve, letters: number): number {
  return floor + fall * falling(letters / scale, power);
}

/** The least-squares curve through shares: linear in floor and fall, both ≥ 0, for every scale of a grid. */
export function fitShareCurve(letters: readonly number[], shares: readonly number[]): ShareCurve {
  const most = letters.at(-1) ?? 1;
  let best: ShareCurve = { floor: meanOf(shares), fall: 0, scale: most, power: 1 };
  let least = squaresLeft(best, letters, shares);
  for (const power of POWERS) {
    for (let scale = 4 * most; scale >= most / 64; scale /= Math.SQRT2) {
      const basis = letters.map((count) => falling(count / scale, power));
      const curve = { ...nonNegativeLine(basis, shares), scale, power };
      const left = squaresLeft(curve, letters, shares);
      if (left < least) {
        least = left;
        best = curve;
      }
    }
  }
  return best;
}

/** The number of letters at which the curve has come down to the share; null when it never does. */
function lettersFor({ floor, fall, scale, power }: ShareCurve, share: number): number | null {
  if (!(share > floor)) return null;
  const ratio = fall / (share - floor);
  return Math.max(0, scale * ((power === 1 ? ratio : ratio * ratio) - 1));
}

function falling(ratio: number, power: ShareCurve["power"]): number {
  return power === 1 ? 1 / (1 + ratio) : 1 / Math.sqrt(1 + ratio);
}

/** floor + fall · basis with the least squares among floor, fall ≥ 0. */
function nonNegativeLine(basis: readonly number[], values: readonly number[]): { floor: number; fall: number } {
  const [x, y] = [meanOf(basis), meanOf(values)];
  let [xx, xy] = [0, 0];
  for (let i = 0; i < basis.length; i++) {
    xx += (basis[i]! - x) * (basis[i]! - x);
    xy += (basis[i]! - x) * (values[i]! - y);
  }
  const fall = xx > 0 ? xy / xx : 0;
  if (!(fall > 0)) return { floor: y, fall: 0 };
  const floor = y - fall * x;
  if (floor >= 0) return { floor, fall };
  const through = basis.reduce((sum, value, i) => sum + value * values[i]!, 0);
  return { floor: 0, fall: through / basis.reduce((sum, value) => sum + value * value, 0) };
}

function squaresLeft(curve: ShareCurve, letters: readonly number[], shares: readonly number[]): number {
  return letters.reduce((sum, count, i) => {
    const left = shares[i]! - shareOnCurve(curve, count);
    return sum + left * left;
  }, 0);
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
