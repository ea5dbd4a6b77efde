// Scratch memory: a stack that starts above the module's static data, grows the linear memory when it must, and is
// unwound by whoever marked it. Nothing is allocated inside a numeric loop.

let top: usize = (__heap_base + 15) & ~15;
let exhausted: bool = false;

/** The current top of the stack, to be handed back to `release`. */
export function mark(): usize {
  return top;
}

/** Forgets everything reserved since `place` was marked. */
export function release(place: usize): void {
  top = place;
  exhausted = false;
}

/** `bytes` of memory on a 16-byte boundary, or 0 (and `isExhausted`) when the memory cannot grow that far. */
export function reserve(bytes: f64): usize {
  const end = <f64>top + bytes + 15;
  if (exhausted || end > 4294967295.0) {
    exhausted = true;
    return 0;
  }
  const place = top;
  const next = <usize>((<u64>end) & ~15);
  const pages = <i32>((next + 0xffff) >>> 16);
  if (pages > memory.size() && memory.grow(pages - memory.size()) < 0) {
    exhausted = true;
    return 0;
  }
  top = next;
  return place;
}

/** Whether any reservation since the last release failed. */
export function isExhausted(): bool {
  return exhausted;
}
