/**
 * How report.html is written. The number goes up in a release that draws or words the report otherwise, so that `recast
 * verify` can tell a page of an earlier version from one that was changed.
 */
export const REPORT_FORMAT = "recast-report/6";

/** The same of brief.html. */
export const BRIEF_FORMAT = "recast-brief/3";

/** The same of findings.sarif. */
export const SARIF_FORMAT = "recast-sarif/5";

/** The same of the tables. */
export const TABLES_FORMAT = "recast-tables/5";
