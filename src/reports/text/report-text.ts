import type { en } from "./en.js";

/** Every word of the report in one language: what a translation must supply. */
export type ReportText = typeof en;
