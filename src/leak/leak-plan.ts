import { type Encoder, fitEncoder } from "../encode/encoder.js";
import { AuditError } from "../errors.js";
import type { LeakNote } from "../findings/leak-file.js";
import { type Evidence, hasReasons } from "../input/evidence.js";
import { compareBy, tableKeys } from "../input/row-order.js";
import { selectTableRows } from "../input/table.js";
import { compareText, sortedIndices } from "../math/compare.js";
import { sampleWithoutReplacement, seededRandom } from "../math/random.js";
import { compareWithPeople, type LetterChanges } from "../measure/letters/letter-changes.js";
import { type NeedsTwo, refuseOption, requireOneOf, withDefaults } from "../options.js";
import { type LeakSettings, leakSettings } from "../settings/leak-settings.js";
import type { Setting } from "../settings/settings.js";
import { MOST_FITS, requireSize } from "../settings/work-limits.js";
import { type CanonicalEvidence, canonicalEvidence } from "../surrogate/canonical-evidence.js";
import { methodOf } from "../surrogate/method-recipe.js";
import type { SurrogateName } from "../surrogate/methods.js";
import type { SurrogateMethod } from "../surrogate/surrogate.js";
import { type Condition, callsOf, isNotice } from "./condition.js";
import { ascending, chooseAt, chooseSizes, type Pool, poolOf, type ReferenceRows, type Sizes } from "./draw-people.js";
import { changesOf, type PlannedMitigation, planMitigations } from "./mitigations.js";
import { areRead, type PlannedNotice, planNotices, requireReadable, type TargetNotices } from "./notices.js";

export const leakNeedsTwo: NeedsTwo = { what: "`recast leak`", reason: "it measures models of two decisions" };

/** How leakage is measured; docs/leak.md names the defaults. Null stands for a default that depends on the evidence. */
export type LeakOptions = Partial<LeakSettings>;

interface PlanOptions extends LeakOptions {
  /** What a target would tell the refused people. @default nothing */
  readonly told?: TargetNotices | null;
}

/** The methods that read letters and can do without them, and whether they draw and so take the seed. */
const METHODS = {
  bracket: true,
  recast: true,
  "recast-calibrated": false,
  "ridge-letters": false,
  "samples-lr": false,
  "samples-mlp": true,
  "samples-dt": false,
  cca: true,
} as const satisfies Partial<Record<SurrogateName, boolean>>;

/** A method of which leakage can be measured: with and without letters it is the same method. */
type LeakMethod = keyof typeof METHODS;

function resolveLeakOptions(given: LeakOptions = {}): LeakSettings & { readonly method: LeakMethod } {
  const table = Object.entries<Setting>(leakSettings);
  const usual = Object.fromEntries(table.map(([name, setting]) => [name, setting.default])) as LeakSettings;
  const options = withDefaults("leak", usual, given);
  requireOneOf("method", options.method, Object.keys(METHODS));
  for (const [name, { kind }] of table) kind.check(name, options[name as keyof LeakSettings]);
  return { ...options, method: options.method as LeakMethod };
}

export function leakOptionsOf(flags: object): LeakOptions {
  return Object.fromEntries(
    Object.entries(flags).filter(([name, value]) => Object.hasOwn(leakSettings, name) && value !== undefined),
  );
}

export function leakMethod(name: LeakMethod, seed: number): SurrogateMethod {
  return otherMethod(name, METHODS[name] ? { seed } : {});
}

/** A method with these options; others can do its fits. */
export function otherMethod(name: SurrogateName, options: object = {}): SurrogateMethod {
  return methodOf({ name, options, isSilent: false, keeping: null });
}

export function withoutLetters(name: LeakMethod, seed: number): SurrogateMethod {
  return leakMethod(name, seed).withoutLetters!();
}

/** Rows of their own to compare with. */
export interface LeakReference extends ReferenceRows {
  /** Rows left out because their person is among the decisions. */
  readonly alsoObserved: number;
}

export interface NamedCondition {
  readonly text: string;
  readonly condition: Condition;
}

export interface PlannedField {
  readonly feature: number;
  readonly name: string;
  readonly changed: number;
}

/** Everything that is decided before the first fit. */
export interface LeakPlan {
  readonly options: LeakSettings & { readonly method: LeakMethod };
  /** In canonical order. */
  readonly evidence: CanonicalEvidence;
  readonly reference: LeakReference | null;
  readonly conditions: readonly NamedCondition[];
  readonly pool: Pool;
  readonly sizes: Sizes;
  /** Numbers of letters to measure at with all people of the largest size; 0 and all are measured anyway. */
  readonly letterSizes: readonly number[];
  readonly at: number;
  readonly changes: LetterChanges;
  /** Scales by the 5–95 % range, for distances. */
  readonly encoder: Encoder;
  readonly fields: readonly PlannedField[];
  readonly fieldsLeftOut: number;
  readonly mitigations: readonly PlannedMitigation[];
  readonly notices: readonly PlannedNotice[];
  /** Sizes at which notices are measured. */
  readonly noticeSizes: readonly number[];
  /** Whether recast and ridge are measured too. */
  readonly besides: { readonly recast: boolean; readonly ridge: boolean };
  readonly fits: number;
  readonly notes: readonly LeakNote[];
}

/** More reference rows than this add little to the precision, and cost a prediction each in every fit. */
const MOST_REFERENCE = 20_000;

/**
 * Settles sizes, fields, mitigations and notices, and refuses what cannot be measured before any work is done: evidence
 * without letters and reasons (NO_LETTERS), too few people (CLASS_TOO_SMALL), sizes there are no people for and notices
 * that nobody gave (INVALID_OPTION).
 */
export function planLeak(
  given: Evidence,
  reference: LeakReference | null,
  conditions: readonly NamedCondition[],
  { told = null, ...givenOptions }: PlanOptions = {},
): LeakPlan {
  const options = resolveLeakOptions(givenOptions);
  requireSize(given, "the decisions");
  const { evidence } = canonicalEvidence(given);
  const names = noticeNames(conditions, options.notices);
  const planned = planNotices({ ...options, evidence, names, told });
  if (evidence.letters.rows === 0) requireNotices(evidence, planned, conditions);
  const pool = poolOf(evidence, reference === null ? options.holdOut : 0);
  const calls = conditions.flatMap(({ condition }) => callsOf(condition));
  const needed = calls.map(({ n }) => n);
  const sizes = chooseSizes(pool, options.sizes, [...needed, ...(options.at === null ? [] : [options.at])]);
  const at = chooseAt(sizes, options.at);
  const rows =
    reference === null ? evidence.decisions.length - pool.rejected - pool.accepted : reference.decisions.length;
  if (rows < 10) {
    throw new AuditError(
      "CLASS_TOO_SMALL",
      `there are only ${rows} reference rows to compare with. Add rows: leak needs at least 10`,
    );
  }
  const changes = compareWithPeople(evidence);
  const rowsSeen = [evidence.observations, evidence.letters];
  const encoder = fitEncoder(evidence.schema.features, rowsSeen, { scaling: "robust" });
  const changedFields = evidence.schema.features
    .map(({ name }, feature) => ({ feature, name, changed: changesOf(changes, feature) }))
    .filter(({ changed }) => changed > 0)
    .sort((a, b) => b.changed - a.changed || compareText(a.name, b.name));
  const fields = changedFields.slice(0, options.fields);
  const hasLetters = evidence.letters.rows > 0;
  const mitigations = hasLetters ? planMitigations({ evidence, changes, encoder }, options.seed) : [];
  const [smallest = 0] = sizes.withLetters;
  const fewest = options.sizes === null && smallest > 10 ? [10] : [];
  const largest = sizes.withLetters.at(-1) ?? 0;
  const letterSizes = hasLetters ? [...fewest, ...sizes.withLetters].filter((m) => m < largest) : [];
  const noticeSizes = ascending([at, ...calls.flatMap(({ arm, n }) => (isNotice(arm) ? [n] : []))]);
  const notices = hasLetters ? planned.filter(({ name }) => names.includes(name) || areRead(noticeSizes)) : planned;
  requireReadable(notices, noticeSizes);
  const besides = { recast: hasLetters && options.method !== "recast", ridge: options.method !== "ridge-letters" };
  const curves = sizes.withLetters.length * (Number(hasLetters) + Number(besides.recast) + Number(besides.ridge));
  const further = sizes.withoutLetters.length + letterSizes.length + 2 * fields.length + mitigations.length;
  const each = curves + further + notices.length * noticeSizes.length;
  if (each * options.repeats > MOST_FITS) {
    const fits = `each makes ${each} fits, and ${MOST_FITS} is the most`;
    refuseOption("repeats", `at most ${Math.floor(MOST_FITS / each)}, because ${fits}`, options.repeats);
  }
  return {
    options,
    evidence,
    reference: reference && limited(reference, options.seed),
    conditions,
    pool,
    sizes,
    letterSizes,
    at,
    changes,
    encoder,
    fields,
    fieldsLeftOut: changedFields.length - fields.length,
    mitigations,
    notices,
    noticeSizes,
    besides,
    fits: each * options.repeats,
    notes: [...notesOf(evidence, changes, reference), ...noticeNotes(evidence, notices, { reference, told })],
  };
}

/** The notices that options and conditions name. */
export function noticeNames(conditions: readonly NamedCondition[], asked: readonly string[] | null): string[] {
  const inConditions = conditions.flatMap(({ condition }) => callsOf(condition).map(({ arm }) => arm));
  return [...(asked ?? []), ...inConditions.filter(isNotice)];
}

/** Without letters, reasons or thresholds must be there to measure, and no condition can be about letters. */
function requireNotices(
  evidence: Evidence,
  notices: readonly PlannedNotice[],
  conditions: readonly NamedCondition[],
): void {
  const [first] = notices;
  if (first === undefined) {
    const way = "Name the letters (--letters), or what to tell refused people instead (--notices)";
    const message = `there are no letters, and leakage is what letters add to decisions. ${way}`;
    throw new AuditError("NO_LETTERS", hasReasons(evidence) ? `${message}; only bracket reads reasons` : message);
  }
  for (const { text, condition } of conditions) {
    const about = callsOf(condition).find(({ arm }) => arm === "letters");
    if (about === undefined) continue;
    const message = `the condition '${text}' is about letters, and there are none. Name a notice`;
    throw new AuditError("INVALID_OPTION", `${message}: ${about.name}(${about.n}, ${first.name})`);
  }
}

/** In canonical order, and at most 20,000: the order of their file does not change who is drawn. */
function limited(reference: LeakReference, seed: number): LeakReference {
  const { table, decisions } = reference;
  const keys = [...tableKeys(table.columns), Int32Array.from(decisions)];
  const order = sortedIndices(table.rows, (i, j) => compareBy(keys, i, j));
  const drawn =
    table.rows <= MOST_REFERENCE
      ? order
      : sampleWithoutReplacement(table.rows, MOST_REFERENCE, seededRandom(seed, "leak/reference"))
          .sort()
          .map((place) => order[place]!);
  const rows = { table: selectTableRows(table, drawn), decisions: Uint8Array.from(drawn, (i) => decisions[i]!) };
  return { ...reference, ...rows };
}

function notesOf({ letters }: Evidence, changes: LetterChanges, reference: LeakReference | null): LeakNote[] {
  const unpaired = letters.rows - changes.letters.length;
  const rows = reference?.decisions.length ?? 0;
  const notes: LeakNote[] = [];
  if (letters.rows > 0 && changes.letters.length === 0) {
    const text =
      "No letter says which rejected person it answers, so fields cannot be set back to the person's own values. " +
      "Which fields leak, and mitigations that alter letters, could not be measured: give the letters an id.";
    notes.push({ code: "NOT_PAIRED", text });
  } else if (unpaired > 0) {
    const text =
      `${unpaired} of ${letters.rows} letters do not answer a known rejected person. ` +
      "They stay as they are where fields are masked and letters altered.";
    notes.push({ code: "PARTLY_PAIRED", text });
  }
  if (rows > MOST_REFERENCE) {
    const text = `Models are compared with ${MOST_REFERENCE} of ${rows} reference rows, drawn by the seed.`;
    notes.push({ code: "REFERENCE_SAMPLED", text });
  }
  return notes;
}

function noticeNotes(
  evidence: Evidence,
  notices: readonly PlannedNotice[],
  { reference, told }: { readonly reference: LeakReference | null; readonly told: TargetNotices | null },
): LeakNote[] {
  const notes: LeakNote[] = [];
  if (hasReasons(evidence) && evidence.letters.rows > 0) {
    const apart = "The files give reasons too. Curves, fields and mitigations leave them out";
    const text = notices.some(({ most }) => most !== 0)
      ? `${apart}: what reasons give away is measured on its own, alone and with the letters.`
      : `${apart}. What reasons give away was not measured: only bracket reads them, of at most 1,000 people.`;
    notes.push({ code: "REASONS_APART", text });
  }
  if (told !== null) {
    const refused = evidence.decisions.filter((decision) => decision === 0).length;
    const given =
      told.thresholds === null ? "Reasons" : told.reasons === null ? "Thresholds" : "Reasons and thresholds";
    const whom =
      told.alike === refused
        ? `It refuses all ${refused} refused people too.`
        : `It refuses ${told.alike} of the ${refused} refused people; the others are told nothing.`;
    const seen =
      reference === null
        ? " If it was fitted on these decisions, it knows of held-out ones too: name other rows (--reference)."
        : "";
    notes.push({ code: "NOTICES_FROM_TARGET", text: `${given} come from ${told.target}. ${whom}${seen}` });
  }
  return notes;
}
