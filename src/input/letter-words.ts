// Words in which letters say numbers, bounds and changes, as `plainWords` writes them: lower case, no accents.

/** What a word or a phrase of a letter says about the number beside it. */
export type AmountWord =
  | "up" // a difference upwards
  | "down"
  | "by" // a difference, whichever way
  | "to" // the new value itself
  | "least"
  | "most"
  | "above" // more than, but not equal
  | "below"
  | "filler";

/** Whether a phrase is English, where 4,000 is four thousand, or of a language in which 4.000 is. */
export interface AmountPhrase {
  readonly says: AmountWord;
  readonly isEnglish: boolean;
}

type Words = Partial<Record<AmountWord, string>>;

const ENGLISH: Words = {
  up: "higher, more, up, increase, increased, raise, raised, bigger, larger, greater, plus, longer",
  down: "lower, less, fewer, down, decrease, decreased, reduce, reduced, reduction, smaller, minus, shorter",
  by: "by",
  to: "to, equals, equal to, exactly",
  least:
    "at least, minimum, min, minimum of, a minimum of, no less than, not less than, or more, or higher, or above, " +
    "and more, least",
  most:
    "at most, maximum, max, maximum of, a maximum of, no more than, not more than, up to, or less, or fewer, " +
    "or lower, or below, most",
  above: "more than, greater than, higher than, over, above, larger than, exceeding",
  below: "less than, fewer than, lower than, under, below, smaller than",
  filler:
    "a, an, the, of, be, is, in, per, year, years, month, months, week, weeks, day, days, points, point, euro, " +
    "euros, eur, usd, dollar, dollars, gbp, pounds, chf, pln",
};

/** German, French, Spanish, Italian, Dutch, Polish. */
const OTHERS: readonly Words[] = [
  {
    up: "hoher, hoeher, mehr, grosser, groesser, erhohung, erhoehung, anstieg, langer, laenger, zusatzlich",
    down: "niedriger, weniger, geringer, kleiner, tiefer, senkung, verringerung, kurzer, kuerzer",
    by: "um",
    to: "auf",
    least: "mindestens, wenigstens, oder mehr, oder hoher, ab, nicht weniger als, mind",
    most: "hochstens, hoechstens, maximal, oder weniger, oder niedriger, bis zu, nicht mehr als",
    above: "mehr als, uber, ueber, hoher als, hoeher als, grosser als",
    below: "weniger als, unter, niedriger als, kleiner als",
    filler: "von, jahr, jahre, monat, monate, punkte, prozent",
  },
  {
    up: "plus eleve, plus elevee, plus eleves, plus elevees, plus haut, plus haute, de plus, en plus, augmentation",
    down: "moins, moins eleve, moins elevee, de moins, en moins, plus bas, plus basse, baisse, diminution",
    by: "",
    to: "jusqu a",
    least: "au moins, ou plus, au minimum, pas moins de",
    most: "au plus, ou moins, au maximum, pas plus de",
    above: "plus de, superieur a, superieure a",
    below: "moins de, inferieur a, inferieure a",
    filler: "de, d, an, ans, mois, points, pour cent",
  },
  {
    up: "mas alto, mas alta, mas, mayor, aumento, aumentar",
    down: "mas bajo, mas baja, menos, menor, reduccion, disminucion",
    by: "en",
    least: "al menos, por lo menos, como minimo, o mas, minimo",
    most: "como mucho, como maximo, o menos, maximo, a lo sumo",
    above: "mas de, mas que, superior a, mayor que",
    below: "menos de, menos que, inferior a, menor que",
    filler: "ano, anos, mes, meses, puntos",
  },
  {
    up: "piu alto, piu alta, in piu, di piu, maggiore, aumento, piu",
    down: "piu basso, piu bassa, in meno, di meno, minore, riduzione, diminuzione, meno",
    least: "almeno, come minimo, o piu, non meno di",
    most: "al massimo, o meno, non piu di, massimo",
    above: "piu di, superiore a, maggiore di",
    below: "meno di, inferiore a, minore di",
    filler: "di, anno, anni, mese, mesi, punti",
  },
  {
    up: "hoger, meer, verhoging, groter, langer",
    down: "lager, minder, verlaging, kleiner, korter",
    by: "met",
    to: "naar",
    least: "ten minste, tenminste, minstens, minimaal, of meer, niet minder dan",
    most: "ten hoogste, hoogstens, maximaal, of minder, niet meer dan",
    above: "meer dan, hoger dan, boven",
    below: "minder dan, lager dan, onder",
    filler: "van, jaar, maand, maanden, punten",
  },
  {
    up: "wyzszy, wyzsza, wyzsze, wyzej, wiecej, wzrost, zwiekszenie",
    down: "nizszy, nizsza, nizsze, nizej, mniej, mniejszy, mniejsza, spadek, zmniejszenie, obnizenie",
    by: "o",
    to: "do",
    least: "co najmniej, przynajmniej, minimum, lub wiecej, nie mniej niz",
    most: "co najwyzej, najwyzej, maksymalnie, lub mniej, nie wiecej niz",
    above: "wiecej niz, powyzej, ponad",
    below: "mniej niz, ponizej",
    filler: "zl, rok, lat, lata, miesiac, miesiecy, punktow",
  },
];

const list = (words: string | undefined): readonly string[] => (words === undefined ? [] : words.split(/,\s*/));

function phraseBook(): ReadonlyMap<string, AmountPhrase> {
  const book = new Map<string, AmountPhrase>();
  for (const [k, language] of [ENGLISH, ...OTHERS].entries()) {
    for (const [says, words] of Object.entries(language) as [AmountWord, string][]) {
      for (const phrase of list(words)) {
        if (phrase !== "" && !book.has(phrase)) book.set(phrase, { says, isEnglish: k === 0 });
      }
    }
  }
  return book;
}

/** Phrases by their words, joined by a blank; English goes first where two languages share one. */
export const AMOUNT_PHRASES: ReadonlyMap<string, AmountPhrase> = phraseBook();

/** Words in the longest phrase. */
export const LONGEST_PHRASE = 4;

/** The words of a text in lower case, without accents; what is no letter or digit separates. */
export function plainWords(text: string): string[] {
  return plainText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** A text in lower case without accents, as the lists above are written. */
export function plainText(text: string): string {
  return text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ł", "l").replaceAll("ß", "ss");
}
