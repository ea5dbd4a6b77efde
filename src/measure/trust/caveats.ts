import { count } from "../../document/format.js";
import type { EvidenceSummary } from "../../findings/evidence.js";
import type { Sample } from "../../findings/sample.js";
import type { Caveat, Recommendation } from "../../findings/trust.js";
import type { Evidence } from "../../input/evidence.js";
import { looksBalanced } from "../../math/balanced.js";
import { compareText } from "../../math/compare.js";
import type { MethodTrust } from "./trust.js";

type Counts = Pick<EvidenceSummary, "rejected" | "accepted" | "letters" | "paired" | "contradicting" | "weighted">;

export interface CaveatFacts extends Counts {
  /** Groups too small to carry a number, as "attribute: group (n = …)". */
  readonly smallGroups: readonly string[];
  readonly comparesGroups: boolean;
  /** Whether refused people were told reasons. */
  readonly toldReasons: boolean;
  readonly methods: readonly MethodTrust[];
  readonly recommendation: Recommendation;
  /** Whom methods were fitted on; null for everybody. */
  readonly sample: Sample | null;
}

const FEW_PEOPLE = 100;
const FEW_IN_CLASS = 30;
const FEW_TOLD = 5; // letters or people told a reason that are not worth a word
const MOST_NAMED = 20; // groups a sentence can name
const STRAIGHT = new Set(["recast", "recast-calibrated", "ridge", "ridge-letters"]);

/** Limits of every audit, whatever is in its files. */
export const GENERAL_CAVEATS = {
  notIdentified: {
    code: "NOT_IDENTIFIED",
    text:
      "Other rules fit the same decisions and letters. How the system decides about people unlike those in the file " +
      "stays open.",
  },
  noCause: {
    code: "NO_CAUSE",
    text:
      "Rates and the rebuilt model show what goes together with the decisions in these files. They show no cause and " +
      "no intent.",
  },
  selection: {
    code: "SELECTION",
    text:
      "Every number describes the people in the files. If people who did not apply, answer or get recorded differ " +
      "from them, so may the numbers.",
  },
} as const satisfies Record<string, Caveat>;

const WITHOUT_LETTERS =
  "Other rules fit the same decisions. How the system decides about people unlike those in the file stays open.";

export function listCaveats(facts: CaveatFacts): Caveat[] {
  const { rejected, accepted, letters, paired, recommendation } = facts;
  const people = rejected + accepted;
  const { notIdentified, noCause } = GENERAL_CAVEATS;
  const caveats: Caveat[] = [letters === 0 ? { ...notIdentified, text: WITHOUT_LETTERS } : notIdentified, noCause];
  const addIf = (holds: boolean, code: Caveat["code"], text: string) => {
    if (holds) caveats.push({ code, text });
  };
  addIf(
    facts.comparesGroups,
    "FOUR_FIFTHS",
    "A ratio of rates below 0.80 (four fifths) is a reason to look closer, a rule of thumb of United States " +
      "employment practice since 1978. It shows no unlawful treatment, and a ratio above it clears nobody. New York " +
      "City's Local Law 144 asks for the ratios and sets no pass mark.",
  );
  caveats.push(GENERAL_CAVEATS.selection);
  if (facts.sample !== null) caveats.push({ code: "SAMPLED", text: sampledText(facts.sample) });
  addIf(
    people < FEW_PEOPLE || Math.min(rejected, accepted) < FEW_IN_CLASS,
    "SMALL_SAMPLE",
    `The file has ${count(people)} decisions (${count(accepted)} favourable, ${count(rejected)} not): intervals ` +
      "are wide, and only large differences show.",
  );
  addIf(
    looksBalanced(accepted, people),
    "BALANCED_SAMPLE",
    `Both decisions are equally frequent (${count(accepted)} and ${count(rejected)}), as if people had been drawn ` +
      "half from each. If so, plain rates describe the sample alone. " +
      (facts.weighted ? "Use the weighted rates." : "A column of sampling weights would give the rates of everybody."),
  );
  addIf(
    facts.contradicting > 0,
    "ROWS_CONTRADICT",
    `${count(facts.contradicting)} people match, in every column, somebody who got the other decision. No rule on ` +
      "these columns can give both: the system looks at something that is not in the file, or does not decide alike " +
      "every time.",
  );
  const rest = facts.smallGroups.length - MOST_NAMED;
  const named = facts.smallGroups.slice(0, MOST_NAMED).join("; ") + (rest > 0 ? `; and ${rest} more groups` : "");
  addIf(facts.smallGroups.length > 0, "SMALL_GROUPS", `Groups with too few people to compare: ${named}.`);
  addIf(
    letters === 0,
    "NO_LETTERS",
    facts.toldReasons
      ? "There are no letters, only reasons. Methods that read letters could not be used, and how much would have " +
          "been enough is not known."
      : "There are no letters. Methods that read letters could not be used, and what refused people are told is not " +
          "known.",
  );
  addIf(
    paired < letters,
    "LETTERS_UNPAIRED",
    `It is not known whom ${count(letters - paired)} of ${count(letters)} letters answer. What they change is ` +
      "therefore not counted.",
  );
  addIf(
    STRAIGHT.has(recommendation.method),
    "STRAIGHT_BOUNDARY",
    "The rebuilt model adds up points and compares the sum with a pass mark. It cannot show exceptions, or columns " +
      "that matter only together.",
  );
  addIf(
    !clearlyAbove(facts, recommendation.method),
    "NOT_ABOVE_MAJORITY",
    "The rebuilt model is not clearly right more often than always giving the more common answer. Do not use what it " +
      "says about groups or about one person.",
  );
  const failed = facts.methods.filter(({ failure }) => failure !== null).map(({ method }) => method);
  addIf(failed.length > 0, "METHODS_FAILED", `These methods could not be fitted: ${failed.join(", ")}.`);
  return caveats;
}

/** Whether the interval of the method lies above the agreement of majority; true when majority was not measured. */
function clearlyAbove({ methods, sample }: Pick<CaveatFacts, "methods" | "sample">, chosen: string): boolean {
  if (sample !== null) return sample.right.overall.low > sample.right.usual;
  const agreement = (name: string) => methods.find(({ method }) => method === name)?.agreement?.overall;
  const reference = agreement("majority");
  const own = agreement(chosen);
  return reference === undefined || own === undefined || own.low > reference.share;
}

function sampledText({ people, of, letters, told }: Sample): string {
  const sizes = (drawn: number, all: number) => `${count(drawn)} of ${count(all)}`;
  const held = [
    ...(letters.of > FEW_TOLD ? [`${sizes(letters.drawn, letters.of)} letters`] : []),
    ...(told.of > FEW_TOLD ? [`the reasons told to ${sizes(told.drawn, told.of)} people`] : []),
  ];
  return (
    `The rebuilt model was fitted on ${sizes(people, of)} people, drawn at random in proportion to decisions and ` +
    `groups${held.length === 0 ? "" : `, with ${held.join(" and ")}`}. Everything about its methods and about open ` +
    "answers is of this sample; rates of groups, letters and reasons are of everybody. A larger sample (--sample) " +
    "takes longer and may find a closer rule."
  );
}

export function countEvidence(evidence: Evidence): EvidenceSummary {
  const { schema, decisions, letterOf, letters, weights } = evidence;
  const accepted = decisions.reduce((sum, decision) => sum + decision, 0);
  const answered = new Set(letterOf.filter((person) => person >= 0 && decisions[person] === 0));
  return {
    observations: decisions.length,
    rejected: decisions.length - accepted,
    accepted,
    letters: letters.rows,
    paired: letterOf.filter((person) => person >= 0).length,
    rejectedWithLetter: answered.size,
    contradicting: countContradicting(evidence),
    weighted: weights !== null,
    decision: schema.decision,
    features: schema.features.map(({ name }) => name).sort(compareText),
  };
}

function countContradicting({ observations, decisions }: Evidence): number {
  const answers = new Map<string, [number, number]>();
  for (let i = 0; i < observations.rows; i++) {
    const cells = observations.columns.map((column) => {
      if (column.type === "category") return column.codes[i]!;
      return Number.isNaN(column.values[i]!) ? "" : column.values[i]! + 0;
    });
    const key = cells.join(" ");
    const counts = answers.get(key) ?? [0, 0];
    counts[decisions[i]!]! += 1;
    answers.set(key, counts);
  }
  let people = 0;
  for (const [rejected, accepted] of answers.values()) if (rejected > 0 && accepted > 0) people += rejected + accepted;
  return people;
}
