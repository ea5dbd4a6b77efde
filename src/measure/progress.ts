type Step = ((done: number, total: number, label: string) => void) | undefined;

/** Where each stage of the work begins and ends, in hundredths of the whole. */
const STAGES = {
  "cross-validation": [0, 40],
  refits: [40, 65],
  attributions: [65, 75],
  sensitivity: [75, 100],
} as const;

/** Turns the progress of each stage into progress of the whole; without sensitivity the others share its part. */
export function progressSteps(onProgress: Step, withSensitivity: boolean) {
  return (stage: keyof typeof STAGES): Step => {
    if (onProgress === undefined) return undefined;
    const [start, end] = STAGES[stage];
    const stretch = withSensitivity ? 1 : 100 / 75;
    return (done, total, label) => {
      const place = start + ((end - start) * done) / Math.max(1, total);
      onProgress(Math.min(99, Math.floor(stretch * place)), 100, label);
    };
  };
}
