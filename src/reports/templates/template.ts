import type { TemplateName } from "../../settings/settings.js";
import type { Context } from "../sections/context.js";
import { annexIvFront } from "./eu-annex-iv.js";
import type { Front } from "./front.js";
import { modelCardFront } from "./model-card.js";
import { localLaw144Front } from "./nyc-ll144.js";

export type { TemplateName };

/** What stands before the numbered sections, which all templates share. */
export const templates: Readonly<Record<TemplateName, (context: Context) => readonly Front[]>> = {
  general: () => [],
  "nyc-ll144": (context) => [localLaw144Front(context)],
  "eu-annex-iv": (context) => [annexIvFront(context)],
  "model-card": (context) => [modelCardFront(context)],
};
