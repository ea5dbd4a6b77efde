import {
  type Body,
  beside,
  chapter,
  headed,
  heading,
  paragraph,
  type Said,
  statement,
} from "../../document/document.js";
import { count, INTERVAL, list, measured, percent, percentRange } from "../../document/format.js";
import { named, quoted } from "../../document/names.js";
import type { AuditFile } from "../../findings/audit-file.js";
import { findingSentence } from "../finding-words.js";
import type { Context } from "./context.js";
import { learningWords, rateSentence, sidesSentence, uselessSentence } from "./rebuilt-words.js";

export const SURROGATE_TITLE = "The rebuilt model";

export const SURROGATE_LIMITS = [
  "How often it is right is measured on people like those in the file. For others it can be lower, and nothing here " +
    "shows by how much.",
  "The rebuilt model is not the system. It is one of many rules that fit the same evidence.",
] as const;

/** How often the rebuilt model is right, on which side it errs, and what it seems to look at. */
export function surrogateSection(context: Context) {
  const { permutation } = context.file.attributions;
  const spoken = permutation.slice(0, 12).map(({ feature, importance }) => {
    return `${named(feature)} ${percent(importance.value)}`;
  });
  return chapter("surrogate", SURROGATE_TITLE, {
    says: summary(context.file),
    body: [
      learning(context),
      beside(
        [
          heading("What it seems to look at"),
          paragraph(
            uselessSentence(context.file),
            looks(permutation),
            "Another rule that fits the same evidence may look at other columns.",
          ),
        ],
        [
          context.chart("permutation", {
            title: "How much each column matters to the rebuilt model",
            words: `Share of answers that change when the column is shuffled: ${spoken.join("; ")}.`,
          }),
        ],
      ),
    ],
    limits: SURROGATE_LIMITS,
    tables: [
      context.table("outside-sample"),
      context.table("learning-curve"),
      context.table("permutation"),
      context.table("agreement-by-group"),
    ],
  });
}

function summary(file: AuditFile): Said {
  const found = file.findings.find(({ kind }) => kind === "rebuilt-model");
  if (found === undefined)
    return ["How often the rebuilt model is right about people it has not seen was not measured."];
  const direction = file.findings.find(({ kind }) => kind === "error-direction");
  const entry = file.methods.find(({ method }) => method === file.recommendation.method);
  return [
    statement(findingSentence(found, file), file.sample === null ? "agreement" : "outside-sample"),
    rateSentence(file.settings.acceptanceRate, file.recommendation.method),
    direction === undefined ? null : statement(findingSentence(direction, file), "error-direction"),
    file.errors === null ? null : statement(sidesSentence(file.errors, file.sample), "error-direction"),
    entry?.letterConsistency == null
      ? null
      : statement(
          `For ${measured(entry.letterConsistency)} of the letters it had not seen, it refuses the person and ` +
            "accepts the offer, as the letter says.",
          "letter-consistency",
        ),
  ];
}

/** Whether the sample was large enough. */
function learning(context: Context): Body {
  const { sample } = context.file;
  if (sample === null) return [];
  const spoken = sample.learning.map(({ people: n, right }) => `${count(n)}: ${percent(right.share)}`);
  return headed(
    "Whether the sample is large enough",
    paragraph(...learningWords(sample).map((text) => statement(text, "learning-curve"))),
    context.chart("learning-curve", {
      title: "How often it is right, by the number of people it learnt from",
      words: `${spoken.join("; ")}.`,
    }),
  );
}

type Attributions = AuditFile["attributions"];

function looks(permutation: Attributions["permutation"]): Said {
  const [first] = permutation;
  if (first === undefined) return [];
  const { feature, importance } = first;
  if (importance.value === 0) return ["Shuffling any one column changes nobody’s answer."];
  const features = list(permutation.slice(0, 3).map((one) => quoted(one.feature)));
  return [
    statement(
      `Its answers depend most on ${features}: shuffling ${quoted(feature)} changes ${percent(importance.value)} of ` +
        `them (${INTERVAL} ${percentRange(importance)}).`,
      "permutation",
    ),
  ];
}
