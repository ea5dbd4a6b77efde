import { hiddenDecision } from "./hidden-target.js";
import type { Person } from "./people.js";
import { EDUCATION } from "./people.js";

/** The fields a letter may ask a person to change. Age, sex, origin, district and housing are left alone. */
export const LETTER_FIELDS = ["income", "savings", "debt", "education", "years_employed"] as const;

export type LetterField = (typeof LETTER_FIELDS)[number];

/** One choice for one field: the value it would take and the effort it asks, 0 for leaving it as it is. */
interface Choice {
  readonly value: number | string;
  readonly effort: number;
}

/** Effort no letter exceeds: beyond it the lender writes that nothing was found. */
const MOST_EFFORT = 26;

/** Each further field in a letter costs this much extra, so letters stay short. */
const FIELD_EFFORT = 1;

/**
 * The cheapest change in round steps that the lender accepts (the hidden one by default); null when none is within
 * reach. Tries every combination in a fixed order, with the cheapest so far as a bound, so the same person always gets
 * the same letter. A step is 1,000 of income, savings or debt, a year of work, or a level of education.
 */
export function cheapestLetter(
  person: Person,
  accepts: (person: Person) => boolean = (changed) => hiddenDecision(changed) === 1,
): Person | null {
  const choices = LETTER_FIELDS.map((field) => choicesFor(person, field));
  let best: Person | null = null;
  let bestEffort = MOST_EFFORT;

  const candidate: Person = { ...person };

  function search(k: number, effort: number): void {
    const field = LETTER_FIELDS[k];
    if (field === undefined) {
      if (accepts(candidate)) {
        best = { ...candidate };
        bestEffort = effort;
      }
      return;
    }
    for (const choice of choices[k] ?? []) {
      const total = effort + choice.effort;
      if (total >= bestEffort) break; // choices get dearer from here on
      Object.assign(candidate, { [field]: choice.value });
      search(k + 1, total);
    }
    Object.assign(candidate, { [field]: person[field] });
  }

  search(0, 0);
  return best;
}

/** The values one field may take, the present one first, then dearer and dearer. */
function choicesFor(person: Person, field: LetterField): Choice[] {
  const choices: Choice[] = [{ value: person[field], effort: 0 }];
  switch (field) {
    case "income":
      // a tenth more income is three units of effort; half as much again is the most
      for (let more = 1000; more <= person.income / 2; more += 1000) {
        choices.push({ value: person.income + more, effort: FIELD_EFFORT + (30 * more) / person.income });
      }
      break;
    case "savings":
      for (let more = 1000; more <= person.income / 2; more += 1000) {
        choices.push({ value: person.savings + more, effort: FIELD_EFFORT + (25 * more) / person.income });
      }
      break;
    case "debt":
      for (let less = 1000; less <= person.debt; less += 1000) {
        choices.push({ value: person.debt - less, effort: FIELD_EFFORT + (20 * less) / person.income });
      }
      break;
    case "education": {
      const next = EDUCATION[EDUCATION.indexOf(person.education) + 1];
      if (next !== undefined) choices.push({ value: next, effort: FIELD_EFFORT + 3 });
      break;
    }
    case "years_employed":
      for (let more = 1; more <= 3; more++) {
        choices.push({ value: person.years_employed + more, effort: FIELD_EFFORT + more });
      }
      break;
  }
  return choices;
}
