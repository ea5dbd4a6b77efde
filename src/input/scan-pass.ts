import { type CountedColumn, columnCensus } from "./column-census.js";
import { type NumberReading, numberIn } from "./column-style.js";
import type { BrokenRows } from "./csv.js";
import { usableNumber } from "./decimal.js";
import type { ResolvedDecisionsOptions } from "./decisions-options.js";
import { ID_NAMES, plainName } from "./guess-words.js";
import { isUsableWeight } from "./people.js";
import { noSightings, type Problem, sight } from "./problem.js";
import type { RawBatch, RawColumn } from "./raw-table.js";
import { matchValue, type Roles } from "./roles.js";
import { type HeldRow, rowSampler } from "./row-sample.js";
import { type RawTally, rowTally } from "./row-tally.js";

/** Combinations with a stratum of their own; rows of others are drawn by their decision alone. */
const MOST_STRATA = 4096;
const MOST_DECISIONS = 256;

/** What one pass over a file needs to know before it begins. */
export interface PassPlan {
  readonly options: ResolvedDecisionsOptions;
  readonly roles: Roles;
  readonly size: number;
  readonly measured: number;
  readonly seed: number;
  /** How weights are written; found by a first pass. */
  readonly weights: NumberReading;
  /** Cells by column whose rows are to be skipped; found by a first pass. */
  readonly unreadable: ReadonlyMap<string, ReadonlySet<string>>;
}

/** What one pass found, nothing interpreted yet. */
export interface Pass {
  /** Rows that could be cut into cells. */
  readonly rows: number;
  readonly broken: BrokenRows;
  readonly notes: readonly Problem[];
  readonly columns: readonly CountedColumn[];
  /** Decision first, then the sensitive columns. */
  readonly tally: RawTally;
  /** All rows of the file, where it has no more than were asked for; else null. */
  readonly all: readonly HeldRow[] | null;
  readonly sample: readonly HeldRow[];
  readonly measured: readonly HeldRow[];
}

/** Looks at each row of a file once. */
export function scanPass(first: RawBatch, plan: PassPlan) {
  const { options, roles, size } = plan;
  const names = first.columns.map(({ name }) => name);
  const place = (name: string) => names.indexOf(name);
  const counted = [roles.decision, ...roles.sensitive];
  const tally = rowTally(counted, options.file);
  const sampler = rowSampler(size + plan.measured, plan.seed);
  const markers = new Set(options.missing);
  const censuses = names.map((name, j) => columnCensus(name, markers, name === roles.weight && j === place(name)));
  const isUndecided = undecidedTest(markers, options.notDecided);
  const taken = new Set([...counted, roles.weight, roles.outcome]);
  const isCounted = names.map((name) => taken.has(name) || !mayBeId(name, options.id));
  const unclosed = noSightings();
  const ragged = noSightings();
  const notes: Problem[] = [];
  let raggedCells = 0;
  let rows = 0;
  let all: HeldRow[] | null = [];
  let firstRow: HeldRow | null = null; // to say what is wrong with a file in which nobody has a decision

  function noteBroken(batch: RawBatch): Uint8Array {
    const whole = new Uint8Array(batch.rows).fill(1);
    for (const [i, why] of batch.broken) {
      whole[i] = 0;
      if (why !== "unclosed" && ragged.count === 0) raggedCells = why;
      sight(why === "unclosed" ? unclosed : ragged, batch.rowNumbers[i]!);
    }
    return whole;
  }

  function take(batch: RawBatch): void {
    const { columns, rowNumbers } = batch;
    notes.push(...(batch.notes ?? []));
    const whole = noteBroken(batch);
    const decided = decidedRows(columns[place(roles.decision)]!, whole, isUndecided);
    skipUnreadable(columns, decided, plan.unreadable);
    for (const [j, column] of columns.entries()) {
      if (!isCounted[j]) continue;
      censuses[j]!.take(column, rowNumbers, column.name === roles.decision ? whole : decided);
    }
    const count = tally.begin(counted.map((name) => columns[place(name)]!));
    const weights = roles.weight === null ? null : weightsIn(columns[place(roles.weight)]!, plan.weights);
    const decisions = columns[place(roles.decision)]!.codes;
    for (let i = 0; i < batch.rows; i++) {
      if (whole[i] === 0) continue;
      rows++;
      if (all !== null && rows > size) all = null;
      const row = rowNumbers[i]!;
      firstRow ??= { row, key: 0, cells: cellsOf(columns, i) };
      if (decided[i] === 0) {
        all?.push({ row, key: 0, cells: cellsOf(columns, i) });
        continue;
      }
      const combination = count(i, weights && weights.values[weights.codes[i]!]!);
      const stratum = combination < MOST_STRATA ? combination : MOST_STRATA + Math.min(decisions[i]!, MOST_DECISIONS);
      const key = sampler.offer(stratum, row);
      if (key < 0) continue;
      const held = { row, key, cells: cellsOf(columns, i) };
      sampler.hold(stratum, held);
      all?.push(held);
    }
  }

  return {
    take,
    finish(): Pass {
      const [sample, measured] = all === null ? sampler.draw(size, plan.measured) : [all, []];
      const delimiter = first.delimiter ?? ",";
      return {
        rows,
        broken: { unclosed, ragged, raggedCells, width: names.length, delimiter },
        notes,
        columns: censuses.map((census) => census.finish()),
        tally: tally.finish(roles.weight !== null),
        all,
        sample: sample.length === 0 && firstRow !== null ? [firstRow] : sample,
        measured,
      };
    },
  };
}

/** 1 for each row with a decision. */
function decidedRows(
  { codes, levels }: RawColumn,
  whole: Uint8Array,
  isUndecided: (cell: string) => boolean,
): Uint8Array {
  const decides = Uint8Array.from(levels, (level) => (isUndecided(level) ? 0 : 1));
  return whole.map((isWhole, i) => isWhole * decides[codes[i]!]!);
}

function undecidedTest(markers: ReadonlySet<string>, notDecided: string | readonly string[] | null) {
  const named = [notDecided ?? []].flat().flatMap((value) => [value.trim(), ...value.split(",").map((v) => v.trim())]);
  return (cell: string) =>
    cell === "" || markers.has(cell) || named.some((value) => value !== "" && matchValue(value, [cell]) !== null);
}

function skipUnreadable(
  columns: readonly RawColumn[],
  decided: Uint8Array,
  unreadable: ReadonlyMap<string, ReadonlySet<string>>,
): void {
  if (unreadable.size === 0) return;
  for (const { name, codes, levels } of columns) {
    const cells = unreadable.get(name);
    if (cells === undefined) continue;
    const isBad = Uint8Array.from(levels, (level) => (cells.has(level) ? 1 : 0));
    if (!isBad.includes(1)) continue;
    for (let i = 0; i < codes.length; i++) if (isBad[codes[i]!] === 1) decided[i] = 0;
  }
}

/** The weight of each cell; 0 for one that is none, which the reader refuses. */
function weightsIn({ codes, levels, numbers }: RawColumn, reading: NumberReading) {
  const read = numbers?.map(usableNumber) ?? levels.map((cell) => numberIn(cell, reading) ?? 0);
  return { codes, values: Float64Array.from(read, (value) => (isUsableWeight(value) ? value : 0)) };
}

function cellsOf(columns: readonly RawColumn[], i: number): string {
  return JSON.stringify(columns.map(({ codes, levels }) => levels[codes[i]!]));
}

/** Whether a column may be taken for the person id: then its cells are not counted. */
function mayBeId(name: string, given: string | null): boolean {
  return given === null ? ID_NAMES.some((wanted) => plainName(name) === wanted) : name === given;
}
