import type { Decisions } from "../../../src/input/decisions.js";
import type { Evidence } from "../../../src/input/evidence.js";
import { joinEvidence } from "../../../src/input/join.js";
import type { PersonPage } from "../../../src/measure/explain/explain-person.js";
import { type FeatureRange, featureRanges } from "../../../src/measure/explain/feature-ranges.js";
import { applyGrouping, type Grouping, groupingRules } from "../../../src/measure/groups/groups.js";
import { fittedEvidence } from "../../../src/measure/sample-evidence.js";
import { settlingRule } from "../../../src/measure/trust/lens.js";
import { type Refit, refitModels } from "../../../src/measure/trust/stability.js";
import { once } from "../../../src/options.js";
import { methodNamed, resolveAuditOptions } from "../../../src/settings/audit-options.js";
import { encodeClouds } from "../../../src/surrogate/clouds.js";
import type { Model } from "../../../src/surrogate/model.js";
import type { ListedPerson } from "./person-list.js";
import type { OpenedAudit, Session } from "./session.js";

/** Why people of an audit cannot be looked at one by one. */
export type WithoutPeople = "no audit" | "no model" | "no evidence" | "text" | "classes";

/** What questions about people need of an open audit; made once. */
export interface Bench {
  readonly opened: OpenedAudit;
  readonly model: Model;
  readonly evidence: Evidence;
  readonly decisions: Decisions;
  readonly letterRows: ArrayLike<number> | null;
  readonly people: readonly ListedPerson[];
  /** One grouping per sensitive attribute. */
  readonly groupings: readonly Grouping[];
  /** What each feature may be set to; those the rebuilt model leans on most first. */
  readonly ranges: readonly FeatureRange[];
  readonly settling: ReturnType<typeof settlingRule>;
  /** Distances of the observed people to the boundary, ascending. */
  readonly distances: Float64Array;
  /** The audit's refits, made again when they are first asked for. */
  refits(): readonly Refit[];
  /** The page that was computed last. */
  lastPage: { readonly row: number; readonly page: PersonPage } | null;
}

const benches = new WeakMap<OpenedAudit, Bench>();

/** The bench of the open audit, or the reason why there is none. */
export async function benchOf(session: Session): Promise<Bench | WithoutPeople> {
  const { opened } = session;
  if (opened === null) return session.classes === null ? "no audit" : "classes";
  const known = benches.get(opened);
  if (known !== undefined) return known;
  if (opened.evidence !== null && opened.evidence.decisions.classes !== null) return "classes";
  if (opened.model === null) return "no model";
  if (opened.model.text !== undefined) return "text";
  if (opened.evidence === null) return "no evidence";
  const kernels = await session.kernels();
  const { model } = opened;
  const { decisions, letters } = opened.evidence;
  const evidence = joinEvidence(decisions, letters);
  const { settings, attributions } = opened.file;
  const fitted = fittedEvidence(evidence, settings);
  const clouds = encodeClouds(model.encoder, fitted);
  const people = listedPeople(opened, model, evidence, decisions);
  const bench: Bench = {
    opened,
    model,
    evidence,
    decisions,
    letterRows: letters?.rowNumbers ?? null,
    people,
    groupings: groupingRules(evidence.groups, { bins: settings.bins, intersections: false }).map((rule) =>
      applyGrouping(rule, evidence.groups),
    ),
    ranges: byImportance(featureRanges(model, evidence), attributions.shapley.features),
    settling: settlingRule(clouds, kernels),
    distances: model.margins(evidence.observations).map(Math.abs).sort(),
    refits: once(() => {
      const resolved = resolveAuditOptions(settings);
      const { refits, seed, scaling } = resolved;
      const method = methodNamed(model.method, resolved);
      return refitModels(fitted, { method, fitted: model }, kernels, { refits, seed, scaling });
    }),
    lastPage: null,
  };
  benches.set(opened, bench);
  return bench;
}

/**
 * What the audit's table of people says, with ids and letters: answers of fits that had not seen the person. Without
 * the table the model itself is asked, which has seen everybody.
 */
function listedPeople(
  { people }: OpenedAudit,
  model: Model,
  { ids, letterOf, schema, decisions: codes, observations }: Evidence,
  { rowNumbers }: Decisions,
): readonly ListedPerson[] {
  const lettersTo = new Int32Array(codes.length);
  for (const person of letterOf) if (person >= 0) lettersTo[person]! += 1;
  const answers = model.predict(observations);
  const known = new Map(people?.map((person) => [person.row, person]));
  const { favourable, unfavourable } = schema.decision;
  return Array.from(codes, (code, i) => {
    const row = rowNumbers[i]!;
    const isAccepted = code === 1;
    const person = known.get(row);
    const margin = person?.outOfFold.margin ?? answers.margins[i]!;
    const rebuilt = person?.heldOut ?? (margin >= 0 ? favourable : unfavourable);
    return {
      row,
      id: ids?.[i] || null,
      decision: isAccepted ? favourable : unfavourable,
      isAccepted,
      rebuilt,
      margin,
      agrees: (rebuilt === favourable) === isAccepted,
      determined: person?.determined ?? null,
      letters: lettersTo[i]!,
    };
  });
}

/** The features in the order of their importance to the rebuilt model; those it says nothing of last. */
function byImportance(ranges: readonly FeatureRange[], important: readonly { readonly feature: string }[]) {
  const place = new Map(important.map(({ feature }, k) => [feature, k]));
  const placeOf = ({ feature }: FeatureRange) => place.get(feature) ?? ranges.length;
  return [...ranges].sort((a, b) => placeOf(a) - placeOf(b));
}
