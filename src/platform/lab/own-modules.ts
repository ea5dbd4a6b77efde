import { pathToFileURL } from "node:url";
import { AuditError } from "../../errors.js";
import type { DataSet } from "../../lab/data/data-set.js";
import type { Generator } from "../../lab/generators/generator.js";
import type { SurrogateMethod } from "../../surrogate/surrogate.js";

/** Loads a file of the user's that exports a method as default: a function of options. */
export async function ownMethod(path: string): Promise<(options: object) => SurrogateMethod> {
  const factory = await importFactory(path);
  requireParts(path, "a method", await factory({}), { name: "string", usesLetters: "boolean", fit: "function" });
  return factory as (options: object) => SurrogateMethod;
}

/** Loads a file of the user's that exports a letter generator as default: a function of options. */
export async function ownGenerator(path: string): Promise<(options: object) => Generator> {
  const factory = await importFactory(path);
  requireParts(path, "a generator", await factory({}), { name: "string", generate: "function" });
  return factory as (options: object) => Generator;
}

/** Loads a file of the user's that exports a data set as default: a function, which may be asynchronous. */
export async function ownDataSet(path: string): Promise<DataSet> {
  const factory = await importFactory(path);
  const data = await factory({});
  requireParts(path, "a data set", data, { name: "string", features: "object", table: "object", labels: "object" });
  return data as DataSet;
}

async function importFactory(path: string): Promise<(options: object) => unknown> {
  let module: Readonly<Record<string, unknown>>;
  try {
    module = await import(pathToFileURL(path).href);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new AuditError("MODULE_INVALID", `${path} cannot be loaded: ${reason}`, { file: path }, { cause: error });
  }
  const factory = module["default"];
  if (typeof factory === "function") return factory as (options: object) => unknown;
  throw new AuditError(
    "MODULE_INVALID",
    `${path} must export a function as default, got ${factory === undefined ? "no default export" : typeof factory}`,
    { file: path },
  );
}

function requireParts(path: string, what: string, value: unknown, parts: Readonly<Record<string, string>>): void {
  const made = typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  for (const [part, type] of Object.entries(parts)) {
    const found = typeof made[part];
    if (found === type && made[part] !== null) continue;
    throw new AuditError("MODULE_INVALID", `${path} must make ${what}: its ${part} must be a ${type}, got ${found}`, {
      file: path,
    });
  }
}
