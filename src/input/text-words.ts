// Words by which letters in free text are understood, as `plainText` writes them.

const list = (words: string): readonly string[] => words.split(/,\s*/);

/** Columns that hold the text of a letter. */
export const TEXT_NAMES: readonly string[] = list(
  "letter, text, letter_text, message, notice, explanation, content, body, wording, brief, schreiben, brieftext, " +
    "begrundungstext, lettre, texte, carta, texto, lettera, testo, tekst, tresc, pismo",
);

/** What the same thing is called, in English and in other languages; the first word of each is the English one. */
export const SAME_THINGS: readonly (readonly string[])[] = [
  list(
    "income, earnings, salary, einkommen, gehalt, revenu, revenus, salaire, ingreso, ingresos, reddito, stipendio, " +
      "inkomen, salaris, dochod, zarobki",
  ),
  list(
    "debt, debts, obligations, schulden, verschuldung, dette, dettes, endettement, deuda, deudas, debito, debiti, " +
      "schuld, dlug, zadluzenie",
  ),
  list("savings, ersparnisse, guthaben, epargne, ahorros, risparmi, spaargeld, oszczednosci"),
  list("age, alter, edad, eta, leeftijd, wiek"),
  list("employment, job, beschaftigung, anstellung, arbeit, emploi, empleo, impiego, lavoro, baan, zatrudnienie"),
  list(
    "amount, loan, betrag, darlehen, kredit, montant, pret, importe, prestamo, importo, prestito, bedrag, lening, " +
      "kwota, kredyt",
  ),
  list("duration, term, laufzeit, dauer, duree, plazo, duracion, durata, looptijd, okres"),
  list("inquiries, anfragen, demandes, consultas, richieste, aanvragen, zapytania"),
  list("housing, wohnen, logement, vivienda, alloggio, woning, mieszkanie"),
  list("education, bildung, ausbildung, formation, educacion, istruzione, opleiding, wyksztalcenie"),
];

/** Words of column names that say nothing about which column is meant. */
export const GENERAL: ReadonlySet<string> = new Set(
  list(
    "number, total, value, rate, ratio, score, code, type, status, date, time, year, month, annual, monthly, " +
      "average, percent, share, count, current, first, last, other, with, from, your, this, that, have, been",
  ),
);

/** A sentence with one of these names a reason. */
export const BECAUSE: ReadonlySet<string> = new Set(
  list(
    "because, due, reason, reasons, owing, wegen, aufgrund, grund, grunde, weil, raison, cause, motif, debido, " +
      "motivo, causa, perche, vanwege, omdat, reden, powodu, powod, poniewaz",
  ),
);

/** What comes after one of these is another way. */
export const OR: ReadonlySet<string> = new Set(list("or, oder, ou, oppure, lub, albo, alternatively, alternativ"));

/** A number after one of these is what the person has. As letters write them. */
export const INSTEAD_OF: readonly string[] = list(
  "instead of, rather than, statt, anstelle von, au lieu de, en lugar de, en vez de, invece di, anziché, " +
    "in plaats van, zamiast",
);

/** Verbs that say which way a number is to go, where the amount itself does not. */
export const UPWARDS: ReadonlySet<string> = new Set(
  list(
    "raise, raised, increase, increased, rise, grow, higher, erhohen, erhoht, steigern, augmenter, augmente, " +
      "aumentar, aumentare, verhogen, zwiekszyc, hoher",
  ),
);
export const DOWNWARDS: ReadonlySet<string> = new Set(
  list(
    "lower, reduce, reduced, decrease, decreased, cut, senken, verringern, reduzieren, reduire, baisser, diminuer, " +
      "reducir, bajar, ridurre, abbassare, verlagen, verminderen, zmniejszyc, obnizyc, niedriger",
  ),
);

/** An "of" or "to" that begins a new sentence after an abbreviation would cut it: these end none. */
export const ABBREVIATIONS: ReadonlySet<string> = new Set(list("min, max, mind, ca, approx, no, nr, mr, mrs, dr, bzw"));
