import type { InputRole } from "../certificate/manifest.js";
import { checkConfiguration, checkSettings, type EmbedderSettings, unusable } from "../folder/configuration.js";
import type { Reproduce, ReproductionRequest } from "../platform/folder/verify.js";
import { type AuditInput, produceAudit } from "./commands/audit.js";
import type { CliIo } from "./io.js";
import type { FittingFlags } from "./threads.js";

export function reproduceAudit(flags: FittingFlags & EmbedderSettings, io: CliIo): Reproduce {
  return async (request) => {
    const decisions = inputOf(request, "decisions");
    if (decisions === null) throw unusable("it does not name a decisions file");
    const inputs = { decisions, letters: inputOf(request, "letters"), population: inputOf(request, "population") };
    const configuration = checkConfiguration(request.configuration);
    const recorded = checkSettings(request.settings);
    return produceAudit({ inputs, configuration, recorded, version: request.version, embedder: flags }, flags, io);
  };
}

function inputOf({ inputs }: ReproductionRequest, role: InputRole): AuditInput | null {
  const found = inputs.find((input) => input.role === role);
  return found === undefined ? null : { path: found.file, name: found.name, recorded: found.path };
}
