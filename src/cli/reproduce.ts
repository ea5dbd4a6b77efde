import * as v from "valibot";
import type { InputRole } from "../certificate/manifest.js";
import { AuditError, issuePath } from "../errors.js";
import type { Reproduce, ReproductionRequest } from "../node/verify.js";
import type { AuditConfiguration, AuditInput } from "./audit-inputs.js";
import { produceAudit } from "./auditing.js";
import type { EmbedderFlags } from "./flags.js";
import type { CliIo, GlobalFlags } from "./io.js";

const names = v.array(v.string());
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** The configuration in a manifest, which anybody may have written; what its values mean is checked where they are used. */
const entries = {
  decision: v.optional(v.string()),
  favourable: v.optional(v.string()),
  classes: v.optional(names),
  sensitive: v.optional(names),
  id: v.optional(v.string()),
  outcome: v.optional(v.string()),
  favourableOutcome: v.optional(v.string()),
  weight: v.optional(v.string()),
  ignore: v.optional(names),
  immutable: v.optional(names),
  type: v.optional(v.record(v.string(), v.picklist(["number", "category"]))),
  missing: v.optional(names),
  delimiter: v.optional(v.string()),
  lettersId: v.optional(v.string()),
  lettersIgnore: v.optional(names),
  lettersTo: v.optional(v.string()),
  lettersFrom: v.optional(v.string()),
  text: v.optional(v.string()),
  embedder: v.optional(v.string()),
  embedderModel: v.optional(v.string()),
  embedderKey: v.optional(v.string()),
  scaling: v.optional(v.string()),
  solver: v.optional(v.string()),
  methods: v.optional(names),
  folds: v.optional(count),
  repeats: v.optional(count),
  seed: v.optional(count),
  abstain: v.optional(v.number()),
  resamples: v.optional(count),
  refits: v.optional(count),
  sensitivity: v.optional(v.boolean()),
  intersections: v.optional(v.boolean()),
  bins: v.optional(v.record(v.string(), v.array(v.number()))),
  tables: v.optional(v.string()),
  template: v.optional(v.string()),
  system: v.optional(v.string()),
  purpose: v.optional(v.string()),
  period: v.optional(v.string()),
  auditor: v.optional(v.string()),
  date: v.optional(v.string()),
  notes: v.optional(v.string()),
} satisfies Record<keyof AuditConfiguration, v.GenericSchema>;

const recordedConfiguration = v.strictObject(entries);

/** What makes a recorded audit again: the same steps as `recast audit`, in memory. */
export function reproduceAudit(flags: GlobalFlags & EmbedderFlags, io: CliIo): Reproduce {
  return async (request) => {
    const decisions = inputOf(request, "decisions");
    if (decisions === null) throw unusable("it names no decisions file");
    const inputs = { decisions, letters: inputOf(request, "letters"), population: inputOf(request, "population") };
    const configuration = configurationIn(request.configuration);
    if (configuration.classes !== undefined) {
      const { produceClassAudit } = await import("./class-auditing.js");
      return produceClassAudit({ inputs, configuration, version: request.version }, flags, io);
    }
    return produceAudit({ inputs, configuration, version: request.version, embedder: flags }, flags, io);
  };
}

function inputOf({ inputs }: ReproductionRequest, role: InputRole): AuditInput | null {
  const found = inputs.find((input) => input.role === role);
  return found === undefined ? null : { path: found.file, name: found.name, recorded: found.path };
}

/** The data itself, once it is known to have the right shape: a parsed copy would lose columns named like `constructor`. */
export function configurationIn(data: unknown): AuditConfiguration {
  const [issue] = v.safeParse(recordedConfiguration, data).issues ?? [];
  if (issue !== undefined) throw unusable(`its configuration at '${issuePath(issue.path).slice(1)}': ${issue.message}`);
  return data as AuditConfiguration;
}

function unusable(reason: string): AuditError {
  return new AuditError("MANIFEST_INVALID", `manifest.json cannot be run again: ${reason}`);
}
