import { amount, people } from "../../document/format.js";
import type { AuditFile } from "../../findings/audit-file.js";

/** Entries of the appendix that only an audit with reasons has. */
export const REASON_ENTRIES = {
  reasons: [
    "Which reasons are told to whom",
    "Counted are refused people who were told a reason, each once per reason. Shares are of the people of the group " +
      "who were told any reason, with the interval of A.1. Each group is compared with everybody else of its " +
      "attribute who was told any: Fisher’s exact test, or the z test where every expected count is large. " +
      "Holm’s correction covers every comparison of reasons, the comparisons of the check included; a two-group " +
      "attribute is one comparison, and fewer than ten people on either side are not compared. " +
      "Intervals of differences are corrected alike.",
    ({ reasons }) =>
      `${people(reasons?.people ?? 0)} told ${amount(reasons?.given ?? 0, "reason")}; ` +
      `${amount(reasons?.comparisons ?? 0, "comparison is", "comparisons are")} corrected together.`,
  ],
  "reason-check": [
    "Whether people’s own values agree with their reasons",
    "No model is needed. A reason is checked if it stands for one number of the file and says what would have " +
      "helped. Where a lower value would have helped, a value speaks against the reason if it is at most the median " +
      "of the accepted people; where a higher one would, if it is at least the median. People without a value are " +
      "left out. Groups are compared by the share of people whose value speaks against at least one of their " +
      "reasons. This is an indication: a system may weigh several fields together.",
    ({ reasons }) => `${people(reasons?.against?.n ?? 0)} with a reason that can be checked.`,
  ],
  "reason-worth": [
    "Whether reasons help",
    "The rebuilt model is fitted with and without the reasons on the same folds, and compared person by person as is " +
      "done for letters. The difference is about how often the model is right, and not about groups: in studies, " +
      "reasons made no difference between groups better known.",
    ({ reasonWorth, settings }) =>
      reasonWorth === null
        ? "Not measured."
        : `Method ${reasonWorth.method}; ${people(reasonWorth.n)}, ${amount(settings.folds, "fold")}, ` +
          `${amount(settings.repeats, "repeat")}; seed ${settings.seed}.`,
  ],
} as const satisfies Readonly<Record<string, readonly [string, string, (file: AuditFile) => string]>>;
