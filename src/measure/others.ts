import { requireRunning } from "../errors.js";
import type { AttributeFacts } from "../findings/facts.js";
import type { Identification } from "../findings/identification.js";
import type { Sample } from "../findings/sample.js";
import type { ErrorDirection } from "../findings/trust.js";
import { selectTableRows, type Table } from "../input/table.js";
import { indices } from "../math/compare.js";
import { sampleWithoutReplacement, seededRandom } from "../math/random.js";
import type { ProgressOptions } from "../options.js";
import type { Model } from "../surrogate/model.js";
import { type AnswerCounts, countAnswers, rightShares, type SideCounts } from "./answer-counts.js";
import type { GroupingRule } from "./groups/groups.js";
import type { Others, OthersBatch, StreamedOthers } from "./sample-evidence.js";
import { countedDirection, errorDirection } from "./trust/error-direction.js";
import { decisionsOf } from "./trust/stability.js";

/** The most people outside the sample whom every size of the learning curve is asked about. */
const MOST_ASKED = 20_000;

const LABEL = "everybody outside the sample";

export interface AskOptions extends ProgressOptions {
  readonly seed: number;
  /** The rate of everybody, where it is known. */
  readonly acceptanceRate: number | null;
}

/** Some people outside the sample, what was decided about them and what the model answers. */
export interface AskedPeople {
  readonly decisions: Uint8Array;
  readonly answers: Uint8Array;
  /** Together these people, in order. */
  readonly tables: readonly Table[];
}

/** What a model answers about everybody outside the sample. */
export interface AnsweredOthers {
  /** Refused people, then accepted ones. */
  readonly sides: SideCounts;
  readonly errors: ErrorDirection | null;
  readonly agreementByGroup: Identification["agreementByGroup"];
  /** At most 20,000 of them, drawn by the seed. */
  readonly asked: AskedPeople;
}

/** The groups whose people are counted: `attributes` name what the rules make. */
interface CountedGroups {
  readonly rules: readonly GroupingRule[];
  readonly attributes: readonly AttributeFacts[];
}

type Asked = Pick<Model, "margins" | "method">;

/** Asks the model about everybody outside the sample, a batch at a time. */
export function askOthers(
  others: Others,
  model: Asked,
  { rules, attributes }: CountedGroups,
  { seed, acceptanceRate, onProgress, signal }: AskOptions,
): AnsweredOthers {
  const { rows } = others;
  const counts = countAnswers(model, rules);
  const decisions = new Uint8Array(rows);
  const answers = new Uint8Array(rows);
  const weights = new Float64Array(rows);
  let weighted = false;
  const places = askedPlaces(rows, seed);
  const tables: Table[] = [];
  let start = 0;
  let next = 0;
  others.batches((batch) => {
    requireRunning(signal);
    onProgress?.(start, rows, LABEL);
    const own = counts.take(batch);
    decisions.set(batch.decisions, start);
    answers.set(own, start);
    if (batch.weights !== null) {
      weighted = true;
      weights.set(batch.weights, start);
    }
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
  const people = { decisions, weights: weighted ? weights : null };
  const trust = { ...trustOf(counts, model), acceptedShare: Float64Array.from(answers) };
  const at = (values: Uint8Array) => Uint8Array.from(places, (place) => values[place]!);
  return {
    sides: counts.sides(),
    errors: errorDirection(people, trust, [], acceptanceRate),
    agreementByGroup: counts.byGroup(attributes),
    asked: { decisions: at(decisions), answers: at(answers), tables },
  };
}

/** The same of people who come from a file, of whom nothing but counts is kept. */
export async function askStreamed(
  others: StreamedOthers,
  model: Asked,
  { rules, attributes }: CountedGroups,
  { acceptanceRate, onProgress, signal }: Omit<AskOptions, "seed">,
): Promise<AnsweredOthers> {
  const { rows, measured } = others;
  const counts = countAnswers(model, rules);
  let start = 0;
  for await (const batch of others.stream()) {
    requireRunning(signal);
    onProgress?.(start, rows, LABEL);
    start += counts.take(batch).length;
  }
  others.requireAll(start);
  return {
    sides: counts.sides(),
    errors: countedDirection(counts.cells(), trustOf(counts, model), acceptanceRate),
    agreementByGroup: counts.byGroup(attributes),
    asked: askedOf(measured, model),
  };
}

function askedOf({ table, decisions }: Pick<OthersBatch, "table" | "decisions">, model: Asked): AskedPeople {
  return { decisions, answers: decisionsOf(model.margins(table)), tables: [table] };
}

function trustOf(counts: AnswerCounts, { method }: Asked) {
  const { overall, rejected, accepted } = rightShares(counts.sides());
  return { method, agreement: rejected && accepted && { overall, rejected, accepted } };
}

/** How often the model is right, beside the decision that is more common among the people it was fitted on. */
export function rightAboutOthers({ sides }: Pick<AnsweredOthers, "sides">, fittedOn: Uint8Array): Sample["right"] {
  const accepted = fittedOn.reduce((sum, decision) => sum + decision, 0);
  const usual = 2 * accepted >= fittedOn.length ? 1 : 0;
  return { ...rightShares(sides), usual: sides[usual].n / (sides[0].n + sides[1].n) };
}

function askedPlaces(rows: number, seed: number): Int32Array {
  if (rows <= MOST_ASKED) return indices(rows);
  return sampleWithoutReplacement(rows, MOST_ASKED, seededRandom(seed, "learning/asked")).sort();
}
