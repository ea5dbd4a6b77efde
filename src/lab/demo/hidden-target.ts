import { log } from "../../math/special.js";
import type { Person } from "./people.js";

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
export const PASS_MARK = 15;

/** What the hidden lender answers: 1 grants the loan, 0 refuses it. */
export function hiddenDecision(person: Person): 0 | 1 {
  return hiddenPoints(person) >= PASS_MARK ? 1 : 0;
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
