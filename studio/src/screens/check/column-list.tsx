import { useMemo } from "preact/hooks";
import type { AuditConfiguration } from "../../../../src/folder/configuration.js";
import type { Cause } from "../../../../src/input/causes.js";
import { Badge, Checkbox, Definitions, NOTICE_ICONS, Select, useSearched } from "../../parts/index.js";
import { en } from "../../text/en.js";
import type { ColumnReason, ColumnView, FileView } from "../../worker/inspecting.js";
import type { FileRole } from "../../worker/session.js";
import {
  change,
  ROLE_CHOICES,
  type RoleChoice,
  roleOf,
  withEntry,
  withImmutable,
  withLetterColumn,
  withRole,
} from "./configure.js";

const COLUMNS_SHOWN = 25;
const SAMPLES = 3;

interface ColumnListProps {
  readonly role: FileRole;
  readonly view: FileView;
  readonly configuration: AuditConfiguration;
  readonly causes: readonly Cause[];
}

/** The columns of a file, one below the other: name, three values, what it is for, and why. */
export function ColumnList({ role, view, configuration, causes }: ColumnListProps) {
  const words = en.check.table;
  const order = useMemo(() => view.columns.map(({ name }) => name), [view]);
  const { found, field, pager } = useSearched(view.columns, ({ name }) => name, {
    pageSize: COLUMNS_SHOWN,
    label: words.search,
    pages: words.columns(view.name),
  });
  const Controls = { decisions: DecisionsColumn, letters: LettersColumn, population: null }[role];
  return (
    <div class="stack-tight screen-only">
      {field}
      {found.length === 0 && <p role="status">{words.searchNone}</p>}
      <div class="column-row column-row-head" aria-hidden="true">
        <span>{words.column}</span>
        <span>{words.samples}</span>
        <span>{Controls === null ? "" : words.use}</span>
        <span>{Controls === null ? "" : words.why}</span>
      </div>
      <ul class="column-list plain-list" aria-label={words.columns(view.name)}>
        {found.map((column, k) => (
          <li key={`${k} ${column.name}`} class="column-row">
            <div class="stack-none">
              <span class="column-name">{column.name === "" ? <i>{words.unnamed}</i> : column.name}</span>
              {role === "decisions" && (
                <span class="soft small">{words.distinct(column.distinct, column.missing)}</span>
              )}
              <Mark column={column.name} role={role} causes={causes} />
            </div>
            <span class="column-samples row soft">
              {column.values.slice(0, SAMPLES).map((value, i) => (
                <bdi key={i}>{value}</bdi>
              ))}
            </span>
            {Controls !== null && column.name !== "" && (
              <Controls configuration={configuration} column={column} order={order} />
            )}
          </li>
        ))}
      </ul>
      {pager}
    </div>
  );
}

/** The gravest problem that a column is part of, in one word. */
function Mark({ column, role, causes }: { column: string; role: FileRole; causes: readonly Cause[] }) {
  const found = causes.find(({ problems }) =>
    problems.some((one) => one.column === column && one.role === role && one.severity !== "note"),
  );
  if (found === undefined || found.severity === "note") return null;
  return (
    <Badge kind={found.severity} icon={NOTICE_ICONS[found.severity]}>
      {en.check.problems.severity[found.severity]}
    </Badge>
  );
}

interface ControlsProps {
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
  reasons: ["reasonColumns"],
  ignored: ["ignore"],
};

/** Role, type and mark of a column of the decisions, with the reason for what was guessed. */
function DecisionsColumn({ configuration, column, order }: ControlsProps) {
  const { name, looks } = column;
  const words = en.check.table;
  const did = en.check.did;
  const role = roleOf(configuration, column);
  const said = configuration.type !== undefined && Object.hasOwn(configuration.type, name);
  const type: TypeChoice = said ? (configuration.type?.[name] ?? "auto") : "auto";
  const isFeature = role === "feature" || role === "feature-group";
  const isTyped = isFeature || role === "group";
  return (
    <>
      <div class="column-controls">
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
                (now) => withEntry(now, "type", name, choice === "auto" ? null : choice),
              )
            }
          />
        )}
      </div>
      <div class="column-why stack-none">
        <Reason reasons={column.reasons} role={role} />
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
      </div>
    </>
  );
}

/** Why the column was guessed to be what it is, as long as it still is that. */
function Reason({ reasons, role }: { reasons: readonly ColumnReason[]; role: RoleChoice }) {
  const guessed = reasons.filter(({ as }) => as !== "immutable" && as !== "type");
  const fitting = guessed.find(({ as }) => REASONS[role].includes(as));
  if (fitting !== undefined) return <Guessed {...fitting} />;
  const isChosen = guessed.length > 0 || role !== "feature";
  return <span class="soft small">{isChosen ? en.check.chosen : en.check.featureReason}</span>;
}

function Guessed({ confidence, reason }: Pick<ColumnReason, "confidence" | "reason">) {
  return (
    <span class="soft small">
      <b>{en.check.confidence[confidence]}</b>: {reason}
    </span>
  );
}

/** What a column of the letters is for; the rest follows from the decisions. */
function LettersColumn({ configuration, column, order }: ControlsProps) {
  const { name, reasons } = column;
  const use =
    configuration.lettersId === name ? "id" : (configuration.lettersIgnore ?? []).includes(name) ? "ignored" : "read";
  const [reason] = reasons;
  const isAsGuessed = reason !== undefined && (use === "id" ? reason.as === "lettersId" : reason.as === "ignore");
  return (
    <>
      <div class="column-controls">
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
      </div>
      <div class="column-why">{use !== "read" && isAsGuessed && <Guessed {...reason} />}</div>
    </>
  );
}

/** On paper: every column of the decisions with its role, its type and what is in it. */
export function ColumnsOnPaper({ configuration, view }: Pick<ColumnListProps, "configuration" | "view">) {
  const words = en.check.table;
  const { immutable = [], type = {} } = configuration;
  return (
    <section class="paper-only">
      <h2>{words.columns(view.name)}</h2>
      <Definitions
        items={view.columns.map((column) => {
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
