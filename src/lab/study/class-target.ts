import type { Table } from "../../input/table.js";
import type { DataSet } from "../data/data-set.js";
import type { Target, TargetFamily } from "../targets/target.js";
import type { StudyRegistry } from "./work.js";

/** A model of K classes on raw rows. */
export interface ClassTarget {
  readonly classes: number;
  /** The class of each row. */
  decide(table: Table): Uint8Array;
}

interface ClassTraining {
  readonly data: DataSet;
  readonly classes: number;
  readonly rows: Int32Array;
  readonly seed: number;
}

/** One target per class, trained to tell it from the others; the highest score decides, of equals the later class. */
export function trainClassTarget(
  registry: Pick<StudyRegistry, "trainTarget">,
  family: TargetFamily,
  { data, classes, rows, seed }: ClassTraining,
): ClassTarget {
  const targets = Array.from({ length: classes }, (_, c) => {
    const labels = data.labels.map((label) => (label === c ? 1 : 0));
    return registry.trainTarget(family, { ...data, labels }, rows, seed + c);
  });
  return {
    classes,
    decide(table) {
      const chosen = new Uint8Array(table.rows);
      const highest = new Float64Array(table.rows).fill(Number.NEGATIVE_INFINITY);
      targets.forEach((target, c) => {
        target.score(table).forEach((score, i) => {
          if (score < highest[i]!) return;
          highest[i] = score;
          chosen[i] = c;
        });
      });
      return chosen;
    },
  };
}

/** The model as people of class `from` see it: accepted are those with another class, or a better one if ordered. */
export function targetFrom(target: ClassTarget, from: number, ordered: boolean): Target {
  const decide = (table: Table) => target.decide(table).map((c) => ((ordered ? c > from : c !== from) ? 1 : 0));
  return { name: `out of class ${from}`, decide, score: (table) => Float64Array.from(decide(table)) };
}
