import type { InputRole } from "../certificate/manifest.js";
import {
  type AuditConfiguration,
  checkConfiguration,
  checkSettings,
  type EmbedderSettings,
  unusable,
} from "../folder/configuration.js";
import type { Reproduce, ReproductionRequest } from "../platform/folder/verify.js";
import type { SettingsInForce } from "../settings/settings.js";
import { EVERYBODY } from "../settings/work-limits.js";
import { type AuditInput, produceAudit } from "./commands/audit.js";
import type { CliIo } from "./io.js";
import type { FittingFlags } from "./threads.js";

export function reproduceAudit(flags: FittingFlags & EmbedderSettings, io: CliIo): Reproduce {
  return async (request) => {
    const decisions = inputOf(request, "decisions");
    if (decisions === null) throw unusable("it does not name a decisions file");
    const inputs = { decisions, letters: inputOf(request, "letters"), population: inputOf(request, "population") };
    const configuration = checkConfiguration(request.configuration);
    const recorded = withSample(checkSettings(request.settings), configuration);
    const { version, wasScanned } = request;
    const mostHeld = wasScanned ? { plain: 0, packed: 0 } : { plain: Infinity, packed: Infinity };
    return produceAudit({ inputs, configuration, recorded, version, mostHeld, embedder: flags }, flags, io);
  };
}

/** Audits of earlier versions recorded no sample, and fitted their methods on everybody. */
function withSample(recorded: SettingsInForce, { classes }: AuditConfiguration): SettingsInForce {
  return classes === undefined ? { sample: EVERYBODY, ...recorded } : recorded;
}

function inputOf({ inputs }: ReproductionRequest, role: InputRole): AuditInput | null {
  const found = inputs.find((input) => input.role === role);
  return found === undefined ? null : { path: found.file, name: found.name, recorded: found.path };
}
