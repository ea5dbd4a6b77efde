import { InvalidArgumentError } from "commander";

/** A whole number ≥ 0 from the command line. */
export function wholeNumber(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value)) throw new InvalidArgumentError("It must be a whole number.");
  return value;
}

/** A whole number ≥ 1 from the command line. */
export function positiveNumber(text: string): number {
  const value = wholeNumber(text);
  if (value === 0) throw new InvalidArgumentError("It must be at least 1.");
  return value;
}

/** A finite number from the command line. */
export function finiteNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value)) throw new InvalidArgumentError("It must be a number.");
  return value;
}

/** A finite number ≥ 0 from the command line. */
export function nonNegative(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value) || value < 0) {
    throw new InvalidArgumentError("It must be a number of at least 0.");
  }
  return value;
}

/** Adds the names of a comma-separated list to those given before; `\,` is a comma inside a name. */
export function nameList(text: string, before: readonly string[] | undefined): readonly string[] {
  const names = text.split(/(?<!\\),/).map((name) => name.replaceAll("\\,", ",").trim());
  if (names.includes("")) throw new InvalidArgumentError("A name in the list is empty.");
  return [...(before ?? []), ...names];
}

/** As `nameList` for markers of missing cells, where an empty entry is fine: empty cells are missing anyway. */
export function markerList(text: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), ...text.split(/(?<!\\),/).map((name) => name.replaceAll("\\,", ",").trim())];
}

/** Adds one `column=number` or `column=category` to the types given before; the last `=` separates. */
export function columnType(
  text: string,
  before: Readonly<Record<string, "number" | "category">> | undefined,
): Readonly<Record<string, "number" | "category">> {
  const at = text.lastIndexOf("=");
  const type = text.slice(at + 1);
  if (at < 1 || (type !== "number" && type !== "category")) {
    throw new InvalidArgumentError("Write column=number or column=category.");
  }
  return { ...before, [text.slice(0, at)]: type };
}

/** Adds one `column=25,45` to the cut points given before; the last `=` separates. */
export function columnBins(
  text: string,
  before: Readonly<Record<string, readonly number[]>> | undefined,
): Readonly<Record<string, readonly number[]>> {
  const at = text.lastIndexOf("=");
  const cuts = text.slice(at + 1).split(",");
  const numbers = cuts.map((cut) => (cut.trim() === "" ? Number.NaN : Number(cut)));
  if (at < 1 || !numbers.every(Number.isFinite)) {
    throw new InvalidArgumentError("Write column=number,number and so on, such as age=25,45.");
  }
  return { ...before, [text.slice(0, at)]: numbers };
}

/** A cell delimiter; `tab` and `\t` stand for the tab character. */
export function delimiter(text: string): string {
  if (text === "tab" || text === "\\t") return "\t";
  if (text.length !== 1 || /["\r\n]/.test(text)) {
    throw new InvalidArgumentError("It must be a single character such as ; or the word tab.");
  }
  return text;
}

/** A share from the command line, between 0 and 1. */
export function share(text: string): number {
  const value = nonNegative(text);
  if (!(value > 0 && value < 1)) throw new InvalidArgumentError("It must be a number between 0 and 1, such as 0.3.");
  return value;
}

/** Adds the whole numbers of a comma-separated list to those given before. */
export function sizeList(text: string, before: readonly number[] | undefined): readonly number[] {
  return [...(before ?? []), ...text.split(",").map((size) => positiveNumber(size.trim()))];
}

/** Adds one condition to those given before; commas stay. */
export function conditionList(text: string, before: readonly string[] | undefined): readonly string[] {
  if (text.trim() === "") throw new InvalidArgumentError("A condition is empty.");
  return [...(before ?? []), text.trim()];
}
