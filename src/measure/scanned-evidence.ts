import { AuditError } from "../errors.js";
import type { EvidenceSummary } from "../findings/evidence.js";
import { hasClasses } from "../input/evidence.js";
import type { ScannedRows } from "../input/scanned-rows.js";
import type { Tally } from "../input/tally.js";
import { indices } from "../math/compare.js";
import type { CanonicalEvidence } from "../surrogate/canonical-evidence.js";
import {
  applyGrouping,
  type Grouping,
  type GroupingOptions,
  type GroupingRule,
  groupingRules,
} from "./groups/groups.js";
import {
  type Cell,
  cellsOf,
  type DrawnEvidence,
  type DrawOptions,
  drawRows,
  inTurn,
  type OthersBatch,
  sampleEvidence,
} from "./sample-evidence.js";

/** What an audit needs of a file of decisions that is too long to be held, beside the people drawn from it. */
export interface ScannedFile {
  readonly file: string;
  /** Everybody in the file. */
  readonly tally: Tally;
  /** People outside the sample, to measure on. */
  readonly measured: ScannedRows;
  /** Everybody outside the sample, read from the file again. */
  rest(): AsyncIterable<ScannedRows>;
}

/**
 * The groups by which people are compared, found from everybody, and the sample methods are fitted on: null where that
 * is everybody. Of a scanned file, groupings are of the tally.
 */
export function groupedEvidence(
  evidence: CanonicalEvidence,
  settings: GroupingOptions & DrawOptions,
  scanned: ScannedFile | null,
) {
  const { columns, people } = scanned?.tally ?? { columns: evidence.groups, people: null };
  const rules = groupingRules(columns, settings, people);
  const groupings = rules.map((rule) => applyGrouping(rule, columns));
  const draw = () =>
    scanned === null
      ? sampleEvidence(evidence, groupings, settings)
      : scannedSample(evidence, scanned, { rules, groupings, seed: settings.seed });
  return { rules, groupings, drawn: hasClasses(evidence) ? null : draw() };
}

interface ScannedGroups {
  readonly rules: readonly GroupingRule[];
  /** Of the tally. */
  readonly groupings: readonly Grouping[];
  readonly seed: number;
}

/** The people of a scan as a sample: all of the evidence was drawn, and the others stay in the file. */
function scannedSample(
  evidence: CanonicalEvidence,
  { file, tally, measured, rest }: ScannedFile,
  { rules, groupings, seed }: ScannedGroups,
): DrawnEvidence {
  const own = rules.map((rule) => applyGrouping(rule, evidence.groups));
  const cells = cellsOf(evidence.decisions, own);
  const drawn = new Map(cells.map((cell) => [keyOf(cell), cell.members.length]));
  const sizes = cells.map(({ members }) => members.length);
  const people = evidence.decisions.length;
  const rows = countTallied(tally).observations - people;
  return {
    evidence,
    rows: indices(people),
    nested: inTurn(drawRows(cells, sizes, seed)),
    strata: cellsOf(tally.decisions, groupings).map((cell) => {
      const among = drawn.get(keyOf(cell)) ?? 0;
      const size = cell.members.reduce((sum, entry) => sum + tally.people[entry]!, 0);
      const { decision, groups } = cell;
      const weight = among === 0 ? null : size / among;
      return { decision: decision === 1 ? "accepted" : "rejected", groups, people: size, drawn: among, weight };
    }),
    letters: { drawn: 0, of: 0 },
    told: { drawn: 0, of: 0 },
    others: {
      rows,
      async *stream() {
        for await (const some of rest()) yield batchOf(some);
      },
      measured: batchOf(measured),
      requireAll(found) {
        if (found === rows) return;
        const message = `${file} changed while it was read. Run the audit again once it is complete`;
        throw new AuditError("FILE_UNREADABLE", message, { file });
      },
    },
  };
}

/** How many people a tally stands for. */
export function countTallied(tally: Tally): Pick<EvidenceSummary, "observations" | "rejected" | "accepted"> {
  const counts = [0, 0];
  tally.decisions.forEach((decision, i) => {
    counts[decision]! += tally.people[i]!;
  });
  const [rejected, accepted] = counts as [number, number];
  return { observations: rejected + accepted, rejected, accepted };
}

function keyOf({ decision, groups }: Cell): string {
  return JSON.stringify([decision, groups]);
}

function batchOf({ observations, ...rest }: ScannedRows): OthersBatch {
  return { ...rest, table: observations };
}
