/**
 * The parts of the results screen, in the order they are listed, and the sections of the report each shows: of two
 * decisions, and of more.
 */
export const RESULT_PARTS = {
  overview: [],
  groups: ["facts", "groups"],
  letters: ["letters"],
  model: ["surrogate", "rebuilt"],
  determined: ["determined"],
  fairness: ["fairness"],
  sensitivity: ["sensitivity"],
  evidence: ["identity", "evidence"],
  caveats: ["caveats", "missing", "problems", "limits"],
  reproduce: ["reproduce"],
  researchers: ["researchers"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type ResultPart = keyof typeof RESULT_PARTS;

export const PART_NAMES = Object.keys(RESULT_PARTS) as readonly ResultPart[];

/** The part that an address names; the overview for anything else. */
export function partOf(name: string): ResultPart {
  return PART_NAMES.find((part) => part === name) ?? "overview";
}

/** The part that shows a section of the report. */
export function partOfSection(section: string): ResultPart {
  return PART_NAMES.find((part) => (RESULT_PARTS[part] as readonly string[]).includes(section)) ?? "overview";
}
