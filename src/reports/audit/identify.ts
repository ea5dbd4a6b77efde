import { chapter, headed, heading, paragraph, type Said, sideBySide, statement } from "../../document/document.js";
import { amount, count, measured, number, percent, percentRange } from "../../document/format.js";
import { named } from "../../document/names.js";
import type { AuditFile } from "../../findings/audit-file.js";
import type { MeasuredShare } from "../../math/interval.js";
import { agreementOf } from "./agreement.js";
import type { Context } from "./context.js";

export const IDENTIFY_TITLE = "What the evidence determines";

/** What "determined" means, and of whom it is said. */
export const IDENTIFY_LIMITS = [
  "“Determined” means settled among the models tried here. A model of another kind may be consistent with the " +
    "same evidence and answer otherwise.",
  "Shares are about the people in the files. Where nobody was observed, nothing is determined.",
] as const;

/** Section 6: who is determined and who is not, overall and by group, and how agreement rises with abstention. */
export function identifySection(context: Context) {
  const { stability, determined } = context.file.identification;
  const { accepted, rejected, contested } = determined;
  const shares = `accepted ${percent(accepted.share)}, rejected ${percent(rejected.share)}`;
  return chapter("determined", IDENTIFY_TITLE, {
    says: summary(context),
    body: [
      heading("Determined and not determined"),
      context.chart("determined", {
        title: "People accepted, rejected, or not determined",
        words: `Over all refits: ${shares}, not determined ${percent(contested.share)}.`,
      }),
      context.table("determined", { where: { rule: "refits" }, title: "Settled over all refits", note: null }),
      stability.changed === null
        ? null
        : paragraph(
            statement(
              `On average, ${percent(stability.changed)} of the people get another answer when the model is ` +
                `refitted on people drawn anew (${amount(stability.refits, "refit")}).`,
              "stability",
            ),
          ),
      context.table("stability"),
      byGroup(context),
      abstention(context),
      band(context),
      lens(context),
    ],
    limits: IDENTIFY_LIMITS,
  });
}

function summary(context: Context): Said {
  const { determined, stability, band: found } = context.file.identification;
  const { agreementDetermined, agreementContested, population } = determined;
  return [
    statement(determinedSentence(determined.contested, stability), "determined"),
    agreementDetermined === null && agreementContested === null
      ? null
      : statement(agreementSentence(agreementDetermined, agreementContested), "determined"),
    found.failure === null ? bandStatements(context, found.split.contested) : null,
    population === null
      ? null
      : statement(
          `Of ${count(population.n)} people looked at in the population file, the answer is not determined for ` +
            `${count(population.contested)} (${percent(population.contested / population.n)}).`,
          "determined",
        ),
  ];
}

export function determinedSentence(
  contested: MeasuredShare,
  { refits, method }: Pick<AuditFile["identification"]["stability"], "refits" | "method">,
): string {
  if (refits === 0)
    return (
      `The method ${method} could not be fitted again on people drawn anew, so for whom its answer is settled is ` +
      "not known."
    );
  const times = refits === 1 ? "once" : `${count(refits)} times`;
  return (
    `Refitting the method ${method} ${times} on people drawn anew settles the answer for ` +
    `${percent(1 - contested.share)} of the observed people; for ${measured(contested)} it is not determined.`
  );
}

function agreementSentence(inside: MeasuredShare | null, outside: MeasuredShare | null): string {
  const agrees = "it agrees with the observed decision in";
  if (inside === null) return outside === null ? "" : `Where it is not determined, ${agrees} ${measured(outside)}.`;
  const rest = outside === null ? "" : `; where it is not, in ${measured(outside)}`;
  return `Where it is determined, ${agrees} ${measured(inside)}${rest}.`;
}

function bandStatements(context: Context, contested: MeasuredShare) {
  return [statement(bandSentence(contested), "lambda-band"), recastAgreement(context)];
}

function bandSentence(contested: MeasuredShare): string {
  return (
    `Over every mixing weight RECAST’s formula can produce, RECAST’s answer changes for ${measured(contested)} of ` +
    "the people."
  );
}

/** How often RECAST itself agrees, to stand beside what is settled for RECAST. */
function recastAgreement({ file }: Context) {
  const { method } = file.recommendation;
  const recast = agreementOf(file, "recast");
  const own = method === "recast" ? null : agreementOf(file, method);
  const other = own === null ? "" : `, ${method} with ${percent(own.share)}`;
  const agrees =
    recast === null
      ? "How often RECAST agrees with decisions it was not fitted on was not measured"
      : `RECAST agrees with ${measured(recast)} of the decisions it was not fitted on${other}`;
  return statement(`${agrees}: what is settled for RECAST need not be right.`, "agreement");
}

function byGroup(context: Context) {
  const charts = context.file.identification.determined.byAttribute.map(({ attribute, groups }) => {
    const shares = groups.flatMap(({ group, share }) =>
      share === null ? [] : [`${named(group)}: ${percent(share.share)} of ${count(share.n)}`],
    );
    return context.chart("contested-by-group", {
      subject: attribute,
      title: `Share not determined by ${named(attribute)}`,
      words: `${shares.slice(0, 12).join("; ")}.`,
    });
  });
  return [
    context.has("contested-by-group") ? heading("By group") : null,
    sideBySide(...charts),
    context.table("contested-by-group", { where: { rule: "refits" } }),
  ];
}

function abstention(context: Context) {
  const points = context.file.identification.abstention;
  const nearest = (share: number) =>
    points.reduce<(typeof points)[number] | null>(
      (best, point) =>
        best === null || Math.abs(point.answered - share) < Math.abs(best.answered - share) ? point : best,
      null,
    );
  const [all, half] = [nearest(1), nearest(0.5)];
  if (all === null || half === null) return [];
  const { answered, agreement } = half;
  const sentence =
    `Answering everybody, the rebuilt model agrees with ${percent(all.agreement.share)} of the decisions; ` +
    `answering only the surest ${percent(answered)}, with ${percent(agreement.share)} (95 % interval ` +
    `${percentRange(agreement)}; n = ${count(agreement.n)}).`;
  return [
    heading("Answering only the surest"),
    paragraph(statement(sentence, "abstention")),
    context.chart("abstention", {
      title: "Agreement when only the surest people are answered",
      words: sentence,
      reads:
        "Towards the left fewer people are answered: agreement should rise there if the model knows where it " +
        "is sure.",
    }),
    context.table("abstention", { limit: 24 }),
  ];
}

function band(context: Context) {
  const found = context.file.identification.band;
  const title = "The band over mixing weights";
  if (found.failure !== null) {
    return headed(
      title,
      paragraph(statement(`${title} could not be computed: ${found.failure.message}.`, "lambda-band")),
    );
  }
  return headed(
    title,
    paragraph(bandStatements(context, found.split.contested)),
    context.chart("band", {
      title: "How far RECAST’s margin moves over all mixing weights",
      words: bandSentence(found.split.contested),
      reads:
        "One vertical line per person, in order of the margin. A line that crosses zero is a person whose " +
        "answer from RECAST depends on the mixing weights.",
    }),
    context.table("determined", {
      where: { rule: "lambda-band" },
      title: "Settled over all mixing weights",
      part: "band",
      how: "lambda-band",
      note: null,
    }),
  );
}

function lens(context: Context) {
  const found = context.file.identification.lens;
  const title = "How large an error of the evidence may be";
  if (found.failure !== null) {
    return headed(title, paragraph(statement(`Certificates could not be computed: ${found.failure.message}.`, "lens")));
  }
  const { certain, tolerance, certificates } = found;
  const median = certificates[Math.floor(certificates.length / 2)] ?? 0;
  const sentence =
    "A person’s certificate is the smallest error of the evidence, in scaled units, that would let the nearer of " +
    `the two classes change for them, in RECAST’s geometry; half of all certificates are ${number(median)} or ` +
    `more. Evidence of this size errs by about ${number(tolerance)} by chance, and ${measured(certain)} of the ` +
    "people have a certificate above that.";
  return headed(
    title,
    paragraph(statement(sentence, "lens"), recastAgreement(context)),
    context.table("determined", {
      where: { rule: "lens" },
      part: "lens",
      title: "Certificates above the tolerance",
      how: "lens",
      note: null,
    }),
    context.table("lens"),
  );
}
