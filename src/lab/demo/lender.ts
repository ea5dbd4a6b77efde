import { log } from "../../math/special.js";
import { clamp, EDUCATION, type Person } from "./people.js";

/**
 * The points the hidden lender gives; see {@link hiddenDecision}. No straight line draws this rule:
 *
 * | what it looks at | points |
 * |---|---|
 * | income | 34 · ln(income / 30,000), from −20 to 24: another 1,000 means more to the poor |
 * | debt ÷ income | nothing up to 0.25, then −40 per unit, at most −35 |
 * | savings | up to +12, reached at half a year's income |
 * | years employed | +1.2 per year, ten years at most: shorter careers cost women more often (a proxy for sex) |
 * | age | −7 under 25, −5 over 64 |
 * | housing | owner +5, with family −2 |
 * | education | vocational +3, degree +7 |
 * | district | harbour −4, and −10 for its tenants: people from abroad live there more often (a proxy for origin) |
 * | origin | abroad −8: the one direct effect of a group |
 *
 * Sex is never read.
 */
export function hiddenPoints(person: Person): number {
  const { age, origin, district, housing, education, income, savings, debt } = person;
  let points = clamp(34 * log(income / 30000), -20, 24);
  points -= clamp(40 * (debt / income - 0.25), 0, 35);
  points += 12 * Math.min(savings / (income / 2), 1);
  points += 1.2 * Math.min(person.years_employed, 10);
  if (age < 25) points -= 7;
  if (age > 64) points -= 5;
  if (housing === "owner") points += 5;
  if (housing === "with family") points -= 2;
  if (education === "vocational") points += 3;
  if (education === "degree") points += 7;
  if (district === "harbour") points -= housing === "tenant" ? 10 : 4;
  if (origin === "abroad") points -= 8;
  return points;
}

/** The least number of points that gets the loan. */
const PASS_MARK = 15;

/** What the hidden lender answers: 1 grants the loan, 0 refuses it. */
export function hiddenDecision(person: Person): 0 | 1 {
  return hiddenPoints(person) >= PASS_MARK ? 1 : 0;
}

/** The fields a letter may ask a person to change. Age, sex, origin, district and housing are left alone. */
export const LETTER_FIELDS = ["income", "savings", "debt", "education", "years_employed"] as const;

type LetterField = (typeof LETTER_FIELDS)[number];

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
  const choices = LETTER_FIELDS.map((field): Choice[] => [
    { value: person[field], effort: 0 },
    ...CHANGES[field](person).map(({ value, effort }) => ({ value, effort: FIELD_EFFORT + effort })),
  ]);
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

/** Values one field may take, dearer and dearer. A tenth more income is three units of effort. */
const CHANGES: Readonly<Record<LetterField, (person: Person) => Choice[]>> = {
  income: ({ income }) => steps(1000, income / 2, (more) => ({ value: income + more, effort: (30 * more) / income })),
  savings: ({ income, savings }) =>
    steps(1000, income / 2, (more) => ({ value: savings + more, effort: (25 * more) / income })),
  debt: ({ income, debt }) => steps(1000, debt, (less) => ({ value: debt - less, effort: (20 * less) / income })),
  education: ({ education }) => {
    const next = EDUCATION[EDUCATION.indexOf(education) + 1];
    return next === undefined ? [] : [{ value: next, effort: 3 }];
  },
  years_employed: ({ years_employed: years }) => steps(1, 3, (more) => ({ value: years + more, effort: more })),
};

function steps(step: number, most: number, choice: (change: number) => Choice): Choice[] {
  return Array.from({ length: Math.floor(most / step) }, (_, k) => choice((k + 1) * step));
}

/** The lines of a letter in long form: id, field, new value. */
export function letterLines(person: Person, advice: Person): string[] {
  const changed = LETTER_FIELDS.filter((field) => advice[field] !== person[field]);
  return changed.map((field) => `${person.id},${field},${advice[field]}`);
}
