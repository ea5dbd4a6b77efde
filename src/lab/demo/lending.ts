import { requireInteger, withDefaults } from "../../options.js";
import type { AuditCase, CaseRoles } from "./audit-case.js";
import { hiddenDecision } from "./hidden-target.js";
import { cheapestLetter, LETTER_FIELDS } from "./letters.js";
import type { Person } from "./people.js";
import { inventPeople, PERSON_COLUMNS } from "./people.js";

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
  const decisions = people.map(hiddenDecision);
  const refused = people.filter((_, i) => decisions[i] === 0);
  const letters = refused.map((person) => ({ person, advice: cheapestLetter(person) }));
  const reference = inventPeople(options.population, "made-up-reference", seed);
  const referenceDecisions = reference.map(hiddenDecision);

  const lines = ["id,field,new_value"];
  for (const { person, advice } of letters) {
    if (advice === null) continue;
    for (const field of LETTER_FIELDS) {
      if (advice[field] !== person[field]) lines.push(`${person.id},${field},${advice[field]}`);
    }
  }
  const withoutLetter = letters.filter(({ advice }) => advice === null).length;

  return {
    decisionsCsv: peopleCsv(people, decisions),
    lettersCsv: `${lines.join("\n")}\n`,
    populationCsv: peopleCsv(reference, referenceDecisions),
    population: { people: reference, decisions: Uint8Array.from(referenceDecisions) },
    roles: ROLES,
    counts: {
      people: people.length,
      refused: refused.length,
      letters: refused.length - withoutLetter,
      withoutLetter,
      population: reference.length,
    },
    notice: NOTICE,
    title: "A made-up lending case",
    system: "Made-up lender",
    purpose: "consumer loans",
    target: "the hidden lender",
  };
}

/** One line per person. No word of the demo needs quoting. */
function peopleCsv(people: readonly Person[], decisions: readonly (0 | 1)[]): string {
  const lines = [["id", ...PERSON_COLUMNS, ROLES.decision].join(",")];
  for (const [i, person] of people.entries()) {
    const cells = PERSON_COLUMNS.map((column) => String(person[column]));
    lines.push([person.id, ...cells, decisions[i] === 1 ? ROLES.favourable : "refused"].join(","));
  }
  return `${lines.join("\n")}\n`;
}
