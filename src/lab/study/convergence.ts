import { AuditError } from "../../errors.js";
import type { Kernels } from "../../kernels/kernels.js";
import type { PrototypeFit } from "../../prototypes/fit.js";
import type { RecastSurrogate } from "../../surrogate/recast.js";
import type { Clouds, Surrogate } from "../../surrogate/surrogate.js";
import { exactTransport } from "../../transport/exact.js";
import { computeGroup } from "./group.js";
import type { Series, TimedCell } from "./result.js";
import type { GroupWork, StudyRegistry } from "./work.js";

/** A loss counts as settled once it stays within this share of its last value. */
const SETTLED_WITHIN = 0.01;

/** What was fitted last, and on what. */
interface LastFit {
  readonly fit: PrototypeFit;
  readonly clouds: Clouds;
}

/**
 * Measures cells as any study does, and adds the loss of every step of the fit (`losses`), the epoch from which it
 * stays within 1 % of the last one (`settled`), the optimum of the same objective without blur (`exact`) and whether
 * the prototypes have the points to reach it (`reachable`).
 */
export function* computeConvergence(work: GroupWork): Generator<TimedCell, void, void> {
  let last: LastFit | null = null;
  const registry: StudyRegistry = {
    ...work.registry,
    method(entry, family) {
      const method = work.registry.method(entry, family);
      return {
        ...method,
        fit(clouds, kernels) {
          const surrogate = method.fit(clouds, kernels);
          last = { fit: stepsOf(surrogate, entry.name), clouds };
          return surrogate;
        },
      };
    },
  };
  for (const timed of computeGroup({ ...work, registry })) {
    const { cell } = timed;
    const series = last === null || cell.failure !== null ? null : lossSeries(last, work.kernels);
    last = null;
    yield { ...timed, cell: { ...cell, series } };
  }
}

/** The fit behind a surrogate; refused where it has no steps. */
function stepsOf(surrogate: Surrogate & Partial<Pick<RecastSurrogate, "fit">>, name: string): PrototypeFit {
  const fit = surrogate.fit ?? null;
  if (fit !== null && fit.losses.length > 0) return fit;
  const out = "use recast with solver sinkhorn and at least one epoch";
  throw new AuditError("STUDY_INVALID", `method '${name}' has no steps whose loss could be followed; ${out}`);
}

function lossSeries({ fit, clouds }: LastFit, kernels: Kernels): Series {
  const losses = Array.from(fit.losses);
  const { rejected, accepted, counterfactual } = clouds;
  let exact = 0;
  let reachable = 1;
  for (const [c, cloud] of [rejected, accepted].entries()) {
    const lambda = fit.lambda[c]!;
    // min over Q of (1−λ)·½W₂²(Q, P) + λ·½W₂²(Q, P′) = ½·λ(1−λ)·W₂²(P, P′), reached halfway along the plan
    exact += 0.5 * lambda * (1 - lambda) * exactTransport(cloud, counterfactual, kernels).squaredDistance;
    // a plan between equally many rows is a pairing: its barycenter has as many points as there are pairs
    if (fit.prototypes[c]!.points.rows !== cloud.rows || cloud.rows !== counterfactual.rows) reachable = 0;
  }
  return { exact: [exact], losses, reachable: [reachable], settled: [settledAt(losses)] };
}

/** The first epoch, counted from 0, from which on every loss is within 1 % of the last one. */
export function settledAt(losses: readonly number[]): number {
  const last = losses.at(-1) ?? 0;
  let first = losses.length;
  while (first > 0 && Math.abs(losses[first - 1]! - last) <= SETTLED_WITHIN * Math.abs(last)) first--;
  return first;
}
