import { requireRunning } from "../errors.js";
import type { AuditConfiguration } from "../folder/configuration.js";
import {
  computeClassAudit,
  type ProducedClassAudit,
  readClassSources,
  refuseTwoOnly,
  writeUpClasses,
} from "../folder/make-class-audit.js";
import { loadKernels } from "../kernels/load.js";
import { packageIdentity } from "../platform/version.js";
import type { AuditInputs } from "./audit-inputs.js";
import { openSources } from "./audit-sources.js";
import { type CliIo, type GlobalFlags, progressFor } from "./io.js";

/** What an audit of more than two decisions is to be made from. */
export interface ClassAuditTask {
  readonly inputs: AuditInputs;
  readonly configuration: AuditConfiguration;
  /** The version written into the files. @default that of this package */
  readonly version?: string;
}

/** Reads the files and makes an audit of more than two decisions. The same inputs and configuration give the same bytes. */
export async function produceClassAudit(
  { inputs, configuration, version }: ClassAuditTask,
  flags: GlobalFlags,
  io: CliIo,
): Promise<ProducedClassAudit> {
  refuseTwoOnly(inputs, configuration);
  const kernels = await loadKernels();
  const read = readClassSources(await openSources(inputs), configuration);
  const progress = progressFor(io, flags);
  requireRunning(io.interrupts.signal);
  try {
    const result = io.interrupts.unguarded(() =>
      computeClassAudit(read, configuration, kernels, (done, total, label) => progress.update(label, { done, total })),
    );
    const identity = { ...packageIdentity(), ...(version !== undefined && { version }) };
    return await writeUpClasses(read, result, { configuration, package: identity });
  } finally {
    progress.clear();
  }
}
