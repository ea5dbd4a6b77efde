import { type EvidenceClouds, fitEncoder, type Matrix, matrix } from "recast-audit/kernels";
import { dataFolder, readDataSet } from "recast-audit/node";
import { cloud, normals } from "../speed/arrays.js";

/** Rows to draw evidence from, already encoded. */
export interface Source {
  readonly name: string;
  readonly columns: number;
  /** Rows of the training split, by class. */
  readonly training: number;
  /** Evidence of `perClass` people of each class, each rejected one with the nearest accepted one as its letter. */
  evidence(perClass: number): EvidenceClouds;
}

/** Share of a data set that targets are trained on, as in the paper's experiment. */
const TRAINING = 0.67;

/** Adult with 10, 50 and 104 of its encoded columns, and the digits 0 and 8 of MNIST; made-up rows of the same shape where data are missing. */
export async function readSources(): Promise<Source[]> {
  const adult = await encodedRows("adult");
  const digits = await encodedRows("mnist-0-8");
  return [
    ...[10, 50, 104].map((columns) =>
      adult === null ? madeUp(columns) : sourceOf("Adult", pickColumns(adult, columns)),
    ),
    digits === null ? madeUp(784) : sourceOf("MNIST 0 and 8", digits),
  ];
}

/** Encoded rows with the class of each. */
interface Labelled {
  readonly rows: Matrix;
  readonly labels: Uint8Array;
}

async function encodedRows(name: string): Promise<Labelled | null> {
  try {
    const {
      table,
      labels,
      features,
      scaling = "zscore",
    } = await readDataSet(name, dataFolder(process.env, process.cwd()));
    const rows = fitEncoder(features, [table], { scaling }).encode(table);
    return { rows, labels };
  } catch (error) {
    console.error(`made-up rows in place of ${name}: ${(error as Error).message}`);
    return null;
  }
}

/** Columns at equal distances; zeros are added where there are fewer than asked for. */
function pickColumns({ rows, labels }: Labelled, columns: number): Labelled {
  const values = new Float64Array(rows.rows * columns);
  const kept = Math.min(columns, rows.columns);
  for (let i = 0; i < rows.rows; i++) {
    for (let k = 0; k < kept; k++) {
      const from = Math.floor((k * rows.columns) / kept);
      values[i * columns + k] = rows.values[i * rows.columns + from]!;
    }
  }
  return { rows: matrix(rows.rows, columns, values), labels };
}

function sourceOf(name: string, { rows, labels }: Labelled): Source {
  const order = shuffledRows(rows.rows).slice(0, Math.round(TRAINING * rows.rows));
  const byClass = [0, 1].map((label) => order.filter((i) => labels[i] === label));
  const take = (label: number, count: number) => selectRows(rows, byClass[label]!.slice(0, count));
  return {
    name,
    columns: rows.columns,
    training: order.length,
    evidence(perClass) {
      const rejected = take(0, perClass);
      const accepted = take(1, perClass);
      return { rejected, accepted, counterfactual: nearestRows(rejected, accepted) };
    },
  };
}

function madeUp(columns: number): Source {
  const rows = 12_000;
  const half = [cloud(rows / 2, columns, 0, 71), cloud(rows / 2, columns, 0.5, 72)] as const;
  const values = new Float64Array(rows * columns);
  values.set(half[0].values);
  values.set(half[1].values, half[0].values.length);
  const labels = Uint8Array.from({ length: rows }, (_, i) => (i < rows / 2 ? 0 : 1));
  return sourceOf("made-up rows", { rows: matrix(rows, columns, values), labels });
}

/** The rows in an order that is the same on every run. */
function shuffledRows(rows: number): number[] {
  const keys = normals(rows, 73);
  return Array.from(keys.keys()).sort((a, b) => keys[a]! - keys[b]! || a - b);
}

function selectRows(x: Matrix, indices: readonly number[]): Matrix {
  const values = new Float64Array(indices.length * x.columns);
  indices.forEach((i, k) => {
    values.set(x.values.subarray(i * x.columns, (i + 1) * x.columns), k * x.columns);
  });
  return matrix(indices.length, x.columns, values);
}

function nearestRows(from: Matrix, to: Matrix): Matrix {
  const d = from.columns;
  const nearest = Array.from({ length: from.rows }, (_, i) => {
    let best = 0;
    let least = Number.POSITIVE_INFINITY;
    for (let j = 0; j < to.rows; j++) {
      let squared = 0;
      for (let k = 0; k < d && squared < least; k++) {
        const difference = from.values[i * d + k]! - to.values[j * d + k]!;
        squared += difference * difference;
      }
      if (squared < least) {
        least = squared;
        best = j;
      }
    }
    return best;
  });
  return selectRows(to, nearest);
}
