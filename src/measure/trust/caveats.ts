import type { EvidenceSummary } from "../../findings/evidence.js";
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
  readonly methods: readonly MethodTrust[];
  readonly recommendation: Recommendation;
}

const FEW_PEOPLE = 100;
const FEW_IN_CLASS = 30;
const MOST_NAMED = 20; // groups a sentence can name
const STRAIGHT = new Set(["recast", "recast-calibrated", "ridge", "ridge-letters"]);

/** Limits of every audit, whatever is in its files. */
export const GENERAL_CAVEATS = {
  notIdentified: {
    code: "NOT_IDENTIFIED",
    text:
      "Decisions and letters do not fix one model: other models are consistent with the same evidence. " +
      "How the audited system decides where nobody was observed is not determined.",
  },
  noCause: {
    code: "NO_CAUSE",
    text:
      "Rates and the rebuilt model describe how decisions go together with what is written in the files. " +
      "They say nothing about causes or intent.",
  },
  selection: {
    code: "SELECTION",
    text:
      "The file holds the people it holds. If those who applied, answered or were recorded differ from those who " +
      "did not, every number here describes the former.",
  },
} as const satisfies Record<string, Caveat>;

export function listCaveats(facts: CaveatFacts): Caveat[] {
  const { rejected, accepted, letters, paired, recommendation } = facts;
  const people = rejected + accepted;
  const caveats: Caveat[] = [GENERAL_CAVEATS.notIdentified, GENERAL_CAVEATS.noCause];
  const addIf = (holds: boolean, code: Caveat["code"], text: string) => {
    if (holds) caveats.push({ code, text });
  };
  addIf(
    facts.comparesGroups,
    "FOUR_FIFTHS",
    "An impact ratio below 0.8 (the four-fifths rule) is a reason to look closer, in use since 1978 in United " +
      "States employment practice. It is neither proof of unlawful treatment when a ratio is below it, nor of the " +
      "contrary when it is above; New York City's Local Law 144 asks for the ratios and sets no pass mark.",
  );
  caveats.push(GENERAL_CAVEATS.selection);
  addIf(
    people < FEW_PEOPLE || Math.min(rejected, accepted) < FEW_IN_CLASS,
    "SMALL_SAMPLE",
    `The file has ${people} decisions (${rejected} unfavourable, ${accepted} favourable): ` +
      "intervals are wide, and small differences are an indication at most.",
  );
  addIf(
    looksBalanced(accepted, people),
    "BALANCED_SAMPLE",
    `Favourable and unfavourable decisions are equally frequent (${accepted} and ${rejected}). If the sample was ` +
      "drawn that way, selection rates say nothing about everybody who was decided on" +
      (facts.weighted ? ": use the weighted ones." : "; a weight column would allow it."),
  );
  addIf(
    facts.contradicting > 0,
    "ROWS_CONTRADICT",
    `${facts.contradicting} people have exactly the features of somebody who got the other decision. No rule on ` +
      "these columns can give both: the audited system looks at something that is not in the file, or does not " +
      "decide alike every time.",
  );
  const rest = facts.smallGroups.length - MOST_NAMED;
  const named = facts.smallGroups.slice(0, MOST_NAMED).join("; ") + (rest > 0 ? `; and ${rest} more groups` : "");
  addIf(facts.smallGroups.length > 0, "SMALL_GROUPS", `Too few people to carry a rate: ${named}.`);
  addIf(
    letters === 0,
    "NO_LETTERS",
    "There are no letters. Methods built on letters could not be used, and whether letters agree with decisions " +
      "could not be looked at.",
  );
  addIf(
    paired < letters,
    "LETTERS_UNPAIRED",
    `For ${letters - paired} of ${letters} letters it is not known whom they answer: such letters may be held out ` +
      "apart from their person, and do not count in letter consistency.",
  );
  addIf(
    STRAIGHT.has(recommendation.method),
    "STRAIGHT_BOUNDARY",
    `The rebuilt model (${recommendation.method}) adds up points and compares with a pass mark. ` +
      "Exceptions and interactions of the audited system are rebuilt no better than that.",
  );
  addIf(
    !clearlyAbove(facts.methods, recommendation.method),
    "NOT_ABOVE_MAJORITY",
    "The rebuilt model's agreement is not clearly above that of giving everybody the more frequent decision: " +
      "what it says about single people is not supported by this evidence.",
  );
  const failed = facts.methods.filter(({ failure }) => failure !== null).map(({ method }) => method);
  addIf(failed.length > 0, "METHODS_FAILED", `Not measured on this evidence: ${failed.join(", ")}.`);
  return caveats;
}

/** Whether the interval of the method lies above the agreement of majority; true when majority was not measured. */
function clearlyAbove(methods: readonly MethodTrust[], chosen: string): boolean {
  const agreement = (name: string) => methods.find(({ method }) => method === name)?.agreement?.overall;
  const reference = agreement("majority");
  const own = agreement(chosen);
  return reference === undefined || own === undefined || own.low > reference.share;
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
