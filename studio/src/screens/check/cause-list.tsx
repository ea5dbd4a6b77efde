import { useEffect, useState } from "preact/hooks";
import { asPageSentence } from "../../../../src/errors.js";
import type { AuditConfiguration } from "../../../../src/folder/configuration.js";
import type { Cause } from "../../../../src/input/causes.js";
import type { PlacedProblem } from "../../../../src/input/repairs.js";
import { jobs } from "../../job-worker.js";
import { Badge, Button, NOTICE_ICONS, ScrollBox, Section } from "../../parts/index.js";
import { en } from "../../text/en.js";
import type { FileView, Inspected } from "../../worker/inspecting.js";
import type { PreviewRow } from "../../worker/preview.js";
import type { FileRole } from "../../worker/session.js";
import { madeRepairs, makeRepair, unmakeRepair } from "./repairing.js";
import { ReasonField } from "./setting-fields.js";

const FEW = 5;

interface CauseListProps {
  readonly seen: Inspected;
  readonly configuration: AuditConfiguration;
}

/** What is wrong, by cause, the gravest first, each with the buttons that repair it; then what was repaired. */
export function CauseList({ seen, configuration }: CauseListProps) {
  const [isWhole, setIsWhole] = useState(false);
  const words = en.check.problems;
  const { causes } = seen;
  const made = madeRepairs(configuration);
  const errors = causes.filter(({ severity }) => severity === "error").length;
  const shown = isWhole ? causes : causes.slice(0, Math.max(FEW, errors));
  const hidden = causes.length - shown.length;
  if (causes.length + made.length === 0) return null;
  return (
    <>
      {causes.length > 0 && (
        <Section title={words.title} id="problems">
          <ul class="cause-list plain-list">
            {shown.map((cause) => (
              <li key={`${cause.role} ${cause.message}`} class="stack-tight">
                <CauseEntry cause={cause} seen={seen} configuration={configuration} />
              </li>
            ))}
          </ul>
          {hidden > 0 && <Button kind="quiet" icon="down" onClick={() => setIsWhole(true)} text={words.more(hidden)} />}
        </Section>
      )}
      {made.length > 0 && (
        <Section title={en.check.repairs.title} intro={en.check.repairs.intro}>
          <ul class="made-repairs plain-list">
            {made.map((repair) => (
              <li key={repair.text} class="row apart">
                <span>{repair.text}</span>
                <Button
                  isSmall
                  icon="undo"
                  label={en.check.repairs.undoOf(repair.text)}
                  onClick={() => unmakeRepair(repair)}
                  text={en.app.history.undo.name}
                />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

function CauseEntry({ cause, seen, configuration }: CauseListProps & { readonly cause: Cause }) {
  const [isOpen, setIsOpen] = useState(false);
  const { severity, role, message, problems, repairs } = cause;
  const words = en.check.problems;
  const placed = problems.find((one) => one.role !== "settings" && one.rows.some((row) => row > 1));
  const view = placed === undefined || placed.role === "settings" ? null : seen.files[placed.role];
  const hasMore = problems.length > 1 || (placed !== undefined && view !== null);
  return (
    <>
      <div class="row cause-head">
        <Badge kind={severity === "note" ? "plain" : severity} icon={NOTICE_ICONS[severity]}>
          {words.severity[severity]}
        </Badge>
        <span class="soft small">
          {role === "settings" ? words.settings : en.check.tabs[role]} · {problems[0]?.code}
        </span>
      </div>
      <p>{asPageSentence(message)}</p>
      {problems[0]?.code === "REASON_UNKNOWN" && <ReasonField configuration={configuration} />}
      {(repairs.length > 0 || hasMore) && (
        <div class="row">
          {repairs.map((repair) => (
            <Button key={repair.label} isSmall onClick={() => makeRepair(repair)} text={repair.label} />
          ))}
          {hasMore && (
            <Button
              isSmall
              kind="quiet"
              isPressed={isOpen}
              label={words.showOf(message)}
              onClick={() => setIsOpen(!isOpen)}
              text={words.show}
            />
          )}
        </div>
      )}
      {isOpen && problems.length > 1 && (
        <ul class="small">
          {problems.map((one) => (
            <li key={`${one.role} ${one.code} ${one.message}`}>{asPageSentence(one.message)}</li>
          ))}
        </ul>
      )}
      {isOpen && placed !== undefined && view !== null && (
        <ProblemRows problem={placed} view={view} configuration={configuration} />
      )}
    </>
  );
}

const COLUMNS_AROUND = 6;

interface ProblemRowsProps {
  readonly problem: PlacedProblem;
  readonly view: FileView;
  readonly configuration: AuditConfiguration;
}

/** The first rows that a problem is about, as they are written, with the column it is about among a few. */
function ProblemRows({ problem, view, configuration }: ProblemRowsProps) {
  const [rows, setRows] = useState<readonly PreviewRow[]>([]);
  const at = view.columns.findIndex(({ name }) => name === problem.column);
  const start = Math.max(0, Math.min(at - 2, view.columns.length - COLUMNS_AROUND));
  const columns = view.columns.map((_, k) => k).slice(start, start + COLUMNS_AROUND);
  useEffect(() => {
    let isWanted = true;
    const { delimiter, headerless, skip } = configuration;
    const reading = Object.fromEntries(
      Object.entries({ delimiter, headerless, skip }).filter(([, value]) => value !== undefined),
    );
    const numbers = problem.rows.filter((row) => row > 1);
    jobs.call("files", "rows", { role: problem.role as FileRole, reading, numbers, columns }).then(
      (found) => isWanted && setRows(found),
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [problem, view, configuration]);
  const words = en.check.table;
  return (
    <ScrollBox label={words.caption(view.name)}>
      <table class="data-table">
        <thead>
          <tr>
            <th scope="col">{words.row}</th>
            {columns.map((k) => (
              <th key={k} scope="col">
                {view.columns[k]?.name || <i>{words.unnamed}</i>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ number, cells }) => (
            <tr key={number}>
              <th scope="row" class="number">
                {number}
              </th>
              {cells === null && (
                <td colSpan={columns.length} class="soft">
                  {words.notCut}
                </td>
              )}
              {cells?.map((cell, k) => (
                <td key={k} class={columns[k] === at ? `cell-${problem.severity}` : undefined}>
                  {cell === "" ? <i class="soft">{words.empty}</i> : cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
