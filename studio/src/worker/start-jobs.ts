import type { AuditConfiguration } from "../../../src/folder/configuration.js";
import { demoLending } from "../../../src/lab/demo/lending.js";
import type { TakenFile } from "../store.js";
import { readSource } from "./read-source.js";
import type { FileRole, Session } from "./session.js";
import { takenFile } from "./taken-files.js";

type Sources = Session["sources"];

/** The made-up people of `recast demo`. */
const EXAMPLE_SEED = 1;

const snapshots = new WeakMap<Session, Map<number, Sources>>();

/** Files by role, with the roles and settings of their columns. */
interface Example {
  readonly files: Readonly<Record<FileRole, TakenFile>>;
  readonly configuration: AuditConfiguration;
}

/** Puts the made-up lending case in place of the files, with the roles and settings that `recast demo` uses. */
async function example(session: Session): Promise<Example> {
  const { decisionsCsv, lettersCsv, populationCsv, roles, system, purpose, notice } = demoLending(EXAMPLE_SEED);
  const decisions = await sourceOf("decisions.csv", decisionsCsv);
  const letters = await sourceOf("letters.csv", lettersCsv);
  const population = await sourceOf("population.csv", populationCsv);
  session.sources = { decisions, letters, population };
  return {
    files: { decisions: takenFile(decisions), letters: takenFile(letters), population: takenFile(population) },
    configuration: { ...roles, system, purpose, notes: notice, seed: EXAMPLE_SEED },
  };
}

/** The text of an example file, to be saved and looked at. */
function exampleText(_: Session, { role }: { role: Exclude<FileRole, "population"> }): string {
  const { decisionsCsv, lettersCsv } = demoLending(EXAMPLE_SEED);
  return role === "decisions" ? decisionsCsv : lettersCsv;
}

/** Remembers which files are in place, so that a change can be undone. */
function snapshot(session: Session, { id }: { id: number }): void {
  const held = snapshots.get(session) ?? new Map<number, Sources>();
  snapshots.set(session, held.set(id, session.sources));
}

function restore(session: Session, { id }: { id: number }): void {
  const sources = snapshots.get(session)?.get(id);
  if (sources !== undefined) session.sources = sources;
}

/** Lets go of all snapshots and the files only they hold. */
function forgetSnapshots(session: Session): void {
  snapshots.delete(session);
}

export const jobs = { example, exampleText, snapshot, restore, forgetSnapshots };

const sourceOf = (name: string, text: string) => readSource(name, new TextEncoder().encode(text));
