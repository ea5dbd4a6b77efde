import * as v from "valibot";
import { type Given, type NamesIn, type Section, settingsIn } from "../settings/settings.js";

/** The headings of an audit.yaml under which settings stand. */
export const HEADINGS = ["roles", "method", "identity"] as const;
type Heading = (typeof HEADINGS)[number];

/** A configuration file, read and checked. Paths are as written: relative to the file. */
export interface AuditConfig extends Given<NamesIn<"files" | "bins" | "report">> {
  readonly decisions: string;
  readonly roles: Given<Exclude<NamesIn<"roles">, "type">> & { readonly types?: Given<"type">["type"] };
  readonly method: Given<NamesIn<"method">>;
  readonly identity: Given<NamesIn<"identity">>;
}

type Reading = "written" | "published";

/** The settings of some sections that a file may say, each under its name in the file. */
function entries(reading: Reading, ...sections: readonly Section[]): Record<string, v.GenericSchema> {
  return Object.fromEntries(
    settingsIn(...sections)
      .filter(([, { flag }]) => flag !== null)
      .map(([name, { kind, yaml = name, help }]) => [yaml, entry(reading, kind[reading], help)]),
  );
}

/** To an editor a setting left empty is null; here it was taken out before. */
function entry(reading: Reading, schema: v.GenericSchema, help: string): v.GenericSchema {
  return v.exactOptional(reading === "written" ? schema : v.pipe(v.nullable(schema), v.description(help)));
}

function heading(reading: Reading, name: Heading): v.GenericSchema {
  const schema = v.strictObject(entries(reading, name), "settings under it, one per line");
  return reading === "written" ? v.optional(schema, {}) : v.exactOptional(v.nullable(schema));
}

function fileSchema(reading: Reading) {
  return v.strictObject(
    {
      decisions: v.string("a text"),
      ...entries(reading, "files"),
      roles: heading(reading, "roles"),
      ...entries(reading, "bins"),
      method: heading(reading, "method"),
      identity: heading(reading, "identity"),
      ...entries(reading, "report"),
    },
    "settings, one per line",
  );
}

/** What an audit.yaml may say, every scalar as the text that was written. */
export const configSchema = fileSchema("written") as unknown as v.GenericSchema<unknown, AuditConfig>;

/** The same as editors check it, from which `schemas/audit-yaml-1.schema.json` is made. */
export const publishedConfigSchema = fileSchema("published");

/** The settings known at a place of the file: at the top, or under a heading. */
export function knownSettings(place: string): readonly string[] {
  const under = HEADINGS.find((name) => name === place);
  return under === undefined ? Object.keys(publishedConfigSchema.entries) : Object.keys(entries("written", under));
}
