import type { Table } from "../../input/table.js";

/**
 * A search that asks a target about rows and goes on with its scores, one per row in [0, 1] and at least ½ where it
 * accepts. So the same search can ask a target at hand and one that answers later.
 */
export type Asking<Result> = Generator<Table, Result, Float64Array>;

export function answered<Result>(search: Asking<Result>, answer: (rows: Table) => Float64Array): Result {
  let step = search.next();
  while (step.done !== true) step = search.next(answer(step.value));
  return step.value;
}

export async function answeredLater<Result>(
  search: Asking<Result>,
  answer: (rows: Table) => Promise<Float64Array>,
): Promise<Result> {
  let step = search.next();
  while (step.done !== true) step = search.next(await answer(step.value));
  return step.value;
}
