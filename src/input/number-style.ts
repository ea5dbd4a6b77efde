import { DATE_STYLES, type DateStyle, parseDate } from "./date-cells.js";
import { parseNumber, usableNumber } from "./decimal.js";

/** How numbers are written apart from digits with a decimal point: the marks of a country. */
export const WRITTEN_STYLES = ["en", "de", "fr", "ch"] as const;
type WrittenStyle = (typeof WRITTEN_STYLES)[number];

/** How the numbers of a column can be written. `plain` is digits with a decimal point and nothing else. */
export const NUMBER_STYLES = ["plain", ...WRITTEN_STYLES, ...DATE_STYLES] as const;
export type NumberStyle = (typeof NUMBER_STYLES)[number];

/** The marks that cells show, by what they mean; a column's note names them. */
export interface Marks {
  readonly decimal: "." | "," | null;
  /** Between thousands. */
  readonly group: "." | "," | " " | "'" | null;
  /** The same for every way to write it: `€` and `EUR`. */
  readonly currency: string | null;
  readonly isPercent: boolean;
  /** `k` for thousands or `M` for millions. */
  readonly factor: "k" | "M" | null;
  readonly hasParentheses: boolean;
}

/** A cell without what surrounds its digits. */
interface Undressed extends Pick<Marks, "currency" | "isPercent" | "factor" | "hasParentheses"> {
  readonly digits: string;
  readonly sign: "" | "+" | "-";
}

const DIGITS_OF_A_TELEPHONE = 9; // with the country's
const LONGEST = 40; // characters; a number with its marks is shorter
const CURRENCIES: Readonly<Record<string, string>> = {
  "€": "EUR",
  $: "USD",
  US$: "USD",
  "£": "GBP",
  "¥": "JPY",
  "₹": "INR",
  "₽": "RUB",
  zł: "PLN",
  kr: "kr",
  Kč: "CZK",
  Fr: "CHF",
  "Fr.": "CHF",
};
const CODES = "EUR|USD|GBP|CHF|JPY|INR|RUB|PLN|SEK|NOK|DKK|CZK|HUF|RON|BGN|TRY|CAD|AUD|NZD|CNY|MXN|BRL|ZAR|SGD|HKD";
const MONEY = String.raw`US\$|[€$£¥₹₽]|zł|kr|Kč|Fr\.?|${CODES}`;
const MONEY_BEFORE = new RegExp(`^(?:${MONEY}) ?(?=[-+(\\d.,])`);
const MONEY_AFTER = new RegExp(`(?<=[-\\d.,kM%)]) ?(?:${MONEY})$`);
const MONEY_ANYWHERE = new RegExp(MONEY);
/** Instead of cents: `1'200.–`. */
const NO_CENTS = /(?<=\d)[.,]-{1,2}$/;

const WHOLE = String.raw`(?:0|[1-9]\d*)`; // a leading zero makes it a code, not a number
const grouped = (mark: string) => String.raw`[1-9]\d{0,2}(?:${mark}\d{3})+`;
const LAKHS = String.raw`[1-9]\d?(?:,\d{2})+,\d{3}`;
const DIGITS: Readonly<Record<WrittenStyle, RegExp>> = {
  en: new RegExp(String.raw`^(?:(?:${WHOLE}|${grouped(",")}|${LAKHS}|${grouped(" ")})(?:\.\d*)?|\.\d+)$`),
  de: new RegExp(String.raw`^(?:(?:${WHOLE}|${grouped("\\.")})(?:,\d*)?|,\d+)$`),
  fr: new RegExp(String.raw`^(?:(?:${WHOLE}|${grouped(" ")})(?:,\d*)?|,\d+)$`),
  ch: new RegExp(String.raw`^(?:(?:${WHOLE}|${grouped("'")})(?:\.\d*)?|\.\d+)$`),
};
const DECIMAL_MARK = { en: ".", de: ",", fr: ",", ch: "." } as const;
const PLAIN_EXPONENT = /^[+-]?(?:0|[1-9]\d*)(?:\.\d*)?[eE][+-]?\d+$/;

/** The number in a trimmed cell, by the convention of its column; undefined and Infinity as `parseNumber` has them. */
export function parseStyled(cell: string, style: NumberStyle): number | undefined {
  if (style === "plain") return parseNumber(cell);
  if (isDateStyle(style)) return parseDate(cell, style);
  const found = undressed(cell);
  if (found === null) {
    const isSpecial = parseNumber(cell) === Number.POSITIVE_INFINITY || PLAIN_EXPONENT.test(cell);
    return isSpecial ? parseNumber(cell) : undefined;
  }
  const { digits, sign, factor, hasParentheses } = found;
  if (!DIGITS[style].test(digits)) return undefined;
  if (sign === "+" && isTelephone(digits)) return undefined;
  const mark = DECIMAL_MARK[style];
  const [whole = "", decimals = ""] = digits.split(mark);
  const text = `${whole.replace(/\D/g, "") || "0"}.${decimals || "0"}e${factor === "k" ? 3 : factor === "M" ? 6 : 0}`;
  const size = Number(text);
  return usableNumber((sign === "-") !== hasParentheses && size !== 0 ? -size : size);
}

function isTelephone(digits: string): boolean {
  return digits.includes(" ") && digits.replace(/\D/g, "").length >= DIGITS_OF_A_TELEPHONE;
}

export function isDateStyle(style: NumberStyle): style is DateStyle {
  return (DATE_STYLES as readonly string[]).includes(style);
}

/** The marks in a cell that a style reads; null where there is nothing to strip, as in a date. */
export function marksIn(cell: string, style: NumberStyle): Marks | null {
  const found = style === "plain" || isDateStyle(style) ? null : undressed(cell);
  if (found === null || style === "plain" || isDateStyle(style)) return null;
  const mark = DECIMAL_MARK[style];
  const [whole = "", decimals] = found.digits.split(mark);
  const group = /\D/.exec(whole)?.[0] ?? null;
  const { currency, isPercent, factor, hasParentheses } = found;
  const decimal = decimals === undefined ? null : mark;
  return { decimal, group: group as Marks["group"], currency, isPercent, factor, hasParentheses };
}

/** Whether a cell is a percentage. */
export function isPercentage(cell: string): boolean {
  return cell.endsWith("%") && undressed(cell)?.isPercent === true;
}

/** The currency a cell names, one word for each; null where it names none. */
export function currencyOf(cell: string): string | null {
  return cell.length <= LONGEST && MONEY_ANYWHERE.test(cell) ? (undressed(cell)?.currency ?? null) : null;
}

/** Digits with marks between them, the most frequent cell. */
const BARE = /^\d[\d., ']*\d$|^\d$/;
const NO_MARKS = { sign: "", currency: null, isPercent: false, factor: null, hasParentheses: false } as const;

/** A cell without sign, currency, percent sign and factor; null where what is left has no digit, or other letters. */
function undressed(cell: string): Undressed | null {
  if (cell.length > LONGEST) return null;
  if (BARE.test(cell)) return { ...NO_MARKS, digits: cell };
  let rest = cell
    .replace(/[\u00a0\u2007\u2009\u202f]/g, " ")
    .replace(/[\u2212\u2013]/g, "-")
    .replace(/\u2019/g, "'");
  let sign: Undressed["sign"] = "";
  let currency: string | null = null;
  const takeSign = () => {
    const [first] = rest;
    if (sign !== "" || (first !== "+" && first !== "-")) return;
    sign = first;
    rest = rest.slice(1).trimStart();
  };
  const takeMoney = (pattern: RegExp) => {
    const found = currency === null ? pattern.exec(rest) : null;
    if (found === null) return;
    const word = found[0].trim();
    currency = CURRENCIES[word] ?? word;
    rest = rest.replace(pattern, "").trim();
  };
  takeSign();
  takeMoney(MONEY_BEFORE);
  const hasParentheses = rest.startsWith("(") && rest.endsWith(")");
  if (hasParentheses) rest = rest.slice(1, -1).trim();
  takeSign();
  takeMoney(MONEY_BEFORE);
  takeSign();
  takeMoney(MONEY_AFTER);
  const isPercent = rest.endsWith("%");
  if (isPercent) rest = rest.slice(0, -1).trimEnd();
  const letter = /(?<=\d) ?([kKM])$/.exec(rest);
  if (letter !== null) rest = rest.slice(0, letter.index);
  rest = rest.replace(NO_CENTS, "");
  if (sign === "" && /\d-$/.test(rest)) {
    sign = "-"; // as accounts write it: 1.200,00-
    rest = rest.slice(0, -1);
  }
  if (!/^[\d., ']*\d[\d., ']*$/.test(rest)) return null;
  const factor = letter === null ? null : letter[1] === "M" ? "M" : "k";
  return { digits: rest, sign, currency, isPercent, factor, hasParentheses };
}
