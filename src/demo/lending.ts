import { requireInteger, withDefaults } from "../options.js";
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

/** A made-up lending case as the files an auditor would hold, and the reference population only a demo can have. */
export interface DemoCase {
  /** Observed decisions: id, ten features, `decision`. */
  readonly decisionsCsv: string;
  /** Letters to the refused in long form: id, field, new_value. */
  readonly lettersCsv: string;
  /** Other people with the hidden lender's decision, to measure fidelity with; never part of the evidence. */
  readonly populationCsv: string;
  /** The same population as data: rows as in the file, and 1 where the lender grants. */
  readonly population: { readonly people: readonly Person[]; readonly decisions: Uint8Array };
  /** What each column is for. */
  readonly roles: DemoRoles;
  readonly counts: {
    readonly people: number;
    readonly refused: number;
    readonly letters: number;
    /** Refused people for whom the lender found no change within reach. */
    readonly withoutLetter: number;
  };
  /** A sentence that says that nobody here exists; shown wherever the case is shown. */
  readonly notice: string;
}

/** The roles of the demo's columns, named as the options of the reader. */
export interface DemoRoles {
  readonly id: string;
  readonly decision: string;
  readonly favourable: string;
  readonly sensitive: readonly string[];
  readonly immutable: readonly string[];
}

const DEFAULTS: Required<DemoOptions> = { people: 200, population: 4000 };

const ROLES: DemoRoles = {
  id: "id",
  decision: "decision",
  favourable: "granted",
  sensitive: ["sex", "origin"],
  immutable: ["age", "sex", "origin"],
};

const NOTICE =
  "The people in this case are made up: a seeded generator invented them, and the lender is a formula. Nothing here describes a real person or firm.";

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
    },
    notice: NOTICE,
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
