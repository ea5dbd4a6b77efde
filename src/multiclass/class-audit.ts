import type { Scaling } from "../encode/scaling.js";
import { AuditError } from "../errors.js";
import type { ClassContested, ClassDirection, ClassPrototype, ClassReport } from "../findings/class-file.js";
import type { Recommendation } from "../findings/trust.js";
import type { Kernels } from "../kernels/kernels.js";
import { type MeasuredShare, measureShare } from "../math/interval.js";
import { classFairness } from "../measure/groups/class-fairness.js";
import { applyGrouping, type Grouping, groupingRules } from "../measure/groups/groups.js";
import { classBand, settledClasses } from "../measure/trust/class-band.js";
import { type ClassTrust, crossValidateClasses } from "../measure/trust/class-cross-validate.js";
import { orFailure } from "../measure/trust/or-failure.js";
import { recommend } from "../measure/trust/recommend.js";
import { type ProgressOptions, requireInteger, requireOneOf, withDefaults } from "../options.js";
import { defaultSettings, picked } from "../settings/settings.js";
import { encodeClassClouds, settleLetters } from "../surrogate/class-clouds.js";
import type { ClassEvidence } from "../surrogate/class-evidence.js";
import { measureClasses } from "../surrogate/class-geometry.js";
import { type ClassMethodName, classMethods } from "../surrogate/class-methods.js";
import { type ClassModel, fitClassModel } from "../surrogate/class-model.js";

export interface ClassAuditOptions extends ProgressOptions {
  /** Methods to compare. @default bracket, recast, samples-lr, no-cf-lr, no-cf-rf, nearest, majority */
  readonly methods?: readonly ClassMethodName[];
  readonly scaling?: Scaling;
  /** Folds of the cross-validation; fewer when a class is smaller. @default 5 */
  readonly folds?: number;
  /** @default 1 */
  readonly repeats?: number;
  /** @default 0 */
  readonly seed?: number;
  /** Draws behind the intervals of rank distances. @default 1000 */
  readonly resamples?: number;
  /** Whether pairs of attributes are compared too. @default true */
  readonly intersections?: boolean;
  /** Cut points of numeric attributes. @default quartiles */
  readonly bins?: Readonly<Record<string, readonly number[]>>;
}

const DEFAULTS = {
  ...picked(defaultSettings(true), "method", "bins"),
  onProgress: undefined,
  signal: undefined,
} as Required<ClassAuditOptions>;

/** The whole audit of decisions with K values: what the file says about groups, which method follows it best, and what stays open. */
export function auditClasses(
  evidence: ClassEvidence,
  kernels: Kernels,
  given: ClassAuditOptions = {},
): { readonly report: ClassReport; readonly model: ClassModel } {
  const options = withDefaults("auditClasses", DEFAULTS, given);
  const methods = checkOptions(options).filter(
    ({ usesLetters }) => evidence.base.letters.rows > 0 || !usesLetters || given.methods,
  );
  const { base, classes } = evidence;
  const rules = groupingRules(base.groups, { bins: options.bins, intersections: options.intersections });
  const groupings = rules.map((rule) => applyGrouping(rule, base.groups));
  const validation = crossValidateClasses(evidence, methods, kernels, options);
  const recommendation = recommendClass(validation.methods, base.decisions.length);
  const model = fitClassModel(
    evidence,
    classMethods[recommendation.method as ClassMethodName](),
    kernels,
    options.scaling,
  );
  const trust = (name: string) => validation.methods.find(({ method }) => method === name);
  const chosen = trust(recommendation.method);
  const recast = trust("recast");
  const settled = settleLetters(encodeClassClouds(model.encoder, evidence));
  const geometry = orFailure(() => ({ failure: null, of: measureClasses(settled, kernels, "summed") }));
  const report: ClassReport = {
    format: "recast-classes/1",
    kernels: kernels.name,
    settings: {
      folds: validation.folds,
      repeats: options.repeats,
      seed: options.seed,
      scaling: options.scaling,
      resamples: options.resamples,
    },
    evidence: {
      people: base.observations.rows,
      letters: base.letters.rows,
      decision: { column: base.schema.decision.column, classes: [...classes] },
      counts: classes.map((_, c) => base.decisions.filter((decision) => decision === c).length),
      sensitive: [...base.schema.sensitive],
    },
    methods: validation.methods.map(({ confusion: _c, agreed: _a, ...shown }) => shown),
    recommendation,
    confusion: chosen?.confusion ?? [],
    facts: classFairness(base.decisions, classes.length, groupings, options),
    directions: directionsOf(evidence, settled.from, settled.to),
    prototypes:
      geometry.failure === null
        ? {
            failure: null,
            classes: geometry.of.map(
              (one): ClassPrototype => ({
                own: one.weights[0]!,
                anchors: one.anchors.map(({ from, to }, k) => ({ from, to, weight: one.weights[k + 1]! })),
              }),
            ),
          }
        : geometry,
    band:
      geometry.failure === null
        ? orFailure(() => {
            const people = settledClasses(classBand(geometry.of).distances(model.encoder.encode(base.observations)));
            return contested(
              people,
              classes.length,
              (recast?.failure === null ? recast : chosen)?.agreed ?? null,
              groupings,
            );
          })
        : geometry,
    notAvailable: NOT_AVAILABLE.map((entry) => ({ ...entry })),
  };
  return { report, model };
}

/** What an audit of two decisions has and this one has not, with the reason. */
const NOT_AVAILABLE = [
  {
    what: "impact ratio and four-fifths rule",
    reason:
      "they compare one selection rate; with more than two classes every class has its own, shown by group instead",
  },
  {
    what: "score distances (DTIDP, DTIEO) and equalized odds",
    reason: "they need one score per person; the distance over the ordered classes takes their place",
  },
  { what: "lens and certificates per person", reason: "they are proved for two prototypes only" },
  {
    what: "stability over refits and sensitivity",
    reason: "each refit is a fit per pair of classes; run the audit with other seeds or scalings instead",
  },
  {
    what: "explanations per person, recourse burden, contradictions between letters",
    reason: "they read one boundary; letters here lie at several",
  },
  {
    what: "population files, sampling weights and commitments to rows",
    reason: "they are read for two decisions only",
  },
] as const;

function checkOptions(options: Required<ClassAuditOptions>) {
  requireInteger("folds", options.folds, 2);
  requireInteger("repeats", options.repeats, 1);
  requireInteger("seed", options.seed, 0);
  requireInteger("resamples", options.resamples, 100);
  if (options.methods.length === 0) throw new AuditError("INVALID_OPTION", "methods must name at least one method");
  const known = Object.keys(classMethods);
  return [...new Set(options.methods)].map((name) => {
    requireOneOf("methods", name, known);
    return classMethods[name]();
  });
}

/** The rule for two classes, applied to "answered as decided or not". */
function recommendClass(methods: readonly ClassTrust[], people: number): Recommendation {
  const asBinary = methods.map(({ method, usesLetters, failure, agreement, agreed }) => ({
    method,
    usesLetters,
    failure,
    agreement: agreement && { overall: agreement, rejected: agreement, accepted: agreement },
    letterConsistency: null,
    lettersAccepted: null,
    acceptedShare: agreed,
    margins: new Float64Array(0),
    scores: new Float64Array(0),
  }));
  return recommend(asBinary, new Uint8Array(people).fill(1));
}

function directionsOf(
  { classes, letterFrom, letterTo }: ClassEvidence,
  from: Int32Array,
  to: Int32Array,
): ClassDirection[] {
  const directions: ClassDirection[] = [];
  for (let i = 0; i < classes.length; i++) {
    for (let j = 0; j < classes.length; j++) {
      const own = Array.from(from.keys()).filter((k) => from[k] === i && to[k] === j);
      if (own.length === 0) continue;
      const derived = own.filter((k) => letterFrom[k]! < 0 || letterTo[k]! < 0).length;
      directions.push({ from: i, to: j, letters: own.length, derived });
    }
  }
  return directions;
}

function contested(
  settled: Int8Array,
  classes: number,
  agreed: Float64Array | null,
  groupings: readonly Grouping[],
): ClassContested {
  const n = settled.length;
  const count = (holds: (i: number) => boolean) => settled.reduce((sum, _, i) => sum + (holds(i) ? 1 : 0), 0);
  const share = (holds: (i: number) => boolean) => measureShare(count(holds), n) as MeasuredShare;
  const agreement = (open: boolean) => {
    if (agreed === null || agreed.length === 0) return null;
    const among = count((i) => settled[i]! < 0 === open);
    const right = settled.reduce((sum, value, i) => sum + (value < 0 === open ? agreed[i]! : 0), 0);
    return measureShare(Math.min(among, right), among);
  };
  return {
    failure: null,
    settled: Array.from({ length: classes }, (_, c) => share((i) => settled[i] === c)),
    contested: share((i) => settled[i]! < 0),
    agreementDetermined: agreement(false),
    agreementContested: agreement(true),
    byAttribute: groupings.map(({ attribute, labels, groupOf }) => ({
      attribute,
      groups: labels.flatMap((group, g) => {
        const own = count((i) => groupOf[i] === g);
        const open = measureShare(
          count((i) => groupOf[i] === g && settled[i]! < 0),
          own,
        );
        return open === null ? [] : [{ group, contested: open }];
      }),
    })),
  };
}
