/** What an audit recorded: for each kind of statement, 1 or 0 for every time it was made; or numbers to compare. */
export interface TruthCell {
  readonly dataset: string;
  readonly target: string;
  readonly generator: string;
  readonly n: number;
  readonly method: string;
  readonly seed: number;
  readonly series: Readonly<Record<string, readonly number[]>> | null;
  readonly failure: { readonly code: string; readonly message: string } | null;
}

/** How often a kind of statement was true, with a 95 % interval. */
export interface TrueShare {
  readonly audits: number;
  readonly made: number;
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

const Z = 1.959963984540054;

/**
 * The share of ones over all audits. Statements of one audit are not independent, so the interval is Wilson's for as
 * many independent statements as would have the variance that the audits show; null where nothing was said.
 */
export function trueShare(outcomes: readonly (readonly number[])[]): TrueShare | null {
  const said = outcomes.filter((list) => list.length > 0);
  const made = said.reduce((sum, list) => sum + list.length, 0);
  if (made === 0) return null;
  const sumOf = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0);
  const share = said.reduce((sum, list) => sum + sumOf(list), 0) / made;
  const audits = said.length;
  const squares = said.reduce((sum, list) => sum + (sumOf(list) - share * list.length) ** 2, 0);
  const variance = audits < 2 ? 0 : (squares * audits) / (audits - 1) / made ** 2;
  const alone = share * (1 - share);
  const size = variance > 0 ? Math.min(made, alone / variance) : audits;
  return { audits, made, share, ...wilson(share, size) };
}

function wilson(share: number, n: number): { readonly low: number; readonly high: number } {
  const scale = 1 + Z ** 2 / n;
  const centre = (share + Z ** 2 / (2 * n)) / scale;
  const half = (Z * Math.sqrt((share * (1 - share)) / n + (Z / (2 * n)) ** 2)) / scale;
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}

/** What is promised of a statement: true at least so often, or an interval that holds the truth so often. */
export type Claim = { readonly least: number; readonly most?: number };

/** "yes" where the share keeps the claim, "no" where its whole interval does not, "not clear" between. */
export function isKept({ least, most = 1 }: Claim, { share, low, high }: TrueShare): "yes" | "no" | "not clear" {
  if (share >= least && share <= most) return "yes";
  return high < least || low > most ? "no" : "not clear";
}

/** Chances that were printed beside what came of them, by tenths of the chance. */
export interface ChanceTenth {
  readonly from: number;
  readonly count: number;
  readonly said: number;
  readonly came: TrueShare;
}

/** Sorts pairs of chance and outcome into tenths of the chance; tenths that do not occur are left out. */
export function chanceTenths(audits: readonly (readonly (readonly [number, number])[])[]): ChanceTenth[] {
  return Array.from({ length: 10 }, (_, tenth) => {
    const within = audits.map((pairs) => pairs.filter(([chance]) => Math.min(9, Math.floor(10 * chance)) === tenth));
    const came = trueShare(within.map((pairs) => pairs.map(([, outcome]) => outcome)));
    const chances = within.flat().map(([chance]) => chance);
    const said = chances.reduce((sum, chance) => sum + chance, 0) / chances.length;
    return { from: tenth / 10, count: chances.length, said, came };
  }).filter((entry): entry is ChanceTenth => entry.came !== null);
}
