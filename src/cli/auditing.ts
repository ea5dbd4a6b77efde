import { requireRunning } from "../errors.js";
import type { AuditConfiguration, EmbedderSettings } from "../folder/configuration.js";
import { computeAudit, type ProducedAudit, refuseTwoOnly, WRITING_LABEL, writeUp } from "../folder/make-audit.js";
import { readSources } from "../folder/read-sources.js";
import type { Kernels } from "../kernels/kernels.js";
import { loadKernels } from "../kernels/load.js";
import { loadParallelKernels } from "../platform/parallel-kernels.js";
import { packageIdentity } from "../platform/version.js";
import type { SettingsInForce } from "../settings/settings.js";
import type { AuditInputs } from "./audit-inputs.js";
import { openEmbedded } from "./audit-sources.js";
import { type CliIo, type GlobalFlags, progressFor } from "./io.js";

/** What an audit is to be made from. */
export interface AuditTask {
  readonly inputs: AuditInputs;
  readonly configuration: AuditConfiguration;
  /** The version written into the files. @default that of this package */
  readonly version?: string;
  /** The auditor's key; with it every row is committed to. */
  readonly key?: Uint8Array;
  /** The settings of an audit that is made again: they go before today's defaults. @default none */
  readonly recorded?: SettingsInForce;
  /**
   * The service for texts that the user names on this command line; one that only a file names is not asked. @default
   * none
   */
  readonly embedder?: EmbedderSettings;
}

/**
 * Reads the files and makes the audit as `makeAudit` does, with a progress line. The same inputs and configuration
 * give the same bytes.
 */
export async function produceAudit(
  { inputs, configuration: given, version, key, recorded = {}, embedder = {} }: AuditTask,
  flags: GlobalFlags,
  io: CliIo,
): Promise<ProducedAudit & { readonly kernels: Kernels }> {
  refuseTwoOnly(given, { population: inputs.population, commit: key });
  const configuration = { ...recorded, ...given };
  // only the iterative solver has work for a second thread
  const kernels = configuration.solver === "sinkhorn" ? await loadParallelKernels() : await loadKernels();
  const read = await openEmbedded(inputs, configuration, embedder, io).then(({ sources, text }) =>
    readSources(sources, configuration, text),
  );
  const progress = progressFor(io, flags);
  requireRunning(io.interrupts.signal);
  try {
    const result = io.interrupts.unguarded(() =>
      computeAudit(read, configuration, kernels, (done, total, label) => progress.update(label, { done, total })),
    );
    progress.update(WRITING_LABEL);
    const identity = { ...packageIdentity(), ...(version !== undefined && { version }) };
    const produced = await writeUp(read, result, {
      configuration: given,
      recorded,
      package: identity,
      ...(key && { key }),
    });
    return { ...produced, kernels };
  } finally {
    progress.clear();
  }
}
