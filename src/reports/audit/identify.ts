import { chapter, paragraph, type Said, sideBySide, statement } from "../../document/document.js";
import { amount, count, measured, people, percent } from "../../document/format.js";
import { named } from "../../document/names.js";
import type { AuditFile } from "../../findings/audit-file.js";
import type { MeasuredShare } from "../../math/interval.js";
import type { Context } from "./context.js";

export const IDENTIFY_TITLE = "What stays open";

/** What "clear" means, and of whom it is said. */
export const IDENTIFY_LIMITS = [
  "“Clear” means that the fits tried here agree. A model of another kind may fit the same evidence and answer " +
    "otherwise.",
  "Shares are about the people in the files. Where nobody was observed, everything is open.",
] as const;

/** For whom the answer is clear and for whom it is open, overall and by group. */
export function identifySection(context: Context) {
  const { findings, identification } = context.file;
  const { accepted, rejected, contested, byAttribute } = identification.determined;
  const [first] = findings.flatMap(({ kind, attribute }) =>
    kind === "group-difference" ? byAttribute.filter((one) => one.attribute === attribute) : [],
  );
  return chapter("determined", IDENTIFY_TITLE, {
    says: summary(context),
    body: [
      sideBySide(
        context.chart("determined", {
          title: "People clearly accepted, clearly refused, or open",
          words:
            `Over all refits: accepted ${percent(accepted.share)}, refused ${percent(rejected.share)}, open ` +
            `${percent(contested.share)}.`,
        }),
        first === undefined ? null : openByGroup(context, first),
      ),
      paragraph(surest(context.file)),
    ],
    limits: IDENTIFY_LIMITS,
    tables: [
      context.table("determined", { where: { rule: "refits" }, title: "Clear and open answers", note: null }),
      context.table("contested-by-group", { where: { rule: "refits" } }),
      context.table("stability"),
      context.table("abstention"),
    ],
  });
}

type ByAttribute = AuditFile["identification"]["determined"]["byAttribute"][number];

function openByGroup(context: Context, { attribute, groups }: ByAttribute) {
  const shares = groups.flatMap(({ group, share }) =>
    share === null ? [] : [`${named(group)}: ${percent(share.share)} of ${count(share.n)}`],
  );
  return context.chart("contested-by-group", {
    subject: attribute,
    title: `Share of open answers by ${named(attribute)}`,
    words: `${shares.slice(0, 12).join("; ")}.`,
  });
}

function summary({ file }: Context): Said {
  const { determined, stability } = file.identification;
  const { agreementDetermined, agreementContested, population } = determined;
  if (file.recommendation.method === "majority") {
    return [
      statement("No rule that tells people apart could be rebuilt, so everybody’s answer is open.", "determined"),
    ];
  }
  return [
    statement(determinedSentence(determined.contested, stability, file.sample), "determined"),
    rightWhere("clear", agreementDetermined),
    rightWhere("open", agreementContested),
    population === null
      ? null
      : statement(populationSentence(population, file.files.population?.rows ?? population.n), "determined"),
  ];
}

export function determinedSentence(
  contested: MeasuredShare,
  { refits }: Pick<AuditFile["identification"]["stability"], "refits">,
  sample: AuditFile["sample"],
): string {
  if (refits === 0) {
    return (
      "The rebuilt model could not be fitted again on people drawn at random, so for whom its answer is open " +
      "is not known."
    );
  }
  return (
    `The rebuilt model was fitted ${amount(refits, "more time")} on people drawn at random from the ` +
    `${sample === null ? "file" : "sample"}. Where ` +
    `these fits disagree about somebody, the evidence leaves the answer open: ${measured(contested)} of the ` +
    `${sample === null ? "" : "sampled "}people.`
  );
}

type Population = NonNullable<AuditFile["identification"]["determined"]["population"]>;

function populationSentence({ contested, n }: Population, rows: number): string {
  const among = n < rows ? `Of ${people(n)} drawn at random from the ${count(rows)} of` : `Of the ${people(n)} of`;
  return `${among} the population file, the answer is open for ${count(contested)} (${percent(contested / n)}).`;
}

/** Shares of fewer people say nothing. */
const LEAST_PEOPLE = 10;

function rightWhere(answer: "clear" | "open", share: MeasuredShare | null) {
  if (share === null) return null;
  const few = `How often it is right where the answer is ${answer} is not known: ${people(share.n)} are too few.`;
  const of = `${count(Math.round(share.successes))} of ${count(share.n)}`;
  const right = `Where the answer is ${answer}, the rebuilt model is right about ${percent(share.share)} (${of}).`;
  return statement(share.n < LEAST_PEOPLE ? few : right, "determined");
}

/** What is gained by answering only the people the model is surest about. */
function surest({ identification: { abstention }, recommendation }: AuditFile): Said {
  if (recommendation.method === "majority") return [];
  const [half] = abstention.toSorted((a, b) => Math.abs(a.answered - 0.5) - Math.abs(b.answered - 0.5));
  if (half === undefined) return [];
  const { answered, agreement } = half;
  return [
    statement(
      `Asked only about the ${percent(answered)} of people it is surest about, the rebuilt model is right about ` +
        `${percent(agreement.share)} (lower end of the 95 % interval ${percent(agreement.low)}; ` +
        `${people(agreement.n)}).`,
      "abstention",
    ),
  ];
}
