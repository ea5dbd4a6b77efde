import type { Encoder } from "../../encode/encoder.js";
import type { CategoryCode, NumberCode } from "../../encode/encoder-data.js";
import { applyScale } from "../../encode/scaling.js";
import type { Column, Table } from "../../input/table.js";
import { log, sigmoid } from "../../math/special.js";
import type { Model } from "../../surrogate/model.js";
import { pooledNumbers, stepsOf } from "./number-steps.js";
import { cellOf, columnNamed } from "./observed-values.js";

/** A fit of the rebuilt model's method on other people: what a second opinion needs. */
export type SecondOpinion = Pick<Model, "encoder" | "surrogate">;

/**
 * One value per feature in the encoder's order: a number in its own units, or the place of a level among the encoder's;
 * −1 for a level it does not know. Missing values are filled in as the encoder fills them.
 */
export type Cells = Float64Array;

export interface NumberMove {
  readonly type: "number";
  readonly f: number;
  readonly code: NumberCode;
  /** Steps to round by, the coarser first. */
  readonly steps: readonly number[];
}

export interface CategoryMove {
  readonly type: "category";
  readonly f: number;
  readonly code: CategoryCode;
}

export type Move = NumberMove | CategoryMove;

/** A person, what may change about them, and how likely each change is to bring the other answer. */
export interface FlipSpace {
  readonly encoder: Encoder;
  readonly own: Cells;
  readonly moves: readonly Move[];
  /** 1 when acceptance is sought, −1 when rejection is. */
  readonly direction: 1 | -1;
  /** What the model and the refits say of rows. */
  opinions(rows: readonly Cells[]): Opinion[];
  /** Σ |change of a scaled number| + 1 per changed category. */
  distance(row: Cells): number;
}

export interface Opinion {
  /** Refits that give the answer sought. */
  readonly agree: number;
  /** Estimated chance that the audited system gives it; 0 where the model or too many refits do not. */
  readonly chance: number;
}

const AGREEING = 0.95; // share of the refits: the same as makes an answer clear

/**
 * Chance that the audited system accepts (first) or rejects a changed row, from how steadily the refits do: log-odds
 * are intercept + slope · ln(1 + mean margin over its deviation). Fitted on audits whose target is known, of other
 * seeds than those of `run-bench.mjs truth`, which compares the printed chance with what the target answered.
 */
const CHANCE = { 1: [-0.05, 1.25], [-1]: [-0.8, 2.9] } as const;
const MOST_STEADY = 1000;

interface FlipLimits {
  /** Rows whose numbers show in what steps people write them. */
  readonly seen: readonly Table[];
  readonly immutable: ReadonlySet<string>;
  /** No change is likelier than this. */
  readonly mostChance: number;
}

/** The space of changes of one person, the only row of `person`. */
export function flipSpace(
  model: SecondOpinion,
  refits: readonly SecondOpinion[],
  person: Table,
  { seen, immutable, mostChance }: FlipLimits,
): FlipSpace {
  const { encoder } = model;
  const own = cellsOf(encoder, person)(0);
  const moves = encoder.features.flatMap((code, f): Move[] => {
    if (immutable.has(code.name)) return [];
    return code.type === "number" ? numberMove(code, f, seen) : [{ type: "category", f, code }];
  });
  const direction = marginsOf(model, person)[0]! >= 0 ? -1 : 1;
  return {
    encoder,
    own,
    moves,
    direction,
    opinions(rows) {
      if (rows.length === 0) return [];
      const table = tableOf(encoder, person, rows);
      const margins = marginsOf(model, table);
      const others = refits.map((refit) => marginsOf(refit, table));
      return rows.map((_, k) => {
        const asked = others.map((own) => own[k]!);
        const { agree, chance } = opinionOf(margins[k]!, asked, direction);
        return { agree, chance: Math.min(mostChance, chance) };
      });
    },
    distance: (row) => changeSize(encoder, own, row),
  };
}

function marginsOf({ encoder, surrogate }: SecondOpinion, table: Table): Float64Array {
  return surrogate.margins(encoder.encode(table));
}

function opinionOf(margin: number, others: readonly number[], direction: 1 | -1): Opinion {
  const isSought = (value: number) => value >= 0 === (direction === 1);
  const agree = others.filter(isSought).length;
  if (!isSought(margin) || agree < AGREEING * others.length) return { agree, chance: 0 };
  const mean = others.reduce((sum, value) => sum + value, 0) / others.length;
  const squares = others.reduce((sum, value) => sum + (value - mean) * (value - mean), 0);
  const deviation = Math.sqrt(squares / (others.length - 1));
  const steadiness = Math.min(MOST_STEADY, (direction * mean) / Math.max(deviation, 1e-12));
  const [intercept, slope] = CHANCE[direction];
  return { agree, chance: sigmoid(intercept + slope * log(1 + Math.max(0, steadiness))) };
}

/** Σ |difference of scaled numbers| + 1 per category that differs. */
export function changeSize(encoder: Encoder, a: Cells, b: Cells): number {
  let total = 0;
  for (const [f, code] of encoder.features.entries()) {
    if (a[f] === b[f]) continue;
    total += code.type === "number" ? Math.abs(applyScale(code.scale, a[f]!) - applyScale(code.scale, b[f]!)) : 1;
  }
  return total;
}

/** A reader of the rows of a table as cells. */
export function cellsOf(encoder: Encoder, table: Table): (i: number) => Cells {
  const readers = encoder.features.map((code): ((i: number) => number) => {
    const column = columnNamed(table, code.name);
    if (code.type === "number") {
      if (column?.type !== "number") return () => code.fill;
      return (i) => (Number.isNaN(column.values[i]!) ? code.fill : column.values[i]!);
    }
    const filled = code.levels.indexOf(code.fill ?? "");
    if (column?.type !== "category") return () => filled;
    const places = column.levels.map((level) => code.levels.indexOf(level));
    return (i) => (column.codes[i]! < 0 ? filled : places[column.codes[i]!]!);
  });
  return (i) => Float64Array.from(readers, (read) => read(i));
}

/** Rows of cells as a table. What the person lacks stays missing, and a level nobody else has stays theirs. */
function tableOf(encoder: Encoder, person: Table, rows: readonly Cells[]): Table {
  const own = cellsOf(encoder, person)(0);
  const columns = encoder.features.map((code, f): Column => {
    const { name } = code;
    const raw = cellOf(person, name, 0);
    const isMissing = (cells: Cells) => raw === null && cells[f] === own[f];
    if (code.type === "number") {
      const values = Float64Array.from(rows, (cells) => (isMissing(cells) ? Number.NaN : cells[f]!));
      return { name, type: "number", values };
    }
    const levels = [...code.levels, String(raw)];
    const placeOf = (cells: Cells) => (cells[f]! < 0 ? code.levels.length : cells[f]!);
    return { name, type: "category", codes: Int32Array.from(rows, (c) => (isMissing(c) ? -1 : placeOf(c))), levels };
  });
  return { rows: rows.length, columns };
}

function numberMove(code: NumberCode, f: number, seen: readonly Table[]): NumberMove[] {
  const sorted = pooledNumbers(seen, code.name);
  if (sorted.length === 0) return [];
  const { step, finest } = stepsOf(sorted);
  return [{ type: "number", f, code, steps: step === finest ? [step] : [step, finest] }];
}
