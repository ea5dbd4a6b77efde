import { chapter, definitions, statement } from "../../document/document.js";
import { count } from "../../document/format.js";
import { named } from "../../document/names.js";
import type { AuditFile } from "../../findings/audit-file.js";
import { EVERYBODY } from "../../settings/work-limits.js";
import type { Context } from "./context.js";
import { chanceSentence, effectSentence, heldSentence, othersSentence } from "./sensitivity-words.js";

type Caveat = AuditFile["caveats"][number];

export const SENSITIVITY_TITLE = "What depends on choices";

export function sensitivitySection(context: Context) {
  const found = context.file.sensitivity;
  if (found === null || found.folds === null) {
    const why =
      found === null
        ? "The audit was run without this stage, so how far findings depend on choices is not known."
        : "An earlier version made this audit. It asked each variation about people it had been fitted on, which " +
          "hides most changes. Run the audit again to see what depends on choices.";
    return chapter("sensitivity", SENSITIVITY_TITLE, { says: [why] });
  }
  const chance = found.variants.find(({ kind }) => kind === "folds")?.changed ?? null;
  const choices = found.variants.filter(({ method, kind }) => method === found.method && kind !== "folds");
  const others = found.variants.filter(({ method }) => method !== found.method).length;
  const known = choices.flatMap(({ name, changed }) => (changed === null ? [] : [{ name, changed }]));
  const [most] = known.toSorted((a, b) => b.changed - a.changed);
  return chapter("sensitivity", SENSITIVITY_TITLE, {
    says: [
      statement(heldSentence(found.conclusions), "sensitivity"),
      chance === null ? null : statement(chanceSentence(chance), "sensitivity"),
      most === undefined ? null : statement(effectSentence(choices.length, most.changed, most.name), "sensitivity"),
      others > 0 ? othersSentence(others) : null,
    ],
    body: [
      context.table("sensitivity-conclusions", {
        columns: ["sentence", "holds", "of", "fails"],
        title: "Under how many variations each clear finding holds",
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
  SAMPLED: "A sample was rebuilt",
  SMALL_SAMPLE: "Small sample",
  BALANCED_SAMPLE: "Balanced sample",
  ROWS_CONTRADICT: "Alike, and decided differently",
  SMALL_GROUPS: "Small groups",
  NO_LETTERS: "No letters",
  LETTERS_UNPAIRED: "Letters of unknown people",
  STRAIGHT_BOUNDARY: "A rule of points",
  NOT_ABOVE_MAJORITY: "Little was learnt",
  METHODS_FAILED: "Methods not used",
};

/** Limits of every report, whatever was found: code, title and text. */
const STANDING: readonly (readonly [code: string, title: string, text: string])[] = [
  [
    "FOUR_FIFTHS",
    TITLES.FOUR_FIFTHS,
    "A ratio of rates below 0.80 is a reason to look closer, a rule of thumb from United States employment " +
      "guidelines of 1978. It shows no unlawful treatment, and a ratio above it clears nobody. New York " +
      "City’s Local Law 144 asks for the ratios and sets no pass mark.",
  ],
  [
    "INTERVALS",
    "Intervals",
    "A 95 % interval says what a sample of this size leaves open if people were drawn at random. It does not cover " +
      "errors in the files, or people who never came into them.",
  ],
  [
    "WORDS",
    "Words used here",
    "A difference is clear if it survives the correction for every comparison made, and possible if it only stands " +
      "out alone. An answer is clear if repeated fits agree on it, and open if they do not. No sentence is a verdict.",
  ],
];

export const CAVEATS_TITLE = "Limits of the evidence";

export function caveatsSection({ file: { caveats, facts } }: Context) {
  const standing = STANDING.filter(
    ([code]) =>
      caveats.every((caveat) => caveat.code !== code) && (code !== "FOUR_FIFTHS" || facts.attributes.length > 0),
  );
  return chapter("caveats", CAVEATS_TITLE, {
    says: ["These limits apply to every number of this report. Quote them with it."],
    body: [
      definitions([
        ...caveats.map(({ code, text }) => [TITLES[code], text] as const),
        ...standing.map(([, title, text]) => [title, text] as const),
      ]),
    ],
  });
}

function mostFitted(sample: number): string {
  return sample === EVERYBODY ? "everybody" : count(sample);
}

export const REPRODUCE_TITLE = "Check and repeat";

export function reproduceSection({ file }: Context) {
  const { settings } = file;
  const bins = Object.entries(settings.bins).map(([name, cuts]) => `${named(name)}: ${cuts.join(", ")}`);
  return chapter("reproduce", REPRODUCE_TITLE, {
    says: [
      statement(
        "The same files, settings and version give the same bytes on any machine. The folder’s manifest.json has the " +
          "SHA-256 of every input and output, of the settings and of the program.",
        "reproduction",
      ),
    ],
    body: [
      {
        kind: "commands",
        commands: [
          {
            text: "In the folder of this report, this makes the audit again and names the first difference, if any:",
            command: "recast verify .",
          },
          {
            text:
              "audit.yaml has the role of every column and every setting. With the input files beside it, this makes " +
              "the audit into another folder:",
            command: "recast audit audit.yaml --out again",
          },
        ],
      },
    ],
    limits: ["Another version of the program may give other numbers; the manifest says which one wrote these."],
    tables: [
      definitions([
        ["Seed of all random numbers", String(settings.seed)],
        ["Methods", settings.methods.join(", ")],
        ["Solver of the prototypes", settings.solver],
        ["Scaling of numbers", settings.scaling],
        ["Folds, and how often dealt", `${count(settings.folds)} × ${count(settings.repeats)}`],
        ["Bootstrap resamples", count(settings.resamples)],
        ["Refits", count(settings.refits)],
        ["Most people that methods are fitted on", mostFitted(settings.sample)],
        ["Margin below which nothing is said", String(settings.abstain)],
        ["Blur, epochs and support points", `${settings.blur}, ${settings.epochs}, ${settings.points}`],
        ["Cut points of numeric attributes", bins.length === 0 ? "none given" : bins.join("; ")],
        ["Numeric kernels", file.kernels],
        ["Version", named(file.version)],
        ["Format of audit.json", file.format],
      ]),
    ],
  });
}
