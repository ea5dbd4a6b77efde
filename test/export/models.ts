import type { Evidence } from "../../src/input/evidence.js";
import type { CategoryColumn, Column, Table } from "../../src/input/table.js";
import { loadKernels } from "../../src/kernels/load.js";
import { type SurrogateName, surrogateMethods } from "../../src/surrogate/methods.js";
import { fitModel, type Model, type ModelOptions, makeModel } from "../../src/surrogate/model.js";
import type { Surrogate } from "../../src/surrogate/surrogate.js";
import { madeUpEvidence } from "../checks/made-up-evidence.js";

/** Names and levels that mean something to the languages of the exports. */
export const HOSTILE_COLUMNS: Readonly<Record<string, string>> = {
  income: `in"come'; DROP TABLE people; --`,
  savings: "=savings\\ <&> ½\n(€)",
  home: "decision",
  branch: "recast_margin",
};
export const HOSTILE_LEVELS: Readonly<Record<string, string>> = {
  owned: `'); DELETE FROM people; --"`,
  rented: `<b a="1">&amp; \\' + -"x"`,
  shared: "Ünïcödé \t tab",
};

/** The made-up evidence under names that try to break out. */
export function hostileEvidence(): Evidence {
  const evidence = madeUpEvidence({ people: 60, missing: 8 });
  const rename = (table: Table): Table => ({ ...table, columns: table.columns.map(renamed) });
  return {
    ...evidence,
    schema: {
      ...evidence.schema,
      features: evidence.schema.features.map((feature) => ({ ...feature, name: HOSTILE_COLUMNS[feature.name]! })),
      decision: { column: `appr"oved' <x>`, favourable: `y'e"s <&>`, unfavourable: "no\\" },
    },
    observations: rename(evidence.observations),
    letters: rename(evidence.letters),
  };
}

function renamed(column: Column): Column {
  const name = HOSTILE_COLUMNS[column.name]!;
  if (column.type === "number") return { ...column, name };
  const levels = column.levels.map((level) => HOSTILE_LEVELS[level]!);
  return { ...column, name, levels } satisfies CategoryColumn;
}

const kernels = await loadKernels();
const evidence = madeUpEvidence({ people: 60, missing: 8 });
const kept = new Map<string, Model>();

/** A model of each method, fitted once. */
export function modelOf(name: SurrogateName, options: ModelOptions = {}): Model {
  const key = `${name} ${JSON.stringify(options)}`;
  const model = kept.get(key) ?? (name === "dualcf" ? netAs(name) : fitted(name, options));
  kept.set(key, model);
  return model;
}

/** A bracket whose threshold was moved far by a known rate. */
export function modelAtRate(rate: number): Model {
  return fitModel(evidence, surrogateMethods.bracket({ rate }), kernels);
}

function fitted(name: SurrogateName, options: ModelOptions): Model {
  return fitModel(evidence, surrogateMethods[name](), kernels, options);
}

/** Evidence of people has no letters of letters; a net of the same kind stands in. */
function netAs(name: SurrogateName): Model {
  const model = modelOf("samples-mlp");
  return makeModel({
    ...model,
    surrogate: surrogateMethods[name]().revive(model.surrogate.toJSON(), kernels),
  });
}

/** A model of the evidence with hostile names. */
export function hostileModel(name: SurrogateName): Model {
  const model = kept.get(`hostile ${name}`) ?? fitModel(hostileEvidence(), surrogateMethods[name](), kernels);
  kept.set(`hostile ${name}`, model);
  return model;
}

/** Methods whose decisions are a sum of points. */
export const LINEAR: readonly SurrogateName[] = [
  "recast",
  "recast-calibrated",
  "recast-fixed-ratio",
  "recast-no-letters",
  "prototype-mean",
  "prototype-medoid",
  "ridge",
  "ridge-letters",
  "samples-lr",
  "no-cf-lr",
  "majority",
];

/** Every method that can be exported. */
export const EXPORTED: readonly SurrogateName[] = (Object.keys(surrogateMethods) as SurrogateName[]).filter(
  (name) => name !== "prototype-mmd",
);

/** A fitted surrogate from its plain data. */
export function revive(name: SurrogateName, data: unknown): Surrogate {
  return surrogateMethods[name]().revive(data, kernels);
}
