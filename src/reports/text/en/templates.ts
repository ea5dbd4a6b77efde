import { amount, count, list, percent } from "../../../document/format.js";
import { named } from "../name.js";

/** Front part of the New York City Local Law 144 table set. */
export const localLaw144 = {
  title: "Table set of New York City Local Law 144",
  says: (people: number) =>
    `The tables below follow 6 RCNY § 5‑301 for a tool that selects people or sorts them into groups: the selection rate and the impact ratio of each category, for ${amount(people, "observed decision", "observed decisions")}.`,
  noMark:
    "The law asks for these numbers to be computed and published. It sets no 0.80 pass mark, and none is applied here.",
  category: "Category",
  applicants: "Number of applicants",
  selected: "Number selected",
  rate: "Selection rate",
  ratio: "Impact ratio",
  kinds: {
    sex: "Sex",
    race: "Race/ethnicity",
    intersection: "Sex and race/ethnicity together",
    other: "Other attribute",
  },
  tableTitle: (kind: string, attribute: string) => `${kind}: ${named(attribute)}`,
  unknown: (n: number, attribute: string) =>
    n === 0
      ? `Nobody is of unknown category of ${named(attribute)}.`
      : `${amount(n, "person", "people")} of unknown category of ${named(attribute)} ${n === 1 ? "is" : "are"} not in the table.`,
  below: (share: number) => `below 2 % of the data (${percent(share)})`,
  compared:
    "The impact ratio is the category’s selection rate over that of the most selected category. Categories of less than 2 % of the data are shown and are not taken as the most selected one; an auditor may leave them out of impact ratios, with a justification (§ 5‑301(d)).",
  noRatio: "not defined",
  noneSelected: "Nobody was selected, so impact ratios are not defined.",
  missing: {
    sex: "Sex: no sensitive column is named like sex or gender, so this table is missing.",
    race: "Race/ethnicity: no sensitive column is named like race or ethnicity, so this table is missing.",
    intersection:
      "Intersections: no pair of a sex column and a race/ethnicity column was compared, so this table is missing. Both columns must be named as sensitive.",
  },
  dataHeading: "Data used",
  data: (file: string, rows: number, columns: readonly string[]) =>
    `Observed decisions of the file ${named(file)} (${amount(rows, "row", "rows")}; SHA-256 in section 2); categories as written in ${list(columns.map(named))}.`,
  noColumns: "no column",
  dateHeading: "Date of the audit",
  suppliedHeading: "What this audit supplies",
  notSuppliedHeading: "What only the employer or the auditor can supply",
  supplied: [
    "Number of applicants, selection rate and impact ratio for each category (§ 5‑301(b)(1) and (2)), separately for the attributes above (§ 5‑301(b)(3)).",
    "The number of people of unknown category (§ 5‑301(b)(5)).",
    "Number of applicants and selection rate of categories below 2 % of the data (§ 5‑301(d)).",
    "A description of the data, by file and hash (§ 5‑303).",
  ],
  notSupplied: [
    "That the auditor is independent within the meaning of § 5‑300, and that the categories are those of the EEO-1 report.",
    "Scoring rates (§ 5‑301(c)): the file holds decisions, not the tool’s scores, so the median score is not known.",
    "That the data are historical data of this tool (§ 5‑302), or why test data were used.",
    "The distribution date of the tool, the publication on the employer’s website and the notice to candidates (§ 5‑303, § 5‑304).",
    "That the audit is not older than one year when the tool is used (Administrative Code § 20‑871).",
  ],
  limits:
    "Intervals, tests and bounds for the same rates are in section 4; the law does not ask for them, and small categories should not be read without them.",
};

/** Front part of the Annex IV checklist. */
export const annexIv = {
  title: "Checklist of Annex IV, Regulation (EU) 2024/1689",
  says: "Annex IV lists what the technical documentation of a high-risk system must contain. It is the provider’s to write. This audit was made from outside, from decisions and letters; the list says point by point what it can add and what only the provider can supply.",
  status: { part: "supplied in part", none: "not supplied" },
  supplies: "This audit supplies",
  provider: "Only the provider can supply",
  nothing: "nothing",
  section: (title: string) => `“${title}”`,
  points: [
    {
      point: "1",
      asks: "General description: purpose, provider, version, interaction with other systems, forms of distribution, hardware, user interface, instructions for use",
      supplies: "The purpose, period and decision as stated by the auditor.",
      provider: "The description itself, versions, interfaces and instructions for use.",
      sections: ["identity"],
    },
    {
      point: "2 (a)–(c)",
      asks: "Development: methods and steps, third-party tools, design choices and assumptions, what is optimised, architecture, computing resources",
      supplies:
        "Which simple rules reproduce the decisions, how well, and which columns such a rule hangs on. This is consistent with many designs.",
      provider: "The actual logic, the design choices and their reasons.",
      sections: ["surrogate"],
    },
    {
      point: "2 (d)",
      asks: "Data requirements: training data, their origin, scope, selection, labelling and cleaning",
      supplies: "A description of the observed decisions only: columns, missing values, duplicates, exclusions.",
      provider: "Everything about the training data.",
      sections: ["evidence"],
    },
    {
      point: "2 (e)",
      asks: "Human oversight measures under Article 14, and what helps deployers to interpret outputs",
      supplies: "What the letters tell people, and where letters and decisions do not fit together.",
      provider: "The oversight measures and their assessment.",
      sections: ["letters"],
    },
    {
      point: "2 (f)",
      asks: "Changes to the system that were determined in advance",
      supplies: null,
      provider: "The description of such changes and how compliance is kept.",
      sections: [],
    },
    {
      point: "2 (g)",
      asks: "Validation and testing: data, metrics of accuracy and robustness, potentially discriminatory impacts, signed test logs",
      supplies:
        "Rates and impact ratios by group with intervals and tests, what letters ask of each group, and differences through the rebuilt model; all can be run again by anyone.",
      provider: "Accuracy of the system itself, its own test reports, dates and signatures.",
      sections: ["facts", "fairness"],
    },
    {
      point: "2 (h)",
      asks: "Cybersecurity measures",
      supplies: null,
      provider: "The measures.",
      sections: [],
    },
    {
      point: "3",
      asks: "Monitoring, functioning and control: capabilities and limits, accuracy for specific persons or groups, foreseeable risks to fundamental rights and of discrimination, input data",
      supplies:
        "How often decisions can be given back, overall and by group; for whom the evidence leaves the answer open; indications of differences between groups.",
      provider: "Expected accuracy for the intended purpose, known risks, specifications of input data.",
      sections: ["determined", "facts"],
    },
    {
      point: "4",
      asks: "Why the performance metrics are appropriate for the system",
      supplies: "The definition, interval and limits of every metric used here.",
      provider: "The choice of metrics for the system.",
      sections: ["appendix"],
    },
    {
      point: "5",
      asks: "The risk management system of Article 9",
      supplies: null,
      provider: "The description; findings of this audit can be an input to it.",
      sections: [],
    },
    {
      point: "6",
      asks: "Relevant changes through the lifecycle",
      supplies: null,
      provider: "The record of changes. Two audits of different periods can be compared from outside.",
      sections: [],
    },
    {
      point: "7",
      asks: "Harmonised standards applied, or the solutions adopted instead",
      supplies: null,
      provider: "The list.",
      sections: [],
    },
    {
      point: "8",
      asks: "A copy of the EU declaration of conformity (Article 47)",
      supplies: null,
      provider: "The declaration.",
      sections: [],
    },
    {
      point: "9",
      asks: "The post-market monitoring system of Article 72 and its plan",
      supplies:
        "A procedure that can be repeated on each period’s decisions, with the same settings and a certificate.",
      provider: "The monitoring system and its plan.",
      sections: ["reproduce"],
    },
  ],
  limits:
    "A checklist shows what is there. It does not show that a requirement is met, and nothing here is a conformity assessment.",
};

/** Front part of the model card. */
export const modelCard = {
  title: "Model card of the rebuilt model",
  says: (method: string, features: number) =>
    `This card describes the rebuilt model (method ${method}, ${amount(features, "column", "columns")}), not the audited system.`,
  details: "Model details",
  intended: "Intended use",
  outOfScope: "Uses it is not made for",
  data: "Data",
  factors: "Groups looked at",
  metrics: "Metrics",
  limits: "Limits",
  method: "Method",
  version: "Version",
  columns: "Columns it may look at",
  fittedOn: "Fitted on",
  evaluatedOn: "Evaluated on",
  agreement: "Agreement out of fold",
  settled: "Answers settled by the evidence",
  difference: "Largest difference between groups",
  file: "File",
  fileValue: "surrogate.json in the folder of this report",
  intendedText:
    "To describe how observed decisions go together with the columns of the file; to compare groups where decisions are not known for everybody; to say for whom the evidence leaves the answer open.",
  outOfScopeText: [
    "Deciding about anybody.",
    "Standing in for the audited system where nobody was observed.",
    "Statements about causes, intent or the law.",
  ],
  noGroups: "none: no column was named as sensitive",
  fittedOnValue: (rejected: number, accepted: number, letters: number) =>
    `${count(rejected)} rejected and ${count(accepted)} accepted people, ${amount(letters, "letter", "letters")}`,
  evaluatedOnValue: (n: number, folds: number) =>
    `the same ${amount(n, "person", "people")}, each by a fit that had not seen them (${amount(folds, "fold", "folds")})`,
};
