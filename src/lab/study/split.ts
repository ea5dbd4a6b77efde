import { AuditError } from "../../errors.js";
import { seededRandom, shuffled } from "../../math/random.js";

/** Rows of a data set by what they are used for; each list ascends. */
export interface Split {
  /** Trains the target. */
  readonly train: Int32Array;
  /** People whose decisions may be observed. */
  readonly validation: Int32Array;
  readonly test: Int32Array;
}

const HELD_OUT = 0.2;

/** Of each class a fifth for testing, a share of the rest (by default a fifth) for validation, the rest to train on. */
export function splitRows(labels: Uint8Array, seed: number, observable = HELD_OUT, classes = 2): Split {
  const train: number[] = [];
  const validation: number[] = [];
  const test: number[] = [];
  for (let label = 0; label < classes; label++) {
    const rows: number[] = [];
    labels.forEach((value, i) => {
      if (value === label) rows.push(i);
    });
    const order = shuffled(rows, seededRandom(seed, `study-split-${label}`));
    const tested = Math.round(HELD_OUT * order.length);
    const validated = tested + Math.round(observable * (order.length - tested));
    if (tested === 0 || validated === tested || validated === order.length) {
      const needs = "splitting into training, validation and test rows needs at least 4 of each";
      throw new AuditError("CLASS_TOO_SMALL", `the data set has ${order.length} rows of class ${label}; ${needs}`);
    }
    test.push(...order.slice(0, tested));
    validation.push(...order.slice(tested, validated));
    train.push(...order.slice(validated));
  }
  const ascending = (rows: number[]) => Int32Array.from(rows).sort();
  return { train: ascending(train), validation: ascending(validation), test: ascending(test) };
}

/** Observed people: rows of the validation split by the target's decision, in the order in which they are drawn. */
export interface Observed {
  readonly rejected: Int32Array;
  readonly accepted: Int32Array;
}

/**
 * The order in which people of the validation split are observed: one shuffle per seed, so that a larger sample
 * contains the smaller ones and all targets of a seed see people in the same order.
 */
export function observedOrder(validation: Int32Array, decisions: Uint8Array, seed: number): Observed {
  const [rejected, accepted] = observedByClass(validation, decisions, seed, 2) as [Int32Array, Int32Array];
  return { rejected, accepted };
}

/** The same for any number of classes: the people of each. */
export function observedByClass(validation: Int32Array, decisions: Uint8Array, seed: number, classes: number) {
  const order = Int32Array.from(shuffled([...validation.keys()], seededRandom(seed, "study-observed")));
  return Array.from({ length: classes }, (_, c) => order.filter((k) => decisions[k] === c).map((k) => validation[k]!));
}
