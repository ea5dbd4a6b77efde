// Numbers in flat memory by their place: inlined, so they cost what a load or a store costs.

// @ts-ignore: decorator
@inline
export function int(base: usize, i: i32): i32 {
  return load<i32>(base + (<usize>i << 2));
}

// @ts-ignore: decorator
@inline
export function setInt(base: usize, i: i32, value: i32): void {
  store<i32>(base + (<usize>i << 2), value);
}

// @ts-ignore: decorator
@inline
export function num(base: usize, i: i32): f64 {
  return load<f64>(base + (<usize>i << 3));
}

// @ts-ignore: decorator
@inline
export function setNum(base: usize, i: i32, value: f64): void {
  store<f64>(base + (<usize>i << 3), value);
}
