/** A function that moves `values` in place by one Adam step (β₁ 0.9, β₂ 0.999, 1e-8), as PyTorch computes it. */
export function adam(values: Float64Array, learningRate: number): (gradient: Float64Array) => void {
  const mean = new Float64Array(values.length);
  const square = new Float64Array(values.length);
  let meanDecay = 1; // 0.9ᵗ and 0.999ᵗ
  let squareDecay = 1;
  return (gradient) => {
    meanDecay *= 0.9;
    squareDecay *= 0.999;
    const rate = learningRate / (1 - meanDecay);
    const correction = Math.sqrt(1 - squareDecay);
    for (let k = 0; k < values.length; k++) {
      const g = gradient[k]!;
      mean[k] = 0.9 * mean[k]! + 0.1 * g;
      square[k] = 0.999 * square[k]! + 0.001 * g * g;
      values[k]! -= (rate * mean[k]!) / (Math.sqrt(square[k]!) / correction + 1e-8);
    }
  };
}
