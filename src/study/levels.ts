import type { Encoder } from "../encode/encoder.js";
import type { Table } from "../evidence/table.js";
import type { Surrogate } from "../surrogate/surrogate.js";
import { isNear } from "./measures.js";
import { noisedRows } from "./noise.js";
import type { Series } from "./result.js";
import {
  type AttributeGroups,
  attributeGroups,
  gapErrors,
  meanDtieo,
  type ScoreGaps,
  scoreGaps,
} from "./score-gaps.js";
import type { GroupWork, Shared } from "./work.js";

/** The reference set at one level of noise, as the target sees it. */
interface Level {
  readonly noise: number;
  readonly rows: Table;
  readonly decisions: Uint8Array;
  readonly gaps: ScoreGaps | null;
}

/** The reference set at every level of noise of a study; the target decides about the same noised rows. */
export interface NoiseLevels {
  readonly levels: readonly Level[];
  /** 1 for rows near the threshold before any noise. */
  readonly near: Uint8Array;
  readonly groups: AttributeGroups | null;
  readonly labels: Uint8Array;
}

/** The levels of a study; null when it neither adds noise nor compares score distances. */
export function noiseLevels({ spec, group, data }: GroupWork, shared: Shared): NoiseLevels | null {
  if (spec.noise === undefined && spec.sensitive === undefined) return null;
  const { target, test, pool, reference } = shared;
  const groups = spec.sensitive === undefined ? null : attributeGroups(test, spec.sensitive);
  const levels = (spec.noise ?? [0]).map((noise): Level => {
    const rows = noisedRows(data.features, test, pool, noise, group.seed);
    const gaps = groups === null ? null : scoreGaps(target.score(rows), groups, reference.labels);
    return { noise, rows, decisions: target.decide(rows), gaps };
  });
  const near = Uint8Array.from(reference.scores, (score) => (isNear(score) ? 1 : 0));
  return { levels, near, groups, labels: reference.labels };
}

/** What a surrogate shows at each level: agreement with the target, and how far its score distances are from the target's. */
export function levelSeries(levels: NoiseLevels, surrogate: Surrogate, encoder: Encoder): Series {
  const rows = levels.levels.map((level) => measureLevel(levels, level, surrogate, encoder));
  const column = <Key extends keyof LevelMeasures>(key: Key) => rows.map((row) => row[key]);
  const plain = { fidelity: column("fidelity"), near: column("near"), noise: column("noise") };
  if (levels.groups === null) return plain;
  return {
    dtidpError: column("dtidpError"),
    dtidpTarget: column("dtidpTarget"),
    dtieoError: column("dtieoError"),
    dtieoTarget: column("dtieoTarget"),
    ...plain,
  };
}

interface LevelMeasures {
  readonly noise: number;
  readonly fidelity: number;
  readonly near: number | null;
  readonly dtidpError: number | null;
  readonly dtieoError: number | null;
  readonly dtidpTarget: number | null;
  readonly dtieoTarget: number | null;
}

function measureLevel(
  { near, groups, labels }: NoiseLevels,
  { noise, rows, decisions, gaps }: Level,
  surrogate: Surrogate,
  encoder: Encoder,
): LevelMeasures {
  const encoded = encoder.encode(rows);
  const margins = surrogate.margins(encoded);
  const same = margins.map((margin, i) => ((margin >= 0 ? 1 : 0) === decisions[i] ? 1 : 0));
  const nearRows = near.reduce((sum, value) => sum + value, 0);
  const nearSame = same.reduce((sum, value, i) => sum + value * near[i]!, 0);
  const own = groups === null || gaps === null ? null : scoreGaps(surrogate.scores(encoded), groups, labels);
  const errors = own === null || gaps === null ? { dtidp: null, dtieo: null } : gapErrors(gaps, own);
  return {
    noise,
    fidelity: same.reduce((sum, value) => sum + value, 0) / rows.rows,
    near: nearRows === 0 ? null : nearSame / nearRows,
    dtidpError: errors.dtidp,
    dtieoError: errors.dtieo,
    dtidpTarget: gaps?.dtidp ?? null,
    dtieoTarget: gaps === null ? null : meanDtieo(gaps),
  };
}
