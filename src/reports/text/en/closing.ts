import { amount, count, percent } from "../../../document/format.js";
import type { Caveat } from "../../../findings/trust.js";
import { named } from "../name.js";

/** Section 8: which findings survive other choices. */
export const sensitivity = {
  title: "Sensitivity",
  off: "The audit was run without the sensitivity stage, so how far findings depend on choices is not known.",
  variants: (variants: number, most: number, name: string) =>
    `${amount(variants, "choice was", "choices were")} changed one at a time. The largest effect came from “${named(name)}”: ${percent(most)} of the people get another answer.`,
  others: (variants: number) =>
    `${amount(variants, "more change is", "more changes are")} of RECAST’s mixing weights, which the rebuilt model does not have; ${variants === 1 ? "it does" : "they do"} not count in the statements.`,
  held: (holding: number, conclusions: number) =>
    conclusions === 0
      ? "There was no statement to follow through the variants."
      : holding === conclusions
        ? `${conclusions === 1 ? "The one statement" : `All ${count(conclusions)} statements`} followed through the variants ${conclusions === 1 ? "holds" : "hold"} in each of them.`
        : conclusions === 1
          ? "The one statement followed through the variants does not hold in each of them; the table says where it fails."
          : `Of ${count(conclusions)} statements followed through the variants, ${holding === 0 ? "none holds" : holding === 1 ? "one holds" : `${count(holding)} hold`} in each of them; the table says where ${holding === 0 ? "they fail" : conclusions - holding === 1 ? "the other fails" : "the others fail"}.`,
  conclusionsHeading: "Which statements survive",
  variantsHeading: "What each choice changes",
  chart: "Share of people who get another answer under each choice",
  chartWords: "The longer the bar, the more answers depend on that choice.",
  variantsNote:
    "One choice at a time, everything else as in the audit. “Changed” compares with the answers of the same model in the audit. Agreement is measured where people were left out of the fit; a dash stands where everybody was used in it.",
  gapsNote: (others: boolean) =>
    `Each row asks its own fit about all observed people, those it was fitted on among them, and counts everybody once. Section 7 gives other numbers: answers of fits that had not seen the person, by sampling weight where there are weights.${others ? " Rows of RECAST are not to be compared with the first row, which is about the rebuilt model." : ""}`,
  limits: {
    one: "Choices are changed one at a time. Two changes together can do more.",
  },
};

/** Section 9: what no reader may conclude. */
export const caveats = {
  title: "Caveats",
  says: "These limits hold for every number of this report. They are written so that they can be quoted.",
  standing: [
    {
      code: "FOUR_FIFTHS",
      title: "The four-fifths rule",
      text: "An impact ratio of 0.80 is a rule of thumb for where to look, from United States employment guidelines of 1978. New York City’s Local Law 144 asks for impact ratios to be published and sets no 0.80 pass mark. A ratio below 0.80 is no finding of unlawful treatment, and a ratio above it is no clearance.",
    },
    {
      code: "INTERVALS",
      title: "Intervals",
      text: "A 95 % interval says what a sample of this size leaves open if people were drawn at random. It does not cover errors in the files, nor people who never came into them.",
    },
    {
      code: "WORDS",
      title: "Words used here",
      text: "“Indication”: worth looking into. “Consistent with”: not excluded by the evidence. “Not determined”: the evidence allows both answers. No sentence of this report is a verdict.",
    },
  ],
  titles: {
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
  } satisfies Readonly<Record<Caveat["code"], string>>,
};

/** Section 10: how anyone can do it again. */
export const reproduce = {
  title: "Reproduce",
  says: "The same files, settings and version give the same bytes, on any machine. With the folder of this report, one command runs the audit again and compares every file.",
  commandHeading: "Commands",
  verify:
    "In the folder of this report, this command makes the audit again and names the first difference, if there is one:",
  again:
    "The folder’s audit.yaml holds the roles of all columns and every setting. With the input files beside it, this makes the audit into another folder:",
  settingsHeading: "Settings",
  setting: {
    seed: "Seed of all random numbers",
    methods: "Methods",
    solver: "Solver of the prototypes",
    scaling: "Scaling of numbers",
    folds: "Folds, and how often dealt",
    foldsValue: (folds: number, repeats: number) => `${count(folds)} × ${count(repeats)}`,
    resamples: "Bootstrap resamples",
    refits: "Refits",
    abstain: "Margin below which nothing is said",
    blur: "Blur, epochs and support points",
    bins: "Cut points of numeric attributes",
    noBins: "none given",
    kernels: "Numeric kernels",
    version: "Version",
    format: "Format of audit.json",
  },
  filesHeading: "Hashes",
  filesText:
    "The input files are known by their SHA-256 (section 2). The folder’s manifest.json lists the hash of every output, of the configuration and of the program.",
  limits: "Another version of the program may give other numbers; the manifest says which one wrote these.",
};
