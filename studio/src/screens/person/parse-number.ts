const GROUPED = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;

/** A number as typed, with commas between thousands only: null for nothing, undefined for what is no number. */
export function parseNumber(text: string): number | null | undefined {
  const plain = text.trim().replace("\u2212", "-");
  if (plain === "") return null;
  const number = Number(GROUPED.test(plain) ? plain.replaceAll(",", "") : plain);
  return Number.isFinite(number) ? number : undefined;
}
