import { requireInteger, withDefaults } from "../../options.js";
import { cheapestLetter, hiddenPoints, letterLines } from "./lender.js";
import { inventPeople, type Person, peopleCsv } from "./people.js";

/** What the made-up lender of tiers answers, the least favourable first. */
export const TIERS = ["decline", "standard", "prime"] as const;

/** Least points for `standard` and for `prime`; see `hiddenPoints`. */
const MARKS = [8, 24] as const;

export interface TiersOptions {
  /** How many people to invent. @default 300 */
  readonly people?: number;
}

/** A made-up lending case with three answers, as the files an auditor would have. */
export interface TiersCase {
  readonly decisionsCsv: string;
  /** Letters in long form (id, field, new_value); the field `tier` says which tier the changes would bring. */
  readonly lettersCsv: string;
}

export function tierOf(person: Person): number {
  const points = hiddenPoints(person);
  return MARKS.filter((mark) => points >= mark).length;
}

/** Lending tiers invented from `seed`: each person below `prime` is told the cheapest change to the next, if any. */
export function demoTiers(seed: number, given: TiersOptions = {}): TiersCase {
  const { people: count } = withDefaults<Required<TiersOptions>>("demoTiers", { people: 300 }, given);
  requireInteger("seed", seed, 0);
  requireInteger("people", count, 1);
  const people = inventPeople(count, "made-up", seed);
  const letters = people.flatMap((person) => {
    const tier = tierOf(person);
    const advice = tier === TIERS.length - 1 ? null : cheapestLetter(person, (changed) => tierOf(changed) > tier);
    return advice === null ? [] : [...letterLines(person, advice), `${person.id},tier,${TIERS[tierOf(advice)]}`];
  });
  return {
    decisionsCsv: peopleCsv(people, "tier", (person) => TIERS[tierOf(person)]!),
    lettersCsv: ["id,field,new_value", ...letters].map((line) => `${line}\n`).join(""),
  };
}
