/** `exact`: the minimiser itself. `sinkhorn`: the paper's Adam fit. `closed-form`: only what decisions need. */
export const PROTOTYPE_SOLVERS = ["exact", "sinkhorn", "closed-form"] as const;

export type PrototypeSolver = (typeof PROTOTYPE_SOLVERS)[number];
