import { count } from "../../document/format.js";
import { named } from "../text/name.js";
import { statement } from "../text/statement.js";
import type { Section } from "./block.js";
import { type Context, tableOf } from "./context.js";
import { chart, definitions, headed, plainText, shown, subheading } from "./pieces.js";
import { tableBlock } from "./table-block.js";

/** Section 8: which statements survive other choices. */
export function sensitivitySection(context: Context): Section {
  const { file, text } = context;
  const words = text.sensitivity;
  const found = file.sensitivity;
  if (found === null) {
    return { id: "sensitivity", title: words.title, says: [statement(words.off)], body: [], limits: [] };
  }
  const { conclusions } = found;
  const variants = found.variants.filter(({ method }) => method === found.method);
  const others = found.variants.length - variants.length;
  const known = variants.flatMap(({ name, changed }) => (changed === null ? [] : [{ name, changed }]));
  const [most] = known.toSorted((a, b) => b.changed - a.changed);
  const holding = conclusions.filter(({ holds, of }) => holds === of).length;
  return {
    id: "sensitivity",
    title: words.title,
    says: [
      ...(most === undefined
        ? []
        : [statement(words.variants(variants.length, most.changed, most.name), "sensitivity")]),
      ...(others > 0 ? [statement(words.others(others))] : []),
      statement(words.held(holding, conclusions.length), "sensitivity"),
    ],
    body: [
      ...headed(
        words.conclusionsHeading,
        tableBlock(context, tableOf(context, "sensitivity-conclusions"), {
          columns: ["sentence", "holds", "of", "fails"],
        }),
      ),
      subheading(words.variantsHeading),
      ...shown(
        chart(context, "sensitivity", {
          title: words.chart,
          words: words.chartWords,
          reads: words.chartWords,
          table: tableOf(context, "sensitivity-variants"),
        }),
      ),
      ...shown(
        tableBlock(context, tableOf(context, "sensitivity-variants"), {
          columns: ["variant", "kind", "changed", "agreement", "failure"],
          blank: ["agreement"],
          note: words.variantsNote,
        }),
      ),
      ...shown(
        tableBlock(context, tableOf(context, "sensitivity-gaps"), {
          hide: ["method"],
          limit: 20,
          note: words.gapsNote(others > 0),
        }),
      ),
    ],
    limits: [words.limits.one],
  };
}

/** Section 9: limits an official can quote. */
export function caveatsSection({ file, text }: Context): Section {
  const words = text.caveats;
  const all = [
    ...file.caveats.map(({ code, text: said }) => ({ title: words.titles[code], text: said })),
    ...words.standing.filter(
      ({ code }) =>
        file.caveats.every((caveat) => caveat.code !== code) &&
        (code !== "FOUR_FIFTHS" || file.facts.attributes.length > 0),
    ),
  ];
  return {
    id: "caveats",
    title: words.title,
    says: [statement(words.says)],
    body: [definitions(all.map(({ title, text: said }) => [title, said] as const))],
    limits: [],
  };
}

/** Section 10: commands, settings, versions and hashes. */
export function reproduceSection({ file, text }: Context): Section {
  const words = text.reproduce;
  const { settings } = file;
  const label = words.setting;
  const bins = Object.entries(settings.bins).map(([name, cuts]) => `${named(name)}: ${cuts.join(", ")}`);
  return {
    id: "reproduce",
    title: words.title,
    says: [statement(words.says, "reproduction")],
    body: [
      subheading(words.commandHeading),
      {
        kind: "commands",
        commands: [
          { text: words.verify, command: "recast verify ." },
          { text: words.again, command: "recast audit audit.yaml --out again" },
        ],
      },
      subheading(words.settingsHeading),
      definitions([
        [label.seed, String(settings.seed)],
        [label.methods, settings.methods.join(", ")],
        [label.solver, settings.solver],
        [label.scaling, settings.scaling],
        [label.folds, label.foldsValue(settings.folds, settings.repeats)],
        [label.resamples, count(settings.resamples)],
        [label.refits, count(settings.refits)],
        [label.abstain, String(settings.abstain)],
        [label.blur, `${settings.blur}, ${settings.epochs}, ${settings.points}`],
        [label.bins, bins.length === 0 ? label.noBins : bins.join("; ")],
        [label.kernels, file.kernels],
        [label.version, named(file.version)],
        [label.format, file.format],
      ]),
      subheading(words.filesHeading),
      plainText(words.filesText),
    ],
    limits: [words.limits],
  };
}
