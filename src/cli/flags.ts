import type { EmbedderSettings, RoleSettings } from "../folder/configuration.js";
import type { Given, SettingName } from "../settings/settings.js";
import type { GlobalFlags } from "./io.js";

/** Roles and reading of the files, as the command line gives them. */
export interface RoleFlags extends RoleSettings, Given<"letters" | "population"> {}

export interface AuditFlags extends GlobalFlags, Given<SettingName> {
  readonly force?: boolean;
  /** Copy the files that were read into the folder. */
  readonly withInputs?: boolean;
  /** Folder for the secret key of row commitments and the receipts. */
  readonly commit?: string;
}

export interface CheckFlags extends GlobalFlags, RoleFlags {}

export interface DemoFlags extends GlobalFlags {
  readonly out: string;
  readonly seed: number;
  readonly force?: boolean;
}

export interface PredictFlags extends GlobalFlags, Pick<EmbedderSettings, "embedder" | "embedderKey"> {
  readonly model: string;
  readonly out: string;
  readonly abstain?: number;
  readonly id?: string;
  readonly missing?: readonly string[];
  readonly delimiter?: string;
  readonly force?: boolean;
}

/** Names of the cases a demo can show. */
export const DEMO_CASES = ["lending", "compas", "adult"] as const;
