import type { Body } from "../../document/document.js";
import type { Context } from "./context.js";

/** The tables of the part for researchers. */
export function researcherTables(context: Context): Body {
  const { fairness, sensitivity } = context.file;
  const [model] = fairness;
  const once = model?.weighted === true ? ", everybody counted once" : "";
  const where = { method: model?.method ?? "", scored: "observations" };
  return [
    context.table("methods", { columns: ["method", "usesLetters", "agreementN", "agreement", "failure"] }),
    context.table("methods", {
      columns: ["method", "rejectedAgreement", "acceptedAgreement", "letterConsistency", "lettersAccepted"],
      title: "Agreement by decision, and with the letters",
      part: "parts",
      how: "letter-consistency",
      note: null,
    }),
    context.table("model-parity", {
      columns: ["attribute", "method", "scored", "parityDifference", "range", "highest", "lowest"],
      title: "Differences of rates: the recommended method, and RECAST beside it",
    }),
    context.table("prototypes"),
    context.table("determined", {
      where: { rule: "lambda-band" },
      title: "RECAST over all mixing weights",
      part: "band",
      how: "lambda-band",
      note: null,
    }),
    context.table("determined", {
      where: { rule: "lens" },
      part: "lens",
      title: "Certificates above the tolerance",
      how: "lens",
      note: null,
    }),
    context.table("lens"),
    context.table("model-distances", { title: "Score distances" }),
    context.table("model-odds-by-group", {
      where,
      title: `True and false positive rates, observed people${once}`,
    }),
    context.table("partial-dependence"),
    context.table("shapley"),
    context.table("weights", { hide: ["unit"] }),
    sensitivity === null || sensitivity.folds === null
      ? []
      : [
          context.table("sensitivity-variants", {
            columns: ["variant", "kind", "changed", "agreement", "failure"],
            note:
              "One choice at a time, everything else as in the audit. Every answer comes from a fit that had not " +
              "seen the person. “Another answer” compares with the audit; people whom other folds alone give another " +
              "answer are left out of it, except in the first row, which counts them.",
          }),
          context.table("sensitivity-gaps", {
            hide: ["method"],
            note:
              "By the same held-out answers, with sampling weights where there are any. Compare rows of RECAST with " +
              "each other, not with the first row.",
          }),
        ],
  ];
}
