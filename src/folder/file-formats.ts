import type { OutputFile } from "../certificate/manifest.js";
import { BRIEF_FORMAT, REPORT_FORMAT, SARIF_FORMAT, TABLES_FORMAT } from "../reports/report-format.js";
import { defaultSettings } from "../settings/settings.js";
import { README_NAME } from "./readme-text.js";

const CONFIG_FORMAT = "recast-config/1";
const README_FORMAT = "recast-readme/2";

/**
 * The files of an audit folder whose text can change from version to version while what they say stays, with their
 * formats.
 */
const FORMATS = {
  "report.html": { now: REPORT_FORMAT, first: "recast-report/1" },
  "brief.html": { now: BRIEF_FORMAT, first: "recast-brief/1" },
  [README_NAME]: { now: README_FORMAT, first: "recast-readme/1" },
  "findings.sarif": { now: SARIF_FORMAT, first: "recast-sarif/1" },
  "audit.yaml": { now: CONFIG_FORMAT, first: CONFIG_FORMAT },
  tables: { now: TABLES_FORMAT, first: "recast-tables/1" },
} as const;

/** audit.json and surrogate.json name their own format. */
export const isSelfNamed = (path: string) => path === "audit.json" || path === "surrogate.json";

function entryOf(path: string): { readonly now: string; readonly first: string } | null {
  if (path.startsWith("tables/")) return FORMATS.tables;
  return Object.hasOwn(FORMATS, path) ? FORMATS[path as keyof typeof FORMATS] : null;
}

/** Values whose definition changed with a format. */
export interface Redefinition {
  readonly isAt: (place: string) => boolean;
  /** What they say now, for whoever compares the two. */
  readonly words: string;
}

const CORRECTED_POWER: Redefinition = {
  isAt: (place) => /^facts\.attributes\.\d+\.power\./.test(place),
  words: "what a file of this size can show now takes all comparisons into account",
};

const PAIRED_RANGE: Redefinition = {
  isAt: (place) => /^fairness\.\d+\.attributes\.\d+\.range\./.test(place),
  words:
    "ranges cover the methods within one standard error of the best, now measured on the difference between the two " +
    "over the same people, plus one person",
};

const HELD_OUT_VARIANTS: Redefinition = {
  isAt: (place) => /^sensitivity\b/.test(place),
  words: "sensitivity variants now answer about people their fits had not seen",
};

const REWORDED: Redefinition = {
  isAt: (place) =>
    /^(?:caveats\.\d+\.text|(?:problems|warnings)\.\d+\.message|recommendation\.sentence)$|\.failure\.message$/.test(
      place,
    ),
  words: "sentences are worded differently",
};

const BETWEEN_GROUPS =
  /\b(?:impactRatio|weightedImpactRatio|correctedRatio|parityRatio|parityDifference)\.(?:low|high)$/;

const ONE_INTERVAL: Redefinition = {
  isAt: (place) => /^(?:facts|fairness)\b/.test(place) && BETWEEN_GROUPS.test(place),
  words: "intervals of differences and ratios between groups now take all comparisons into account",
};

const BURDEN_INTERVALS: Redefinition = {
  isAt: (place) => /^letters\.burden\b.*\b(?:distance|fields|distanceGap)\.(?:low|high)$/.test(place),
  words: "intervals of what letters ask no longer stop at 0",
};

const ABOUT_THE_FIT = /\b(?:agreement\w*|accepted|rejected|contested|byAttribute)\b.*\.(?:low|high)$/;

const FITTED_INTERVALS: Redefinition = {
  isAt: (place) => /^(?:methods|identification)\b/.test(place) && ABOUT_THE_FIT.test(place),
  words: "intervals of how often a model is right and of open answers now allow for the model being one fit of many",
};

/** With a population, every second entry of `fairness` is about it. */
const ANY_ORDER: Redefinition = {
  isAt: (place) => /^(?:fairness\.[13]\.attributes|identification\.determined\.population|findings)\b/.test(place),
  words: "a population is summed and sampled in an order that does not depend on the order of its file",
};

const SINCE_3 = [
  CORRECTED_POWER,
  HELD_OUT_VARIANTS,
  REWORDED,
  ONE_INTERVAL,
  BURDEN_INTERVALS,
  FITTED_INTERVALS,
  ANY_ORDER,
];

const REDEFINED: Readonly<Record<string, Redefinition>> = {
  "recast-audit/2": anyOf(PAIRED_RANGE, ...SINCE_3),
  "recast-audit/3": anyOf(...SINCE_3),
  "recast-audit/4": anyOf(ANY_ORDER, REWORDED),
  "recast-audit/5": REWORDED,
  "recast-audit/6": REWORDED,
};

function anyOf(...all: readonly Redefinition[]): Redefinition {
  return { isAt: (place) => all.some(({ isAt }) => isAt(place)), words: all.map(({ words }) => words).join("; ") };
}

/** Files that audits of these formats did not have. */
const ADDED: Readonly<Record<string, readonly string[]>> = {
  "recast-audit/2": [README_NAME, "brief.html"],
  "recast-audit/3": [README_NAME, "brief.html"],
};

/** Whether audits have such a file only since the format `recorded` of their audit.json. */
export function isAddedSince(recorded: string | null, path: string): boolean {
  return recorded !== null && Object.hasOwn(ADDED, recorded) && (ADDED[recorded]?.includes(path) ?? false);
}

/** What has another definition since the format `recorded`; null where nothing has. */
export function redefinedSince(recorded: string): Redefinition | null {
  return Object.hasOwn(REDEFINED, recorded) ? (REDEFINED[recorded] ?? null) : null;
}

export function withFormats(outputs: readonly OutputFile[]): readonly OutputFile[] {
  return outputs.map((output) => {
    const { path, text } = output;
    const format = isSelfNamed(path) ? ownFormat(text) : (entryOf(path)?.now ?? null);
    return { ...output, format };
  });
}

/**
 * The format of a file where the manifest names none: the one the first versions wrote. `stored` is the file, where
 * it can be read.
 */
export function firstFormat(path: string, stored: string | null): string | null {
  return isSelfNamed(path) ? stored && ownFormat(stored) : (entryOf(path)?.first ?? null);
}

function ownFormat(text: string | Uint8Array): string | null {
  const { format } = parsed(text);
  return typeof format === "string" ? format : null;
}

function parsed(text: string | Uint8Array): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(String(text))) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/**
 * The settings that an audit.json records, for folders whose manifest does not: where a default has changed since,
 * the audit is made again with the one it was made with. One of K classes has its methods in its results.
 */
export function settingsOfAudit(text: string): object {
  const { settings, methods } = parsed(text);
  const recorded = { ...namesOf(methods), ...Object(settings) } as Readonly<Record<string, unknown>>;
  const known = defaultSettings();
  return Object.fromEntries(Object.entries(recorded).filter(([name]) => Object.hasOwn(known, name)));
}

/** Whether an audit.json says that its decisions were read in pieces. */
export function wasScanned(text: string): boolean {
  const { problems } = parsed(text);
  return Array.isArray(problems) && problems.some((one: unknown) => Object(one).code === "FILE_SCANNED");
}

function namesOf(methods: unknown): object {
  if (!Array.isArray(methods)) return {};
  return { methods: methods.map((each: unknown) => (Object(each) as { method?: unknown }).method) };
}
