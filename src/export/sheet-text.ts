const DIGITS = 15; // all a spreadsheet keeps of a number it reads

/** A number as a formula holds it: 15 digits. */
export function sheetNumber(value: number): string {
  return written(Number(value.toPrecision(DIGITS)));
}

/** The largest number of 15 digits up to `value`: numbers of 15 digits compare with it as with the value. */
export function sheetNumberBelow(value: number): string {
  const near = Number(value.toPrecision(DIGITS));
  if (near <= value) return written(near);
  const [digits = "0", exponent = "0"] = value.toExponential(DIGITS - 1).split("e");
  const count = Number(digits.replace(".", "")) - 1; // of units of the fifteenth digit
  const unit = Number(exponent) - DIGITS + 1;
  return written(Number(count === 99999999999999 ? `999999999999999e${unit - 1}` : `${count}e${unit}`));
}

function written(value: number): string {
  return String(value).replace("e+", "E").replace("e", "E");
}

const LONGEST_LITERAL = 255;

/** A text as a formula holds it: in double quotes, those inside doubled; pieces where a literal would be too long. */
export function sheetText(text: string): string {
  const characters = Array.from(text);
  const pieces: string[] = [];
  let piece = "";
  for (const character of characters) {
    if (piece.length + character.length > LONGEST_LITERAL) {
      pieces.push(piece);
      piece = "";
    }
    piece += character;
  }
  pieces.push(piece);
  return pieces.map((part) => `"${part.replaceAll('"', '""')}"`).join("&");
}

/** The letters of column number `index`, counted from 0: A, B … Z, AA. */
export function columnLetters(index: number): string {
  const before = Math.floor(index / 26);
  return (before > 0 ? columnLetters(before - 1) : "") + String.fromCharCode(65 + (index % 26));
}
