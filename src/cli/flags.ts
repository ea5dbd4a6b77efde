import type { GlobalFlags } from "./io.js";

/** Roles and reading of the files, as the command line gives them. */
export interface RoleFlags {
  readonly decision?: string;
  readonly favourable?: string;
  /** All values of a decision with more than two, the least favourable first. */
  readonly classes?: readonly string[];
  readonly sensitive?: readonly string[];
  readonly id?: string;
  readonly outcome?: string;
  readonly favourableOutcome?: string;
  readonly weight?: string;
  readonly ignore?: readonly string[];
  readonly immutable?: readonly string[];
  readonly type?: Readonly<Record<string, "number" | "category">>;
  readonly missing?: readonly string[];
  readonly delimiter?: string;
  readonly letters?: string;
  readonly lettersId?: string;
  readonly lettersIgnore?: readonly string[];
  /** Column of the letters with the class they offer. */
  readonly lettersTo?: string;
  /** Column of the letters with the recipient's class. */
  readonly lettersFrom?: string;
  readonly population?: string;
  /** Column of texts, which an embedding turns into features. */
  readonly text?: string;
}

/** Where texts are embedded, as the command line gives it. */
export interface EmbedderFlags {
  /** Address of an OpenAI-compatible service; this machine when left out. */
  readonly embedder?: string;
  readonly embedderModel?: string;
  /** Environment variable with the key of the service. */
  readonly embedderKey?: string;
}

/** How the audit is computed, as the command line gives it. */
export interface MethodFlags {
  readonly scaling?: string;
  readonly solver?: string;
  readonly methods?: readonly string[];
  readonly folds?: number;
  readonly repeats?: number;
  readonly seed?: number;
  readonly abstain?: number;
  readonly resamples?: number;
  readonly refits?: number;
  /** False with `--no-sensitivity`. */
  readonly sensitivity?: boolean;
  /** False with `--no-intersections`. */
  readonly intersections?: boolean;
  readonly bins?: Readonly<Record<string, readonly number[]>>;
}

/** What the report says about the audit itself, and which report it is. */
export interface ReportFlags {
  readonly template?: string;
  /** Also write the tables in this format. */
  readonly tables?: string;
  readonly system?: string;
  readonly purpose?: string;
  readonly period?: string;
  readonly auditor?: string;
  readonly date?: string;
  readonly notes?: string;
}

export interface AuditFlags extends GlobalFlags, RoleFlags, EmbedderFlags, MethodFlags, ReportFlags {
  readonly out?: string;
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

export interface PredictFlags extends GlobalFlags, Pick<EmbedderFlags, "embedder" | "embedderKey"> {
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
