import { describe, expect, it } from "vitest";
import { parseDecisions } from "../../../src/input/decisions.js";
import { guessRoles } from "../../../src/input/guess/guess-roles.js";
import { holdsPhrase, IMMUTABLE_WORDS, SENSITIVE_WORDS } from "../../../src/input/guess-words.js";
import { plainText } from "../../../src/input/other-languages.js";

/** A header in its language: id, surname, sex, age, origin, civil status, income, what came later, weight, decision. */
interface Sample {
  readonly header: string;
  readonly decisions: readonly [bad: string, good: string];
  readonly outcomes: readonly [bad: string, good: string];
  readonly unknown: string;
}

const SAMPLES: Readonly<Record<string, Sample>> = {
  German: {
    header:
      "Antragsnummer,Nachname,Geschlecht,Alter,Herkunft,Familienstand,Einkommen,zurückgezahlt,Hochrechnungsfaktor,Entscheidung",
    decisions: ["abgelehnt", "bewilligt"],
    outcomes: ["nein", "ja"],
    unknown: "keine Angabe",
  },
  French: {
    header:
      "Identifiant,Nom de famille,Sexe,Âge,Pays de naissance,Situation familiale,Revenu,Défaut de paiement,Pondération,Accordé",
    decisions: ["non", "oui"],
    outcomes: ["oui", "non"],
    unknown: "Non renseigné",
  },
  Spanish: {
    header:
      "Número de solicitud,Apellidos,Sexo,Edad,País de nacimiento,Estado civil,Ingresos,Impago,Factor de expansión,Decisión",
    decisions: ["Denegada", "Aprobada"],
    outcomes: ["sí", "no"],
    unknown: "desconocido",
  },
  Italian: {
    header:
      "Numero pratica,Cognome,Sesso,Età,Paese di nascita,Stato civile,Reddito,Rimborsato,Peso campionario,Decisione",
    decisions: ["respinta", "approvata"],
    outcomes: ["no", "sì"],
    unknown: "n.d.",
  },
  Dutch: {
    header:
      "Aanvraagnummer,Achternaam,Geslacht,Leeftijd,Herkomst,Burgerlijke staat,Inkomen,Wanbetaling,Weegfactor,Besluit",
    decisions: ["nee", "ja"],
    outcomes: ["ja", "nee"],
    unknown: "onbekend",
  },
  Polish: {
    header: "Numer wniosku,Nazwisko,Płeć,Wiek,Kraj urodzenia,Stan cywilny,Dochód,Spłacono,Waga próby,Decyzja",
    decisions: ["odmowa", "przyznano"],
    outcomes: ["nie", "tak"],
    unknown: "brak danych",
  },
};

function fileOf({ header, decisions, outcomes, unknown }: Sample): string {
  const rows = Array.from({ length: 30 }, (_, i) =>
    [
      `n${i}`,
      `Person ${i}`,
      "xy"[i % 2],
      20 + i,
      "abc"[i % 3],
      "de"[i % 2],
      i === 4 ? unknown : 1000 + i,
      outcomes[i % 3 === 0 ? 0 : 1],
      1 + (i % 4),
      decisions[i % 2],
    ].join(","),
  );
  return [header, ...rows].join("\n");
}

describe("words of other languages", () => {
  for (const [language, sample] of Object.entries(SAMPLES)) {
    const [id, surname, sex, age, origin, status, , later, weight, decision] = sample.header.split(",");

    it(`finds every role of a ${language} file`, () => {
      const guess = guessRoles({ decisions: fileOf(sample), letters: null });
      const values = (guesses: readonly { readonly value: string }[]) => guesses.map(({ value }) => value);
      expect(guess.decision).toMatchObject({ value: decision, confidence: "high" });
      expect(guess.favourable).toMatchObject({ value: sample.decisions[1], confidence: "high" });
      expect(guess.id?.value).toBe(id);
      expect(guess.outcome?.value).toBe(later);
      expect(guess.favourableOutcome?.value).toBe(sample.outcomes[1]);
      expect(guess.weight?.value).toBe(weight);
      expect(values(guess.sensitive)).toEqual([sex, age, origin, status]);
      expect(values(guess.immutable)).toEqual([sex, age, origin]);
      expect(values(guess.ignore)).toEqual([surname]);
      expect(guess.missing?.value).toEqual([sample.unknown]);
      expect(guess.questions).toEqual([]);
    });

    it(`reads a ${language} file without a word from the user`, () => {
      const { schema, decisions } = parseDecisions(fileOf(sample), { ignore: [surname!], missing: [sample.unknown] });
      expect(schema.decision).toMatchObject({ column: decision, favourable: sample.decisions[1] });
      expect(schema.id).toBe(id);
      expect(decisions.reduce((sum, value) => sum + value, 0)).toBe(15);
    });
  }

  it("knows the favourable one of two values in any of them", () => {
    const pairs =
      "nein ja,non oui,no sí,no sì,no Si,nee ja,nie tak,Abgelehnt Bewilligt,refusée accordée,denegado aprobado";
    const more =
      "respinto approvato,afgewezen goedgekeurd,odmowa zgoda,Absage Zusage,rechazado concedido,rifiutato concesso";
    for (const pair of `${pairs},${more}`.split(",")) {
      const [bad, good] = pair.split(" ");
      const rows = Array.from({ length: 10 }, (_, i) => `${i},${i % 2 === 0 ? bad : good}`);
      const guess = guessRoles({ decisions: ["points,decision", ...rows].join("\n"), letters: null });
      expect(guess.favourable?.value, pair).toBe(good);
    }
  });

  it("takes no word that means something else", () => {
    for (const name of ["eta", "genre", "genere", "nombre", "weight of the wagon", "tutor", "agency", "Tagesgeld"]) {
      expect(holdsPhrase(name, [...IMMUTABLE_WORDS, ...SENSITIVE_WORDS]), name).toBe(false);
    }
    for (const name of ["Età", "ÂGE", "Alter (Jahre)", "wiek_wnioskodawcy", "leeftijd-aanvrager"]) {
      expect(holdsPhrase(name, SENSITIVE_WORDS), name).toBe(true);
    }
    expect(holdsPhrase("Geburtsdatum", IMMUTABLE_WORDS)).toBe(true);
    expect(holdsPhrase("Geburtsdatum", SENSITIVE_WORDS)).toBe(false);
  });

  it("leaves accents out, in one piece or in two", () => {
    for (const text of ["Płeć", "PŁEĆ", "Płeć".normalize("NFD")]) expect(plainText(text)).toBe("plec");
    expect(plainText("Straße, Œuvre, Šibenik, naïve")).toBe("strasse, oeuvre, sibenik, naive");
  });
});
