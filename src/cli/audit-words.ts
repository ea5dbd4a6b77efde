import { percent } from "../math/interval.js";
import type { AuditFile } from "../report/audit-file.js";
import type { Page, PageTable } from "./page.js";
import { counted, grouped } from "./printable.js";

/** Groups of one attribute shown in the terminal; audit.json has them all. */
const MOST_GROUPS = 20;

type MethodResult = AuditFile["methods"][number];
type GroupRate = AuditFile["groups"][number]["observed"][number];

/** The evidence in a few lines. */
export function describeEvidence(sheet: Page, { evidence }: AuditFile): void {
  const { decision } = evidence;
  sheet.pairs([
    [
      "people",
      `${grouped(evidence.observations)}: ${grouped(evidence.accepted)} '${decision.favourable}' (favourable), ` +
        `${grouped(evidence.rejected)} '${decision.unfavourable}'`,
    ],
    [
      "letters",
      evidence.letters === 0
        ? "none"
        : `${grouped(evidence.letters)}; ${grouped(evidence.rejectedWithLetter)} of ${counted(evidence.rejected, "rejected person", "rejected people")} have one`,
    ],
    ["features", evidence.features.join(", ")],
  ]);
}

/** The methods side by side, the recommended one marked; `fidelity` adds what only a demo can know. */
export function describeMethods(sheet: Page, file: AuditFile, fidelity?: ReadonlyMap<string, number>): void {
  const { methods, recommendation, settings, evidence } = file;
  sheet.heading("How often each rebuilt model answers like the audited one");
  sheet.text(
    `Agreement: share of the decisions of people the model was not fitted on (${settings.folds} folds), with the range the sample leaves open.` +
      (evidence.paired > 0
        ? " Letters: share of held-out letters it confirms, rejecting the person and accepting the offer."
        : "") +
      (fidelity === undefined ? "" : " Fidelity: share of the other people it answers like the hidden lender."),
    0,
    "dim",
  );
  sheet.blank();
  sheet.table(methodTable(methods, recommendation.method, fidelity));
  const wanting = methods.filter(({ failure }) => failure?.code === "NO_LETTERS").map(({ method }) => method);
  if (wanting.length > 0) sheet.text(`  – needs letters, and there are none: ${wanting.join(", ")}`, 4, "yellow");
  for (const { method, failure } of methods) {
    if (failure !== null && failure.code !== "NO_LETTERS") {
      sheet.text(`  – ${method} could not be measured: ${failure.message}`, 4, "yellow");
    }
  }
}

function methodTable(
  methods: readonly MethodResult[],
  recommended: string,
  fidelity: ReadonlyMap<string, number> | undefined,
): PageTable {
  const letters = methods.some(({ letterConsistency }) => letterConsistency !== null);
  const head = ["  method", "reads letters", "agreement", "95 % interval"];
  if (letters) head.push("letters");
  if (fidelity !== undefined) head.push("fidelity");
  const rows = methods.map(({ method, usesLetters, agreement, letterConsistency }) => {
    const cells = [
      `${method === recommended ? "▸" : " "} ${method}`,
      usesLetters ? "yes" : "no",
      shareOf(agreement?.overall.share),
      agreement === null ? "–" : range(agreement.overall),
    ];
    if (letters) cells.push(shareOf(letterConsistency?.share));
    if (fidelity !== undefined) cells.push(shareOf(fidelity.get(method)));
    return cells;
  });
  return { head, rows, left: [0, 1], emphasise: methods.findIndex(({ method }) => method === recommended) };
}

/** What to use, why, and what letters add. */
export function describeRecommendation(sheet: Page, { recommendation }: AuditFile): void {
  sheet.heading("Recommendation");
  sheet.text(`▸ ${sentence(recommendation.sentence, recommendation.method)}`, 2);
  sheet.text(`  ${sentence(recommendation.letters)}`, 2);
}

/**
 * Selection rates of each sensitive attribute: observed, which need no model, and rebuilt; both also by sampling weight
 * where there are weights.
 */
export function describeGroups(sheet: Page, { groups, evidence }: AuditFile): void {
  const head = ["group", "people", "observed", "95 % interval", "rebuilt model"];
  if (evidence.weighted) head.push("observed, weighted", "rebuilt, weighted");
  for (const { attribute, observed, surrogate } of groups) {
    sheet.heading(`Share with '${evidence.decision.favourable}' by ${attribute}`);
    const rebuiltOf = new Map(surrogate.map((entry) => [entry.group, entry]));
    sheet.table({
      head,
      rows: largest(observed).map(({ group, n, rate, status, weightedRate }) => {
        const rebuilt = rebuiltOf.get(group);
        const cells = [
          status === "insufficient" ? `${group} (insufficient, n = ${n})` : group,
          grouped(n),
          percent(rate.share),
          range(rate),
          shareOf(rebuilt?.rate.share),
        ];
        return evidence.weighted ? [...cells, shareOf(weightedRate), shareOf(rebuilt?.weightedRate)] : cells;
      }),
    });
    const rest = observed.length - MOST_GROUPS;
    if (rest > 0) sheet.text(`and ${grouped(rest)} more in audit.json; the ${MOST_GROUPS} largest are shown`, 0, "dim");
  }
}

/** The largest groups, in the order given. */
function largest(groups: readonly GroupRate[]): readonly GroupRate[] {
  if (groups.length <= MOST_GROUPS) return groups;
  const order = [...groups.keys()].sort((a, b) => groups[b]!.n - groups[a]!.n || a - b);
  return order
    .slice(0, MOST_GROUPS)
    .sort((a, b) => a - b)
    .map((k) => groups[k]!);
}

function shareOf(share: number | null | undefined): string {
  return share === null || share === undefined ? "–" : percent(share);
}

/** Warnings about the files, and the limits of every finding. */
export function describeCaveats(sheet: Page, { problems, warnings, caveats }: AuditFile): void {
  const serious = [...problems, ...warnings].filter(
    ({ severity, code }) => severity === "warning" && code !== "NO_LETTERS",
  );
  if (serious.length > 0) {
    sheet.heading("About the files");
    for (const { message } of serious) sheet.text(`- ${message}`, 2, "yellow");
  }
  sheet.heading("What this evidence cannot tell");
  for (const { text } of caveats) sheet.text(`- ${text}`, 2);
}

function range({ low, high }: { readonly low: number; readonly high: number }): string {
  return `${(low * 100).toFixed(1)} to ${percent(high)}`;
}

/** Ends with a full stop, and begins with a capital unless it begins with the name of the method. */
function sentence(text: string, method = ""): string {
  const named = method !== "" && text.startsWith(method);
  const begun = named ? text : `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  return begun.endsWith(".") ? begun : `${begun}.`;
}
