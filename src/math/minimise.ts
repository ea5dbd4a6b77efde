import { dot } from "./matrix.js";

/** Writes the gradient at `x` and returns the value there. */
export type Objective = (x: Float64Array, gradient: Float64Array) => number;

export interface MinimiseOptions {
  readonly steps: number;
  /** Ends once no entry of the gradient is larger. */
  readonly tolerance: number;
  /** Where it begins. @default 0 */
  readonly start?: Float64Array;
}

const MEMORY = 10;
const LEAST_STEP = 1e-10;

/**
 * The minimum of a smooth convex function by L-BFGS with halved steps (Liu & Nocedal 1989). The same bits everywhere:
 * only sums in order.
 */
export function minimise(size: number, objective: Objective, options: MinimiseOptions): Float64Array {
  const { steps, tolerance, start } = options;
  let x = start?.slice() ?? new Float64Array(size);
  let gradient = new Float64Array(size);
  let value = objective(x, gradient);
  const moves: Float64Array[] = [];
  const changes: Float64Array[] = [];
  for (let step = 0; step < steps; step++) {
    if (gradient.every((entry) => Math.abs(entry) <= tolerance)) break;
    let direction = descent(gradient, moves, changes);
    let slope = dot(gradient, direction);
    if (!(slope < 0)) {
      moves.length = 0;
      changes.length = 0;
      direction = gradient.map((entry) => -entry);
      slope = dot(gradient, direction);
    }
    let length = moves.length === 0 ? Math.min(1, 1 / Math.sqrt(-slope)) : 1;
    const next = new Float64Array(size);
    const nextGradient = new Float64Array(size);
    let nextValue = Number.POSITIVE_INFINITY;
    for (; length > LEAST_STEP; length /= 2) {
      for (let k = 0; k < size; k++) next[k] = x[k]! + length * direction[k]!;
      nextValue = objective(next, nextGradient);
      if (nextValue <= value + 1e-4 * length * slope) break;
    }
    if (!(nextValue < value)) break;
    remember(moves, changes, { x, next, gradient, nextGradient });
    x = next;
    gradient = nextGradient;
    value = nextValue;
  }
  return x;
}

interface Step {
  readonly x: Float64Array;
  readonly next: Float64Array;
  readonly gradient: Float64Array;
  readonly nextGradient: Float64Array;
}

function remember(moves: Float64Array[], changes: Float64Array[], { x, next, gradient, nextGradient }: Step): void {
  const move = next.map((entry, k) => entry - x[k]!);
  const change = nextGradient.map((entry, k) => entry - gradient[k]!);
  if (!(dot(move, change) > 0)) return;
  moves.push(move);
  changes.push(change);
  if (moves.length <= MEMORY) return;
  moves.shift();
  changes.shift();
}

/** Minus the gradient times the curvature that the last steps have shown. */
function descent(gradient: Float64Array, moves: readonly Float64Array[], changes: readonly Float64Array[]) {
  const direction = gradient.map((entry) => -entry);
  const shares = new Float64Array(moves.length);
  for (let k = moves.length - 1; k >= 0; k--) {
    shares[k] = dot(moves[k]!, direction) / dot(moves[k]!, changes[k]!);
    for (let j = 0; j < direction.length; j++) direction[j]! -= shares[k]! * changes[k]![j]!;
  }
  const last = moves.length - 1;
  if (last >= 0) {
    const scale = dot(moves[last]!, changes[last]!) / dot(changes[last]!, changes[last]!);
    for (let j = 0; j < direction.length; j++) direction[j]! *= scale;
  }
  for (let k = 0; k < moves.length; k++) {
    const share = shares[k]! - dot(changes[k]!, direction) / dot(moves[k]!, changes[k]!);
    for (let j = 0; j < direction.length; j++) direction[j]! += share * moves[k]![j]!;
  }
  return direction;
}
