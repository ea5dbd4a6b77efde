import type { AuditResult } from "../../../audit.js";
import type { Kernels } from "../../../kernels/kernels.js";
import { applyGrouping, groupingRules, sumByGroup } from "../../../measure/groups/groups.js";
import type { SurrogateMethod } from "../../../surrogate/surrogate.js";
import type { Generator } from "../../generators/generator.js";
import type { TruthCase, World } from "./case.js";

/** An audit, and everything that is needed to say which of its statements are true. */
export interface Judged extends AuditResult {
  readonly made: TruthCase;
  /** The recommended method with the audit's settings. */
  readonly method: SurrogateMethod;
  readonly generator: Generator;
  readonly kernels: Kernels;
}

/** Whether statements of a kind were true (1) or not (0), one entry for each that was made; or numbers to compare. */
export type Outcomes = Record<string, number[]>;

/** What counts each person of the world: 1, or as often as their decision was drawn where half of each was. */
export type Design = (decision: number) => number;

export const asTheyCome: Design = () => 1;

/** The design by which the people of a case were observed. */
export function designOf({ balanced, world }: TruthCase): Design {
  if (!balanced) return asTheyCome;
  const accepted = world.decisions.reduce((sum, decision) => sum + decision, 0) / world.decisions.length;
  return (decision) => 0.5 / (decision === 1 ? accepted : 1 - accepted);
}

/** The true rates of one attribute's groups. */
export interface TrueGroups {
  readonly attribute: string;
  /** Whether no decision depends on the attribute. */
  readonly isCoin: boolean;
  /** Share accepted of a group, and of everybody else; undefined for a group the world does not have. */
  rate(group: string): number | undefined;
  rest(group: string): number | undefined;
}

/**
 * Share accepted by the target, by group, over the whole world. Groups are formed as the audit forms them. By a coin
 * all groups have the rate of everybody, whatever chance made of the world.
 */
export function trueGroups({ made, report }: Judged, design: Design): TrueGroups[] {
  const { world, evidence } = made;
  const everybody = rateWhere(world, design, () => true);
  return groupingRules(evidence.groups, report.settings).map((rule) => {
    const { attribute, columns, labels, groupOf } = applyGrouping(rule, world.groups);
    const weight = (i: number) => design(world.decisions[i]!);
    const mass = sumByGroup(groupOf, labels.length, weight);
    const accepted = sumByGroup(groupOf, labels.length, (i) => weight(i) * world.decisions[i]!);
    const all = { mass: sum(mass), accepted: sum(accepted) };
    const isCoin = columns.every((column) => world.coins.includes(column));
    const known = <T>(group: string, value: (k: number) => T) => {
      const k = labels.indexOf(group);
      return k < 0 ? undefined : value(k);
    };
    return {
      attribute,
      isCoin,
      rate: (group) => known(group, (k) => (isCoin ? everybody : accepted[k]! / mass[k]!)),
      rest: (group) =>
        known(group, (k) => (isCoin ? everybody : (all.accepted - accepted[k]!) / (all.mass - mass[k]!))),
    };
  });
}

function rateWhere({ decisions }: World, design: Design, among: (i: number) => boolean): number {
  let mass = 0;
  let accepted = 0;
  decisions.forEach((decision, i) => {
    if (!among(i)) return;
    mass += design(decision);
    accepted += decision * design(decision);
  });
  return accepted / mass;
}

function sum(values: Float64Array): number {
  return values.reduce((all, value) => all + value, 0);
}

/** How often `answers` are the target's among some of the other people; null where there is nobody. */
export function shareRight(
  made: TruthCase,
  answers: Uint8Array,
  among: (i: number) => boolean = () => true,
): number | null {
  const design = designOf(made);
  let mass = 0;
  let right = 0;
  made.others.decisions.forEach((decision, i) => {
    if (!among(i)) return;
    mass += design(decision);
    if (answers[i] === decision) right += design(decision);
  });
  return mass === 0 ? null : right / mass;
}

const ROUNDING = 1e-9;

/** Puts an outcome under a name. */
export function note(outcomes: Outcomes, name: string, ...values: readonly number[]): void {
  outcomes[name] = [...(outcomes[name] ?? []), ...values];
}

interface Said {
  readonly low: number;
  readonly high: number;
  /** People it stands on, where it is a share. */
  readonly n?: number;
}

/** Notes whether an interval holds the truth, and beside it low, high, truth and people, to try others. */
export function noteInterval(outcomes: Outcomes, name: string, { low, high, n = 0 }: Said, truth: number): void {
  note(outcomes, name, low - ROUNDING <= truth && truth <= high + ROUNDING ? 1 : 0);
  note(outcomes, `${name}: low, high, true, n`, low, high, truth, n);
}
