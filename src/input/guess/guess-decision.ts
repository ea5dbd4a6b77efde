import { DECISION_NAMES, FAVOURABLE_WORDS } from "../guess-words.js";
import type { ColumnLook } from "./column-look.js";
import type { Guess, Question } from "./guess-roles.js";
import { DECISION_WORDS, holdsPhrase, OUTCOME_WORDS, SENSITIVE_WORDS, wordsOf } from "./name-words.js";

/** The column with the decision: two values and the best name; a question when no name stands out. */
export function guessDecision(columns: readonly ColumnLook[], questions: Question[]): Guess<string> | null {
  const binary = columns.filter(({ distinct }) => distinct === 2);
  const ranked: [(column: ColumnLook) => boolean, Guess<string>["confidence"], string][] = [
    [({ name }) => DECISION_NAMES.includes(wordsOf(name).join(" ")), "high", "named like a decision, with two values"],
    [
      ({ name }) => holdsPhrase(name, DECISION_WORDS) && !holdsPhrase(name, OUTCOME_WORDS),
      "medium",
      "a name decisions have, with two values",
    ],
    [({ values }) => hasDecisionWord(values), "medium", "one of its two values is a word for a favourable decision"],
  ];
  for (const [fits, confidence, reason] of ranked) {
    const found = binary.filter(fits);
    if (found.length === 1) return { value: found[0]?.name ?? "", confidence, reason };
    if (found.length > 1) return ask(found, questions);
  }
  const unclaimed = binary.filter(({ name }) => !holdsPhrase(name, [...OUTCOME_WORDS, ...SENSITIVE_WORDS]));
  const [only] = unclaimed;
  if (only !== undefined && unclaimed.length === 1) {
    return { value: only.name, confidence: "low", reason: "the only column with two values that no other role fits" };
  }
  return ask(unclaimed.length > 0 ? unclaimed : binary, questions);
}

function ask(candidates: readonly ColumnLook[], questions: Question[]): null {
  const question =
    candidates.length === 0
      ? "Which column holds the decision? No column has exactly two values"
      : "Which column holds the decision?";
  questions.push({ setting: "decision", question, choices: candidates.map(({ name }) => name), needed: true });
  return null;
}

/** The value that is good for the person: by an unmistakable word, else 1 among 1 and 0. */
export function guessFavourable({ name, values, distinct }: ColumnLook, questions: Question[]): Guess<string> | null {
  const good = values.filter((value) => FAVOURABLE_WORDS.has(value.toLowerCase()));
  if (distinct === 2 && good.length === 1)
    return { value: good[0] ?? "", confidence: "high", reason: "an unmistakable word" };
  const one = values.find((value) => Number(value) === 1);
  const other = values.find((value) => value !== one);
  if (distinct === 2 && one !== undefined && (Number(other) === 0 || Number(other) === -1)) {
    return { value: one, confidence: "medium", reason: "1 usually stands for the favourable decision; check it" };
  }
  const question = `Which value of '${name}' is good for the person?`;
  questions.push({ setting: "favourable", question, choices: values, needed: true });
  return null;
}

/** "yes" and the like on one side only; true of nearly every yes/no column, so it is the last thing looked at. */
function hasDecisionWord(values: readonly string[]): boolean {
  const words = [...FAVOURABLE_WORDS].filter((word) => word.length > 4);
  return values.filter((value) => words.includes(value.toLowerCase())).length === 1;
}
