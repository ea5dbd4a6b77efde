// What headers and cells say in German, French, Spanish, Italian, Dutch and Polish. Words that leave no doubt only: a
// word that means something else in another of these languages, or in English, is not here. Accents are left out, as
// readers leave them out of names; a word that only its accent makes unmistakable ("età") is written with it.

type Kind =
  /** Columns with the decision, */
  | "decision"
  /** and the values in it, and elsewhere, that are good for the person. */
  | "favourable"
  | "id"
  /** Sex, age and origin: nobody can change them. */
  | "sex"
  | "age"
  | "origin"
  | "birth"
  /** Other attributes to compare groups by. */
  | "sensitive"
  /** Who somebody is. */
  | "identity"
  /** Columns with what happened later that was good, or bad, */
  | "goodOutcome"
  | "badOutcome"
  /** and their values. */
  | "good"
  | "no"
  | "weight"
  /** Could be a weight. */
  | "weightLike"
  | "missing";

type Language = Readonly<Record<Kind, string>>;

const GERMAN: Language = {
  decision:
    "entscheidung, entscheid, bescheid, bewilligt, bewilligung, genehmigt, genehmigung, kreditentscheidung, zusage, " +
    "zugelassen, zulassung, gewahrt, gewaehrt",
  favourable:
    "ja, wahr, bewilligt, genehmigt, angenommen, zusage, zugesagt, zugelassen, gewahrt, gewaehrt, stattgegeben, " +
    "bewilligung, genehmigung, positiv, befurwortet, befuerwortet",
  id:
    "kennung, kundennummer, personennummer, antragsnummer, antragsnr, fallnummer, vorgangsnummer, aktenzeichen, " +
    "bewerbernummer, lfd nr, laufende nummer",
  sex: "geschlecht",
  age: "alter, lebensalter",
  origin: "herkunft, geburtsland, abstammung, ethnie, ethnische zugehorigkeit, hautfarbe",
  birth: "geburtsdatum, geburtsjahr, geburtstag, geburtsort, geboren am",
  sensitive:
    "staatsangehorigkeit, staatsangehoerigkeit, staatsburgerschaft, staatsbuergerschaft, nationalitat, " +
    "nationalitaet, religionszugehorigkeit, konfession, behinderung, schwerbehindert, familienstand, schwanger, " +
    "migrationshintergrund, muttersprache",
  identity: "vorname, nachname, familienname, anschrift, adresse, strasse, telefon, telefonnummer, handynummer",
  goodOutcome: "zuruckgezahlt, zurueckgezahlt, abschluss erreicht",
  badOutcome: "zahlungsausfall, kreditausfall, ausgefallen, ruckfallig, rueckfaellig, ruckfall",
  good: "zuruckgezahlt, zurueckgezahlt, bezahlt, bestanden, erfolgreich",
  no: "nein, falsch",
  weight: "stichprobengewicht, hochrechnungsfaktor, gewichtungsfaktor",
  weightLike: "gewicht, gewichtung",
  missing: "k.a., k. a., k.a, keine angabe, unbekannt, nicht bekannt, fehlt, entfallt, entfaellt",
};

const FRENCH: Language = {
  decision: "accorde, accordee, approuve, approuvee, accepte, acceptee, admis, admise, octroye, octroi",
  favourable:
    "oui, vrai, accorde, accordee, approuve, approuvee, accepte, acceptee, admis, admise, octroye, octroyee, retenu, " +
    "retenue, accord",
  id: "identifiant, numero de dossier, numero de demande, numero client, no de dossier",
  sex: "sexe",
  age: "age",
  origin: "origine, pays de naissance, ethnie, origine ethnique",
  birth: "date de naissance, annee de naissance, lieu de naissance",
  sensitive:
    "nationalite, citoyennete, situation familiale, situation matrimoniale, etat civil, handicap, enceinte, " +
    "langue maternelle",
  identity: "prenom, nom, nom de famille, adresse, courriel, numero de telephone",
  goodOutcome: "rembourse, remboursee",
  badOutcome: "defaut, defaut de paiement, impaye, recidive",
  good: "rembourse, remboursee, paye, payee, reussi, reussie",
  no: "non, faux",
  weight: "poids de sondage, ponderation, coefficient de ponderation",
  weightLike: "poids",
  missing: "inconnu, inconnue, non renseigne, non renseignee, manquant, n.c., nc, non communique",
};

const SPANISH: Language = {
  decision:
    "aprobado, aprobada, aprobacion, concedido, concedida, concesion, aceptado, aceptada, admitido, admitida, " +
    "resolucion",
  favourable:
    "si, verdadero, aprobado, aprobada, concedido, concedida, aceptado, aceptada, admitido, admitida, seleccionado, " +
    "seleccionada",
  id: "identificador, numero de solicitud, numero de cliente, numero de expediente, expediente",
  sex: "sexo",
  age: "edad",
  origin: "origen, pais de nacimiento, etnia, raza",
  birth: "fecha de nacimiento, lugar de nacimiento, ano de nacimiento",
  sensitive: "nacionalidad, ciudadania, discapacidad, estado civil, embarazada, embarazo, lengua materna",
  identity: "apellido, apellidos, nombre completo, direccion, domicilio, correo electronico, telefono, dni",
  goodOutcome: "devuelto, reembolsado",
  badOutcome: "impago, moroso, morosidad, incumplimiento, reincidencia, reincidente",
  good: "devuelto, reembolsado, pagado, exito",
  no: "falso",
  weight: "factor de expansion, ponderacion, peso muestral",
  weightLike: "peso",
  missing: "desconocido, desconocida, sin datos, no consta, no disponible",
};

const ITALIAN: Language = {
  decision: "decisione, approvato, approvata, approvazione, concesso, concessa, accettato, accettata, ammesso, ammessa",
  favourable:
    "si, vero, approvato, approvata, concesso, concessa, accettato, accettata, ammesso, ammessa, accolto, accolta, " +
    "favorevole",
  id: "identificativo, numero pratica, numero di pratica, codice cliente, codice pratica",
  sex: "sesso",
  age: "età",
  origin: "paese di nascita, etnia, razza",
  birth: "data di nascita, luogo di nascita, anno di nascita",
  sensitive: "nazionalita, cittadinanza, disabilita, stato civile, gravidanza, madrelingua",
  identity: "cognome, nome, nome e cognome, indirizzo, numero di telefono, codice fiscale",
  goodOutcome: "rimborsato, restituito",
  badOutcome: "insolvenza, insolvente, inadempienza, recidiva",
  good: "rimborsato, restituito, pagato, successo",
  no: "falso",
  weight: "peso campionario, coefficiente di ponderazione",
  weightLike: "peso",
  missing: "sconosciuto, sconosciuta, non disponibile, non indicato, n.d., nd",
};

const DUTCH: Language = {
  decision: "besluit, beslissing, goedgekeurd, goedkeuring, toegekend, toekenning, toegewezen, toegelaten, aangenomen",
  favourable: "ja, waar, goedgekeurd, toegekend, toegewezen, toegelaten, aangenomen, akkoord, positief",
  id: "aanvraagnummer, klantnummer, dossiernummer, zaaknummer, persoonsnummer, volgnummer",
  sex: "geslacht",
  age: "leeftijd",
  origin: "herkomst, afkomst, geboorteland, etniciteit, huidskleur",
  birth: "geboortedatum, geboortejaar, geboorteplaats",
  sensitive: "nationaliteit, staatsburgerschap, religie, geloofsovertuiging, burgerlijke staat, zwanger, moedertaal",
  identity: "voornaam, achternaam, naam, adres, straat, telefoonnummer, bsn, burgerservicenummer",
  goodOutcome: "terugbetaald, afgelost",
  badOutcome: "wanbetaling, betalingsachterstand, recidive",
  good: "terugbetaald, afgelost, betaald, geslaagd",
  no: "nee, onwaar",
  weight: "weegfactor, steekproefgewicht",
  weightLike: "gewicht",
  missing: "onbekend, niet bekend, niet opgegeven, n.v.t., nvt, ontbreekt",
};

const POLISH: Language = {
  decision:
    "decyzja, przyznano, przyznany, przyznana, zatwierdzono, zatwierdzony, zaakceptowano, zaakceptowany, przyjeto",
  favourable:
    "tak, prawda, przyznano, przyznany, przyznana, zatwierdzono, zatwierdzony, zatwierdzona, zaakceptowano, " +
    "zaakceptowany, zaakceptowana, przyjeto, przyjety, przyjeta, zgoda, pozytywna, pozytywny",
  id: "identyfikator, numer wniosku, nr wniosku, numer klienta, nr klienta, numer sprawy",
  sex: "plec",
  age: "wiek",
  origin: "pochodzenie, kraj urodzenia, rasa, pochodzenie etniczne",
  birth: "data urodzenia, rok urodzenia, miejsce urodzenia",
  sensitive: "obywatelstwo, narodowosc, wyznanie, religia, niepelnosprawnosc, stan cywilny, jezyk ojczysty",
  identity: "imie, nazwisko, imie i nazwisko, adres, ulica, telefon, pesel",
  goodOutcome: "splacono, splacony",
  badOutcome: "niesplacony, niesplacono, recydywa, zwloka w splacie",
  good: "splacono, splacony, zaplacono, zdany, zdana",
  no: "nie, falsz",
  weight: "waga proby, waga analityczna",
  weightLike: "waga",
  missing: "nieznany, nieznana, nieznane, brak, brak danych, nie podano, nie dotyczy",
};

const LANGUAGES = [GERMAN, FRENCH, SPANISH, ITALIAN, DUTCH, POLISH];

/** The words of one kind in all six languages. */
export function otherWords(...kinds: readonly Kind[]): readonly string[] {
  return [...new Set(kinds.flatMap((kind) => LANGUAGES.flatMap((language) => language[kind].split(", "))))];
}

/** A text in lower case, without accents: "Staatsangehörigkeit" gives "staatsangehorigkeit", "Płeć" gives "plec". */
export function plainText(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .replaceAll("ł", "l")
    .replaceAll("ß", "ss")
    .replaceAll("œ", "oe")
    .replaceAll("æ", "ae");
}
