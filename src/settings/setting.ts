import type * as kind from "./kinds.js";

/** Where a setting stands in an audit.yaml: at the top, or under one of the headings; `leak` stands in none. */
export type Section = "files" | "roles" | "bins" | "method" | "identity" | "report" | "leak";

/** The commands that take a setting as an option. */
export type CommandName = "check" | "audit" | "explain" | "leak" | "verify" | "predict" | "study table";

export interface Setting<Value = unknown, In extends Section = Section> {
  readonly kind: kind.Kind<Value>;
  readonly section: In;
  /** How the command line spells it; null where only a program can set it. */
  readonly flag: string | null;
  readonly commands: readonly CommandName[];
  /** What it is, in one phrase: shown by `--help`, in audit.yaml, on the pages and in the studio. */
  readonly help: string;
  /** What the pages add, in Markdown. */
  readonly note?: string;
  /** What holds where nothing is said. */
  readonly default?: Value;
  /** The same where it cannot be written as a value. */
  readonly defaultWords?: string;
  /** The default where a decision has more than two values. */
  readonly classDefault?: Value;
  /** Refused where a decision has more than two values, by the stage that cannot use it: refits, or another. */
  readonly twoOnly?: true | "refits";
  /** The name in audit.yaml, where it is another. */
  readonly yaml?: string;
}

type Declared<Value, In extends Section> = Omit<Setting<Value, In>, "kind" | "flag" | "section" | "commands"> & {
  readonly commands?: readonly CommandName[];
};

export function under<const In extends Section>(section: In, usual: readonly CommandName[]) {
  return <Value>(
    flag: string | null,
    of: kind.Kind<Value>,
    { commands, ...rest }: Declared<NoInfer<Value>, In>,
  ): Setting<Value, In> => ({ kind: of, section, flag, commands: commands ?? usual, ...rest });
}
