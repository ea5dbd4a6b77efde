import { basename } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { isFavourable } from "../collect/favourable.js";
import { AuditError, requireRunning } from "../errors.js";
import type { Decisions } from "../input/decisions.js";
import { type Evidence, hasReasons } from "../input/evidence.js";
import { selectTableRows, type Table } from "../input/table.js";
import { loadKernels } from "../kernels/load.js";
import type { AnsweringTarget } from "../lab/study/target-notices.js";
import { type OutsideTarget, rowCells } from "../lab/targets/outside.js";
import type { AskedTarget } from "../leak/leak.js";
import { type NamedCondition, noticeNames } from "../leak/leak-plan.js";
import { type PlannedMitigation, tablesToAsk } from "../leak/mitigations.js";
import { noticeSpecs, type TargetNotices } from "../leak/notices.js";
import { type LeakGiven, leakSettings } from "../settings/leak-settings.js";
import type { CanonicalEvidence } from "../surrogate/canonical-evidence.js";
import type { Model } from "../surrogate/model.js";
import { type CliIo, pathFrom, wrongUse } from "./io.js";

interface NoticeRequest {
  readonly flags: Pick<LeakGiven, "notices" | "method" | "seed" | "target">;
  readonly conditions: readonly NamedCondition[];
}

/** What the target would tell the refused people, where a notice needs that; null where none does. */
export async function askForNotices(
  evidence: CanonicalEvidence,
  { flags, conditions }: NoticeRequest,
  { reasonRules }: Decisions,
  io: CliIo,
): Promise<TargetNotices | null> {
  const { notices: asked = null, method = leakSettings.method.default!, seed = 0, target: named } = flags;
  const notices = noticeSpecs(evidence, noticeNames(conditions, asked), method);
  const needing = notices.find(({ base, most }) => base === "thresholds" || (most !== 0 && !hasReasons(evidence)));
  if (needing === undefined) return null;
  if (named === undefined || !/\.(?:json|onnx)$/i.test(named)) {
    const got = named === undefined ? "" : `, got '${named}', which would be asked too often`;
    const way = "Or let your own system write reasons, and give them as letters (--letters)";
    throw wrongUse(
      `the notice '${needing.name}' needs a model to ask: --target with a surrogate.json or a .onnx file${got}. ${way}`,
    );
  }
  const { targetNotices } = await import("../lab/study/target-notices.js");
  const target = await scoringTarget(named, evidence, io);
  return targetNotices(evidence, target, { notices, neverCited: reasonRules.neverCited, seed });
}

/** A rebuilt model by its scores; an ONNX file by its decisions, as 1 and 0. */
async function scoringTarget(named: string, evidence: Evidence, io: CliIo): Promise<AnsweringTarget> {
  if (/\.json$/i.test(named)) {
    const model = await modelAt(named, io);
    return { name: basename(named), score: async (rows) => model.scores(rows) };
  }
  const target = await openTarget(named, evidence, io);
  const { favourable } = evidence.schema.decision;
  return {
    name: target.name,
    async score(rows) {
      requireRunning(io.interrupts.signal);
      const replies = await target.decide(rows);
      return Float64Array.from(replies, (reply) =>
        reply.status === "answered" && accepts(reply.answer, favourable) ? 1 : 0,
      );
    },
  };
}

async function modelAt(named: string, io: CliIo): Promise<Model> {
  const { readModel } = await import("../platform/read-model.js");
  return readModel(pathFrom(io.cwd, named), await loadKernels());
}

const TRIES = 4;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
const TIMEOUT_MS = 30_000;

async function openTarget(named: string, { schema }: Evidence, io: CliIo): Promise<OutsideTarget> {
  if (/^https?:\/\//i.test(named)) {
    const [{ httpTarget }, { postJson }] = await Promise.all([
      import("../lab/targets/http.js"),
      import("../platform/post-json.js"),
    ]);
    return httpTarget(named, postJson(TIMEOUT_MS));
  }
  const path = pathFrom(io.cwd, named);
  if (/\.onnx$/i.test(named)) {
    const [{ onnxTarget }, { loadOnnx }] = await Promise.all([
      import("../lab/targets/onnx.js"),
      import("../platform/onnx-session.js"),
    ]);
    return onnxTarget(await loadOnnx(path), schema.features, { name: basename(named) });
  }
  if (/\.json$/i.test(named)) {
    const model = await modelAt(named, io);
    const { favourable, unfavourable } = schema.decision;
    return {
      name: basename(named),
      async decide(rows) {
        const answers = Array.from(model.margins(rows), (margin) => (margin >= 0 ? favourable : unfavourable));
        return answers.map((answer) => ({ status: "answered", answer }));
      },
    };
  }
  throw wrongUse(
    "--target must be a surrogate.json, a file ending in .onnx or an address starting with https:// or http://, " +
      `got '${named}'`,
  );
}

/**
 * Asks the named target about the letters as they are and after each mitigation; a row that comes twice is asked about
 * once.
 */
export async function askTarget(
  named: string,
  { evidence, mitigations }: { readonly evidence: Evidence; readonly mitigations: readonly PlannedMitigation[] },
  io: CliIo,
  onProgress: (done: number) => void,
): Promise<AskedTarget> {
  const target = await openTarget(named, evidence, io);
  const known = new Map<string, number>();
  let done = 0;
  const answers = async (table: Table | null): Promise<Uint8Array | null> => {
    if (table === null) return null;
    const keys = Array.from({ length: table.rows }, (_, i) => JSON.stringify(rowCells(table, i)));
    for (const [i, key] of keys.entries()) {
      if (known.has(key)) continue;
      requireRunning(io.interrupts.signal);
      known.set(key, (await askOne(target, selectTableRows(table, [i]), evidence, io)) ? 1 : 0);
      onProgress(++done);
    }
    return Uint8Array.from(keys, (key) => known.get(key) ?? 0);
  };
  const [first, ...others] = tablesToAsk(evidence, mitigations);
  const before = (await answers(first ?? null)) ?? new Uint8Array(0);
  const after: (Uint8Array | null)[] = [];
  for (const table of others) after.push(await answers(table));
  return { name: target.name, asked: known.size, before, after };
}

/** Whether the target accepts the row; one it has no answer about counts as not accepted. */
async function askOne(target: OutsideTarget, row: Table, { schema }: Evidence, io: CliIo): Promise<boolean> {
  const { signal } = io.interrupts;
  let reason = "no answer";
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const [reply] = await target.decide(row, { signal });
    if (reply?.status === "answered") return accepts(reply.answer, schema.decision.favourable);
    if (reply?.status === "refused") return false;
    reason = reply?.reason ?? reason;
    if (reply?.status !== "failed") break;
    const wait = reply.waitMs ?? FIRST_WAIT_MS * (1 << attempt);
    if (attempt < TRIES - 1) await pause(Math.min(wait, LONGEST_WAIT_MS), undefined, { signal }).catch(() => undefined);
    requireRunning(signal);
  }
  throw new AuditError("TARGET_FAILED", `${target.name} gave no answer about a letter: ${reason}`);
}

/** A target that answers 1 and 0 where the file has words means 1 by the good one. */
function accepts(answer: string, favourable: string): boolean {
  return isFavourable(answer, favourable) || (answer === "1" && !/^[\d.]+$/.test(favourable));
}
