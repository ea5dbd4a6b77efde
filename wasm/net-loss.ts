// The loss of a net's output and its slope, two rows at a time in double precision. Both need e^−|f|, which is taken once.
import { expLanesDouble } from "./special";

/** What a row asks of its output f: rejected, accepted, at least one half, at most one half. */
const REJECTED: i32 = 0;
const ACCEPTED: i32 = 1;
const AT_LEAST_HALF: i32 = 2;

const LN2: f64 = 0.6931471805599453;

/**
 * For `count` rows, an even number: reads the outputs at the head of rows of 4 and writes each row's loss, and its slope,
 * both without the row's weight.
 */
export function lossesOf(outputs: usize, kinds: usize, count: i32, losses: usize, slopes: usize): void {
  for (let r = 0; r < count; r += 2) {
    const from = outputs + (<usize>r << 4);
    const f0 = <f64>load<f32>(from);
    const f1 = <f64>load<f32>(from, 16);
    const at = <usize>r << 3;
    const kind0 = load<i32>(kinds + (<usize>r << 2));
    const kind1 = load<i32>(kinds + (<usize>r << 2), 4);
    if (isContent(kind0, f0) && isContent(kind1, f1)) {
      v128.store(losses + at, f64x2.splat(0));
      v128.store(slopes + at, f64x2.splat(0));
      continue;
    }
    const f = f64x2.replace_lane(f64x2.splat(f0), 1, f1);
    const one = v128.load64_splat(TERMS);
    const e = expLanesDouble(f64x2.neg(f64x2.min(f64x2.abs(f), f64x2.splat(80))));
    const share = f64x2.div(v128.bitselect(one, e, f64x2.ge(f, f64x2.splat(0))), f64x2.add(one, e));
    const tail = logOnePlus(e);
    store<f64>(losses + at, lossOf(kind0, f0, f64x2.extract_lane(tail, 0)));
    store<f64>(losses + at, lossOf(kind1, f1, f64x2.extract_lane(tail, 1)), 8);
    store<f64>(slopes + at, slopeOf(kind0, f0, f64x2.extract_lane(share, 0)));
    store<f64>(slopes + at, slopeOf(kind1, f1, f64x2.extract_lane(share, 1)), 8);
  }
}

/** Whether a row that asks for one half has it: no loss, no slope. */
// @ts-ignore: decorator
@inline
function isContent(kind: i32, f: f64): bool {
  return kind == AT_LEAST_HALF ? f >= 0 : kind > AT_LEAST_HALF && f <= 0;
}

/** 1, 2, and the terms of the series of artanh, in memory: an engine would build each constant anew in its loop. */
const TERMS = memory.data<f64>([
  1, 2, 15, 1.0 / 13, 1.0 / 11, 1.0 / 9, 1.0 / 7, 1.0 / 5, 1.0 / 3,
]);

/** log(1 + e) for 0 ≤ e ≤ 1, as 2·artanh(e/(2 + e)). */
// @ts-ignore: decorator
@inline
function logOnePlus(e: v128): v128 {
  const two = v128.load64_splat(TERMS, 8);
  const s = f64x2.div(e, f64x2.add(two, e));
  const z = f64x2.mul(s, s);
  let p = f64x2.add(v128.load64_splat(TERMS, 24), f64x2.div(z, v128.load64_splat(TERMS, 16)));
  p = f64x2.add(v128.load64_splat(TERMS, 32), f64x2.mul(z, p));
  p = f64x2.add(v128.load64_splat(TERMS, 40), f64x2.mul(z, p));
  p = f64x2.add(v128.load64_splat(TERMS, 48), f64x2.mul(z, p));
  p = f64x2.add(v128.load64_splat(TERMS, 56), f64x2.mul(z, p));
  p = f64x2.add(v128.load64_splat(TERMS, 64), f64x2.mul(z, p));
  p = f64x2.add(v128.load64_splat(TERMS), f64x2.mul(z, p));
  return f64x2.mul(f64x2.mul(two, s), p);
}

/** log(1 + e^f) or log(1 + e^−f), less ln 2 where one half is enough; `tail` is log(1 + e^−|f|). */
// @ts-ignore: decorator
@inline
function lossOf(kind: i32, f: f64, tail: f64): f64 {
  const towards = kind == ACCEPTED || kind == AT_LEAST_HALF ? -f : f;
  const loss = (towards > 0 ? towards : 0) + tail;
  return kind <= ACCEPTED ? loss : max<f64>(0, loss - LN2);
}

/** `share` is 1 / (1 + e^−f). */
// @ts-ignore: decorator
@inline
function slopeOf(kind: i32, f: f64, share: f64): f64 {
  if (kind == REJECTED) return share;
  if (kind == ACCEPTED) return share - 1;
  if (kind == AT_LEAST_HALF) return f < 0 ? share - 1 : 0;
  return f > 0 ? share : 0;
}
