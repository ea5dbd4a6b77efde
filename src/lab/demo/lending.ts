import { requireInteger, withDefaults } from "../../options.js";
import type { AuditCase, CaseRoles } from "./audit-case.js";
import { cheapestLetter, hiddenDecision, letterLines } from "./lender.js";
import { inventPeople, type Person, peopleCsv } from "./people.js";

/** How many people to invent. */
export interface DemoOptions {
  /** People whose decision was observed, as they come: the share of refusals is the lender's own. @default 200 */
  readonly people?: number;
  /** People of the reference population. @default 4000 */
  readonly population?: number;
}

/** The made-up lending case, with the reference population also as data: rows of the file, and 1 where granted. */
export interface DemoCase extends AuditCase {
  readonly population: { readonly people: readonly Person[]; readonly decisions: Uint8Array };
}

const DEFAULTS: Required<DemoOptions> = { people: 200, population: 4000 };

const ROLES: CaseRoles = {
  id: "id",
  decision: "decision",
  favourable: "granted",
  sensitive: ["sex", "origin"],
  immutable: ["age", "sex", "origin"],
};

const NOTICE =
  "The people in this case are made up: a seeded generator invented them, and the lender is a formula. " +
  "Nothing here describes a real person or firm.";

/**
 * A lending case invented from `seed`: the same seed gives the same text in every runtime. People are taken as they
 * come, not 100 of each answer, so that the share of refusals per group in the file is the lender's own.
 */
export function demoLending(seed: number, given: DemoOptions = {}): DemoCase {
  const options = withDefaults("demoLending", DEFAULTS, given);
  requireInteger("seed", seed, 0);
  requireInteger("people", options.people, 1);
  requireInteger("population", options.population, 1);

  const people = inventPeople(options.people, "made-up", seed);
  const refused = people.filter((person) => hiddenDecision(person) === 0);
  const letters = refused.flatMap((person) => {
    const advice = cheapestLetter(person);
    return advice === null ? [] : [letterLines(person, advice)];
  });
  const reference = inventPeople(options.population, "made-up-reference", seed);
  const decided = (person: Person) => (hiddenDecision(person) === 1 ? ROLES.favourable : "refused");
  return {
    decisionsCsv: peopleCsv(people, ROLES.decision, decided),
    lettersCsv: ["id,field,new_value", ...letters.flat()].map((line) => `${line}\n`).join(""),
    populationCsv: peopleCsv(reference, ROLES.decision, decided),
    population: { people: reference, decisions: Uint8Array.from(reference, hiddenDecision) },
    roles: ROLES,
    counts: {
      people: people.length,
      refused: refused.length,
      letters: letters.length,
      withoutLetter: refused.length - letters.length,
      population: reference.length,
    },
    notice: NOTICE,
    title: "A made-up lending case",
    system: "Made-up lender",
    purpose: "consumer loans",
    target: "the hidden lender",
  };
}
