/** How the dates of a column are written: year first, day first or month first. */
export const DATE_STYLES = ["date", "date-dmy", "date-mdy"] as const;
export type DateStyle = (typeof DATE_STYLES)[number];

const TIME = String.raw`(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?Z?)?`;
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})([-/])(\d{1,2})\2(\d{1,2})${TIME}$`);
const YEAR_LAST = new RegExp(String.raw`^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})${TIME}$`);

/** The days from 1970-01-01 to the date in a trimmed cell, a time of day as a part of one; undefined for no date. */
export function parseDate(cell: string, style: DateStyle): number | undefined {
  const found = (style === "date" ? YEAR_FIRST : YEAR_LAST).exec(cell);
  if (found === null) return undefined;
  const [, first, mark, second, third, hours = "0", minutes = "0", seconds = "0"] = found;
  if (style === "date-mdy" && mark === ".") return undefined; // nobody writes points between month and day so
  const [a, b, c] = [Number(first), Number(second), Number(third)];
  const [year, month, day] = style === "date" ? [a, b, c] : style === "date-dmy" ? [c, b, a] : [c, a, b];
  if (month < 1 || month > 12 || day < 1 || day > daysOf(month, year)) return undefined;
  const [h, m, s] = [Number(hours), Number(minutes), Number(seconds)];
  if (h > 23 || m > 59 || s > 59) return undefined;
  return daysFromEpoch(year, month, day) + (h * 3600 + m * 60 + s) / 86_400;
}

/** A number of days since 1970-01-01 as ISO 8601, with the time of day where there is one, to the second. */
export function dateText(days: number): string {
  const seconds = Math.round(days * 86_400);
  const day = Math.floor(seconds / 86_400);
  const time = seconds - 86_400 * day;
  const two = (value: number) => String(value).padStart(2, "0");
  const clock = [Math.floor(time / 3600), Math.floor(time / 60) % 60, time % 60].map(two).join(":");
  return `${civilDate(day)}${time === 0 ? "" : ` ${clock}`}`;
}

/** The inverse of `daysFromEpoch`. */
function civilDate(days: number): string {
  const shifted = days + 719_468; // days since 0000-03-01
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - 146_097 * era;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const place = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * place + 2) / 5) + 1;
  const month = place < 10 ? place + 3 : place - 9;
  const year = yearOfEra + 400 * era + (month <= 2 ? 1 : 0);
  return `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

function daysOf(month: number, year: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Days of the Gregorian calendar, counted in years that begin in March, so that a leap day is a year's last. */
function daysFromEpoch(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return 365 * y + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400) + dayOfYear - 719_468;
}
