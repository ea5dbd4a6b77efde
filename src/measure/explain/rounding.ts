/** The largest power of ten that is not above `size`, from 10⁻¹⁵ to 10¹⁵; 1 when the size is not above 0. */
export function powerOfTenUpTo(size: number): number {
  if (!(size > 0)) return 1;
  let power = 1;
  while (power > size && power > 1e-15) power = tenth(power);
  while (10 * power <= size && power < 1e15) power = 10 * power;
  return power;
}

/** A tenth of a power of ten, as the double nearest to it: repeated division would drift. */
function tenth(power: number): number {
  return power > 1 ? power / 10 : 1 / (10 * Math.round(1 / power));
}

/** The largest power of ten up to `most` that divides every value; null when even 10⁻⁶ is too coarse. */
export function writtenStep(values: Float64Array, most: number): number | null {
  for (let power = powerOfTenUpTo(most); power > 5e-7; power = tenth(power)) {
    const step = power;
    if (values.every((value) => roundTo(value, step) === value)) return step;
  }
  return null;
}

/** The multiple of a power of ten nearest to `value`, as the double nearest to that decimal number. */
export function roundTo(value: number, step: number): number {
  return multiple(Math.round(quotient(value, step)), step);
}

/** The nearest multiple of `step` that is at least as far from `start` as `value` is, on the same side. */
export function roundAway(value: number, start: number, step: number): number {
  if (roundTo(value, step) === value) return value;
  const exact = quotient(value, step);
  return multiple(value >= start ? Math.ceil(exact) : Math.floor(exact), step);
}

/** Dividing by 10⁻³ is multiplying by 1000, which is exact where the other is not. */
function quotient(value: number, step: number): number {
  return step < 1 ? value * Math.round(1 / step) : value / step;
}

function multiple(count: number, step: number): number {
  return (step < 1 ? count / Math.round(1 / step) : count * step) + 0;
}
