import { type OutputFile, parseManifest } from "../../../src/certificate/manifest.js";
import { checkConfiguration } from "../../../src/folder/configuration.js";
import { readSources } from "../../../src/folder/make-audit.js";
import { parseAuditFile } from "../../../src/folder/parse-audit-file.js";
import { parsePeople } from "../../../src/folder/people-table.js";
import { withCopies } from "../../../src/folder/sources.js";
import { parseModel } from "../../../src/surrogate/model-file.js";
import type { OpenedSummary } from "../store.js";
import type { FileRole, Session, Source } from "./session.js";

/** Opens an audit that was just made, from the text of its files and the files it was made from. */
export async function openMade(
  session: Session,
  made: readonly OutputFile[],
  sources: Readonly<Record<FileRole, Source | null>>,
): Promise<OpenedSummary> {
  const outputs = new Map(made.map(({ path, text }) => [path, text]));
  const text = (path: string) => String(outputs.get(path) ?? "");
  const file = parseAuditFile(text("audit.json"));
  const manifest = parseManifest(text("manifest.json"));
  const configuration = checkConfiguration(manifest.configuration.data);
  const model = parseModel(text("surrogate.json"), await session.kernels());
  const people = parsePeople(text("tables/people.csv"));
  const { decisions: source, letters, population } = sources;
  const read = source && readSources(withCopies({ decisions: source, letters, population }), configuration);
  const evidence = read && { ...read, sources };
  session.classes = null;
  session.opened = { file, outputs, manifest, configuration, model, people, evidence };
  return {
    title: file.identity.system ?? source?.name ?? "",
    origin: "made here",
    hasModel: true,
    hasPeople: true,
    hasEvidence: evidence !== null,
  };
}
