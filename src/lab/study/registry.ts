import { AuditError } from "../../errors.js";
import { selectTableRows } from "../../input/table.js";
import { surrogateMethods } from "../../surrogate/methods.js";
import type { SurrogateMethod } from "../../surrogate/surrogate.js";
import type { Generator } from "../generators/generator.js";
import { letterGenerators, noticeGenerators } from "../generators/generators.js";
import type { TargetFamily } from "../targets/target.js";
import { trainTarget } from "../targets/train-target.js";
import { computeConvergence } from "./convergence.js";
import { computeGroup } from "./group.js";
import { computeMulticlass, requireClassMethod } from "./multiclass.js";
import type { TimedCell } from "./result.js";
import { computeScores, SCORED } from "./scores.js";
import { isFilePath, type StudyKind, type StudySpec } from "./spec.js";
import { computeTexts } from "./texts.js";
import { AUDITED, computeTruth, USELESS } from "./truth/truth.js";
import type { GroupWork, StudyRegistry } from "./work.js";

/** The generator of studies of texts. */
export const REWRITER = "rewriter";

type Factory<T> = (options: object) => T;

/** Factories of the user's own, by the path a study names them with. */
export interface OwnFactories {
  readonly generators: ReadonlyMap<string, Factory<Generator>>;
  readonly methods: ReadonlyMap<string, Factory<SurrogateMethod>>;
}

const generators = { ...letterGenerators, ...noticeGenerators };

/** The method that treats letters as accepted people, with a model of the target's kind: trees for tree ensembles. */
const SAMPLES_SAME: Readonly<Record<TargetFamily, string>> = {
  lr: "samples-lr",
  mlp: "samples-mlp",
  dt: "samples-dt",
  rf: "samples-dt",
  gb: "samples-dt",
};

/** What a study's names mean: the targets, generators and methods of this package, and the user's own. */
export function studyRegistry(own: OwnFactories): StudyRegistry {
  return {
    trainTarget(family, { features, table, labels, scaling }, rows, seed) {
      const picked = selectTableRows(table, rows);
      const data = { features, table: picked, labels: Uint8Array.from(rows, (i) => labels[i]!) };
      return trainTarget(family, data, { seed, ...(scaling && { scaling }) });
    },
    generator({ generator, options }) {
      const factory = own.generators.get(generator) ?? known<Generator>(generators, generator);
      if (factory === undefined) throw unknown("generator", generator, Object.keys(generators));
      return factory(options);
    },
    method({ method, options }, family) {
      const name = method === "samples-same" ? SAMPLES_SAME[family] : method;
      const factory = own.methods.get(name) ?? known<SurrogateMethod>(surrogateMethods, name);
      if (factory === undefined) throw unknown("method", name, Object.keys(surrogateMethods));
      return factory(options);
    },
  };
}

/** Kinds of study whose cells are not about one method, and what stands in its place. */
const ONLY_METHODS: Readonly<Partial<Record<StudyKind, { readonly method: string; readonly does: string }>>> = {
  scores: { method: SCORED, does: "rebuilds nothing" },
  truth: { method: AUDITED, does: "makes whole audits" },
};

/** Refuses a study that names a method or generator nobody knows, before anything is computed. */
export function checkNames(spec: StudySpec): void {
  for (const { generator } of spec.generators) {
    if (spec.kind === "texts" && generator === REWRITER) continue;
    if (spec.kind === "truth" && known(USELESS, generator) !== undefined) continue;
    if (!isFilePath(generator) && known(generators, generator) === undefined) {
      throw unknown("generator", generator, Object.keys(generators));
    }
  }
  for (const { method } of spec.methods) {
    const only = ONLY_METHODS[spec.kind ?? "fidelity"];
    if (spec.kind === "multiclass") requireClassMethod(method);
    else if (only !== undefined) {
      if (method === only.method) continue;
      const reason = `a study of kind '${spec.kind}' ${only.does}, so its only method is '${only.method}'`;
      throw new AuditError("STUDY_INVALID", `${reason}, got '${method}'`);
    } else if (!isFilePath(method) && method !== "samples-same" && known(surrogateMethods, method) === undefined) {
      throw unknown("method", method, [...Object.keys(surrogateMethods), "samples-same"]);
    }
  }
}

/** The entry of that name; options are checked by the factory itself, which refuses keys it does not know. */
function known<T>(record: object, name: string): Factory<T> | undefined {
  return Object.hasOwn(record, name) ? (record as Readonly<Record<string, Factory<T>>>)[name] : undefined;
}

function unknown(what: string, name: string, names: readonly string[]): AuditError {
  return new AuditError("STUDY_INVALID", `there is no ${what} '${name}'; known are ${names.join(", ")}, or a .js file`);
}

type ComputeGroup = (work: GroupWork) => Iterable<TimedCell> | AsyncIterable<TimedCell>;

const studyKinds: Readonly<Record<StudyKind, ComputeGroup>> = {
  fidelity: computeGroup,
  scores: computeScores,
  convergence: computeConvergence,
  texts: computeTexts,
  multiclass: computeMulticlass,
  truth: computeTruth,
};

/** How the groups of a study are computed. */
export function computeOfKind({ kind = "fidelity" }: StudySpec): ComputeGroup {
  return studyKinds[kind];
}
