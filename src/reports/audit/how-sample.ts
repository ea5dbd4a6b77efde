import { count, people } from "../../document/format.js";
import type { AuditFile } from "../../findings/audit-file.js";

/** Entries of the appendix that only an audit with a sample has. */
export const SAMPLE_ENTRIES = {
  sample: [
    "The sample",
    "Methods are fitted on a random sample of the people. Each combination of decision and sensitive groups gives " +
      "people in proportion (largest remainder), at least one while there is room. Rows are sorted by their content " +
      "before the draw, so the order of the file changes nothing. Letters and reasons come with their person; of " +
      "letters to unknown people as large a share is drawn. A fifth of the people is always left out of it. " +
      "Cross-validation, refits, open answers, the λ-band, certificates, sensitivity and what the model looks at are " +
      "about the sample. Rates of groups, letters and reasons are about everybody.",
    ({ sample, settings }) =>
      sample === null
        ? "Nobody was left out."
        : `${count(sample.people)} of ${people(sample.of)}; ${count(sample.letters.drawn)} of ` +
          `${count(sample.letters.of)} letters; seed ${settings.seed}.`,
  ],
  "outside-sample": [
    "Right about people outside the sample",
    "The model in this folder was fitted on the sample and asked about everybody else, once. The share counts its " +
      "answers that are the decision the person got; interval as in A.1. The share by side, by group, and on which " +
      "side it errs are of the same answers. Methods were compared and one was chosen by cross-validation within the " +
      "sample, so nobody counted here had a part in the choice.",
    ({ sample }) => (sample === null ? "Not measured." : `n = ${count(sample.right.overall.n)}.`),
  ],
  "learning-curve": [
    "What more people would add",
    "The recommended method is fitted on an eighth, a quarter and half of the sample, each part within the next and " +
      "in proportion like the sample itself. Where the method chooses parts of itself by cross-validation, it keeps " +
      "its choice. Each fit is asked about the same people outside the sample, at most 20,000 drawn by the seed. The " +
      "difference between the last two counts people whom one answers rightly and the other does not; its interval " +
      "is Agresti and Min’s (2005) for matched pairs.",
    ({ sample, settings }) =>
      sample === null
        ? "Not measured."
        : `${count(sample.learning.at(-1)?.right.n ?? 0)} people asked; seed ${settings.seed}.`,
  ],
} as const satisfies Readonly<
  Record<string, readonly [title: string, text: string, here: (file: AuditFile) => string]>
>;
