import type { AttributeFacts } from "../findings/facts.js";
import type { Identification } from "../findings/identification.js";
import { LEAST_GROUP } from "../math/group-size.js";
import { type MeasuredShare, measureShare } from "../math/interval.js";
import { preciseSums } from "../math/precise-sums.js";
import type { Model } from "../surrogate/model.js";
import { applyGrouping, type GroupingRule } from "./groups/groups.js";
import type { OthersBatch } from "./sample-evidence.js";
import type { AnswerCell } from "./trust/error-direction.js";
import { decisionsOf } from "./trust/stability.js";

/** People, and how many of them the model is right about. */
interface RightCount {
  readonly n: number;
  readonly right: number;
}

/** Of refused people, then of accepted ones. */
export type SideCounts = readonly [RightCount, RightCount];

export type AnswerCounts = ReturnType<typeof countAnswers>;

const DECISIONS = [0, 1] as const;

/** Asks a model about people, a batch at a time, and keeps nothing but counts of them. */
export function countAnswers(model: Pick<Model, "margins">, rules: readonly GroupingRule[]) {
  const people = new Float64Array(4); // by decision, and by answer within
  const weighed = preciseSums(8); // weights and their squares of the same
  let weighted = false;
  const tallies = rules.map(() => new Map<string, RightCount>());
  const cell = (decision: number, answer: number) => 2 * decision + answer;

  function takeGroups({ groups, decisions }: OthersBatch, own: Uint8Array): void {
    rules.forEach((rule, k) => {
      const { labels, groupOf } = applyGrouping(rule, groups);
      const counts = labels.map(() => ({ n: 0, right: 0 }));
      groupOf.forEach((group, i) => {
        const count = counts[group];
        if (count === undefined) return;
        count.n += 1;
        if (own[i] === decisions[i]) count.right += 1;
      });
      labels.forEach((label, group) => {
        const { n, right } = tallies[k]!.get(label) ?? { n: 0, right: 0 };
        tallies[k]!.set(label, { n: n + counts[group]!.n, right: right + counts[group]!.right });
      });
    });
  }

  return {
    /** The answers about these people. */
    take(batch: OthersBatch): Uint8Array {
      const own = decisionsOf(model.margins(batch.table));
      const { decisions, weights } = batch;
      weighted ||= weights !== null;
      for (let i = 0; i < own.length; i++) {
        const place = cell(decisions[i]!, own[i]!);
        people[place]! += 1;
        if (weights === null) continue;
        weighed.add(2 * place, weights[i]!);
        weighed.add(2 * place + 1, weights[i]! * weights[i]!);
      }
      takeGroups(batch, own);
      return own;
    },
    sides(): SideCounts {
      const [rejected, accepted] = DECISIONS.map((decision) => {
        const right = people[cell(decision, decision)]!;
        return { n: right + people[cell(decision, 1 - decision)]!, right };
      });
      return [rejected!, accepted!];
    },
    cells(): { readonly cells: readonly AnswerCell[]; readonly weighted: boolean } {
      const sums = weighed.finish();
      const cells = DECISIONS.flatMap((decision) =>
        DECISIONS.map((answer): AnswerCell => {
          const place = cell(decision, answer);
          const n = people[place]!;
          return {
            decision,
            answer,
            n,
            mass: weighted ? sums[2 * place]! : n,
            squares: weighted ? sums[2 * place + 1]! : n,
          };
        }),
      );
      return { cells, weighted };
    },
    byGroup(attributes: readonly AttributeFacts[]): Identification["agreementByGroup"] {
      return attributes.map(({ attribute, groups }, k) => ({
        attribute,
        groups: groups.map(({ group }) => {
          const { n, right } = tallies[k]?.get(group) ?? { n: 0, right: 0 };
          return { group, n, status: n < LEAST_GROUP ? "insufficient" : "measured", share: measureShare(right, n) };
        }),
      }));
    },
  };
}

/** How often the model is right: overall, and by decision; null of a decision that nobody got. */
export function rightShares([rejected, accepted]: SideCounts) {
  const overall: MeasuredShare = measureShare(rejected.right + accepted.right, rejected.n + accepted.n)!;
  return {
    overall,
    rejected: measureShare(rejected.right, rejected.n),
    accepted: measureShare(accepted.right, accepted.n),
  };
}
