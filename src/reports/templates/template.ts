import type { Chapter } from "../../document/document.js";
import { list } from "../../document/format.js";
import type { TemplateName } from "../../settings/settings.js";
import type { Context } from "../audit/context.js";
import { annexIvFront } from "./eu-annex-iv.js";
import { modelCardFront } from "./model-card.js";
import { localLaw144Front } from "./nyc-ll144.js";

interface Template {
  readonly kicker: (context: Context) => string;
  /** What stands before the numbered sections. */
  readonly front: (context: Context) => readonly Chapter[];
}

/** What each template is called, and what it has before the numbered sections. */
export const templates: Readonly<Record<TemplateName, Template>> = {
  general: {
    kicker: ({ file: { evidence, reasons } }) => {
      const told = [...(evidence.letters === 0 ? [] : ["letters"]), ...(reasons === null ? [] : ["reasons"])];
      return `Audit from ${list(["observed decisions", ...told])}`;
    },
    front: () => [],
  },
  "nyc-ll144": {
    kicker: () => "Audit with the table set of New York City Local Law 144",
    front: (context) => [localLaw144Front(context)],
  },
  "eu-annex-iv": {
    kicker: () => "Audit with the checklist of Annex IV of the EU AI Act",
    front: () => [annexIvFront()],
  },
  "model-card": {
    kicker: () => "Audit with the model card of the rebuilt model",
    front: (context) => [modelCardFront(context)],
  },
};
