import { otherWords, plainText } from "./other-languages.js";

// Words that leave no doubt: what is guessed from them is said, and can be corrected.

export const DECISION_NAMES: readonly string[] = [
  ..."decision approved accepted granted admitted approval hired favourable".split(" "),
  ...otherWords("decision"),
];

/** Names of an id column, the likeliest first. */
export const ID_NAMES: readonly string[] = [
  "id",
  "person_id",
  "applicant_id",
  "case_id",
  ...otherWords("id").map((words) => words.replaceAll(" ", "_")),
];

const names = (words: string): readonly string[] => words.split(" ");

// Names of the columns of a letters file, the likeliest first; then German, French, Spanish, Italian, Dutch, Polish.

export const LETTER_ID_NAMES: readonly string[] = [
  ...ID_NAMES,
  ...names(
    "person applicant case customer_id client_id reference kennung nummer kundennummer personennummer antragsnummer " +
      "fallnummer aktenzeichen identifiant numero identificador identificativo referentie identyfikator numer",
  ),
];
/** The column that names the field a letter changes, */
export const FIELD_NAMES: readonly string[] = names(
  "field feature column attribute variable merkmal feld spalte attribut eigenschaft champ colonne caracteristique " +
    "campo columna atributo caracteristica colonna variabile attributo caratteristica veld kolom variabele kenmerk " +
    "attribuut pole kolumna zmienna atrybut cecha",
);
/** the one with its new value, */
export const VALUE_NAMES: readonly string[] = names(
  "new_value newvalue new value to neuer_wert neuerwert neu wert zielwert nouvelle_valeur nouveau valeur " +
    "nuevo_valor nuevo valor nuovo_valore nuovo valore nieuwe_waarde nieuw waarde nowa_wartosc nowa wartosc",
);
/** or with a difference to the old one; */
export const DIFFERENCE_NAMES: readonly string[] = names(
  "difference delta diff by differenz unterschied ecart diferencia differenza verschil roznica",
);
/** these words could mean either. */
export const CHANGE_NAMES: readonly string[] = names(
  "change aenderung anderung veraenderung veranderung changement variation cambio variacion cambiamento variazione " +
    "wijziging verandering zmiana",
);

/** or the least that is enough, */
export const LEAST_NAMES: readonly string[] = names(
  "at_least atleast minimum min least min_value lower_bound mindestens mindestwert mind au_moins al_menos minimo " +
    "almeno ten_minste tenminste minstens minimaal co_najmniej",
);
/** the most, */
export const MOST_NAMES: readonly string[] = names(
  "at_most atmost maximum max most max_value upper_bound hochstens hoechstens hochstwert maximal au_plus como_maximo " +
    "maximo al_massimo massimo ten_hoogste hoogstens maximaal co_najwyzej maksimum",
);
/** or the value from which on it is enough, whichever way. */
export const THRESHOLD_NAMES: readonly string[] = names(
  "threshold limit cutoff needed required schwelle schwellenwert grenzwert grenze seuil umbral soglia drempel " +
    "drempelwaarde prog",
);
/** Which of several letters to one person a row belongs to. */
export const OPTION_NAMES: readonly string[] = names(
  "option alternative letter_number scenario choice moeglichkeit moglichkeit auswahl opcion alternativa opzione " +
    "optie alternatief opcja alternatywa",
);
/** What would have helped, beside a reason. */
export const DIRECTION_NAMES: readonly string[] = names(
  "direction way richtung sens direccion direzione richting kierunek",
);

/** A column's name as these lists write it: lower case, without accents, words joined by an underscore. */
export function plainName(name: string): string {
  return plainText(name).replace(/[\s-]+/g, "_");
}

/** Whether a column has the name of one with the decision, and no word besides. */
export function isDecisionName(name: string): boolean {
  return DECISION_NAMES.includes(wordsOf(plainText(name)).join(" "));
}

export const FAVOURABLE_WORDS: ReadonlySet<string> = new Set([
  ...names(
    "yes y true t approved approve accepted accept granted grant admitted admit hired favourable favorable positive " +
      "passed pass eligible offered selected shortlisted invited",
  ),
  ...otherWords("favourable"),
]);

export function isFavourableWord(value: string): boolean {
  return FAVOURABLE_WORDS.has(plainText(value));
}

/** Outcomes that are good for the person. */
export const GOOD_OUTCOMES: readonly string[] = names(
  "repaid paid good success successful succeeded passed completed graduated",
);
const GOOD_OUTCOME_VALUES = new Set([...GOOD_OUTCOMES, ...otherWords("good")]);

export function isGoodOutcome(value: string): boolean {
  return GOOD_OUTCOME_VALUES.has(plainText(value));
}

const NO_WORDS = new Set(["0", "no", "false", "n", ...otherWords("no")]);

export function isNoWord(value: string): boolean {
  return NO_WORDS.has(plainText(value));
}

/** The words of a column name in lower case: "isHispanicOrigin" and "is_hispanic-origin" give is, hispanic, origin. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

/**
 * Whether the name is one of the phrases, or holds one as whole words, with its accents or without: "age" is in
 * "age_at_entry" and "Âge", not in "package".
 */
export function holdsPhrase(name: string, phrases: readonly string[]): boolean {
  const text = ` ${wordsOf(name).join(" ")} `;
  const texts = [text, plainText(text)];
  return phrases.some((phrase) => texts.some((words) => words.includes(` ${phrase} `)));
}

const list = (words: string): readonly string[] => words.split(/,\s*/);

export const DECISION_WORDS = [
  ...list(
    "decision, approved, accepted, granted, admitted, approval, admission, acceptance, hired, hire, shortlisted, " +
      "selected, eligible, prediction, predicted, loan status, application status, action taken, score text, status, " +
      "result",
  ),
  ...otherWords("decision"),
];
export const OUTCOME_WORDS = [
  ...list(
    "outcome, repaid, paid back, default, defaulted, recid, recidivism, reoffended, two year recid, ground truth, " +
      "true label, graduated, actual, later",
  ),
  ...otherWords("goodOutcome", "badOutcome"),
];
/** Outcomes whose name says something bad: their absence is good for the person. */
export const BAD_OUTCOMES = [
  ...list("default, defaulted, recid, recidivism, reoffended, fraud, churn"),
  ...otherWords("badOutcome"),
];
/** Outcomes whose name says something good. */
export const FINE_OUTCOMES = [...GOOD_OUTCOMES, ...otherWords("goodOutcome")];
export const ID_WORDS = [
  ...list("id, uuid, guid, identifier, case number, case no, applicant number, person number, reference, ref"),
  ...otherWords("id"),
];
/** Names of an id only where they stand alone. */
export const NUMBER_NAMES = list("nr, no, number, nummer, numero, numer, lp");
export const WEIGHT_NAMES = [
  ...list("sample weight, sampling weight, survey weight, sample weights, fnlwgt, person weight, perwt, wgt"),
  ...otherWords("weight"),
];
export const WEIGHT_LIKE = [...list("weight, weights, wt"), ...otherWords("weightLike")];
export const AGE_WORDS = ["age", ...otherWords("age")];
const BIRTH_WORDS = [...list("birth, birthdate, dob"), ...otherWords("birth")];
/** Nobody can change these because a letter asks. */
export const IMMUTABLE_WORDS = [
  ...list(
    "sex, gender, race, ethnicity, ethnic, ethnic group, origin, national origin, native country, country of birth, " +
      "caste, skin colour, skin color, hispanic",
  ),
  ...BIRTH_WORDS,
  ...AGE_WORDS,
  ...otherWords("sex", "origin"),
];
export const SENSITIVE_WORDS = [
  ...IMMUTABLE_WORDS.filter((word) => !BIRTH_WORDS.includes(word)),
  ...list(
    "nationality, citizenship, citizen, religion, religious, disability, disabled, marital, marital status, " +
      "pregnant, pregnancy, orientation, migrant, immigrant, minority, veteran, language, mother tongue",
  ),
  ...otherWords("sensitive"),
];
/** Columns that say who somebody is. */
export const IDENTITY_WORDS = [
  ...list(
    "name, first name, last name, surname, full name, email, e mail, phone, telephone, address, street, iban, ssn, " +
      "passport",
  ),
  ...otherWords("identity"),
];
const MISSING_WORDS = new Set([
  ...list("null, none, nan, n.a., na, n/a, unknown, not known, missing, -, --, ., #n/a, not available, not stated"),
  ...otherWords("missing"),
]);

/** Whether a cell among numbers says in a word that there is none. */
export function isMissingWord(cell: string): boolean {
  return MISSING_WORDS.has(plainText(cell));
}
