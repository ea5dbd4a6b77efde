import type { DecisionsOptions } from "./decisions-options.js";

/** How a long file of decisions is read in one pass. */
export interface ScanOptions {
  /** As for a file that is read whole. */
  readonly decisions?: DecisionsOptions;
  /** Rows to draw, by decision and sensitive values in proportion; a file with no more of them is held whole. */
  readonly size: number;
  /** Further rows to draw, none of them among the first. @default 20000 */
  readonly measured?: number;
  /** @default 1 */
  readonly seed?: number;
}
