// Words that leave no doubt: what is guessed from them is said, and can be corrected.

export const DECISION_NAMES: readonly string[] =
  "decision approved accepted granted admitted approval hired favourable".split(" ");

/** Names of an id column, the likeliest first. */
export const ID_NAMES: readonly string[] = ["id", "person_id", "applicant_id", "case_id"];

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

/** A column's name as these lists write it: lower case, without accents, words joined by an underscore. */
export function plainName(name: string): string {
  const letters = name
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}+/gu, "");
  return letters.replaceAll("ł", "l").replace(/[\s-]+/g, "_");
}

export const FAVOURABLE_WORDS: ReadonlySet<string> = new Set(
  (
    "yes y true t approved approve accepted accept granted grant admitted admit hired favourable favorable positive " +
    "passed pass eligible offered selected shortlisted invited"
  ).split(" "),
);

/** Outcomes that are good for the person. */
export const GOOD_OUTCOMES: ReadonlySet<string> = new Set(
  "repaid paid good success successful succeeded passed completed graduated".split(" "),
);

/** The words of a column name in lower case: "isHispanicOrigin" and "is_hispanic-origin" give is, hispanic, origin. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

/**
 * Whether the name is one of the phrases, or holds one as whole words: "age" is in "age_at_entry", not in "package".
 */
export function holdsPhrase(name: string, phrases: readonly string[]): boolean {
  const text = ` ${wordsOf(name).join(" ")} `;
  return phrases.some((phrase) => text.includes(` ${phrase} `));
}

const list = (words: string): readonly string[] => words.split(/,\s*/);

export const DECISION_WORDS = list(
  "decision, approved, accepted, granted, admitted, approval, admission, acceptance, hired, hire, shortlisted, " +
    "selected, eligible, prediction, predicted, loan status, application status, action taken, score text, status, " +
    "result",
);
export const OUTCOME_WORDS = list(
  "outcome, repaid, paid back, default, defaulted, recid, recidivism, reoffended, two year recid, ground truth, " +
    "true label, graduated, actual, later",
);
/** Outcomes whose name says something bad: their absence is good for the person. */
export const BAD_OUTCOMES = list("default, defaulted, recid, recidivism, reoffended, fraud, churn");
export const ID_WORDS = list(
  "id, uuid, guid, identifier, case number, case no, applicant number, person number, reference, ref, kennung, " +
    "kundennummer, personennummer, antragsnummer, fallnummer, aktenzeichen, identifiant, identificador, " +
    "identificativo, identyfikator",
);
export const WEIGHT_NAMES = list(
  "sample weight, sampling weight, survey weight, sample weights, fnlwgt, person weight, perwt, wgt",
);
export const WEIGHT_LIKE = list("weight, weights, wt");
/** Nobody can change these because a letter asks. */
export const IMMUTABLE_WORDS = list(
  "sex, gender, race, ethnicity, ethnic, ethnic group, origin, national origin, native country, country of birth, " +
    "birth, birthdate, dob, age, caste, skin colour, skin color, hispanic, geschlecht, herkunft, alter, sexe, origine",
);
export const SENSITIVE_WORDS = [
  ...IMMUTABLE_WORDS.filter((word) => !["birth", "birthdate", "dob"].includes(word)),
  ...list(
    "nationality, citizenship, citizen, religion, religious, disability, disabled, marital, marital status, " +
      "pregnant, pregnancy, orientation, migrant, immigrant, minority, veteran, language, mother tongue",
  ),
];
/** Columns that say who somebody is. */
export const IDENTITY_WORDS = list(
  "name, first name, last name, surname, full name, email, e mail, phone, telephone, address, street, iban, ssn, " +
    "passport",
);
export const MISSING_WORDS = list(
  "null, none, nan, n.a., na, n/a, unknown, not known, missing, -, --, ., #n/a, not available, not stated",
);
