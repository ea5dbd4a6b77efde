import { bullets, type Chapter, chapter, heading, statement, type TableBlock } from "../../document/document.js";
import { amount, list, people, percent } from "../../document/format.js";
import { named } from "../../document/names.js";
import { column, tableOf } from "../../document/table.js";
import { tableBlock } from "../../document/table-view.js";
import type { Context } from "../audit/context.js";
import type { AttributeFacts } from "../audit/extreme-groups.js";
import { AUDIT_WORDS } from "../audit/tables/words.js";

const KINDS = {
  sex: "Sex",
  race: "Race/ethnicity",
  intersection: "Sex and race/ethnicity together",
  other: "Other attribute",
} as const;

type Kind = keyof typeof KINDS;

const MISSING = {
  sex: "Sex: no sensitive column is named like sex or gender, so this table is missing.",
  race: "Race/ethnicity: no sensitive column is named like race or ethnicity, so this table is missing.",
  intersection:
    "Intersections: no pair of a sex column and a race/ethnicity column was compared, so this table is missing. " +
    "Both columns must be named as sensitive.",
} as const;

const SUPPLIED = [
  "Number of applicants, selection rate and impact ratio for each category (§ 5‑301(b)(1) and (2)), separately " +
    "for the attributes above (§ 5‑301(b)(3)).",
  "The number of people of unknown category (§ 5‑301(b)(5)).",
  "Number of applicants and selection rate of categories below 2 % of the data (§ 5‑301(d)).",
  "A description of the data, by file and hash (§ 5‑303).",
];

const NOT_SUPPLIED = [
  "That the auditor is independent within the meaning of § 5‑300, and that the categories are those of the EEO-1 " +
    "report.",
  "Scoring rates (§ 5‑301(c)): the file holds decisions, not the tool’s scores, so the median score is not known.",
  "That the data are historical data of this tool (§ 5‑302), or why test data were used.",
  "The distribution date of the tool, the publication on the employer’s website and the notice to candidates (§ " +
    "5‑303, § 5‑304).",
  "That the audit is not older than one year when the tool is used (Administrative Code § 20‑871).",
];

const COMPARED =
  "The impact ratio is the category’s selection rate over the most selected category’s. Categories of less " +
  "than 2 % of the data are shown and are not taken as the most selected one; an auditor may leave them out of " +
  "impact ratios, with a justification (§ 5‑301(d)).";

const SEX = /\b(?:sex|gender)\b/;
const RACE = /\b(?:race|ethnic|ethnicity|ethnicities)\b/;

/** Below this share of the data an auditor may leave a category out of impact ratios (6 RCNY § 5-301(d)). */
const SMALL_SHARE = 0.02;

/**
 * Selection rates and impact ratios by category, as 6 RCNY § 5-301 asks for them, and what they need beyond the file.
 */
export function localLaw144Front({ file }: Context): Chapter {
  const { attributes: all, overall } = file.facts;
  const attributes = all.map((facts) => ({ facts, kind: kindOf(facts) }));
  const sorted = (Object.keys(KINDS) as Kind[]).flatMap((kind) => attributes.filter((one) => one.kind === kind));
  const missing = (Object.keys(MISSING) as (keyof typeof MISSING)[]).filter((kind) =>
    attributes.every((one) => one.kind !== kind),
  );
  const columns = [...new Set(all.flatMap((facts) => facts.columns))];
  const date = (file.identity.date ?? "").trim();
  const { decisions } = file.files;
  return chapter("local-law-144", "Table set of New York City Local Law 144", {
    says: [
      statement(
        "The tables follow 6 RCNY § 5‑301 for a tool that selects people or sorts them into groups: the " +
          `selection rate and the impact ratio of each category, for ${amount(overall.n, "observed decision")}.`,
        "selection-rate",
      ),
      "The law asks for these numbers to be computed and published. It sets no 0.80 pass mark, and none is " +
        "applied here.",
    ],
    body: [
      sorted.map(({ facts, kind }, k) => categoryTable(facts, { kind, place: k + 1, all: overall.n })),
      heading("Data used"),
      `Observed decisions of the file ${named(decisions.name)} (${amount(decisions.rows, "row")}; SHA-256 in ` +
        "section “Evidence”); categories as written in " +
        `${list((columns.length === 0 ? ["no column"] : columns).map(named))}.`,
      heading("Date of the audit"),
      date === "" ? "not stated" : named(date),
      heading("What this audit supplies"),
      bullets(SUPPLIED),
      heading("What only the employer or the auditor can supply"),
      bullets([...missing.map((kind) => MISSING[kind]), ...NOT_SUPPLIED]),
    ],
    limits: [
      "Intervals, tests and bounds of the same rates are in the appendix. The law does not ask for them; read small " +
        "categories with them.",
    ],
  });
}

function kindOf({ columns, kind }: AttributeFacts): Kind {
  const about = columns.map((name) => {
    const spoken = name
      .replace(/([a-z])([A-Z])/g, "$1 $2")
      .replace(/[_\W]+/g, " ")
      .toLowerCase();
    return SEX.test(spoken) ? "sex" : RACE.test(spoken) ? "race" : "other";
  });
  if (kind === "intersection") return about.includes("sex") && about.includes("race") ? "intersection" : "other";
  return about[0] ?? "other";
}

interface Place {
  readonly kind: Kind;
  readonly place: number;
  readonly all: number;
}

function categoryTable({ attribute, groups, unknown }: AttributeFacts, { kind, place, all }: Place): TableBlock | null {
  const large = groups.filter(({ n }) => n / all >= SMALL_SHARE);
  const highest = Math.max(0, ...large.map(({ rate }) => rate.share));
  const table = tableOf(
    {
      id: `ll144-${place}`,
      title: KINDS[kind],
      how: "impact-ratio",
      attribute,
      emphasis: ({ n }) =>
        n / all < SMALL_SHARE ? { as: "insufficient", label: `below 2 % of the data (${percent(n / all)})` } : null,
    },
    groups,
    [
      column("category", "text", ({ group }) => group),
      column("applicants", "count", ({ n }) => n, "Number of applicants"),
      column("selected", "count", ({ rate }) => rate.successes, "Number selected"),
      column("rate", "share", ({ rate }) => rate.share, "Selection rate"),
      column("ratio", "ratio", ({ rate }) => (highest === 0 ? null : rate.share / highest), "Impact ratio"),
    ],
  );
  const block = tableBlock(table, {}, { ...AUDIT_WORDS, because: null });
  if (block === null) return null;
  const outside = unknown?.n ?? 0;
  return {
    ...block,
    name: null,
    anchor: `ll144-${place}`,
    notes: [
      outside === 0
        ? `Nobody is of unknown category of ${named(attribute)}.`
        : `${people(outside)} of unknown category of ${named(attribute)} ${outside === 1 ? "is" : "are"} not in ` +
          "the table.",
      highest === 0 ? "Nobody was selected, so impact ratios are not defined." : COMPARED,
    ],
  };
}
