import * as v from "valibot";
import { type AuditSettings, settingsIn } from "../settings/settings.js";

/** The settings that shaped the result. `folds` are those used: fewer than asked for where a class was smaller. */
export const settingsSchema = v.strictObject(
  Object.fromEntries(settingsIn("method", "bins").map(([name, { kind }]) => [name, kind.data])),
) as unknown as v.GenericSchema<AuditSettings>;
