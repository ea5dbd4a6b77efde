/** Every English word of the page that is not the library's, by screen. */
export const en = {
  app: {
    name: "Recast Studio",
    skip: "Skip to the content",
    loading: "Loading …",
    failed: "This part of the page could not be loaded. Reload the page; what you opened has to be opened again.",
  },
  screens: {
    start: "Files",
    check: "Check",
    run: "Run",
    results: "Results",
    person: "A person",
    geometry: "Geometry",
    letters: "Letters",
  },
  start: {},
  check: {},
  run: {},
  results: {},
  person: {},
  geometry: {},
  letters: {},
} as const;
