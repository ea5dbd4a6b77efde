import { AuditError } from "../errors.js";
import type { Evidence } from "../input/evidence.js";
import type { Column } from "../input/table.js";
import { refuseOption } from "../options.js";

/** Columns of numbers: several stages hold a square of them, and take their eigenvectors. */
export const MOST_COLUMNS = 4000;

/** Numbers in the encoded people and letters: 8 GiB. */
const MOST_CELLS = 2 ** 30;

/** Fits of a method; the default settings make about 250. */
export const MOST_FITS = 100_000;

/** A sample of so many is everybody: audits of earlier versions knew no other. */
export const EVERYBODY = 1_000_000_000;

/** Fewer people teach a method too little to say anything of the others. */
export const LEAST_SAMPLE = 100;

const WIDE = 50; // values of a category that is worth naming

/** Refuses evidence that would need more memory than machines have, before anything is computed. */
export function requireSize({ observations, letters }: Pick<Evidence, "observations" | "letters">, file: string): void {
  const widths = observations.columns.map((column) => {
    return { name: column.name, width: encodedWidth(column, letters.columns) };
  });
  const columns = widths.reduce((sum, { width }) => sum + width, 0);
  if (columns > MOST_COLUMNS) {
    const wide = widths.filter(({ width }) => width > WIDE).sort((a, b) => b.width - a.width);
    const most = wide.slice(0, 3).map(({ name, width }) => `'${name}' has ${width} different values`);
    throw new AuditError(
      "TOO_LARGE",
      `${file}: the features become ${columns} columns of numbers, one for each value of a category, and ` +
        `${MOST_COLUMNS} is the most. ${most.length === 0 ? "" : `${most.join(", ")}. `}Leave columns out (--ignore)`,
      { file, ...(wide[0] && { column: wide[0].name }) },
    );
  }
  const rows = observations.rows + letters.rows;
  if (rows * columns <= MOST_CELLS) return;
  throw new AuditError(
    "TOO_LARGE",
    `${file}: ${rows} people and letters in ${columns} columns of numbers are more than ${MOST_CELLS} numbers. ` +
      `Audit a random sample of at most ${Math.floor(MOST_CELLS / columns)} rows, or leave columns out (--ignore)`,
    { file },
  );
}

/** How many columns of numbers the encoder makes of a feature. */
function encodedWidth(column: Column, others: readonly Column[]): number {
  if (column.type === "number") return 1;
  const other = others.find(({ name }) => name === column.name);
  return other?.type === "category" ? new Set([...column.levels, ...other.levels]).size : column.levels.length;
}

interface FitCounts {
  readonly methods: number;
  readonly folds: number;
  readonly repeats: number;
}

/** Refuses cross-validations that would not end: `folds` as far as there are people for them. */
export function requireFits({ methods, folds, repeats }: FitCounts): void {
  const once = methods * folds;
  if (once * repeats <= MOST_FITS) return;
  const fits = `${methods} methods in ${folds} folds are ${once} fits, and ${MOST_FITS} is the most`;
  refuseOption("repeats", `at most ${Math.floor(MOST_FITS / once)}, because ${fits}`, repeats);
}
