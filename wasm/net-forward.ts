// The way forwards through a net: the values of a block of rows, layer by layer. A unit below zero is at rest.
import { Layer } from "./net-layers";

/** The first layer, from each row's list of entries. The values of a last layer are its sums, else they are rectified. */
export function forwardInputs(layer: Layer, starts: usize, entries: usize, rows: i32, resting: bool): void {
  const bytes = <usize>layer.paddedOutputs << 2;
  const weights = layer.weights;
  const biases = layer.biases;
  let values = layer.values;
  for (let r = 0; r < rows; r++) {
    const from = entries + load<u32>(starts + (<usize>r << 2));
    const to = entries + load<u32>(starts + (<usize>r << 2), 4);
    let o: usize = 0;
    while (o < bytes) {
      const base = weights + o;
      if (o + 80 <= bytes) {
        let a = v128.load(biases + o);
        let b = v128.load(biases + o, 16);
        let c = v128.load(biases + o, 32);
        let d = v128.load(biases + o, 48);
        let e = v128.load(biases + o, 64);
        for (let entry = from; entry < to; entry += 8) {
          const row = base + load<u32>(entry);
          const value = v128.load32_splat(entry, 4);
          a = f32x4.add(a, f32x4.mul(value, v128.load(row)));
          b = f32x4.add(b, f32x4.mul(value, v128.load(row, 16)));
          c = f32x4.add(c, f32x4.mul(value, v128.load(row, 32)));
          d = f32x4.add(d, f32x4.mul(value, v128.load(row, 48)));
          e = f32x4.add(e, f32x4.mul(value, v128.load(row, 64)));
        }
        setValues(values + o, a, resting);
        setValues(values + o + 16, b, resting);
        setValues(values + o + 32, c, resting);
        setValues(values + o + 48, d, resting);
        setValues(values + o + 64, e, resting);
        o += 80;
      } else if (o + 48 <= bytes) {
        let a = v128.load(biases + o);
        let b = v128.load(biases + o, 16);
        let c = v128.load(biases + o, 32);
        for (let entry = from; entry < to; entry += 8) {
          const row = base + load<u32>(entry);
          const value = v128.load32_splat(entry, 4);
          a = f32x4.add(a, f32x4.mul(value, v128.load(row)));
          b = f32x4.add(b, f32x4.mul(value, v128.load(row, 16)));
          c = f32x4.add(c, f32x4.mul(value, v128.load(row, 32)));
        }
        setValues(values + o, a, resting);
        setValues(values + o + 16, b, resting);
        setValues(values + o + 32, c, resting);
        o += 48;
      } else {
        let a = v128.load(biases + o);
        for (let entry = from; entry < to; entry += 8) {
          a = f32x4.add(a, f32x4.mul(v128.load32_splat(entry, 4), v128.load(base + load<u32>(entry))));
        }
        setValues(values + o, a, resting);
        o += 16;
      }
    }
    values += bytes;
  }
}

// @ts-ignore: decorator
@inline
function setValues(place: usize, sum: v128, resting: bool): void {
  v128.store(place, resting ? f32x4.pmax(f32x4.splat(0), sum) : sum);
}

/** A layer between the first and the last, two rows at a time so that they share the weights they read. */
export function forwardLayer(layer: Layer, below: usize, rows: i32): void {
  const bytes = <usize>layer.paddedOutputs << 2;
  const belowBytes = ((<usize>layer.inputs + 3) & ~3) << 2;
  const used = <usize>layer.inputs << 2;
  const forwards = layer.forwards;
  const biases = layer.biases;
  const zero = f32x4.splat(0);
  let from = below;
  let values = layer.values;
  for (let r = 0; r < rows; r += 2) {
    const next = values + bytes;
    let o: usize = 0;
    while (o < bytes) {
      let row = forwards + o;
      let at = from;
      const end = from + used;
      if (o + 48 <= bytes) {
        let a0 = v128.load(biases + o);
        let b0 = v128.load(biases + o, 16);
        let c0 = v128.load(biases + o, 32);
        let a1 = a0;
        let b1 = b0;
        let c1 = c0;
        while (at < end) {
          const v0 = v128.load32_splat(at);
          const v1 = v128.load32_splat(at + belowBytes);
          const a = v128.load(row);
          a0 = f32x4.add(a0, f32x4.mul(v0, a));
          a1 = f32x4.add(a1, f32x4.mul(v1, a));
          const b = v128.load(row, 16);
          b0 = f32x4.add(b0, f32x4.mul(v0, b));
          b1 = f32x4.add(b1, f32x4.mul(v1, b));
          const c = v128.load(row, 32);
          c0 = f32x4.add(c0, f32x4.mul(v0, c));
          c1 = f32x4.add(c1, f32x4.mul(v1, c));
          at += 4;
          row += bytes;
        }
        v128.store(values + o, f32x4.pmax(zero, a0));
        v128.store(values + o, f32x4.pmax(zero, b0), 16);
        v128.store(values + o, f32x4.pmax(zero, c0), 32);
        v128.store(next + o, f32x4.pmax(zero, a1));
        v128.store(next + o, f32x4.pmax(zero, b1), 16);
        v128.store(next + o, f32x4.pmax(zero, c1), 32);
        o += 48;
      } else {
        let a0 = v128.load(biases + o);
        let a1 = a0;
        while (at < end) {
          const a = v128.load(row);
          a0 = f32x4.add(a0, f32x4.mul(v128.load32_splat(at), a));
          a1 = f32x4.add(a1, f32x4.mul(v128.load32_splat(at + belowBytes), a));
          at += 4;
          row += bytes;
        }
        v128.store(values + o, f32x4.pmax(zero, a0));
        v128.store(next + o, f32x4.pmax(zero, a1));
        o += 16;
      }
    }
    from += belowBytes << 1;
    values = next + bytes;
  }
}

/** The one sum of a last layer, four rows side by side; rows after the last are computed and not used. */
export function forwardLast(layer: Layer, below: usize, rows: i32): void {
  const belowBytes = <usize>layer.paddedInputs << 2;
  const used = <usize>layer.inputs << 2;
  const weights = layer.weights;
  const bias = load<f32>(layer.biases);
  let from = below;
  let values = layer.values;
  for (let r = 0; r < rows; r += 4) {
    const second = from + belowBytes;
    const third = second + belowBytes;
    const fourth = third + belowBytes;
    let a = bias;
    let b = bias;
    let c = bias;
    let d = bias;
    for (let k: usize = 0; k < used; k += 4) {
      const weight = load<f32>(weights + k);
      a += load<f32>(from + k) * weight;
      b += load<f32>(second + k) * weight;
      c += load<f32>(third + k) * weight;
      d += load<f32>(fourth + k) * weight;
    }
    store<f32>(values, a);
    store<f32>(values, b, 16);
    store<f32>(values, c, 32);
    store<f32>(values, d, 48);
    from = fourth + belowBytes;
    values += 64;
  }
}
