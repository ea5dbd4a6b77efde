/** A number with so many digits after the point, without a sign on zero, with a true minus. */
export function fixed(value: number, digits = 2): string {
  const text = value.toFixed(digits);
  return Number(text) === 0 ? text.replace("-", "") : text.replace("-", "−");
}

/** A share in per cent, to whole numbers from ten on. */
export function percent(share: number): string {
  return `${fixed(100 * share, share < 0.0995 && share > 0 ? 1 : 0)} %`;
}
