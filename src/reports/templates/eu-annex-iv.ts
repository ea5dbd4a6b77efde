import { type Block, type Chapter, chapter, definitions, heading } from "../../document/document.js";
import { REPRODUCE_TITLE } from "../audit/closing.js";
import { EVIDENCE_TITLE } from "../audit/evidence.js";
import { FACTS_TITLE } from "../audit/facts.js";
import { FAIRNESS_TITLE } from "../audit/fairness.js";
import { IDENTIFY_TITLE } from "../audit/identify.js";
import { LETTERS_TITLE } from "../audit/letters.js";
import { SURROGATE_TITLE } from "../audit/surrogate.js";

const SECTIONS = {
  evidence: EVIDENCE_TITLE,
  letters: LETTERS_TITLE,
  facts: FACTS_TITLE,
  surrogate: SURROGATE_TITLE,
  determined: IDENTIFY_TITLE,
  fairness: FAIRNESS_TITLE,
  reproduce: REPRODUCE_TITLE,
  appendix: "How each number was computed",
} as const;

interface Point {
  readonly point: string;
  readonly asks: string;
  /** What the audit can add, if anything. */
  readonly supplies?: string;
  readonly provider: string;
  readonly sections?: readonly (keyof typeof SECTIONS)[];
}

const POINTS: readonly Point[] = [
  {
    point: "1",
    asks:
      "General description: purpose, provider, version, interaction with other systems, forms of distribution, " +
      "hardware, user interface, instructions for use",
    supplies: "The purpose, period and decision as stated by the auditor.",
    provider: "The description itself, versions, interfaces and instructions for use.",
    sections: ["evidence"],
  },
  {
    point: "2 (a)–(c)",
    asks:
      "Development: methods and steps, third-party tools, design choices and assumptions, what is optimised, " +
      "architecture, computing resources",
    supplies:
      "A rule rebuilt from the decisions, how often it is right, and which columns it depends on. Many designs could " +
      "decide like this.",
    provider: "The actual logic, the design choices and their reasons.",
    sections: ["surrogate"],
  },
  {
    point: "2 (d)",
    asks: "Data requirements: training data, their origin, scope, selection, labelling and cleaning",
    supplies: "A description of the observed decisions only: columns, missing values, duplicates, exclusions.",
    provider: "Everything about the training data.",
    sections: ["evidence"],
  },
  {
    point: "2 (e)",
    asks: "Human oversight measures under Article 14, and what helps deployers to interpret outputs",
    supplies: "What the letters tell people, and which letters the decisions contradict.",
    provider: "The oversight measures and their assessment.",
    sections: ["letters"],
  },
  {
    point: "2 (f)",
    asks: "Changes to the system that were determined in advance",
    provider: "The description of such changes and how compliance is kept.",
  },
  {
    point: "2 (g)",
    asks:
      "Validation and testing: data, metrics of accuracy and robustness, potentially discriminatory impacts, " +
      "signed test logs",
    supplies:
      "Rates and impact ratios by group with intervals and tests, what letters ask of each group, and " +
      "differences through the rebuilt model; all can be run again by anyone.",
    provider: "Accuracy of the system itself, its own test reports, dates and signatures.",
    sections: ["facts", "fairness"],
  },
  {
    point: "2 (h)",
    asks: "Cybersecurity measures",
    provider: "The measures.",
  },
  {
    point: "3",
    asks:
      "Monitoring, functioning and control: capabilities and limits, accuracy for specific persons or groups, " +
      "foreseeable risks to fundamental rights and of discrimination, input data",
    supplies:
      "How often the rebuilt model is right, overall and by group; for whom the evidence leaves the answer open; " +
      "differences between groups.",
    provider: "Expected accuracy for the intended purpose, known risks, specifications of input data.",
    sections: ["determined", "facts"],
  },
  {
    point: "4",
    asks: "Why the performance metrics are appropriate for the system",
    supplies: "The definition, interval and limits of every metric used here.",
    provider: "The choice of metrics for the system.",
    sections: ["appendix"],
  },
  {
    point: "5",
    asks: "The risk management system of Article 9",
    provider: "The description; findings of this audit can be an input to it.",
  },
  {
    point: "6",
    asks: "Relevant changes through the lifecycle",
    provider: "The record of changes. Two audits of different periods can be compared from outside.",
  },
  {
    point: "7",
    asks: "Harmonised standards applied, or the solutions adopted instead",
    provider: "The list.",
  },
  {
    point: "8",
    asks: "A copy of the EU declaration of conformity (Article 47)",
    provider: "The declaration.",
  },
  {
    point: "9",
    asks: "The post-market monitoring system of Article 72 and its plan",
    supplies: "A procedure that can be repeated on each period’s decisions, with the same settings and a certificate.",
    provider: "The monitoring system and its plan.",
    sections: ["reproduce"],
  },
];

export function annexIvFront(): Chapter {
  return chapter("annex-iv", "Checklist of Annex IV, Regulation (EU) 2024/1689", {
    says: [
      "Annex IV lists what the technical documentation of a high-risk system must contain. The provider writes it. " +
        "This audit was made from outside, from decisions and letters; the list says point by point what it adds " +
        "and what only the provider can supply.",
    ],
    body: POINTS.map(pointBlocks),
    limits: [
      "A checklist shows what is there. It does not show that a requirement is met, and nothing here is a " +
        "conformity assessment.",
    ],
  });
}

function pointBlocks({ point, asks, supplies, provider, sections = [] }: Point): Block[] {
  const links = sections.map((anchor) => ({ text: `“${SECTIONS[anchor]}”`, anchor }));
  return [
    heading(`Point ${point}: ${supplies === undefined ? "not supplied" : "supplied in part"}`),
    definitions([
      ["Annex IV asks for", asks],
      ["This audit supplies", supplies ?? "nothing", links],
      ["Only the provider can supply", provider],
    ]),
  ];
}
