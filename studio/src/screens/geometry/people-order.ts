import { personAt } from "./draw.js";
import type { Mapping } from "./marks.js";
import type { Shown } from "./picture-source.js";

/** Where a key leads from one person to another. */
export type Walk = "left" | "right" | "up" | "down" | "first" | "last";

/** The person drawn nearest to a place on the canvas, within `reach` pixels; −1 for none. */
export function nearestPerson(shown: Shown, mapping: Mapping, place: readonly [number, number], reach: number): number {
  const [x, y] = place;
  let best = -1;
  let least = reach * reach;
  for (let k = 0; k < peopleIn(shown); k++) {
    const point = personAt(shown, k);
    if (point === null) continue;
    const [dx, dy] = [mapping.x(point[0]) - x, mapping.y(point[1]) - y];
    const squared = dx * dx + dy * dy;
    if (squared < least) [least, best] = [squared, k];
  }
  return best;
}

/** The next person on a walk across or upwards through everybody drawn; the first where nobody is picked yet. */
export function walkTo(shown: Shown, picked: number, walk: Walk): number {
  const axis = walk === "up" || walk === "down" ? 1 : 0;
  const at = (k: number) => personAt(shown, k)?.[axis] ?? 0;
  const order = Array.from({ length: peopleIn(shown) }, (_, k) => k).sort((i, j) => at(i) - at(j) || i - j);
  if (order.length === 0) return -1;
  const place = order.indexOf(picked);
  if (walk === "first" || place < 0) return order[0] ?? -1;
  if (walk === "last") return order.at(-1) ?? -1;
  const step = walk === "right" || walk === "up" ? 1 : -1;
  return order[Math.min(order.length - 1, Math.max(0, place + step))] ?? -1;
}

function peopleIn({ plane }: Shown): number {
  return (plane.rejected.length + plane.accepted.length) / 2;
}
