import { chapter, definitions, details, headed, heading, statement } from "../../document/document.js";
import { amount, count, percent } from "../../document/format.js";
import { named } from "../../document/names.js";
import type { AuditFile } from "../../findings/audit-file.js";
import type { Context } from "./context.js";

type Caveat = AuditFile["caveats"][number];

export function sensitivitySection(context: Context) {
  const found = context.file.sensitivity;
  if (found === null) {
    const off = "The audit was run without the sensitivity stage, so how far findings depend on choices is not known.";
    return chapter("sensitivity", "Sensitivity", { says: [off] });
  }
  const variants = found.variants.filter(({ method }) => method === found.method);
  const others = found.variants.length - variants.length;
  const known = variants.flatMap(({ name, changed }) => (changed === null ? [] : [{ name, changed }]));
  const [most] = known.toSorted((a, b) => b.changed - a.changed);
  const ofRecast =
    others > 0 ? " Rows of RECAST are not to be compared with the first row, which is about the rebuilt model." : "";
  return chapter("sensitivity", "Sensitivity", {
    says: [
      most === undefined ? null : statement(effectSentence(variants.length, most.changed, most.name), "sensitivity"),
      others > 0 ? othersSentence(others) : null,
      statement(heldSentence(found.conclusions), "sensitivity"),
    ],
    body: [
      headed(
        "Which statements survive",
        context.table("sensitivity-conclusions", { columns: ["sentence", "holds", "of", "fails"] }),
      ),
      heading("What each choice changes"),
      context.chart("sensitivity", {
        title: "Share of people who get another answer under each choice",
        reads: "The longer the bar, the more answers depend on that choice.",
        table: "sensitivity-variants",
      }),
      context.table("sensitivity-variants", {
        columns: ["variant", "kind", "changed", "agreement", "failure"],
        blank: ["agreement"],
        note:
          "One choice at a time, everything else as in the audit. “Changed” compares with the answers of the " +
          "same model in the audit. Agreement is measured where people were left out of the fit; a dash stands " +
          "where everybody was used in it.",
      }),
      context.table("sensitivity-gaps", {
        hide: ["method"],
        limit: 20,
        note:
          "Each row asks its own fit about all observed people, those it was fitted on among them, and counts " +
          "everybody once. Section 7 gives other numbers: answers of fits that had not seen the person, by " +
          `sampling weight where there are weights.${ofRecast}`,
      }),
    ],
    limits: ["Choices are changed one at a time. Two changes together can do more."],
  });
}

export function effectSentence(variants: number, changed: number, name: string): string {
  return (
    `${amount(variants, "choice was", "choices were")} changed one at a time. The largest effect came from ` +
    `“${named(name)}”: ${percent(changed)} of the people get another answer.`
  );
}

export function othersSentence(others: number): string {
  return (
    `${amount(others, "more change is", "more changes are")} of RECAST’s mixing weights, which the rebuilt model ` +
    `does not have; ${others === 1 ? "it does" : "they do"} not count in the statements.`
  );
}

export function heldSentence(conclusions: readonly { readonly holds: number; readonly of: number }[]): string {
  const all = conclusions.length;
  const holding = conclusions.filter(({ holds, of }) => holds === of).length;
  if (all === 0) return "There was no statement to follow through the variants.";
  if (all === 1) {
    return holding === 1
      ? "The one statement followed through the variants holds in each of them."
      : "The one statement followed through the variants does not hold in each of them; the table says where it fails.";
  }
  if (holding === all) return `All ${count(all)} statements followed through the variants hold in each of them.`;
  const hold = holding === 0 ? "none holds" : holding === 1 ? "one holds" : `${count(holding)} hold`;
  const fail = holding === 0 ? "they fail" : all - holding === 1 ? "the other fails" : "the others fail";
  return (
    `Of ${count(all)} statements followed through the variants, ${hold} in each of them; the table says where ` +
    `${fail}.`
  );
}

const TITLES: Readonly<Record<Caveat["code"], string>> = {
  NOT_IDENTIFIED: "Other models fit as well",
  NO_CAUSE: "No causes",
  SELECTION: "How people came into the file",
  FOUR_FIFTHS: "The four-fifths rule",
  SMALL_SAMPLE: "Small sample",
  BALANCED_SAMPLE: "Balanced sample",
  ROWS_CONTRADICT: "Alike, and decided differently",
  SMALL_GROUPS: "Small groups",
  NO_LETTERS: "No letters",
  LETTERS_UNPAIRED: "Letters of unknown people",
  STRAIGHT_BOUNDARY: "A rule of points",
  NOT_ABOVE_MAJORITY: "Little was learnt",
  METHODS_FAILED: "Methods that failed",
};

/** Limits of every report, whatever was found: code, title and text. */
const STANDING: readonly (readonly [code: string, title: string, text: string])[] = [
  [
    "FOUR_FIFTHS",
    TITLES.FOUR_FIFTHS,
    "An impact ratio of 0.80 is a rule of thumb for where to look, from United States employment guidelines of " +
      "1978. New York City’s Local Law 144 asks for impact ratios to be published and sets no 0.80 pass mark. A " +
      "ratio below 0.80 is no finding of unlawful treatment, and a ratio above it is no clearance.",
  ],
  [
    "INTERVALS",
    "Intervals",
    "A 95 % interval says what a sample of this size leaves open if people were drawn at random. It does not " +
      "cover errors in the files, nor people who never came into them.",
  ],
  [
    "WORDS",
    "Words used here",
    "“Indication”: worth looking into. “Consistent with”: not excluded by the evidence. “Not determined”: the " +
      "evidence allows both answers. No sentence of this report is a verdict.",
  ],
];

/** Caveats that not every audit has, by how much they weigh against its numbers. */
const BY_WEIGHT =
  "NOT_ABOVE_MAJORITY BALANCED_SAMPLE SMALL_SAMPLE NO_LETTERS LETTERS_UNPAIRED ROWS_CONTRADICT SMALL_GROUPS " +
  "METHODS_FAILED";

/** What weighs most against the numbers of this audit; null where only the limits of every audit hold. */
export function strongestCaveat({ caveats }: AuditFile): { readonly title: string; readonly text: string } | null {
  const [found] = BY_WEIGHT.split(" ").flatMap((code) => caveats.find((caveat) => caveat.code === code) ?? []);
  return found === undefined ? null : { title: TITLES[found.code], text: found.text };
}

export function caveatsSection({ file: { caveats, facts } }: Context) {
  const standing = STANDING.filter(
    ([code]) =>
      caveats.every((caveat) => caveat.code !== code) && (code !== "FOUR_FIFTHS" || facts.attributes.length > 0),
  );
  return chapter("caveats", "Caveats", {
    says: ["These limits hold for every number of this report. They are written so that they can be quoted."],
    body: [
      definitions([
        ...caveats.map(({ code, text }) => [TITLES[code], text] as const),
        ...standing.map(([, title, text]) => [title, text] as const),
      ]),
    ],
  });
}

export function reproduceSection({ file }: Context) {
  const { settings } = file;
  const bins = Object.entries(settings.bins).map(([name, cuts]) => `${named(name)}: ${cuts.join(", ")}`);
  return chapter("reproduce", "Reproduce", {
    says: [
      statement(
        "The same files, settings and version give the same bytes, on any machine. With the folder of this " +
          "report, one command runs the audit again and compares every file.",
        "reproduction",
      ),
    ],
    body: [
      heading("Commands"),
      {
        kind: "commands",
        commands: [
          {
            text:
              "In the folder of this report, this command makes the audit again and names the first difference, if " +
              "there is one:",
            command: "recast verify .",
          },
          {
            text:
              "The folder’s audit.yaml holds the roles of all columns and every setting. With the input files " +
              "beside it, this makes the audit into another folder:",
            command: "recast audit audit.yaml --out again",
          },
        ],
      },
      details("Settings", [
        definitions([
          ["Seed of all random numbers", String(settings.seed)],
          ["Methods", settings.methods.join(", ")],
          ["Solver of the prototypes", settings.solver],
          ["Scaling of numbers", settings.scaling],
          ["Folds, and how often dealt", `${count(settings.folds)} × ${count(settings.repeats)}`],
          ["Bootstrap resamples", count(settings.resamples)],
          ["Refits", count(settings.refits)],
          ["Margin below which nothing is said", String(settings.abstain)],
          ["Blur, epochs and support points", `${settings.blur}, ${settings.epochs}, ${settings.points}`],
          ["Cut points of numeric attributes", bins.length === 0 ? "none given" : bins.join("; ")],
          ["Numeric kernels", file.kernels],
          ["Version", named(file.version)],
          ["Format of audit.json", file.format],
        ]),
      ]),
      heading("Hashes"),
      "The input files are known by their SHA-256 (section 2). The folder’s manifest.json lists the hash of " +
        "every output, of the configuration and of the program.",
    ],
    limits: ["Another version of the program may give other numbers; the manifest says which one wrote these."],
  });
}
