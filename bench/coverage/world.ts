import {
  type CategoryColumn,
  type Column,
  type Evidence,
  joinEvidence,
  parseDecisions,
  parseLetters,
} from "recast-audit";
import { type Encoder, fitEncoder } from "recast-audit/kernels";
import { demoLending } from "recast-audit/lab";
import type { Design } from "./draw.js";
import { MADE_UP_PLANS, madeUpEvidence } from "./people.js";

/** What is looked at in a population: not everything everywhere, for time. */
interface Plan {
  readonly name: string;
  readonly designs: readonly Design[];
  /** Sizes of files from which rates of a population are estimated through a rebuilt model. */
  readonly corrected: readonly number[];
  /** The same for distances between scores. */
  readonly distances: readonly number[];
  /** Whether determined people are compared with contested ones, and whether bracket, which is slow, is among the methods. */
  readonly determined: boolean;
  readonly slow: boolean;
}

/** A whole population with every decision and every letter: what is estimated from a file of a few is known here. */
export interface World {
  readonly name: string;
  readonly plan: Plan;
  readonly everybody: Evidence;
  /** Each person's letter, −1 without one. */
  readonly letterOfPerson: Int32Array;
  /** People by decision. */
  readonly byDecision: readonly [Int32Array, Int32Array];
  /** Fitted on everybody, so that distances mean the same in every file. */
  readonly encoder: Encoder;
}

/** True numbers of one group of one attribute. */
export interface TrueGroup {
  readonly rate: number;
  /** Rate of everybody else. */
  readonly restRate: number;
  /** Mean distance and number of fields of its letters. */
  readonly distance: number;
  readonly fields: number;
  /** Median size of the change of each number, among letters that change it. */
  readonly medians: ReadonlyMap<string, number>;
}

const MADE_UP = 200_000;
const DEMO = 20_000;

const EVERY_DESIGN = ["as they come", "kept by chance", "half of each"] as const;
const EVERY_SIZE = [100, 200, 400];
const NO_MODEL = { corrected: [], distances: [], determined: false, slow: false };

/** The populations, made one at a time. */
export function* worlds(): Generator<World> {
  const [straight, bent, equal] = MADE_UP_PLANS;
  yield worldOf(madeUpEvidence(straight, MADE_UP, 1), {
    name: straight.name,
    designs: EVERY_DESIGN,
    ...{ corrected: EVERY_SIZE, distances: EVERY_SIZE, determined: true, slow: false },
  });
  yield worldOf(madeUpEvidence(bent, MADE_UP, 2), {
    name: bent.name,
    designs: ["as they come", "half of each"],
    ...{ corrected: [200], distances: [200], determined: true, slow: true },
  });
  yield worldOf(madeUpEvidence(equal, MADE_UP, 3), { name: equal.name, designs: ["as they come"], ...NO_MODEL });
  const demo = demoLending(1, { people: DEMO, population: 1 });
  const decisions = parseDecisions(demo.decisionsCsv, demo.roles);
  yield worldOf(joinEvidence(decisions, parseLetters(demo.lettersCsv, decisions)), {
    name: "the demo's lender",
    designs: EVERY_DESIGN,
    ...NO_MODEL,
    corrected: [200],
  });
}

function worldOf(everybody: Evidence, plan: Plan): World {
  const { decisions, letterOf, schema, observations } = everybody;
  const letterOfPerson = new Int32Array(decisions.length).fill(-1);
  letterOf.forEach((person, k) => {
    letterOfPerson[person] = k;
  });
  const all = Int32Array.from(decisions.keys());
  const byDecision = [all.filter((i) => decisions[i] === 0), all.filter((i) => decisions[i] === 1)] as const;
  const encoder = fitEncoder(schema.features, [observations]);
  const name = `${plan.name[0]?.toUpperCase()}${plan.name.slice(1)}: ${decisions.length / 1000},000 people`;
  return { name, plan, everybody, letterOfPerson, byDecision, encoder };
}

/** Groups of every attribute with their true numbers. */
export function trueGroups(world: World): ReadonlyMap<string, ReadonlyMap<string, TrueGroup>> {
  const { decisions, groups } = world.everybody;
  const distances = letterDistances(world);
  const sum = (people: Int32Array) => people.reduce((total, i) => total + decisions[i]!, 0);
  const all = Int32Array.from(decisions.keys());
  return new Map(
    groups.map((column) => {
      const { codes, levels, name } = column as CategoryColumn;
      const own = levels.map((level, code): [string, TrueGroup] => {
        const people = all.filter((i) => codes[i] === code);
        const restRate = (sum(all) - sum(people)) / (all.length - people.length);
        return [level, { rate: sum(people) / people.length, restRate, ...trueBurden(world, distances, people) }];
      });
      return [name, new Map(own)];
    }),
  );
}

/** Encoded distance of every letter from its person. */
function letterDistances({ everybody, encoder }: World): Float64Array {
  const { observations, letters, letterOf } = everybody;
  const from = encoder.encode(observations);
  const to = encoder.encode(letters);
  return Float64Array.from(letterOf, (person, k) => {
    let squares = 0;
    for (let j = 0; j < to.columns; j++) {
      squares += (to.values[k * to.columns + j]! - from.values[person * to.columns + j]!) ** 2;
    }
    return Math.sqrt(squares);
  });
}

function trueBurden({ everybody, letterOfPerson }: World, distances: Float64Array, people: Int32Array) {
  const asked = people.filter((i) => letterOfPerson[i]! >= 0);
  const count = asked.length;
  let fields = 0;
  const medians = new Map<string, number>();
  everybody.observations.columns.forEach((column, c) => {
    const offered = everybody.letters.columns[c];
    const sizes = Float64Array.from(asked, (i) => stepOf(column, offered, i, letterOfPerson[i]!)).filter(
      (size) => size > 0,
    );
    fields += sizes.length / count;
    if (column.type === "number") medians.set(column.name, middleOf(sizes.sort()));
  });
  return { distance: asked.reduce((sum, i) => sum + distances[letterOfPerson[i]!]! / count, 0), fields, medians };
}

/** Size of a change; 1 for another category. */
function stepOf(present: Column, offered: Column | undefined, person: number, letter: number): number {
  if (present.type === "number" && offered?.type === "number") {
    return Math.abs(offered.values[letter]! - present.values[person]!);
  }
  if (present.type === "category" && offered?.type === "category") {
    return present.levels[present.codes[person]!] === offered.levels[offered.codes[letter]!] ? 0 : 1;
  }
  throw new Error(`${present.name} has two types`);
}

function middleOf(sorted: Float64Array): number {
  return (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2;
}
