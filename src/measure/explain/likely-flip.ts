import { applyScale, invertScale } from "../../encode/scaling.js";
import type { AuditReport } from "../../findings/audit-file.js";
import type { Evidence } from "../../input/evidence.js";
import { selectTableRows, type Table } from "../../input/table.js";
import { indices } from "../../math/compare.js";
import { withDefaults } from "../../options.js";
import type { Model } from "../../surrogate/model.js";
import { type Cells, cellsOf, type FlipSpace, flipSpace, type Opinion, type SecondOpinion } from "./flip-space.js";
import { roundAway } from "./number-steps.js";
import { cellOf } from "./observed-values.js";
import { requireOneRow } from "./shapley.js";

/** A small change with which the audited system would probably give one person the other answer. */
export interface LikelyFlip {
  /** "unreliable": none was looked for, as there are no refits to ask or the model is not right often enough. */
  readonly status: "found" | "not found" | "unreliable";
  readonly changes: readonly {
    readonly feature: string;
    readonly from: string | number | null;
    readonly to: string | number;
  }[];
  /** Estimated chance that the audited system gives the other answer; null when nothing was found. */
  readonly chance: number | null;
  /** Σ |change of a scaled number| + 1 per changed category; 0 when nothing was found. */
  readonly distance: number;
  /** Refits asked, and how many of them give the other answer to the changed row. */
  readonly refits: { readonly asked: number; readonly agree: number };
  /** Features that were left alone because they are immutable. */
  readonly kept: readonly string[];
}

export interface LikelyFlipOptions {
  /** Features that stay as they are. @default those the evidence or the model calls immutable */
  readonly immutable?: readonly string[];
  /** No change is likelier than this: see `mostChance`. @default 1 */
  readonly mostChance?: number;
}

/**
 * The greatest chance that a change can have, by what an audit found: how often the rebuilt model is right about people
 * whose answer is clear, and 0 where it is not clearly better than always giving the more common answer.
 */
export function mostChance({ caveats, identification, methods, recommendation }: Found): number {
  if (caveats.some(({ code }) => code === "NOT_ABOVE_MAJORITY")) return 0;
  const own = methods.find(({ method }) => method === recommendation.method)?.agreement;
  return (identification.determined.agreementDetermined ?? own?.overall)?.share ?? 0;
}

type Found = Pick<AuditReport, "caveats" | "identification" | "methods" | "recommendation">;

/** A change is offered only where its chance is at least this. */
const LEAST_CHANCE = 0.8;
const NEAREST = 40; // seen rows looked at
const DRAWN_BACK = 3; // of those, rows drawn back towards the person
const HALVINGS = 4;

/**
 * A change of the only row of `person` that the rebuilt model and at least 95 % of its refits answer otherwise, with
 * the chance that the audited system does too. It starts from people and letters with the answer sought: the person
 * takes over their changeable values, and then gets their own back, one by one and as far as the chance allows. So no
 * change leads where nobody was observed. The result was put to the models; the audited system was not asked.
 */
export function likelyFlip(
  model: Model,
  evidence: Evidence,
  person: Table,
  { refits, ...given }: LikelyFlipOptions & { readonly refits: readonly SecondOpinion[] },
): LikelyFlip {
  const defaults = { immutable: [...immutableFeatures(model, evidence)], mostChance: 1 };
  const options = withDefaults<Required<LikelyFlipOptions>>("likelyFlip", defaults, given);
  requireOneRow("likelyFlip", person);
  const kept = model.features.flatMap(({ name }) => (options.immutable.includes(name) ? [name] : []));
  const isReliable = refits.length >= 2 && options.mostChance >= LEAST_CHANCE;
  const seen = [evidence.observations, evidence.letters];
  const limits = { seen, immutable: new Set(kept), mostChance: options.mostChance };
  const space = flipSpace(model, refits, person, limits);
  const found = isReliable ? smallestOf(space, likelyCopies(space, evidence)) : null;
  if (found === null) {
    const none = { asked: refits.length, agree: 0 };
    const status = isReliable ? "not found" : "unreliable";
    return { status, changes: [], chance: null, distance: 0, refits: none, kept };
  }
  const [{ agree, chance }] = space.opinions([found]) as [Opinion];
  return {
    status: "found",
    changes: describeChanges(space, person, found),
    chance,
    distance: space.distance(found),
    refits: { asked: refits.length, agree },
    kept,
  };
}

/** Names of the features that the evidence or the model calls immutable. */
export function immutableFeatures(model: Pick<Model, "features">, { schema }: Evidence): Set<string> {
  const all = [...model.features, ...schema.features];
  return new Set(all.flatMap(({ name, immutable }) => (immutable ? [name] : [])));
}

/** The person with all changeable values of somebody who got the answer sought; the nearest likely ones. */
function likelyCopies(space: FlipSpace, { observations, decisions, letters }: Evidence): Cells[] {
  const wanted = space.direction === 1 ? 1 : 0;
  const rows = indices(decisions.length).filter((i) => decisions[i] === wanted);
  const tables = [selectTableRows(observations, rows), ...(wanted === 1 ? [letters] : [])];
  const copies = tables.flatMap((table) => {
    const read = cellsOf(space.encoder, table);
    return Array.from({ length: table.rows }, (_, i) => {
      const theirs = read(i);
      const cells = space.own.slice();
      for (const { type, f } of space.moves) if (type === "number" || theirs[f]! >= 0) cells[f] = theirs[f]!;
      return { cells, size: space.distance(cells) };
    });
  });
  const nearest = copies
    .filter(({ size }) => size > 0)
    .sort((a, b) => a.size - b.size || compareCells(a.cells, b.cells))
    .slice(0, NEAREST)
    .map(({ cells }) => cells);
  return likelyOnes(space, nearest).slice(0, DRAWN_BACK);
}

/** So that the order of people and letters decides nothing. */
function compareCells(a: Cells, b: Cells): number {
  const f = a.findIndex((value, place) => value !== b[place]);
  return f < 0 ? 0 : a[f]! - b[f]!;
}

function likelyOnes(space: FlipSpace, rows: readonly Cells[]): Cells[] {
  const opinions = space.opinions(rows);
  return rows.filter((_, k) => opinions[k]!.chance >= LEAST_CHANCE);
}

function smallestOf(space: FlipSpace, copies: readonly Cells[]): Cells | null {
  const sized = copies.map((copy) => {
    const cells = roundNumbers(space, halveNumbers(space, putBack(space, copy)));
    return { cells, size: space.distance(cells) };
  });
  const [first, ...others] = sized;
  return first === undefined ? null : others.reduce((best, one) => (one.size < best.size ? one : best), first).cells;
}

/** Gives the person their own values back, each time the one that costs least chance for its size. */
function putBack(space: FlipSpace, copy: Cells): Cells {
  let cells = copy;
  let chance = space.opinions([cells])[0]!.chance;
  for (;;) {
    const trials = space.moves.flatMap(({ f }) => (cells[f] === space.own[f] ? [] : [cells.with(f, space.own[f]!)]));
    const opinions = space.opinions(trials);
    const size = space.distance(cells);
    let best = -1;
    let least = Number.POSITIVE_INFINITY;
    for (const [k, trial] of trials.entries()) {
      const left = space.distance(trial);
      if (left === 0 || opinions[k]!.chance < LEAST_CHANCE) continue;
      const cost = (chance - opinions[k]!.chance) / (size - left);
      if (cost < least) [best, least] = [k, cost];
    }
    if (best < 0) return cells;
    cells = trials[best]!;
    chance = opinions[best]!.chance;
  }
}

/** Halves the way of each number, the longest first, while the change stays likely. */
function halveNumbers(space: FlipSpace, start: Cells): Cells {
  let cells = start;
  const wayOf = (f: number) => space.distance(space.own.with(f, cells[f]!));
  const numbers = space.moves.flatMap((move) =>
    move.type === "number" && cells[move.f] !== space.own[move.f] ? move : [],
  );
  for (const { f, code } of numbers.toSorted((a, b) => wayOf(b.f) - wayOf(a.f) || a.f - b.f)) {
    const near = applyScale(code.scale, space.own[f]!);
    for (let h = 0; h < HALVINGS; h++) {
      const far = applyScale(code.scale, cells[f]!);
      const trial = cells.with(f, invertScale(code.scale, near + (far - near) / 2));
      if (likelyOnes(space, [trial]).length === 0) break;
      cells = trial;
    }
  }
  return cells;
}

/** Numbers rounded away from the person's own, by the coarsest step that keeps the change likely. */
function roundNumbers(space: FlipSpace, found: Cells): Cells {
  let cells = found;
  for (const move of space.moves) {
    if (move.type !== "number" || cells[move.f] === space.own[move.f]) continue;
    const trials = move.steps.map((step) => cells.with(move.f, roundAway(cells[move.f]!, space.own[move.f]!, step)));
    cells = likelyOnes(space, trials)[0] ?? cells;
  }
  return cells;
}

function describeChanges({ encoder, own }: FlipSpace, person: Table, cells: Cells): LikelyFlip["changes"] {
  return encoder.features.flatMap((code, f) => {
    if (cells[f] === own[f]) return [];
    const to = code.type === "number" ? cells[f]! : (code.levels[cells[f]!] ?? "");
    return [{ feature: code.name, from: cellOf(person, code.name, 0), to }];
  });
}
