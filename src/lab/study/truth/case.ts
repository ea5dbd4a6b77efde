import { AuditError } from "../../../errors.js";
import type { Evidence, FeatureSchema } from "../../../input/evidence.js";
import {
  type CategoryColumn,
  type Column,
  selectColumnRows,
  selectTableRows,
  type Table,
} from "../../../input/table.js";
import { canonicalCategory } from "../../../input/values.js";
import type { Kernels } from "../../../kernels/kernels.js";
import { indices } from "../../../math/compare.js";
import { seededRandom, shuffled } from "../../../math/random.js";
import type { PopulationPeople } from "../../../settings/audit-options.js";
import type { DataSet } from "../../data/data-set.js";
import type { Generator } from "../../generators/generator.js";
import type { Target, TargetFamily } from "../../targets/target.js";
import { trainTarget } from "../../targets/train-target.js";
import { studyEvidence } from "../evidence.js";
import { COIN_NAMES, coinAttributes, unevenAttributes } from "./attributes.js";

/** A target, and the people it decides on: those observed and everybody else are drawn from them. */
export interface World {
  readonly data: DataSet;
  readonly target: Target;
  /** Rows the target was trained on: the platform's own. */
  readonly pool: Table;
  /** Thousands of people the target was not trained on, in random order. */
  readonly people: Table;
  readonly decisions: Uint8Array;
  /** One column per sensitive attribute, one row per person. */
  readonly groups: readonly CategoryColumn[];
  /** Those of them that are a coin per person, so that no decision depends on them. */
  readonly coins: readonly string[];
  readonly seed: number;
}

/** What an audit is given, and what is true. */
export interface TruthCase {
  readonly world: World;
  readonly evidence: Evidence;
  /** Other people, for the audit: no decision is known of them. */
  readonly population: PopulationPeople;
  /** People of the world whom the audit was not told of, with what the target decides. */
  readonly others: OtherPeople;
  /** What the letters were drawn with. */
  readonly letterSeed: number;
  /** Whether half of the observed people were accepted by design. */
  readonly balanced: boolean;
}

export interface OtherPeople {
  readonly table: Table;
  readonly decisions: Uint8Array;
  readonly groups: readonly CategoryColumn[];
}

export interface WorldOptions {
  readonly target: TargetFamily;
  readonly differs: boolean;
  readonly seed: number;
}

const TRAINED_SHARE = 0.4;
const MOST_TRAINED = 4000;
const MOST_PEOPLE = 8000;
const LEAST_OTHERS = 2000;
const POPULATION = 500;

/**
 * A target trained on two fifths of a data set, at most 4,000 rows; of the others at most 8,000 are the world. With a
 * difference, groups are formed by the data set's own sensitive attributes, or by one that goes with the decision where
 * it has none; without, by coins, which the target has never seen.
 */
export function makeWorld(data: DataSet, { target: family, differs, seed }: WorldOptions): World {
  const order = shuffled([...data.labels.keys()], seededRandom(seed, `truth-world-${data.name}`));
  const trained = order.slice(0, Math.min(Math.round(TRAINED_SHARE * order.length), MOST_TRAINED));
  const lived = order.slice(trained.length, trained.length + MOST_PEOPLE);
  const pool = selectTableRows(data.table, trained);
  const labels = Uint8Array.from(trained, (i) => data.labels[i]!);
  const training = { features: data.features, table: pool, labels };
  const target = trainTarget(family, training, { seed, ...(data.scaling && { scaling: data.scaling }) });
  const people = selectTableRows(data.table, lived);
  const decisions = target.decide(people);
  const own = data.sensitive.flatMap((name) => people.columns.filter((column) => column.name === name));
  const real = own.filter((column) => column.type === "category");
  const stream = `truth-${data.name}-${family}`;
  const made = () => (differs ? unevenAttributes(decisions, seed, stream) : coinAttributes(lived.length, seed, stream));
  const groups = differs && real.length > 0 ? real : made();
  const coins = groups.map(({ name }) => name).filter((name) => COIN_NAMES.includes(name));
  return { ...withAttributes({ data, pool, people }, groups, seed), target, decisions, groups, coins, seed };
}

/**
 * Made-up attributes are columns of the files like any other, so that a rebuilt model may look at them. The pool gets
 * them too, drawn at random, since letters are written from its rows.
 */
function withAttributes(
  { data, pool, people }: Pick<World, "data" | "pool" | "people">,
  groups: readonly CategoryColumn[],
  seed: number,
): Pick<World, "data" | "pool" | "people"> {
  const made = groups.filter(({ name }) => !data.features.some((feature) => feature.name === name));
  if (made.length === 0) return { data, pool, people };
  const random = seededRandom(seed, "truth-pool");
  const drawn = made.map(({ levels, ...column }): Column => {
    const codes = Int32Array.from({ length: pool.rows }, () => random.integer(levels.length));
    return { ...column, codes, levels };
  });
  const features = [
    ...data.features,
    ...made.map(({ name }): FeatureSchema => ({ name, type: "category", immutable: true })),
  ];
  return {
    data: { ...data, features, sensitive: made.map(({ name }) => name) },
    pool: { rows: pool.rows, columns: [...pool.columns, ...drawn] },
    people: { rows: people.rows, columns: [...people.columns, ...made] },
  };
}

export interface CaseOptions {
  readonly generator: Generator;
  /** How many people are observed. */
  readonly n: number;
  /** Half of each decision; as they come otherwise. */
  readonly balanced: boolean;
}

/** Draws the observed people from a world and writes a letter to each whom the target rejects. */
export function makeCase(world: World, { generator, n, balanced }: CaseOptions, kernels: Kernels): TruthCase {
  const { data, target, pool, people, decisions, groups, seed } = world;
  const random = seededRandom(seed, `truth-people-${target.name}-${generator.name}-${n}`);
  const observed = drawPeople(decisions, shuffled([...decisions.keys()], random), n, balanced);
  const rejected = observed.filter((i) => decisions[i] === 0);
  const accepted = observed.filter((i) => decisions[i] === 1);
  const rest = people.rows - observed.length;
  if (observed.length < n || rest < LEAST_OTHERS || Math.min(rejected.length, accepted.length) < 2) {
    const counts = `${rejected.length} rejected and ${accepted.length} accepted people of ${people.rows}`;
    throw new AuditError("CLASS_TOO_SMALL", `${data.name} has ${counts}: not enough to observe ${n}`);
  }
  const letterSeed = seededRandom(seed, `truth-letters-${generator.name}-${n}`).nextBits();
  const request = {
    rejected: selectTableRows(people, rejected),
    target,
    pool,
    immutable: data.features.filter(({ immutable }) => immutable).map(({ name }) => name),
    seed: letterSeed,
  };
  const letters = generator.generate(request, kernels);
  const shown = [...rejected, ...accepted];
  const lived = { ...data, table: people, labels: decisions };
  const evidence = studyEvidence(lived, [rejected, accepted], [letters], ["rejected", "accepted"]);
  const taken = new Uint8Array(people.rows);
  for (const i of shown) taken[i] = 1;
  const others = indices(people.rows).filter((i) => taken[i] === 0);
  const asked = others.subarray(0, POPULATION);
  return {
    world,
    evidence: { ...evidence, groups: groupsOf(groups, shown) },
    population: {
      people: selectTableRows(people, asked),
      groups: groupsOf(groups, asked),
      outcomes: null,
      weights: null,
    },
    others: {
      table: selectTableRows(people, others),
      decisions: Uint8Array.from(others, (i) => decisions[i]!),
      groups: groupsOf(groups, others),
    },
    letterSeed,
    balanced,
  };
}

/** The first people of an order; of each decision the first half when balanced. */
function drawPeople(decisions: Uint8Array, order: readonly number[], n: number, balanced: boolean): Int32Array {
  if (!balanced) return Int32Array.from(order.slice(0, n));
  const half = Math.floor(n / 2);
  const first = (answer: number, size: number) => order.filter((i) => decisions[i] === answer).slice(0, size);
  return Int32Array.from([...first(0, half), ...first(1, n - half)]);
}

function groupsOf(groups: readonly CategoryColumn[], rows: ArrayLike<number>): CategoryColumn[] {
  return groups.map((column) => {
    const { name, codes, levels } = selectColumnRows(column, rows);
    return canonicalCategory(name, codes, levels);
  });
}
