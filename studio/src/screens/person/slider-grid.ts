import type { Value } from "../../../../src/measure/explain/explain-person.js";

/** The places a slider can stand at: whole steps, with the person's own value in the place of the one nearest to it. */
export interface SliderGrid {
  /** The last place; the first is 0. */
  readonly last: number;
  /** The place nearest to a value. */
  placeOf(value: number): number;
  valueAt(place: number): number;
}

/** Places from `low` to `high` by `step`; `own` widens the range where it lies outside. */
export function sliderGrid({ low, high, step }: { low: number; high: number; step: number }, own: Value): SliderGrid {
  const ownNumber = typeof own === "number" ? own : null;
  const first = Math.floor(stepsIn(Math.min(low, ownNumber ?? low), step));
  const last = Math.max(1, Math.ceil(stepsIn(Math.max(high, ownNumber ?? high), step)) - first);
  const placeOf = (value: number) => Math.min(last, Math.max(0, Math.round(stepsIn(value, step)) - first));
  const ownPlace = ownNumber === null ? null : placeOf(ownNumber);
  return {
    last,
    placeOf,
    valueAt: (place) => (place === ownPlace && ownNumber !== null ? ownNumber : timesStep(first + place, step)),
  };
}

/** Steps are powers of ten: below 1 their inverse is whole, and multiplying by it is exact where dividing is not. */
function stepsIn(value: number, step: number): number {
  return step < 1 ? value * Math.round(1 / step) : value / step;
}

function timesStep(count: number, step: number): number {
  return (step < 1 ? count / Math.round(1 / step) : count * step) + 0;
}
