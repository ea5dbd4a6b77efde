import type { AuditConfiguration } from "../../../../src/folder/configuration.js";
import type { FileRole, Skip } from "../../../../src/input/reading.js";
import type { Repair } from "../../../../src/input/repairs.js";
import { swapFiles } from "../../files.js";
import { jobs } from "../../job-worker.js";
import { announce, tellFailure } from "../../parts/index.js";
import { store } from "../../store.js";
import { en } from "../../text/en.js";
import { withSetting } from "./configure.js";

/** A repair that is in force, and the configuration without it. */
export interface MadeRepair {
  readonly text: string;
  readonly without: AuditConfiguration;
  /** Whether columns have other names without it. */
  readonly isOfNames: boolean;
}

/** Makes a repair: files change places, or settings change, which can be undone like any other change. */
export function makeRepair({ label, settings, places }: Repair): void {
  const made =
    places === null
      ? configureFrom(label, (configuration) => jobs.call("files", "repaired", { configuration, repair: settings }))
      : swapFiles(...places);
  made.then(() => announce(en.check.repairs.done(label)), tellFailure);
}

/** Takes the roles of a preset, which can be undone like any other change. */
export function takePreset(name: string): void {
  const label = en.check.preset.done(name);
  const made = configureFrom(label, (configuration) => jobs.call("files", "preset", { configuration, name }));
  made.then(() => announce(label), tellFailure);
}

/** Takes a repair back, whatever was changed since. */
export function unmakeRepair({ text, without, isOfNames }: MadeRepair): void {
  const next = async () =>
    isOfNames ? await jobs.call("files", "match", { configuration: without, keepsReading: true }) : without;
  configureFrom(en.check.repairs.undone(text), next).catch(tellFailure);
}

/** Sets what the worker makes of the configuration, unless that has changed meanwhile. */
async function configureFrom(
  label: string,
  make: (configuration: AuditConfiguration) => Promise<AuditConfiguration | null>,
): Promise<void> {
  const { configuration } = store.get();
  const next = await make(configuration);
  if (next !== null && store.get().configuration === configuration) store.configure(label, next);
}

/** Repairs that no column's role shows. */
export function madeRepairs(configuration: AuditConfiguration): readonly MadeRepair[] {
  const words = en.check.repairs;
  const { encoding, headerless = [], skip = [] } = configuration;
  const less = <Some extends string>(all: readonly Some[], one: Some) => {
    const others = all.filter((each) => each !== one);
    return others.length === 0 ? undefined : others;
  };
  return [
    ...(encoding === undefined
      ? []
      : [{ text: words.encoding, without: withSetting(configuration, "encoding", undefined), isOfNames: false }]),
    ...headerless.map((role: FileRole) => ({
      text: words.headerless[role],
      without: withSetting(configuration, "headerless", less(headerless, role)),
      isOfNames: true,
    })),
    ...skip.map((kind: Skip) => ({
      text: words.skip[kind],
      without: withSetting(configuration, "skip", less(skip, kind)),
      isOfNames: false,
    })),
  ];
}
