import { type AuditOptions, audit } from "../../../audit.js";
import { once, withDefaults } from "../../../options.js";
import { methodNamed } from "../../../settings/audit-options.js";
import { acceptedRows, shuffledOffers } from "../../generators/useless.js";
import { computeCells } from "../compute-cells.js";
import type { TimedCell } from "../result.js";
import type { GeneratorEntry } from "../spec.js";
import type { GroupWork } from "../work.js";
import { makeCase, makeWorld } from "./case.js";
import { judgeFlips } from "./flips.js";
import { judgeDifferences, judgeModelDifferences } from "./groups.js";
import type { Judged, Outcomes } from "./judged.js";
import { judgeBurden, judgeContradictions } from "./letters.js";
import { judgeReasons, judgeReasonWorth } from "./reasons.js";
import { judgeDirection, judgeOpen, judgeRight, judgeRobustness, judgeWorth } from "./rebuilt.js";

/** The one method of a study of truth: an audit, which chooses among methods itself. */
export const AUDITED = "audit";

/** Letters that say nothing about where the border is, for studies of truth. */
export const USELESS = { shuffled: shuffledOffers, "accepted-rows": acceptedRows } as const;

/** How people are grouped and drawn in the cells of one method entry. */
interface AuditedOptions {
  /** Groups that the target treats differently; coins otherwise. @default false */
  readonly differs?: boolean;
  /** Half of each decision; as they come otherwise. @default false */
  readonly balanced?: boolean;
  /** Whether the audit is given a population file. @default false */
  readonly population?: boolean;
  /** Settings of the audit, where others than its own take less time. @default its own */
  readonly settings?: AuditOptions;
}

/** Worlds of lower seeds were looked at when the numbers behind intervals and chances were chosen. */
const FIRST_SEED = 3000;

const DEFAULTS: Required<AuditedOptions> = { differs: false, balanced: false, population: false, settings: {} };

const JUDGES: readonly ((judged: Judged) => Outcomes)[] = [
  judgeDifferences,
  judgeModelDifferences,
  judgeRight,
  judgeDirection,
  judgeOpen,
  judgeRobustness,
  judgeWorth,
  judgeBurden,
  judgeContradictions,
  judgeReasons,
  judgeReasonWorth,
  judgeFlips,
];

/**
 * Makes audits whose truth is known, and records for every kind of statement whether it was made and whether it was
 * true. A size is the number of people observed, and a method entry says how they are grouped and drawn.
 */
export function computeTruth(work: GroupWork): Generator<TimedCell, void, void> {
  const { group, data, registry, kernels } = work;
  const generatorOf = ({ generator, options, name }: GeneratorEntry) =>
    generator in USELESS
      ? USELESS[generator as keyof typeof USELESS]()
      : registry.generator({ generator, options, name });
  return computeCells(work, {
    share: () => {
      const seed = FIRST_SEED + group.seed;
      const worldOf = (differs: boolean) => makeWorld(data, { target: group.target, differs, seed });
      return { same: once(() => worldOf(false)), differs: once(() => worldOf(true)) };
    },
    open: (_, entry) => generatorOf(entry),
    prepare: (_, generator, { n }) => ({ generator, n, counts: null }),
    measure(worlds, { generator, n }, entry, lap) {
      const { differs, balanced, population, settings } = withDefaults("audit", DEFAULTS, entry.options);
      const made = makeCase(differs ? worlds.differs() : worlds.same(), { generator, n, balanced }, kernels);
      lap();
      const given = { ...settings, ...(population && { population: made.population }) };
      const audited = audit(made.evidence, kernels, given);
      lap("fit");
      const method = methodNamed(audited.report.recommendation.method, audited.report.settings);
      const judged: Judged = { ...audited, made, method, generator, kernels };
      const series = Object.assign({}, ...JUDGES.map((judge) => judge(judged))) as Outcomes;
      lap("predict");
      return {
        measures: null,
        series: Object.fromEntries(Object.entries(series).sort(([a], [b]) => (a < b ? -1 : 1))),
      };
    },
  });
}
