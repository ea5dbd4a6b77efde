import { type AuditOptions, audit, type PersonResults } from "../audit.js";
import { commitEvidence } from "../certificate/commit.js";
import { kernelIdentity } from "../certificate/kernel-identity.js";
import {
  buildManifest,
  MANIFEST_NAME,
  type ManifestInput,
  type OutputFile,
  type TextOutput,
} from "../certificate/manifest.js";
import type { Scaling } from "../encode/scaling.js";
import type { Evidence } from "../evidence/evidence.js";
import { joinEvidence } from "../evidence/join.js";
import { noLettersProblem } from "../evidence/letters.js";
import type { Kernels } from "../kernels/kernels.js";
import { loadKernels } from "../kernels/load.js";
import { loadParallelKernels } from "../node/parallel-kernels.js";
import { readDecisions } from "../node/read-decisions.js";
import { readLetters } from "../node/read-letters.js";
import { readPopulation } from "../node/read-population.js";
import type { FileStamp } from "../node/read-text.js";
import { packageIdentity, packageVersion } from "../node/version.js";
import { requireRunning } from "../node/write-file.js";
import type { PrototypeSolver } from "../prototypes/fit.js";
import { type AuditFile, auditFile, type EvidenceFile } from "../report/audit-file.js";
import { canonicalJson } from "../report/canonical-json.js";
import type { Identity } from "../report/identity.js";
import type { SurrogateName } from "../surrogate/methods.js";
import { type Model, makeModel } from "../surrogate/model.js";
import type { AuditConfiguration, AuditInput, AuditInputs } from "./audit-inputs.js";
import { auditOutputs } from "./audit-outputs.js";
import { openTexts } from "./audit-texts.js";
import type { EmbedderFlags, ReportFlags } from "./flags.js";
import { type CliIo, type GlobalFlags, progressFor } from "./io.js";
import { decisionsOptions, lettersOptions, present } from "./role-flags.js";

/** What an audit is to be made from. */
export interface AuditRequest {
  readonly inputs: AuditInputs;
  readonly configuration: AuditConfiguration;
  /** The version written into the files. @default that of this package */
  readonly version?: string;
  /** The auditor's key; with it every row is committed to. */
  readonly key?: Uint8Array;
  /** The service for texts that the user names on this command line; one that only a file names is not asked. @default none */
  readonly embedder?: EmbedderFlags;
}

/** An audit with every file of its folder, not yet written. */
export interface ProducedAudit {
  readonly file: AuditFile;
  readonly model: Model;
  readonly evidence: Evidence;
  readonly kernels: Kernels;
  readonly people: PersonResults;
  /** Every file of the folder, the manifest last. */
  readonly outputs: readonly OutputFile[];
  /** Secret files to hand out, one per row, where rows were committed to. */
  readonly receipts: readonly TextOutput[];
}

/** Computes an audit and the text of everything in its folder, with a progress line. The same inputs and configuration give the same bytes. */
export async function produceAudit(
  { inputs, configuration, version = packageVersion(), key, embedder = {} }: AuditRequest,
  flags: GlobalFlags,
  io: CliIo,
): Promise<ProducedAudit> {
  // only the iterative solver has work for a second thread
  const kernels = configuration.solver === "sinkhorn" ? await loadParallelKernels() : await loadKernels();
  const texts = await openTexts(inputs, configuration, embedder, io);
  const decisions = texts.withUnit(
    await readDecisions(
      inputs.decisions.path,
      decisionsOptions(configuration, inputs.decisions.name),
      texts.prepare(inputs.decisions),
    ),
  );
  const letters =
    inputs.letters === null
      ? null
      : await readLetters(
          inputs.letters.path,
          decisions,
          lettersOptions(configuration, inputs.letters.name),
          texts.prepare(inputs.letters),
        );
  const population =
    inputs.population === null
      ? null
      : await readPopulation(
          inputs.population.path,
          decisions,
          { ...present({ delimiter: configuration.delimiter }), file: inputs.population.name },
          texts.prepare(inputs.population),
        );
  const evidence = joinEvidence(decisions, letters);
  const progress = progressFor(io, flags);
  requireRunning(io.interrupts.signal);
  try {
    const {
      report,
      model: fitted,
      people,
    } = io.interrupts.unguarded(() =>
      audit(evidence, kernels, {
        ...auditOptions(configuration),
        population,
        rows: { people: decisions.rowNumbers, letters: letters?.rowNumbers ?? new Int32Array(0) },
        onProgress: (done, total, label) => progress.update(label, { done, total }),
      }),
    );
    const model = texts.code === null ? fitted : makeModel({ ...fitted, text: texts.code });
    const file = auditFile(report, {
      version,
      files: {
        decisions: evidenceFile(decisions),
        letters: letters && evidenceFile(letters),
        population: population && evidenceFile(population),
      },
      identity: identityOf(configuration),
      columns: decisions.columns,
      problems: [
        ...decisions.problems,
        ...texts.problems,
        ...(letters === null ? [noLettersProblem()] : letters.problems),
        ...(population?.problems ?? []),
      ],
    });
    progress.update("writing the report");
    const written = await auditOutputs({ file, model, people, rows: decisions.rowNumbers, inputs, configuration });
    const recorded: ManifestInput[] = [
      manifestInput("decisions", inputs.decisions, decisions),
      ...(inputs.letters && letters ? [manifestInput("letters", inputs.letters, letters)] : []),
      ...(inputs.population && population ? [manifestInput("population", inputs.population, population)] : []),
    ];
    const committed = key === undefined ? null : commitEvidence(evidence, key);
    const manifest = buildManifest({
      package: { ...packageIdentity(), version },
      kernel: kernelIdentity(),
      inputs: recorded,
      configuration: present(configuration),
      outputs: written,
      commitments: committed?.commitments ?? null,
    });
    const outputs = [...written, { path: MANIFEST_NAME, text: canonicalJson(manifest) }];
    return { file, model, evidence, kernels, people, outputs, receipts: committed?.receipts ?? [] };
  } finally {
    progress.clear();
  }
}

function identityOf(given: ReportFlags): Identity {
  const { system = null, purpose = null, period = null, auditor = null, date = null, notes = null } = given;
  return { system, purpose, period, auditor, date, notes };
}

function auditOptions(configuration: AuditConfiguration): AuditOptions {
  const { scaling, solver, methods, folds, repeats, seed, abstain } = configuration;
  const { resamples, refits, sensitivity, intersections, bins } = configuration;
  return present({
    scaling: scaling as Scaling | undefined, // audit refuses unknown names
    solver: solver as PrototypeSolver | undefined,
    methods: methods as readonly SurrogateName[] | undefined,
    ...{ folds, repeats, seed, abstain, resamples, refits, sensitivity, intersections, bins },
  });
}

type ReadFile = { readonly file: string; readonly rows: number } & FileStamp;

function evidenceFile({ file, bytes, sha256, rows }: ReadFile): EvidenceFile {
  return { name: file, bytes, sha256, rows };
}

function manifestInput(role: ManifestInput["role"], input: AuditInput, { bytes, sha256 }: FileStamp): ManifestInput {
  return { role, name: input.name, path: input.recorded, bytes, sha256 };
}
