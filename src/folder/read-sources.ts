import type { ManifestInput } from "../certificate/manifest.js";
import type { EvidenceFile } from "../findings/evidence.js";
import { type Decisions, parseDecisions } from "../input/decisions.js";
import type { Evidence } from "../input/evidence.js";
import type { FileStamp } from "../input/file-rows.js";
import { joinClassEvidence, joinEvidence } from "../input/join.js";
import { type Letters, noLettersProblem, parseLetters } from "../input/letters.js";
import { type Population, parsePopulation } from "../input/population.js";
import type { Problem } from "../input/problem.js";
import type { TextCode } from "../text/text-code.js";
import { requireEmbedded, textNote, withTextUnit } from "../text/text-column.js";
import { type AuditConfiguration, decisionsOptions, lettersOptions, present } from "./configuration.js";
import type { AuditSource, ByRole, InputPlace } from "./sources.js";

/** A file of an audit without its rows: what it is called, where it is, and its stamp. */
export type SourceStamp = FileStamp & InputPlace;

/** The files of an audit, read: what they say, and which files they were. */
export interface SourcesRead {
  readonly decisions: Decisions;
  readonly letters: Letters | null;
  readonly population: Population | null;
  readonly evidence: Evidence;
  readonly stamps: ByRole<SourceStamp>;
  /** How texts became the numbers in the files; null without a column of texts. */
  readonly text: TextCode | null;
}

/** Reads the files of an audit; throws the first error in them. */
export function readSources(
  sources: ByRole<AuditSource>,
  configuration: AuditConfiguration,
  text: TextCode | null = null,
): SourcesRead {
  requireEmbedded(configuration.text, text);
  const own = decisionsOf(sources.decisions, configuration);
  const decisions = text === null ? own : withTextUnit(own, text);
  const letters = sources.letters && lettersOf(sources.letters, decisions, configuration);
  const population = sources.population && populationOf(sources.population, decisions, configuration);
  const { classes, lettersTo: to, lettersFrom: from } = configuration;
  const evidence =
    classes === undefined ? joinEvidence(decisions, letters) : joinClassEvidence(decisions, letters, { to, from });
  return { decisions, letters, population, evidence, stamps: stampsOf(sources), text };
}

/** The decisions in a file of them. */
function decisionsOf(source: AuditSource, configuration: AuditConfiguration): Decisions {
  return parseDecisions(source.rows, decisionsOptions(configuration, source.name));
}

function lettersOf(source: AuditSource, decisions: Decisions, configuration: AuditConfiguration): Letters {
  const { classes, lettersTo, lettersFrom } = configuration;
  const { ignore = [], ...options } = lettersOptions(configuration, source.name);
  // columns that say which classes a letter lies between are no features
  const saying = classes === undefined ? [] : [lettersTo, lettersFrom].filter((name) => name !== undefined);
  return parseLetters(source.rows, decisions, { ...options, ignore: [...ignore, ...saying] });
}

function populationOf(source: AuditSource, decisions: Decisions, { delimiter }: AuditConfiguration): Population {
  return parsePopulation(source.rows, decisions, { ...present({ delimiter }), file: source.name });
}

/** The files without their rows. */
function stampsOf({ decisions, letters, population }: ByRole<AuditSource>): ByRole<SourceStamp> {
  return {
    decisions: stampOf(decisions),
    letters: letters && stampOf(letters),
    population: population && stampOf(population),
  };
}

function stampOf({ name, recorded, sha256, bytes }: AuditSource): SourceStamp {
  return { name, recorded, sha256, bytes };
}

/** Everything that was noticed in the files, in the order of the files. */
export function sourceProblems({ decisions, letters, population, stamps, text }: SourcesRead): readonly Problem[] {
  return [
    ...decisions.problems,
    ...(text === null ? [] : [textNote(text, stamps.decisions.name)]),
    ...(letters === null ? [noLettersProblem()] : letters.problems),
    ...(population?.problems ?? []),
  ];
}

/** A file as `audit.json` lists it. */
export function evidenceFile({ name, bytes, sha256 }: SourceStamp, { rows }: { readonly rows: number }): EvidenceFile {
  return { name, bytes, sha256, rows };
}

/** The files as the manifest lists them. */
export function manifestInputs(stamps: ByRole<SourceStamp>): ManifestInput[] {
  const roles: (keyof ByRole<SourceStamp>)[] = ["decisions", "letters", "population"];
  return roles.flatMap((role) => {
    const stamp = stamps[role];
    if (stamp === null) return [];
    const { name, recorded: path, bytes, sha256 } = stamp;
    return [{ role, name, path, bytes, sha256 }];
  });
}
