import * as kind from "./kinds.js";
import { under } from "./setting.js";
import { settings, type ValuesOf } from "./settings.js";

/** Declares a setting of `recast leak`; none of them stands in an audit.yaml. */
const own = under("leak", ["leak"]);

/** What `recast leak` measures by. */
export const leakSettings = {
  method: own("--method <name>", kind.words, {
    help: "how an outsider rebuilds the model",
    note:
      "`bracket`, `recast`, `recast-calibrated`, `ridge-letters`, " +
      "`samples-lr`, `samples-mlp`, `samples-dt` or `cca`",
    default: "bracket",
  }),
  sizes: own("--sizes <numbers>", kind.orNull(kind.sizes(2, 1_000_000)), {
    help: "people per class to measure at",
    note: "the sizes of conditions are added",
    default: null,
    defaultWords: "25, 50, 100, 200, 400 as far as there are people",
  }),
  at: own("--at <number>", kind.orNull(kind.whole(2, 1_000_000)), {
    help: "people per class for fields and mitigations",
    default: null,
    defaultWords: "the largest size up to 100",
  }),
  repeats: own("--repeats <number>", kind.whole(2, 1000), {
    help: "how often people are drawn",
    default: 5,
  }),
  holdOut: own("--hold-out <share>", kind.share(0.05, 0.9), {
    help: "share of the decisions to compare with, where there is no reference",
    default: 0.3,
  }),
  fields: own("--fields <number>", kind.whole(0, 10_000), {
    help: "how many fields to measure, most often changed first",
    default: 20,
  }),
  notices: own("--notices <names>", kind.orNull(kind.names), {
    help: "what to measure in place of letters: reasons-4, thresholds, thresholds-reasons-4, letters-reasons-4",
    note:
      "the number is the most reasons a person is told. Reasons come from the files, else from `--target`, a " +
      "surrogate.json or a .onnx file; thresholds from the target",
    default: null,
    defaultWords: "the reasons that the files give",
  }),
  seed: settings.seed,
  scaling: settings.scaling,
};

export const leakFlags = {
  reference: own("--reference <file>", kind.path, {
    help: "rows with the platform's decisions to compare with, never fitted on",
    defaultWords: "a part of the decisions",
  }),
  target: own("--target <model>", kind.words, {
    help: "model to ask whether changed letters are accepted: surrogate.json, a .onnx file, or an address",
    note: "Recast contacts nothing else, and this only if you name it",
  }),
  failIf: own("--fail-if <condition>", kind.conditions, {
    help: 'end with exit code 7 if this is true, such as "fidelity(100) > 0.9"',
  }),
  failBy: own("--fail-by <what>", kind.choice(["point", "interval"]), {
    help: "what a condition is judged by",
    note: "`point`: the estimate; `interval`: fails only if the whole interval is past the limit",
    default: "point",
  }),
};

/** Everything that shapes a measurement of leakage, with a value. */
export type LeakSettings = ValuesOf<typeof leakSettings>;

/** What the command line of `recast leak` takes besides the roles of the columns. */
export type LeakGiven = Partial<LeakSettings & ValuesOf<typeof leakFlags>>;
