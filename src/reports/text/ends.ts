import type { Estimate } from "../../math/interval.js";

/** A group at one end of a comparison. */
export interface End {
  readonly group: string;
  readonly n: number;
  readonly rate: number;
}

/** The groups of the highest and the lowest rate, by sampling weight or with everybody counted once. */
export interface Ends {
  readonly highest: End;
  readonly lowest: End;
  readonly difference: Estimate;
  /** Lowest over highest; null where the highest is 0. */
  readonly impact: Estimate | null;
}

/** The groups of a population with the highest and the lowest corrected rate. */
export interface CorrectedEnds {
  readonly highest: { readonly group: string; readonly rate: Estimate };
  readonly lowest: { readonly group: string; readonly rate: Estimate };
  /** Lowest over highest; null where nothing bounds it. */
  readonly impact: Estimate | null;
}

/** A difference through the rebuilt model, and what to hold beside it. */
export interface ThroughModel {
  readonly difference: Estimate;
  /** Over the models that agree about as well; null where there is no other. */
  readonly range: { readonly low: number; readonly high: number; readonly surrogates: number } | null;
  /** The same difference in the observed decisions; null where it is not known. */
  readonly observed: number | null;
  readonly weighted: boolean;
}
