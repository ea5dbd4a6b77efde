import type { Encoder } from "../encode/encoder.js";
import { AuditError } from "../errors.js";
import type { ClassEvidence } from "../input/evidence.js";
import type { Kernels } from "../kernels/kernels.js";
import { canonicalOrder, type Matrix, row, selectRows, zeros } from "../math/matrix.js";
import { exp } from "../math/special.js";
import { type GluedClouds, glueClouds, type PlannedAnchor, planAnchor } from "../prototypes/glued-barycenter.js";
import { anchorCaps, type ClassMixing, classWeights } from "../prototypes/mixing-weights.js";
import { moments } from "../prototypes/prototype.js";
import { numericColumns } from "./clouds.js";
import { boundedEntry, boundedRows } from "./score.js";
import type { Clouds } from "./surrogate.js";

/** Encoded evidence of K ≥ 2 classes in one space, numbered from 0; where ordered, the least favourable first. */
export interface ClassClouds {
  /** Observed rows of each class; every class has some. */
  readonly classes: readonly Matrix[];
  /** May have no rows: then methods that need letters refuse, and the others work. */
  readonly letters: Matrix;
  /** Class the letter's recipient has, −1 when not known. */
  readonly from: Int32Array;
  /** Class the letter says the offered row would get, −1 when not known. */
  readonly to: Int32Array;
  /** Row of `classes[from]` each letter answers, −1 when not known. */
  readonly pairOf: Int32Array;
  /** 1 for an encoded column that is a scaled number, 0 for one of a category; all numbers when left out. */
  readonly numeric?: Uint8Array;
  /** Whether later classes are better for the person; then a letter of unknown direction goes to the later one. */
  readonly ordered: boolean;
}

export interface ClassSurrogate {
  readonly method: string;
  readonly classes: number;
  readonly columns: number;
  /** Points (rows × K): the class with the most wins, of equals the later. Only differences within a row matter. */
  points(x: Matrix): Matrix;
  /** Plain data from which `method.revive` rebuilds the same surrogate, bit for bit. */
  toJSON(): unknown;
}

export interface ClassMethod {
  readonly name: string;
  readonly usesLetters: boolean;
  fit(clouds: ClassClouds, kernels: Kernels): ClassSurrogate;
  /** Rebuilds a fitted surrogate from `toJSON` data; throws MODEL_INVALID with the reason when it cannot. */
  revive(data: unknown, kernels: Kernels): ClassSurrogate;
  /** The same method where it may read no letters; absent as in `SurrogateMethod`. */
  readonly withoutLetters?: () => ClassMethod;
}

/** The winning class of each row of points; of equal ones the later, as a tie accepts where there are two classes. */
export function winners(points: Matrix): Uint8Array {
  const chosen = new Uint8Array(points.rows);
  for (let i = 0; i < points.rows; i++) {
    const own = row(points, i);
    let best = 0;
    for (let c = 1; c < own.length; c++) if (own[c]! >= own[best]!) best = c;
    chosen[i] = best;
  }
  return chosen;
}

/** A share per class and row: e^points over their sum; with two classes σ of the difference. */
export function sharesOfPoints(points: Matrix): Matrix {
  const shares = zeros(points.rows, points.columns);
  for (let i = 0; i < points.rows; i++) {
    const own = row(points, i);
    const most = own.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
    const into = row(shares, i);
    let total = 0;
    for (let c = 0; c < own.length; c++) {
      into[c] = exp(own[c]! - most);
      total += into[c]!;
    }
    for (let c = 0; c < own.length; c++) into[c]! /= total;
  }
  return shares;
}

/** All letters of one direction, `from` → `to`. */
export interface LetterCloud {
  readonly from: number;
  readonly to: number;
  readonly rows: Matrix;
  /** Row of `classes[from]` each letter answers, −1 when not known. */
  readonly pairOf: Int32Array;
}

/** The rows of each class and the letters in the encoder's space. */
export function encodeClassClouds(encoder: Encoder, evidence: ClassEvidence): ClassClouds {
  const { decisions, letterOf } = evidence;
  const { names, ordered, letterFrom: from, letterTo: to } = evidence.classes;
  const encoded = encoder.encode(evidence.observations);
  const members = names.map((): number[] => []);
  const place = new Int32Array(decisions.length);
  for (let i = 0; i < decisions.length; i++) place[i] = members[decisions[i]!]!.push(i) - 1;
  return {
    classes: members.map((rows) => selectRows(encoded, rows)),
    letters: encoder.encode(evidence.letters),
    from,
    to,
    pairOf: letterOf.map((person, k) => (person >= 0 && decisions[person] === from[k] ? place[person]! : -1)),
    numeric: numericColumns(encoder),
    ordered,
  };
}

export function requireClasses(method: string, clouds: ClassClouds): void {
  const { classes, letters, from, to, pairOf } = clouds;
  if (classes.length < 2 || classes.length > 255) {
    throw new AuditError("SINGLE_CLASS", `${method} tells 2 to 255 classes apart, got ${classes.length}`);
  }
  const empty = classes.findIndex((rows) => rows.rows === 0);
  if (empty >= 0) {
    const sizes = classes.map((rows) => rows.rows).join(", ");
    throw new AuditError(
      "SINGLE_CLASS",
      `${method} needs rows of every class, but class ${empty} has none (rows per class: ${sizes}); ` +
        "leave the class out, or merge it with its neighbour",
    );
  }
  const columns = classes[0]!.columns;
  if ([...classes, letters].some((rows) => rows.columns !== columns)) {
    throw new AuditError(
      "SHAPE_MISMATCH",
      `${method}: the classes have ${classes.map((rows) => rows.columns).join(", ")} columns and the letters ` +
        `${letters.columns}; encode all with the same encoder`,
    );
  }
  const counts = [from.length, to.length, pairOf.length];
  const wrong = Array.from({ length: letters.rows }, (_, k) => k).find((k) => {
    const [i, j] = [from[k]!, to[k]!];
    const known = i < 0 ? pairOf[k] === -1 : i < classes.length && pairOf[k]! < classes[i]!.rows;
    return i < -1 || j < -1 || j >= classes.length || !known || (i >= 0 && i === j) || pairOf[k]! < -1;
  });
  if (counts.some((count) => count !== letters.rows) || wrong !== undefined) {
    const which = wrong === undefined ? "" : `; letter ${wrong} goes from ${from[wrong]} to ${to[wrong]}`;
    throw new AuditError(
      "SHAPE_MISMATCH",
      `${method}: each of the ${letters.rows} letters needs two different classes (0 to ${classes.length - 1}, or -1 ` +
        `where not known) and a row of the first or -1, got ${counts.join(", ")} entries${which}`,
    );
  }
}

/** As `requireClasses`, and refuses evidence without letters, saying what still works. */
export function requireClassLetters(method: string, clouds: ClassClouds): void {
  requireClasses(method, clouds);
  if (clouds.letters.rows > 0) return;
  throw new AuditError(
    "NO_LETTERS",
    `${method} is built from letters, and the evidence has none; ` +
      "add letters, or choose no-cf-lr, nearest or majority, which need none",
  );
}

/**
 * The same clouds with both classes of every letter known. What is not known is read from the nearest classes by
 * W₂(δ, P_c)² = ‖x − mean‖² + variance: with one class known, the other is the nearest of the rest; with none, the pair
 * is the two nearest, and the letter goes to the later of them where classes are ordered, else to the nearest. Of
 * equally near classes the later counts.
 */
export function settleLetters(clouds: ClassClouds): ClassClouds {
  const { classes, letters, ordered } = clouds;
  if (clouds.from.every((c) => c >= 0) && clouds.to.every((c) => c >= 0)) return clouds;
  const parts = classes.map((rows) => moments(rows));
  const from = clouds.from.slice();
  const to = clouds.to.slice();
  for (let k = 0; k < letters.rows; k++) {
    if (from[k]! >= 0 && to[k]! >= 0) continue;
    const x = row(letters, k);
    const squared = parts.map(({ mean, variance }) =>
      mean.reduce((sum, value, j) => sum + (boundedEntry(x[j]!) - value) * (boundedEntry(x[j]!) - value), variance),
    );
    const nearest = squared.map((_, c) => c).sort((a, b) => squared[a]! - squared[b]! || b - a);
    const nearestBut = (other: number) => nearest.find((c) => c !== other) ?? 0;
    if (from[k]! >= 0) to[k] = nearestBut(from[k]!);
    else if (to[k]! >= 0) from[k] = nearestBut(to[k]!);
    else {
      const [first = 0, second = 1] = nearest;
      to[k] = ordered ? Math.max(first, second) : first;
      from[k] = first + second - to[k]!;
    }
  }
  return { ...clouds, from, to };
}

/** The letters by direction, in the order of (from, to); directions nobody was written to are left out. */
export function letterClouds({ classes, letters, from, to, pairOf }: ClassClouds): LetterCloud[] {
  const clouds: LetterCloud[] = [];
  for (let i = 0; i < classes.length; i++) {
    for (let j = 0; j < classes.length; j++) {
      const own = Int32Array.from(from.keys()).filter((k) => from[k] === i && to[k] === j);
      if (own.length === 0) continue;
      clouds.push({ from: i, to: j, rows: selectRows(letters, own), pairOf: own.map((k) => pairOf[k]!) });
    }
  }
  return clouds;
}

/** Rows in canonical order, overflowing entries pulled back: a fit never depends on the order of a file. */
export function canonicalRows(x: Matrix): Matrix {
  return selectRows(boundedRows(x), canonicalOrder(x));
}

/** Two classes as rejected and accepted, with the letters of one direction; no letters when there is no cloud. */
export function pairClouds(clouds: ClassClouds, from: number, to: number, letters: LetterCloud | undefined): Clouds {
  const { classes, numeric } = clouds;
  return {
    rejected: classes[from]!,
    accepted: classes[to]!,
    counterfactual: letters?.rows ?? selectRows(clouds.letters, []),
    pairOf: letters?.pairOf ?? new Int32Array(0),
    ...(numeric && { numeric }),
  };
}

/** One class with the letter clouds that pull at its prototype. */
export interface ClassGeometry {
  /** Directions of the clouds, in the order of the weights after the first. */
  readonly anchors: readonly { readonly from: number; readonly to: number; readonly letters: number }[];
  readonly glued: GluedClouds;
  /** Weight of the class itself, then of each cloud; they sum to 1. */
  readonly weights: readonly number[];
  /** Greatest weight of each cloud relative to the class itself that the formula can give. */
  readonly caps: readonly number[];
  /** The measured clouds behind it, to draw support points from. */
  readonly planned: readonly PlannedAnchor[];
}

/** Measures every letter cloud against the two classes it lies between, by two exact plans. */
export function measureClasses(given: ClassClouds, kernels: Kernels, mixing: ClassMixing): ClassGeometry[] {
  requireClassLetters("recast", given);
  const settled = settleLetters(given);
  const classes = settled.classes.map(canonicalRows);
  const clouds = letterClouds(settled).map((cloud) => ({ ...cloud, rows: canonicalRows(cloud.rows) }));
  const plans = clouds.map(({ from, to, rows }) => ({
    from: planAnchor(classes[from]!, rows, kernels),
    to: planAnchor(classes[to]!, rows, kernels),
  }));
  return classes.map((own, c) => {
    const around = clouds.flatMap((cloud, k) =>
      cloud.from === c || cloud.to === c ? [{ cloud, plan: plans[k]! }] : [],
    );
    const planned = around.map(({ cloud, plan }) => (cloud.from === c ? plan.from : plan.to));
    const distances = around.map(({ cloud, plan }) => {
      const [own, other] = cloud.from === c ? [plan.from, plan.to] : [plan.to, plan.from];
      return { own: own.squaredDistance, other: other.squaredDistance, letters: cloud.rows.rows };
    });
    return {
      anchors: around.map(({ cloud: { from, to, rows } }) => ({ from, to, letters: rows.rows })),
      glued: glueClouds(own, planned),
      weights: classWeights(distances, mixing),
      caps: anchorCaps(distances, mixing),
      planned,
    };
  });
}
