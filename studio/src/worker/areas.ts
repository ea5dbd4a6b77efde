/** The jobs of the workers, area by area; each area is loaded when it is first asked. */
export const areas = {
  start: () => import("./start-jobs.js"),
  files: () => import("./files-jobs.js"),
  audit: () => import("./audit-jobs.js"),
  results: () => import("./results-jobs.js"),
  keep: () => import("./keep-jobs.js"),
  person: () => import("./person-jobs.js"),
  geometry: () => import("./geometry-jobs.js"),
  letters: () => import("./letters-jobs.js"),
};

/** The jobs of each area: `(session, args, report) => answer`. */
export type Areas = { [Area in keyof typeof areas]: Awaited<ReturnType<(typeof areas)[Area]>>["jobs"] };
