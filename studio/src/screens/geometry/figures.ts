import { fixed } from "../../../../src/document/format.js";

/** A share in per cent, to whole numbers from ten on. */
export function percent(share: number): string {
  return `${fixed(100 * share, share < 0.0995 && share > 0 ? 1 : 0)} %`;
}
