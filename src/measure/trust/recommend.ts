import { count, percent as formatted } from "../../document/format.js";
import { AuditError } from "../../errors.js";
import type { Sample } from "../../findings/sample.js";
import type { Recommendation } from "../../findings/trust.js";
import type { MeasuredShare } from "../../math/interval.js";
import type { Validated } from "./trust.js";

/** From the simplest to the one that says least about how it decides. */
const BY_SIMPLICITY = [
  "majority",
  "prototype-mean",
  "prototype-medoid",
  "ridge",
  "no-cf-lr",
  "recast-no-letters",
  "recast",
  "recast-fixed-ratio",
  "samples-lr",
  "ridge-letters",
  "recast-calibrated",
  "no-cf-dt",
  "samples-dt",
  "tra",
  "nearest",
  "prototype-mmd",
  "no-cf-rf",
  "no-cf-mlp",
  "samples-mlp",
  "cca",
  "dualcf",
  "bracket",
];

/** Measured as the best on data sets it was not designed on, so it stands unless another method is clearly above it. */
export const PREFERRED = "bracket";

const LINEAR = "ridge";

interface Measured extends Validated {
  readonly agreement: NonNullable<Validated["agreement"]>;
}

/**
 * Recommends a method by cross-validated agreement. Those within one standard error of the highest are equal; of these
 * `majority` comes first (then nothing was learnt), then `bracket`, then the simplest.
 */
export function recommend(methods: readonly Validated[]): Recommendation {
  const measured = methods
    .filter((entry): entry is Measured => entry.agreement !== null)
    .toSorted((a, b) => simplicity(a.method) - simplicity(b.method) || (a.method < b.method ? -1 : 1));
  const [simplest, ...others] = measured;
  if (simplest === undefined) throw noMethod(methods);
  const highest = others.reduce((best, entry) => (shareOf(entry) > shareOf(best) ? entry : best), simplest);
  const equal = measured.filter((entry) => withinOneError(entry, highest));
  const named = (method: string) => equal.find((entry) => entry.method === method);
  const chosen = named("majority") ?? named(PREFERRED) ?? equal[0] ?? highest;
  return {
    method: chosen.method,
    highest: highest.method,
    sentence: `${explain(chosen, highest, measured)}${highest.method === LINEAR ? "" : linearCost(chosen, measured)}`,
  };
}

/** The same with how often the delivered model is right about everybody outside the sample, where there was one. */
export function recommendOutside(inSample: Recommendation, sample: Sample | null): Recommendation {
  if (sample === null) return inSample;
  const { overall } = sample.right;
  const chose = inSample.sentence.replaceAll("people it has not seen", "sampled people left out of its fits");
  return {
    ...inSample,
    sentence:
      `${inSample.method} is right about ${percent(overall.share)} of the ${count(overall.n)} people outside the ` +
      `sample (95 % interval ${range(overall)}). It was chosen by cross-validation in the sample of ` +
      `${count(sample.people)}: ${chose}`,
  };
}

function explain(chosen: Measured, highest: Measured, measured: readonly Measured[]): string {
  const interval = `95 % interval ${range(chosen.agreement.overall)}`;
  const figures = `${percent(shareOf(chosen))} of people it has not seen (${interval})`;
  const reached = `${chosen.method} is right about ${figures}`;
  if (measured.length === 1) return `${reached}; no other method was measured.`;
  if (chosen.method === "majority") {
    const rest =
      highest === chosen
        ? "no other method is right more often"
        : `${highest.method} with ${percent(shareOf(highest))} is within one standard error of it`;
    return (
      `Always giving the more common answer (majority) is right about ${figures}, and ${rest}: ` +
      "this evidence does not show how the system tells people apart."
    );
  }
  if (highest !== chosen) {
    const why = chosen.method === PREFERRED ? "" : ", so the simpler method is recommended";
    const beaten = `${highest.method} is right about ${percent(shareOf(highest))}`;
    return `${reached}; ${beaten}, within one standard error${why}.`;
  }
  const others = measured.filter((entry) => entry !== chosen);
  const second = Math.max(...others.map(shareOf));
  const next = others.filter((entry) => shareOf(entry) === second).map(({ method }) => method);
  const follow = `${next.length === 1 ? "next is" : "next are"} ${next.join(", ")} with ${percent(second)}`;
  return `${reached}, the highest of ${measured.length} methods; ${follow}.`;
}

/** What the simple linear rule would cost compared with the recommended ensemble. */
function linearCost(chosen: Measured, measured: readonly Measured[]): string {
  const linear = measured.find((entry) => entry.method === LINEAR);
  if (chosen.method !== PREFERRED || linear === undefined) return "";
  const reaches = ` The simple linear rule (${LINEAR}) is right about ${percent(shareOf(linear))}`;
  if (withinOneError(linear, chosen)) {
    return `${reaches}: within one standard error, so it would do as well.`;
  }
  const points = (100 * (shareOf(chosen) - shareOf(linear))).toFixed(1);
  return `${reaches}: ${points} points less.`;
}

function simplicity(method: string): number {
  const place = BY_SIMPLICITY.indexOf(method);
  return place < 0 ? BY_SIMPLICITY.length : place;
}

function shareOf(entry: Measured): number {
  return entry.agreement.overall.share;
}

function range({ low, high }: MeasuredShare): string {
  return `${percent(low)} to ${percent(high)}`;
}

function noMethod(methods: readonly Validated[]): AuditError {
  const [first] = methods;
  const reason = first?.failure ? `${first.method}: ${first.failure.message}` : "no method was given";
  return new AuditError(
    first?.failure?.code ?? "INVALID_OPTION",
    `no method could be measured on this evidence; ${reason}`,
  );
}

function percent(share: number): string {
  return formatted(share, " ");
}

/**
 * Whether `other` misses the agreement of `best` by no more than one standard error of the difference over the same
 * people, and one person. The error is small where two methods answer alike, and counts move by whole people, so a lead
 * of one or two says nothing however many were asked.
 */
export function withinOneError(other: Validated, best: Validated): boolean {
  const n = best.agreed.length;
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < n; i++) {
    const difference = best.agreed[i]! - other.agreed[i]!;
    sum += difference;
    squares += difference * difference;
  }
  const variance = n > 1 ? Math.max(0, squares - (sum * sum) / n) / (n - 1) : 0;
  return sum <= Math.sqrt(variance * n) + 1;
}
