import { AuditError } from "../errors.js";
import { FAVOURABLE_WORDS } from "../input/guess-words.js";
import { parseNumber } from "../input/values.js";

const WORDS =
  "no n false f rejected reject refused refuse denied deny declined decline " +
  "unfavourable unfavorable negative failed fail ineligible";
const UNFAVOURABLE_WORDS: ReadonlySet<string> = new Set(WORDS.split(" "));

/**
 * Whether a decision is good for the person: as named, else by an unmistakable word or 1 and 0. Throws
 * FAVOURABLE_UNKNOWN for a word that could be either.
 */
export function isFavourable(decision: string, favourable: string | null): boolean {
  const number = parseNumber(decision);
  if (favourable !== null) {
    return decision === favourable || (number !== undefined && number === parseNumber(favourable));
  }
  const word = decision.toLowerCase();
  if (number === 1 || FAVOURABLE_WORDS.has(word)) return true;
  if (number === 0 || number === -1 || UNFAVOURABLE_WORDS.has(word)) return false;
  const question = `the target decided '${decision}'; is that good for the person?`;
  throw new AuditError("FAVOURABLE_UNKNOWN", `${question} Name the good decision (--favourable)`);
}
