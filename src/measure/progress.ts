import type { ProgressOptions } from "../options.js";

/** Where each stage of the work begins and ends, in hundredths of the whole. */
const STAGES = {
  "cross-validation": [0, 40],
  refits: [40, 65],
  attributions: [65, 75],
  sensitivity: [75, 100],
} as const;

/** Turns the progress of each stage into progress of the whole; without sensitivity the others share its part. */
export function progressSteps(onProgress: ProgressOptions["onProgress"], withSensitivity: boolean) {
  const stretch = withSensitivity ? 1 : 100 / 75;
  return (stage: keyof typeof STAGES): ProgressOptions["onProgress"] => {
    const [start, end] = STAGES[stage];
    return (
      onProgress &&
      ((done, total, label) => {
        const place = start + ((end - start) * done) / Math.max(1, total);
        onProgress(Math.min(99, Math.floor(stretch * place)), 100, label);
      })
    );
  };
}
