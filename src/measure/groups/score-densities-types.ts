/** Densities of the rebuilt model's scores, to draw: `density[k]` at score k / (length − 1). */
export interface ScoreDensities {
  readonly attribute: string;
  /** Kernel bandwidth, one for all groups so that their curves compare. */
  readonly bandwidth: number;
  /** Groups of at least ten people. */
  readonly groups: readonly { readonly group: string; readonly n: number; readonly density: readonly number[] }[];
}
