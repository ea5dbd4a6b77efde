// The way back through a net: adds a block's part to the gradients. A gradient's cells stay in registers while the rows
// pass, in their order; rows whose loss has no slope are left out.
import { Layer } from "./net-layers";

/** A layer after the first: the gradient of its weights and biases, and the slopes at the units below it. */
export function backwardLayer(layer: Layer, below: Layer, active: usize, count: i32): void {
  biasGradient(layer, active, count);
  for (let o = 0; o < layer.outputs; o += 2) {
    const bytes = <usize>layer.paddedInputs << 2;
    let i: usize = 0;
    while (i < bytes) {
      if (i + 80 <= bytes) {
        wideGradient(layer, below.values + i, active, count, o, i);
        i += 80;
      } else if (i + 48 <= bytes) {
        middleGradient(layer, below.values + i, active, count, o, i);
        i += 48;
      } else {
        narrowGradient(layer, below.values + i, active, count, o, i);
        i += 16;
      }
    }
  }
  slopesBelow(layer, below, active, count);
}

function biasGradient(layer: Layer, active: usize, count: i32): void {
  const bytes = <usize>layer.paddedOutputs << 2;
  const gradient = layer.gradient + (layer.biases - layer.weights);
  const end = active + (<usize>count << 2);
  for (let o: usize = 0; o < bytes; o += 16) {
    const deltas = layer.deltas + o;
    let sum = v128.load(gradient + o);
    for (let row = active; row < end; row += 4) sum = f32x4.add(sum, v128.load(deltas + <usize>load<u32>(row) * bytes));
    v128.store(gradient + o, sum);
  }
}

/** Twenty inputs of outputs o and o + 1. */
function wideGradient(layer: Layer, values: usize, active: usize, count: i32, o: i32, i: usize): void {
  const bytes = <usize>layer.paddedInputs << 2;
  const outBytes = <usize>layer.paddedOutputs << 2;
  const deltas = layer.deltas + (<usize>o << 2);
  const one = layer.gradient + <usize>o * bytes + i;
  const two = one + bytes;
  const end = active + (<usize>count << 2);
  let a0 = v128.load(one);
  let b0 = v128.load(one, 16);
  let c0 = v128.load(one, 32);
  let d0 = v128.load(one, 48);
  let e0 = v128.load(one, 64);
  let a1 = v128.load(two);
  let b1 = v128.load(two, 16);
  let c1 = v128.load(two, 32);
  let d1 = v128.load(two, 48);
  let e1 = v128.load(two, 64);
  for (let row = active; row < end; row += 4) {
    const r = <usize>load<u32>(row);
    const delta = deltas + r * outBytes;
    const from = values + r * bytes;
    const first = v128.load32_splat(delta);
    const second = v128.load32_splat(delta, 4);
    let value = v128.load(from);
    a0 = f32x4.add(a0, f32x4.mul(value, first));
    a1 = f32x4.add(a1, f32x4.mul(value, second));
    value = v128.load(from, 16);
    b0 = f32x4.add(b0, f32x4.mul(value, first));
    b1 = f32x4.add(b1, f32x4.mul(value, second));
    value = v128.load(from, 32);
    c0 = f32x4.add(c0, f32x4.mul(value, first));
    c1 = f32x4.add(c1, f32x4.mul(value, second));
    value = v128.load(from, 48);
    d0 = f32x4.add(d0, f32x4.mul(value, first));
    d1 = f32x4.add(d1, f32x4.mul(value, second));
    value = v128.load(from, 64);
    e0 = f32x4.add(e0, f32x4.mul(value, first));
    e1 = f32x4.add(e1, f32x4.mul(value, second));
  }
  v128.store(one, a0);
  v128.store(one, b0, 16);
  v128.store(one, c0, 32);
  v128.store(one, d0, 48);
  v128.store(one, e0, 64);
  v128.store(two, a1);
  v128.store(two, b1, 16);
  v128.store(two, c1, 32);
  v128.store(two, d1, 48);
  v128.store(two, e1, 64);
}

/** Twelve inputs of outputs o and o + 1. */
function middleGradient(layer: Layer, values: usize, active: usize, count: i32, o: i32, i: usize): void {
  const bytes = <usize>layer.paddedInputs << 2;
  const outBytes = <usize>layer.paddedOutputs << 2;
  const deltas = layer.deltas + (<usize>o << 2);
  const one = layer.gradient + <usize>o * bytes + i;
  const two = one + bytes;
  const end = active + (<usize>count << 2);
  let a0 = v128.load(one);
  let b0 = v128.load(one, 16);
  let c0 = v128.load(one, 32);
  let a1 = v128.load(two);
  let b1 = v128.load(two, 16);
  let c1 = v128.load(two, 32);
  for (let row = active; row < end; row += 4) {
    const r = <usize>load<u32>(row);
    const delta = deltas + r * outBytes;
    const from = values + r * bytes;
    const first = v128.load32_splat(delta);
    const second = v128.load32_splat(delta, 4);
    let value = v128.load(from);
    a0 = f32x4.add(a0, f32x4.mul(value, first));
    a1 = f32x4.add(a1, f32x4.mul(value, second));
    value = v128.load(from, 16);
    b0 = f32x4.add(b0, f32x4.mul(value, first));
    b1 = f32x4.add(b1, f32x4.mul(value, second));
    value = v128.load(from, 32);
    c0 = f32x4.add(c0, f32x4.mul(value, first));
    c1 = f32x4.add(c1, f32x4.mul(value, second));
  }
  v128.store(one, a0);
  v128.store(one, b0, 16);
  v128.store(one, c0, 32);
  v128.store(two, a1);
  v128.store(two, b1, 16);
  v128.store(two, c1, 32);
}

/** Four inputs of outputs o and o + 1. */
function narrowGradient(layer: Layer, values: usize, active: usize, count: i32, o: i32, i: usize): void {
  const bytes = <usize>layer.paddedInputs << 2;
  const outBytes = <usize>layer.paddedOutputs << 2;
  const deltas = layer.deltas + (<usize>o << 2);
  const one = layer.gradient + <usize>o * bytes + i;
  const two = one + bytes;
  const end = active + (<usize>count << 2);
  let first = v128.load(one);
  let second = v128.load(two);
  for (let row = active; row < end; row += 4) {
    const r = <usize>load<u32>(row);
    const delta = deltas + r * outBytes;
    const value = v128.load(values + r * bytes);
    first = f32x4.add(first, f32x4.mul(value, v128.load32_splat(delta)));
    second = f32x4.add(second, f32x4.mul(value, v128.load32_splat(delta, 4)));
  }
  v128.store(one, first);
  v128.store(two, second);
}

/** below.deltas: the slopes at the units that are not at rest. A unit's sum runs in four parts, by output modulo 4. */
function slopesBelow(layer: Layer, below: Layer, active: usize, count: i32): void {
  const bytes = <usize>layer.paddedInputs << 2;
  const outBytes = <usize>layer.paddedOutputs << 2;
  const outputs = layer.outputs;
  const weights = layer.weights;
  const end = active + (<usize>count << 2);
  for (let row = active; row < end; row += 4) {
    const r = <usize>load<u32>(row);
    const deltas = layer.deltas + r * outBytes;
    const values = below.values + r * bytes;
    const out = below.deltas + r * bytes;
    let i: usize = 0;
    for (; i + 32 <= bytes; i += 32) {
      let w = weights + i;
      let a0 = f32x4.splat(0);
      let a1 = f32x4.splat(0);
      let a2 = f32x4.splat(0);
      let a3 = f32x4.splat(0);
      let b0 = f32x4.splat(0);
      let b1 = f32x4.splat(0);
      let b2 = f32x4.splat(0);
      let b3 = f32x4.splat(0);
      let at = deltas;
      let rest = outputs;
      for (; rest >= 4; rest -= 4) {
        let delta = v128.load32_splat(at);
        a0 = f32x4.add(a0, f32x4.mul(delta, v128.load(w)));
        b0 = f32x4.add(b0, f32x4.mul(delta, v128.load(w, 16)));
        w += bytes;
        delta = v128.load32_splat(at, 4);
        a1 = f32x4.add(a1, f32x4.mul(delta, v128.load(w)));
        b1 = f32x4.add(b1, f32x4.mul(delta, v128.load(w, 16)));
        w += bytes;
        delta = v128.load32_splat(at, 8);
        a2 = f32x4.add(a2, f32x4.mul(delta, v128.load(w)));
        b2 = f32x4.add(b2, f32x4.mul(delta, v128.load(w, 16)));
        w += bytes;
        delta = v128.load32_splat(at, 12);
        a3 = f32x4.add(a3, f32x4.mul(delta, v128.load(w)));
        b3 = f32x4.add(b3, f32x4.mul(delta, v128.load(w, 16)));
        w += bytes;
        at += 16;
      }
      if (rest > 0) {
        const delta = v128.load32_splat(at);
        a0 = f32x4.add(a0, f32x4.mul(delta, v128.load(w)));
        b0 = f32x4.add(b0, f32x4.mul(delta, v128.load(w, 16)));
      }
      if (rest > 1) {
        w += bytes;
        const delta = v128.load32_splat(at, 4);
        a1 = f32x4.add(a1, f32x4.mul(delta, v128.load(w)));
        b1 = f32x4.add(b1, f32x4.mul(delta, v128.load(w, 16)));
      }
      if (rest > 2) {
        w += bytes;
        const delta = v128.load32_splat(at, 8);
        a2 = f32x4.add(a2, f32x4.mul(delta, v128.load(w)));
        b2 = f32x4.add(b2, f32x4.mul(delta, v128.load(w, 16)));
      }
      setSlopes(out + i, values + i, f32x4.add(f32x4.add(a0, a1), f32x4.add(a2, a3)));
      setSlopes(out + i + 16, values + i + 16, f32x4.add(f32x4.add(b0, b1), f32x4.add(b2, b3)));
    }
    if (i == bytes) continue;
    let w = weights + i;
    let s0 = f32x4.splat(0);
    let s1 = f32x4.splat(0);
    let s2 = f32x4.splat(0);
    let s3 = f32x4.splat(0);
    let at = deltas;
    let rest = outputs;
    for (; rest >= 4; rest -= 4) {
      s0 = f32x4.add(s0, f32x4.mul(v128.load32_splat(at), v128.load(w)));
      w += bytes;
      s1 = f32x4.add(s1, f32x4.mul(v128.load32_splat(at, 4), v128.load(w)));
      w += bytes;
      s2 = f32x4.add(s2, f32x4.mul(v128.load32_splat(at, 8), v128.load(w)));
      w += bytes;
      s3 = f32x4.add(s3, f32x4.mul(v128.load32_splat(at, 12), v128.load(w)));
      w += bytes;
      at += 16;
    }
    if (rest > 0) s0 = f32x4.add(s0, f32x4.mul(v128.load32_splat(at), v128.load(w)));
    if (rest > 1) s1 = f32x4.add(s1, f32x4.mul(v128.load32_splat(at, 4), v128.load(w + bytes)));
    if (rest > 2) s2 = f32x4.add(s2, f32x4.mul(v128.load32_splat(at, 8), v128.load(w + 2 * bytes)));
    setSlopes(out + i, values + i, f32x4.add(f32x4.add(s0, s1), f32x4.add(s2, s3)));
  }
}

// @ts-ignore: decorator
@inline
function setSlopes(place: usize, values: usize, slopes: v128): void {
  v128.store(place, v128.and(slopes, f32x4.gt(v128.load(values), f32x4.splat(0))));
}

/** The first layer's gradient, column by column from the entries of the block's rows; rows left out have slopes of zero. */
export function backwardInputs(layer: Layer, starts: usize, entries: usize, rows: i32): void {
  const bytes = <usize>layer.paddedOutputs << 2;
  const columns = <usize>layer.inputs;
  const biases = layer.gradient + (layer.biases - layer.weights);
  let o: usize = 0;
  while (o < bytes) {
    const deltas = layer.deltas + o;
    let gradient = layer.gradient + o;
    const width: usize = o + 80 <= bytes ? 80 : 16;
    for (let k: usize = 0; k < columns; k++) {
      const from = entries + load<u32>(starts + (k << 2));
      const to = entries + load<u32>(starts + (k << 2), 4);
      if (width == 80) columnGradient(gradient, deltas, from, to);
      else {
        let a = v128.load(gradient);
        for (let entry = from; entry < to; entry += 8) {
          a = f32x4.add(a, f32x4.mul(v128.load32_splat(entry, 4), v128.load(deltas + load<u32>(entry))));
        }
        v128.store(gradient, a);
      }
      gradient += bytes;
    }
    for (let at: usize = 0; at < width; at += 16) {
      let sum = v128.load(biases + o + at);
      let delta = deltas + at;
      for (let r = 0; r < rows; r++) {
        sum = f32x4.add(sum, v128.load(delta));
        delta += bytes;
      }
      v128.store(biases + o + at, sum);
    }
    o += width;
  }
}

// @ts-ignore: decorator
@inline
function columnGradient(gradient: usize, deltas: usize, from: usize, to: usize): void {
  let a = v128.load(gradient);
  let b = v128.load(gradient, 16);
  let c = v128.load(gradient, 32);
  let d = v128.load(gradient, 48);
  let e = v128.load(gradient, 64);
  for (let entry = from; entry < to; entry += 8) {
    const delta = deltas + load<u32>(entry);
    const value = v128.load32_splat(entry, 4);
    a = f32x4.add(a, f32x4.mul(value, v128.load(delta)));
    b = f32x4.add(b, f32x4.mul(value, v128.load(delta, 16)));
    c = f32x4.add(c, f32x4.mul(value, v128.load(delta, 32)));
    d = f32x4.add(d, f32x4.mul(value, v128.load(delta, 48)));
    e = f32x4.add(e, f32x4.mul(value, v128.load(delta, 64)));
  }
  v128.store(gradient, a);
  v128.store(gradient, b, 16);
  v128.store(gradient, c, 32);
  v128.store(gradient, d, 48);
  v128.store(gradient, e, 64);
}
