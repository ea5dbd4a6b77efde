/** A function that moves `values` in place by one Adam step (β₁ 0.9, β₂ 0.999, 1e-8), as PyTorch computes it. */
export function adam(
  values: Float64Array,
  options: { readonly learningRate: number; readonly weightDecay: number },
): (gradient: Float64Array) => void {
  const { learningRate, weightDecay } = options;
  const mean = new Float64Array(values.length);
  const square = new Float64Array(values.length);
  let meanDecay = 1; // 0.9ᵗ and 0.999ᵗ
  let squareDecay = 1;
  return (gradient) => {
    meanDecay *= 0.9;
    squareDecay *= 0.999;
    const rate = learningRate / (1 - meanDecay);
    const correction = 1 / Math.sqrt(1 - squareDecay);
    for (let k = 0; k < values.length; k++) {
      const g = gradient[k]! + weightDecay * values[k]!;
      const m = 0.9 * mean[k]! + 0.1 * g;
      const s = 0.999 * square[k]! + 0.001 * g * g;
      mean[k] = m;
      square[k] = s;
      values[k]! -= (rate * m) / (Math.sqrt(s) * correction + 1e-8);
    }
  };
}
