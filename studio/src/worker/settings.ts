import type { AuditOptions } from "../../../src/audit.js";
import { resolveAuditOptions } from "../../../src/audit-options.js";
import type { Scaling } from "../../../src/encode/scaling.js";
import type { AuditConfiguration } from "../../../src/folder/configuration.js";
import type { PrototypeSolver } from "../../../src/prototypes/fit.js";
import { surrogateMethods } from "../../../src/surrogate/methods.js";

const SCALINGS: readonly Scaling[] = ["robust", "zscore", "minmax", "rank"];
const SOLVERS: readonly PrototypeSolver[] = ["exact", "sinkhorn", "closed-form"];

/** What can be chosen, and what is taken where nothing is. */
export interface SettingsFacts {
  readonly methods: readonly string[];
  readonly scalings: readonly string[];
  readonly solvers: readonly string[];
  readonly defaults: {
    readonly methods: readonly string[];
    readonly solver: string;
    readonly scaling: string;
    readonly folds: number;
    readonly repeats: number;
    readonly seed: number;
    readonly abstain: number;
    readonly resamples: number;
    readonly refits: number;
  };
}

/** The methods there are, and the defaults of an audit. */
export function settingsFacts(): SettingsFacts {
  const { methods, solver, scaling, folds, repeats, seed, abstain, resamples, refits } = resolveAuditOptions();
  return {
    methods: Object.keys(surrogateMethods),
    scalings: SCALINGS,
    solvers: SOLVERS,
    defaults: { methods, solver, scaling, folds, repeats, seed, abstain, resamples, refits },
  };
}

/** Throws what the audit would throw about its settings. */
export function requireSettings(configuration: AuditConfiguration): void {
  const { scaling, solver, methods, folds, repeats, seed, abstain, resamples, refits } = configuration;
  const given = { scaling, solver, methods, folds, repeats, seed, abstain, resamples, refits };
  const present = Object.entries(given).filter(([, value]) => value !== undefined);
  resolveAuditOptions(Object.fromEntries(present) as AuditOptions); // refuses unknown names itself
}
