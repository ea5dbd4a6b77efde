import type { AuditConfiguration } from "../../../../src/folder/configuration.js";
import { Checkbox, Definitions, Select } from "../../parts/index.js";
import { en } from "../../text/en.js";
import type { ColumnReason, ColumnView, FileView } from "../../worker/inspecting.js";
import {
  change,
  ROLE_CHOICES,
  type RoleChoice,
  roleOf,
  withImmutable,
  withLetterColumn,
  withRole,
  withType,
} from "./configure.js";

interface ColumnHeadProps {
  readonly configuration: AuditConfiguration;
  readonly column: ColumnView;
  /** Names of the columns in the order of the file. */
  readonly order: readonly string[];
}

type TypeChoice = "auto" | "number" | "category";

const ROLES = ROLE_CHOICES.map((value) => ({ value, label: en.check.role[value] }));
const REASONS: Readonly<Record<RoleChoice, readonly ColumnReason["as"][]>> = {
  feature: [],
  "feature-group": ["sensitive"],
  group: ["sensitive", "ignore"],
  decision: ["decision"],
  id: ["id"],
  outcome: ["outcome"],
  weight: ["weight"],
  ignored: ["ignore"],
};

/** Role, type and mark of a column of the decisions, as controls, with the reason for what was guessed. */
export function ColumnHead({ configuration, column, order }: ColumnHeadProps) {
  const { name, looks, distinct, missing } = column;
  const words = en.check.table;
  const did = en.check.did;
  const role = roleOf(configuration, column);
  const said = configuration.type !== undefined && Object.hasOwn(configuration.type, name);
  const type: TypeChoice = said ? (configuration.type?.[name] ?? "auto") : "auto";
  const isFeature = role === "feature" || role === "feature-group";
  const isTyped = isFeature || role === "group";
  return (
    <div class="column-head stack-tight">
      <span class="column-name">{name}</span>
      <Select
        isSmall
        hidesLabel
        label={words.role(name)}
        value={role}
        choices={ROLES}
        onChange={(choice) =>
          change(did.role(name, en.check.role[choice]), (now) => withRole(now, order, name, choice))
        }
      />
      <Reason reasons={column.reasons} role={role} />
      {isTyped && (
        <Select<TypeChoice>
          isSmall
          hidesLabel
          label={words.type(name)}
          value={type}
          choices={[
            { value: "auto", label: en.check.type.auto(en.check.type[looks]) },
            { value: "number", label: en.check.type.number },
            { value: "category", label: en.check.type.category },
          ]}
          onChange={(choice) =>
            change(
              did.type(name, choice === "auto" ? en.check.type.auto(en.check.type[looks]) : en.check.type[choice]),
              (now) => withType(now, name, choice === "auto" ? null : choice),
            )
          }
        />
      )}
      {isFeature && (
        <Checkbox
          label={
            <>
              <span class="hidden">{name} </span>
              {words.immutable}
            </>
          }
          isChecked={(configuration.immutable ?? []).includes(name)}
          onChange={(isImmutable) =>
            change(did.immutable(name, isImmutable), (now) => withImmutable(now, order, name, isImmutable))
          }
        />
      )}
      <span class="column-facts">{words.distinct(distinct, missing)}</span>
    </div>
  );
}

/** Why the column was guessed to be what it is, as long as it still is that. */
function Reason({ reasons, role }: { reasons: readonly ColumnReason[]; role: RoleChoice }) {
  const guessed = reasons.filter(({ as }) => as !== "immutable" && as !== "type");
  const fitting = guessed.find(({ as }) => REASONS[role].includes(as));
  if (fitting !== undefined) {
    return (
      <span class="column-reason">
        <b>{en.check.confidence[fitting.confidence]}</b>: {fitting.reason}
      </span>
    );
  }
  return guessed.length > 0 || role !== "feature" ? <span class="column-reason">{en.check.chosen}</span> : null;
}

/** What a column of the letters is for; the rest follows from the decisions. */
export function LetterColumnHead({ configuration, column, order }: ColumnHeadProps) {
  const { name, reasons } = column;
  const use =
    configuration.lettersId === name ? "id" : (configuration.lettersIgnore ?? []).includes(name) ? "ignored" : "read";
  const [reason] = reasons;
  const isAsGuessed = reason !== undefined && (use === "id" ? reason.as === "lettersId" : reason.as === "ignore");
  return (
    <div class="column-head stack-tight">
      <span class="column-name">{name}</span>
      <Select<"read" | "id" | "ignored">
        isSmall
        hidesLabel
        label={en.check.letterUseOf(name)}
        value={use}
        choices={(["read", "id", "ignored"] as const).map((value) => ({ value, label: en.check.letterUse[value] }))}
        onChange={(choice) =>
          change(en.check.did.letters(name, en.check.letterUse[choice]), (now) =>
            withLetterColumn(now, order, name, choice),
          )
        }
      />
      {use !== "read" && isAsGuessed && (
        <span class="column-reason">
          <b>{en.check.confidence[reason.confidence]}</b>: {reason.reason}
        </span>
      )}
    </div>
  );
}

interface ColumnsOnPaperProps {
  readonly configuration: AuditConfiguration;
  readonly decisions: FileView;
}

/** On paper, where no table scrolls: every column of the decisions with its role, its type and what is in it. */
export function ColumnsOnPaper({ configuration, decisions: { name: file, columns } }: ColumnsOnPaperProps) {
  const words = en.check.table;
  const { immutable = [], type = {} } = configuration;
  return (
    <section class="paper-only">
      <h2>{words.columns(file)}</h2>
      <Definitions
        look="rows"
        items={columns.map((column) => {
          const { name, looks, distinct, missing } = column;
          const role = roleOf(configuration, column);
          const isFeature = role === "feature" || role === "feature-group";
          const said = Object.hasOwn(type, name) ? type[name] : undefined;
          const parts = [
            en.check.role[role],
            ...(isFeature || role === "group" ? [en.check.type[said ?? looks]] : []),
            ...(isFeature && immutable.includes(name) ? [words.immutable] : []),
          ];
          return { term: name, value: parts.join(", "), note: words.distinct(distinct, missing) };
        })}
      />
    </section>
  );
}
