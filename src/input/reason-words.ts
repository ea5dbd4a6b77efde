import { plainName } from "./guess-words.js";
import { plainWords } from "./letter-words.js";

// How notices name reasons, in English, German, French, Spanish, Italian, Dutch and Polish, as `plainWords` writes it.

const list = (words: string): readonly string[] => words.split(/,\s*/);

/** Columns that hold nothing but reasons for a refusal, whatever their number. */
const REFUSAL_REASONS: readonly string[] = list(
  "denial_reason, denial_reasons, refusal_reason, refusal_reasons, rejection_reason, rejection_reasons, " +
    "reject_reason, decline_reason, decline_reasons, adverse_action_reason, adverse_action_reasons, " +
    "adverse_action_code, reason_code, reason_codes, reason_for_denial, reason_for_refusal, " +
    "reason_for_rejection, denial_reason_code, ablehnungsgrund, " +
    "ablehnungsgrunde, motif_refus, motif_de_refus, motivo_rechazo, motivo_de_rechazo, motivo_rifiuto, " +
    "motivo_del_rifiuto, afwijzingsreden, reden_afwijzing, powod_odmowy",
);
/** Columns that hold reasons in a file of letters; in a file of decisions they may hold a reason to apply. */
const REASONS: readonly string[] = list(
  "reason, reasons, grund, grunde, begrundung, motif, motifs, raison, raisons, motivo, motivos, motivi, razon, " +
    "razones, reden, redenen, powod, powody, key_factor, key_factors, factor",
);

/** A column's name without the number that tells several of them apart: `denial_reason-1` is denial_reason. */
function withoutNumber(name: string): string {
  return plainName(name).replace(/_?\d{1,2}$/, "");
}

export function isRefusalReason(name: string): boolean {
  return REFUSAL_REASONS.includes(withoutNumber(name));
}

export function isReasonName(name: string): boolean {
  return isRefusalReason(name) || REASONS.includes(withoutNumber(name));
}

/** Cells that give no reason, */
const NONE: ReadonlySet<string> = new Set(
  list(
    "none, no reason, not applicable, n a, na, exempt, keiner, keine, entfallt, aucun, aucune, ninguno, ninguna, " +
      "nessuno, nessuna, geen, nvt, brak, nie dotyczy",
  ),
);
/** and cells that give one that is not said. */
const OTHER: ReadonlySet<string> = new Set(
  list(
    "other, others, other reason, other reasons, unspecified, misc, miscellaneous, sonstige, sonstiges, andere, " +
      "anderer grund, sonstige grunde, autre, autres, autre raison, autres raisons, otro, otra, otros, otras, " +
      "otro motivo, altro, altri, altra, altri motivi, overig, overige, anders, andere reden, inne, inny, inna",
  ),
);

export function isNoReason(text: string): boolean {
  return NONE.has(plainWords(text).join(" "));
}

export function isOtherReason(text: string): boolean {
  return OTHER.has(plainWords(text).join(" "));
}

/** What would have helped: 1 for a higher value, −1 for a lower one. */
export type Direction = -1 | 0 | 1;

/** Words for what should be, */
const HIGHER = list(
  "higher, more, up, increase, raise, longer, hoher, hoeher, mehr, erhohen, plus eleve, augmenter, mas alto, " +
    "aumentar, piu alto, aumentare, hoger, meer, verhogen, wyzszy, wyzej, wiecej, zwiekszyc",
);
const LOWER = list(
  "lower, less, fewer, down, decrease, reduce, shorter, niedriger, weniger, senken, moins eleve, plus bas, reduire, " +
    "mas bajo, menos, reducir, piu basso, ridurre, lager, minder, verlagen, nizszy, nizej, mniej, zmniejszyc",
);
/** for what there is too little of, */
const TOO_LOW = list(
  "too low, too small, too short, too little, too few, insufficient, not enough, inadequate, lack of, lacking, " +
    "limited, zu niedrig, zu gering, zu wenig, zu kurz, zu klein, nicht ausreichend, unzureichend, trop bas, trop " +
    "basse, trop faible, trop court, trop courte, insuffisant, insuffisante, insuffisants, demasiado bajo, demasiado " +
    "baja, insuficiente, insuficientes, troppo basso, troppo bassa, insufficiente, te laag, te kort, te weinig, " +
    "onvoldoende, zbyt niski, zbyt niska, zbyt niskie, za niski, za niska, za niskie, niewystarczajacy, " +
    "niewystarczajaca, niewystarczajace",
);
/** and for what there is too much of. */
const TOO_HIGH = list(
  "too high, too large, too long, too much, too many, excessive, excess, zu hoch, zu gross, zu lang, zu viel, zu " +
    "viele, ubermassig, trop eleve, trop elevee, trop eleves, trop elevees, trop haut, trop de, excessif, demasiado " +
    "alto, demasiado alta, demasiados, demasiadas, excesivo, excesiva, troppo alto, troppo alta, troppi, troppe, " +
    "eccessivo, eccessiva, te hoog, te veel, zbyt wysoki, zbyt wysoka, zbyt wysokie, za wysoki, za wysoka, za " +
    "wysokie, nadmierny, nadmierna, nadmierne",
);

const IN_COLUMN: ReadonlyMap<string, Direction> = new Map([
  ...[...HIGHER, ...TOO_LOW].map((phrase) => [phrase, 1] as const),
  ...[...LOWER, ...TOO_HIGH].map((phrase) => [phrase, -1] as const),
]);
/** "Low" beside a field says that it is; alone in a column of directions it could be what is wanted. */
const IN_REASON: ReadonlyMap<string, Direction> = new Map([...IN_COLUMN, ["low", 1], ["short", 1], ["high", -1]]);
const LONGEST = 3;
const FILLERS: ReadonlySet<string> = new Set(
  list("the, your, a, an, is, was, are, were, ist, war, ihr, ihre, est, es"),
);

/** What a cell of a column of directions says; undefined where it is not understood. */
export function directionOf(cell: string): Direction | undefined {
  const sign = cell.trim();
  if (sign === "+" || sign === "+1" || sign === "1" || sign === "↑") return 1;
  if (sign === "-" || sign === "−" || sign === "-1" || sign === "↓") return -1;
  return IN_COLUMN.get(plainWords(cell).join(" "));
}

/** The words of a reason without those that say a direction, and that direction; 0 where it is not said. */
export function reasonParts(text: string): { readonly words: readonly string[]; readonly direction: Direction } {
  const all = plainWords(text);
  const words: string[] = [];
  let direction: Direction = 0;
  for (let i = 0; i < all.length; i++) {
    let found = 0;
    for (let length = Math.min(LONGEST, all.length - i); length > 0 && found === 0; length--) {
      const way = IN_REASON.get(all.slice(i, i + length).join(" "));
      if (way === undefined) continue;
      direction = way;
      found = length;
    }
    if (found > 0) i += found - 1;
    else if (!FILLERS.has(all[i]!)) words.push(all[i]!);
  }
  return { words, direction };
}

/** A word in the singular, as far as an English s tells. */
export function singular(word: string): string {
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  return word.length > 3 && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}
