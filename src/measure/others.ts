import { requireRunning } from "../errors.js";
import type { AttributeFacts } from "../findings/facts.js";
import type { Identification } from "../findings/identification.js";
import type { Sample } from "../findings/sample.js";
import type { ErrorDirection } from "../findings/trust.js";
import { selectTableRows, type Table } from "../input/table.js";
import { indices } from "../math/compare.js";
import { LEAST_GROUP } from "../math/group-size.js";
import { type MeasuredShare, measureShare } from "../math/interval.js";
import { sampleWithoutReplacement, seededRandom } from "../math/random.js";
import type { ProgressOptions } from "../options.js";
import type { Model } from "../surrogate/model.js";
import { applyGrouping, type GroupingRule } from "./groups/groups.js";
import type { Others } from "./sample-evidence.js";
import { errorDirection } from "./trust/error-direction.js";
import { decisionsOf } from "./trust/stability.js";

/** The most people outside the sample whom every size of the learning curve is asked about. */
const MOST_ASKED = 20_000;

export interface AskOptions extends ProgressOptions {
  readonly seed: number;
  /** The rate of everybody, where it is known. */
  readonly acceptanceRate: number | null;
}

/** What a model answers about everybody outside the sample. */
export interface AnsweredOthers {
  readonly decisions: Uint8Array;
  readonly answers: Uint8Array;
  readonly errors: ErrorDirection | null;
  readonly agreementByGroup: Identification["agreementByGroup"];
  /** At most 20,000 of them, drawn by the seed: their places among the others, and their rows in several tables. */
  readonly asked: { readonly places: Int32Array; readonly tables: readonly Table[] };
}

/** Asks the model about everybody outside the sample, a batch at a time. `attributes` name the groups, in order. */
export function askOthers(
  others: Others,
  model: Pick<Model, "margins" | "method">,
  { rules, attributes }: { readonly rules: readonly GroupingRule[]; readonly attributes: readonly AttributeFacts[] },
  { seed, acceptanceRate, onProgress, signal }: AskOptions,
): AnsweredOthers {
  const { rows } = others;
  const decisions = new Uint8Array(rows);
  const answers = new Uint8Array(rows);
  const weights = new Float64Array(rows);
  let weighted = false;
  const tallies = rules.map(() => new Map<string, { n: number; right: number }>());
  const places = askedPlaces(rows, seed);
  const tables: Table[] = [];
  let start = 0;
  let next = 0;
  others.batches((batch) => {
    requireRunning(signal);
    onProgress?.(start, rows, "everybody outside the sample");
    const own = decisionsOf(model.margins(batch.table));
    decisions.set(batch.decisions, start);
    answers.set(own, start);
    if (batch.weights !== null) {
      weighted = true;
      weights.set(batch.weights, start);
    }
    rules.forEach((rule, k) => {
      const { labels, groupOf } = applyGrouping(rule, batch.groups);
      const counts = labels.map(() => ({ n: 0, right: 0 }));
      groupOf.forEach((group, i) => {
        const count = counts[group];
        if (count === undefined) return;
        count.n += 1;
        if (own[i] === batch.decisions[i]) count.right += 1;
      });
      labels.forEach((label, group) => {
        const { n, right } = tallies[k]!.get(label) ?? { n: 0, right: 0 };
        tallies[k]!.set(label, { n: n + counts[group]!.n, right: right + counts[group]!.right });
      });
    });
    const first = next;
    while (next < places.length && places[next]! < start + own.length) next++;
    tables.push(
      selectTableRows(
        batch.table,
        places.subarray(first, next).map((place) => place - start),
      ),
    );
    start += own.length;
  });
  const { overall, rejected, accepted } = rightShares(decisions, answers);
  const trust = {
    method: model.method,
    agreement: overall && rejected && accepted && { overall, rejected, accepted },
    acceptedShare: Float64Array.from(answers),
  };
  return {
    decisions,
    answers,
    errors: errorDirection({ decisions, weights: weighted ? weights : null }, trust, [], acceptanceRate),
    agreementByGroup: attributes.map(({ attribute, groups }, k) => ({
      attribute,
      groups: groups.map(({ group }) => {
        const { n, right } = tallies[k]?.get(group) ?? { n: 0, right: 0 };
        return { group, n, status: n < LEAST_GROUP ? "insufficient" : "measured", share: measureShare(right, n) };
      }),
    })),
    asked: { places, tables },
  };
}

/** How often the model is right, beside the decision that is more common among the people it was fitted on. */
export function rightAboutOthers(
  { decisions, answers }: Pick<AnsweredOthers, "decisions" | "answers">,
  fittedOn: Uint8Array,
): Sample["right"] {
  const accepted = fittedOn.reduce((sum, decision) => sum + decision, 0);
  const usual = 2 * accepted >= fittedOn.length ? 1 : 0;
  const alike = decisions.reduce((sum, decision) => sum + (decision === usual ? 1 : 0), 0);
  return { ...rightShares(decisions, answers), usual: alike / decisions.length };
}

function rightShares(decisions: Uint8Array, answers: Uint8Array) {
  const counts = [0, 0];
  const right = [0, 0];
  decisions.forEach((decision, i) => {
    counts[decision]! += 1;
    if (answers[i] === decision) right[decision]! += 1;
  });
  const [rejected, accepted] = counts.map((n, side) => measureShare(right[side]!, n));
  const overall: MeasuredShare = measureShare(right[0]! + right[1]!, decisions.length)!;
  return { overall, rejected: rejected ?? null, accepted: accepted ?? null };
}

function askedPlaces(rows: number, seed: number): Int32Array {
  if (rows <= MOST_ASKED) return indices(rows);
  return sampleWithoutReplacement(rows, MOST_ASKED, seededRandom(seed, "learning/asked")).sort();
}
