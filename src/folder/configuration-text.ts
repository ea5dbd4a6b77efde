import { compareText } from "../math/compare.js";
import type { AuditConfiguration, MethodSettings, ReportSettings } from "./configuration.js";
import type { ByRole, InputPlace } from "./sources.js";

const METHOD: readonly Exclude<keyof MethodSettings, "bins">[] = [
  "abstain",
  "folds",
  "intersections",
  "methods",
  "refits",
  "repeats",
  "resamples",
  "scaling",
  "seed",
  "sensitivity",
  "solver",
];
const IDENTITY: readonly Exclude<keyof ReportSettings, "template" | "tables">[] = [
  "auditor",
  "date",
  "notes",
  "period",
  "purpose",
  "system",
];

/** The `audit.yaml` that makes the audit again: the configuration as it was used, and where its inputs are from the audit folder. */
export async function configurationText(
  inputs: ByRole<InputPlace>,
  configuration: AuditConfiguration,
): Promise<string> {
  const { stringify } = await import("yaml");
  const { type, bins, template, tables, ...others } = configuration;
  const apart = new Set<string>([...METHOD, ...IDENTITY]);
  const part = (keys: readonly string[]) => Object.entries(others).filter(([key]) => keys.includes(key));
  const roles = Object.entries(others).filter(([key]) => !apart.has(key));
  const contents = {
    decisions: placeOf(inputs.decisions),
    ...(inputs.letters && { letters: placeOf(inputs.letters) }),
    ...(inputs.population && { population: placeOf(inputs.population) }),
    ...section("roles", [...roles, ["types", type && sorted(Object.entries(type))]]),
    ...section("bins", Object.entries(bins ?? {})),
    ...section("method", part(METHOD)),
    ...section("identity", part(IDENTITY)),
    ...(tables !== undefined && { tables }),
    ...(template !== undefined && { template }),
  };
  return `# The audit in this folder as it was made. To make it again: recast audit audit.yaml --out again\n${stringify(contents)}`;
}

/** A file that is not near the folder is looked for beside this file, under its name. */
function placeOf({ recorded, name }: InputPlace): string {
  return recorded ?? name;
}

type Entries = readonly (readonly [string, unknown])[];

/** What was said, in the order of its names; nothing where nothing was said. */
function section(name: string, entries: Entries): object {
  const given = entries.filter(([, value]) => value !== undefined);
  return given.length === 0 ? {} : { [name]: sorted(given) };
}

function sorted(entries: Entries): object {
  return Object.fromEntries([...entries].sort(([a], [b]) => compareText(a, b)));
}
