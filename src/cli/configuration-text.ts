import { stringify } from "yaml";
import { compareText } from "../math/compare.js";
import type { AuditConfiguration, AuditInput, AuditInputs } from "./audit-inputs.js";
import { present } from "./role-flags.js";

/** The `audit.yaml` that makes the audit again: the configuration as it was used, and where its inputs are from the audit folder. */
export function configurationText(inputs: AuditInputs, configuration: AuditConfiguration): string {
  const { type, bins, template, ...rest } = configuration;
  const {
    scaling,
    solver,
    methods,
    folds,
    repeats,
    seed,
    abstain,
    resamples,
    refits,
    sensitivity,
    intersections,
    ...others
  } = rest;
  const { system, purpose, period, auditor, date, notes, ...roles } = others;
  const method = {
    scaling,
    solver,
    methods,
    folds,
    repeats,
    seed,
    abstain,
    resamples,
    refits,
    sensitivity,
    intersections,
  };
  const identity = { system, purpose, period, auditor, date, notes };
  const contents = {
    decisions: placeOf(inputs.decisions),
    ...(inputs.letters && { letters: placeOf(inputs.letters) }),
    ...(inputs.population && { population: placeOf(inputs.population) }),
    ...section("roles", { ...roles, ...(type && { types: sorted(type) }) }),
    ...section("bins", bins ?? {}),
    ...section("method", method),
    ...section("identity", identity),
    ...(template !== undefined && { template }),
  };
  return `# The audit in this folder as it was made. To make it again: recast audit audit.yaml --out again\n${stringify(contents)}`;
}

/** A file that is not near the folder is looked for beside this file, under its name. */
function placeOf({ recorded, name }: AuditInput): string {
  return recorded ?? name;
}

function sorted(entries: object): object {
  return Object.fromEntries(Object.entries(entries).sort(([a], [b]) => compareText(a, b)));
}

function section(name: string, entries: object): object {
  const given = sorted(present(entries));
  return Object.keys(given).length === 0 ? {} : { [name]: given };
}
