import { type Random, seededRandom } from "../../math/random.js";
import { exp } from "../../math/special.js";

/** A made-up applicant for a loan. Money is in whole units of no particular currency, income and debt per year. */
export interface Person {
  readonly id: string;
  readonly age: number;
  readonly sex: "man" | "woman";
  readonly origin: "abroad" | "home";
  readonly district: "centre" | "harbour" | "hill" | "meadow";
  readonly housing: "owner" | "tenant" | "with family";
  readonly education: "degree" | "school" | "vocational";
  readonly years_employed: number;
  readonly income: number;
  readonly savings: number;
  readonly debt: number;
}

export const PERSON_COLUMNS = [
  "age",
  "sex",
  "origin",
  "district",
  "housing",
  "education",
  "years_employed",
  "income",
  "savings",
  "debt",
] as const satisfies readonly (keyof Person)[];

/** Levels of education from the shortest to the longest. */
export const EDUCATION = ["school", "vocational", "degree"] as const;

/**
 * `count` invented people from a seeded stream; ids are the prefix and a running number. Age, sex and origin are
 * drawn first and independently. What follows depends on them the way it often does: women have shorter careers and
 * lower pay at the same education, people from abroad live in the harbour more often and earn a little less.
 */
export function inventPeople(count: number, prefix: string, seed: number): Person[] {
  const random = seededRandom(seed, `demo-people-${prefix}`);
  const digits = String(count).length;
  const idOf = (i: number) => `${prefix}-${String(i + 1).padStart(digits, "0")}`;
  return Array.from({ length: count }, (_, i) => inventPerson(idOf(i), random));
}

function inventPerson(id: string, random: Random): Person {
  const age = clamp(Math.round(41 + 13 * random.normal()), 19, 75);
  const sex = random.uniform() < 0.5 ? "woman" : "man";
  const origin = random.uniform() < 0.3 ? "abroad" : "home";
  const chances = origin === "abroad" ? [0.45, 0.27, 0.18, 0.1] : [0.08, 0.32, 0.25, 0.35];
  const district = pick(random, ["harbour", "centre", "meadow", "hill"] as const, chances);
  const education = pick(random, EDUCATION, [0.38, 0.36, 0.26]);

  const schooling = education === "degree" ? 23 : education === "vocational" ? 20 : 18;
  const career = Math.max(0, age - schooling) * (0.35 + 0.65 * random.uniform()) * (sex === "woman" ? 0.7 : 1);
  const yearsEmployed = clamp(Math.round(career), 0, 45);

  const pay =
    10.28 +
    0.16 * EDUCATION.indexOf(education) +
    0.014 * Math.min(yearsEmployed, 20) -
    (sex === "woman" ? 0.12 : 0) -
    (origin === "abroad" ? 0.06 : 0) +
    0.3 * random.normal();
  const income = clamp(roundTo(exp(pay), 100), 9000, 180000);

  const thrift = exp(-1.6 + 0.9 * random.normal()) * (0.4 + Math.min(age, 65) / 50);
  const savings = clamp(roundTo(income * thrift, 100), 0, 150000);
  const burden = exp(-1.15 + 0.75 * random.normal());
  const debt = random.uniform() < 0.12 ? 0 : clamp(roundTo(income * burden, 100), 0, 120000);

  const settled = clamp((age - 22) / 40, 0, 0.8) * clamp(income / 40000, 0.4, 1.3);
  const chance = random.uniform();
  const housing = chance < settled ? "owner" : age < 30 && chance > 0.75 ? "with family" : "tenant";
  return { id, age, sex, origin, district, housing, education, years_employed: yearsEmployed, income, savings, debt };
}

/** One of the words, with the given chances (which add up to one). */
function pick<T extends string>(random: Random, words: readonly T[], chances: readonly number[]): T {
  let left = random.uniform();
  for (const [k, word] of words.entries()) {
    left -= chances[k] ?? 0;
    if (left < 0) return word;
  }
  return words[words.length - 1] as T;
}

/** One line per person, the answer in a last column. No word of the demo needs quoting. */
export function peopleCsv(people: readonly Person[], column: string, answer: (person: Person, i: number) => string) {
  const lines = people.map((person, i) => [
    person.id,
    ...PERSON_COLUMNS.map((name) => String(person[name])),
    answer(person, i),
  ]);
  return [["id", ...PERSON_COLUMNS, column], ...lines].map((cells) => `${cells.join(",")}\n`).join("");
}

/** The value, or the end of the range it lies beyond. */
export function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}

function roundTo(value: number, step: number): number {
  return Math.round(value / step) * step;
}
