import type { Context } from "../sections/context.js";
import { annexIvFront } from "./eu-annex-iv.js";
import type { Front } from "./front.js";
import { modelCardFront } from "./model-card.js";
import { localLaw144Front } from "./nyc-ll144.js";

/** Which document the report is: all have the same sections, some a part of their own before them. */
export type TemplateName = "general" | "nyc-ll144" | "eu-annex-iv" | "model-card";

/** What stands before the numbered sections of each template. */
export const templates: Readonly<Record<TemplateName, (context: Context) => readonly Front[]>> = {
  general: () => [],
  "nyc-ll144": (context) => [localLaw144Front(context)],
  "eu-annex-iv": (context) => [annexIvFront(context)],
  "model-card": (context) => [modelCardFront(context)],
};
