import type { Facts } from "../findings/facts.js";
import type { Identification } from "../findings/identification.js";
import type { Sample } from "../findings/sample.js";
import type { ErrorDirection } from "../findings/trust.js";
import type { Evidence } from "../input/evidence.js";
import type { ProgressOptions } from "../options.js";
import type { AuditSettings } from "../settings/settings.js";
import type { Fitting } from "../surrogate/fitting.js";
import type { Model } from "../surrogate/model.js";
import type { SurrogateMethod } from "../surrogate/surrogate.js";
import type { GroupingRule } from "./groups/groups.js";
import { learningCurve } from "./learning-curve.js";
import { type AnsweredOthers, askOthers, askStreamed, rightAboutOthers } from "./others.js";
import type { DrawnEvidence } from "./sample-evidence.js";

interface FittedSample {
  readonly drawn: DrawnEvidence | null;
  /** The sample as methods read it. */
  readonly modelled: Evidence;
  readonly model: Model;
  readonly method: SurrogateMethod;
  readonly rules: readonly GroupingRule[];
  readonly facts: Facts;
  readonly settings: AuditSettings;
}

interface OutsideSample {
  readonly sample: Sample;
  readonly errors: ErrorDirection | null;
  readonly agreementByGroup: Identification["agreementByGroup"];
}

/** What the model answers about everybody it was not fitted on; null where it was fitted on everybody. */
export function* answeringOthers(
  { drawn, model, rules, facts, settings }: FittedSample,
  progress: ProgressOptions,
): Fitting<AnsweredOthers | null> {
  if (drawn === null) return null;
  const { others } = drawn;
  const groups = { rules, attributes: facts.attributes };
  const options = { seed: settings.seed, acceptanceRate: settings.acceptanceRate, ...progress };
  let answered: AnsweredOthers | null = null;
  // asked in its turn, when others are busy with the fits given out before it
  yield (function* () {
    if ("batches" in others) answered = askOthers(others, model, groups, options);
    else {
      const errand = async () => {
        answered = await askStreamed(others, model, groups, options);
      };
      yield { errand };
    }
  })();
  return answered;
}

/** How often it is right about them, and whether more people would make it better. */
export function* outsideSample(
  { drawn, modelled, model: { surrogate }, method, settings }: FittedSample,
  answered: AnsweredOthers | null,
): Fitting<OutsideSample | null> {
  if (drawn === null || answered === null) return null;
  const parts = { evidence: modelled, nested: drawn.nested, method, surrogate, answered, settings };
  const { decisions } = drawn.evidence;
  return {
    sample: {
      people: decisions.length,
      of: decisions.length + drawn.others.rows,
      letters: drawn.letters,
      told: drawn.told,
      strata: drawn.strata,
      right: rightAboutOthers(answered, decisions),
      ...(yield* learningCurve(parts)),
    },
    errors: answered.errors,
    agreementByGroup: answered.agreementByGroup,
  };
}
