import { chapter, definitions, details, headed, heading, statement } from "../../document/document.js";
import { count } from "../../document/format.js";
import { named } from "../../document/names.js";
import type { AuditFile } from "../../findings/audit-file.js";
import type { Context } from "./context.js";
import { chanceSentence, effectSentence, heldSentence, othersSentence } from "./sensitivity-words.js";

type Caveat = AuditFile["caveats"][number];

export function sensitivitySection(context: Context) {
  const found = context.file.sensitivity;
  if (found === null || found.folds === null) {
    const why =
      found === null
        ? "The audit was run without the sensitivity stage, so how far findings depend on choices is not known."
        : "An earlier version made this audit. It asked each variation about people it had been fitted on, which " +
          "hides most changes. Run the audit again to see what depends on choices.";
    return chapter("sensitivity", "Sensitivity", { says: [why] });
  }
  const chance = found.variants.find(({ kind }) => kind === "folds")?.changed ?? null;
  const choices = found.variants.filter(({ method, kind }) => method === found.method && kind !== "folds");
  const others = found.variants.filter(({ method }) => method !== found.method).length;
  const known = choices.flatMap(({ name, changed }) => (changed === null ? [] : [{ name, changed }]));
  const [most] = known.toSorted((a, b) => b.changed - a.changed);
  const ofRecast = others > 0 ? " Compare rows of RECAST with each other, not with the first row." : "";
  return chapter("sensitivity", "Sensitivity", {
    says: [
      statement(heldSentence(found.conclusions), "sensitivity"),
      chance === null ? null : statement(chanceSentence(chance), "sensitivity"),
      most === undefined ? null : statement(effectSentence(choices.length, most.changed, most.name), "sensitivity"),
      others > 0 ? othersSentence(others) : null,
    ],
    body: [
      headed(
        "Which findings the rebuilt model shows throughout",
        context.table("sensitivity-conclusions", { columns: ["sentence", "holds", "of", "fails"] }),
      ),
      heading("What each choice changes"),
      context.chart("sensitivity", {
        title: "Share of people who get another answer under each choice",
        reads: "The longer the bar, the more answers depend on that choice. The first bar is chance.",
        table: "sensitivity-variants",
      }),
      context.table("sensitivity-variants", {
        columns: ["variant", "kind", "changed", "agreement", "failure"],
        note:
          "One choice at a time, everything else as in the audit. Every answer comes from a fit that had not " +
          "seen the person. “Another answer” compares with the audit; people whom other folds alone give another " +
          "answer are left out of it, except in the first row, which counts them.",
      }),
      context.table("sensitivity-gaps", {
        hide: ["method"],
        limit: 20,
        note:
          "By the same held-out answers, with sampling weights where there are any. The first row is the audit’s own " +
          `and repeats section 7.${ofRecast}`,
      }),
    ],
    limits: [
      "Choices are changed one at a time. Two changes together can do more.",
      "A finding that holds throughout is one the rebuilt model shows whatever the choice. The evidence for it is in " +
        "the decisions.",
    ],
  });
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
