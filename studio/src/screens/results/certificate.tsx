import { count } from "../../../../src/document/format.js";
import { Badge, DataTable, Definitions, Notice } from "../../parts/index.js";
import { hashOf } from "../../routes.js";
import { en } from "../../text/en.js";
import type { FileCheck, InputCheck } from "../../worker/check-files.js";
import type { Overview } from "../../worker/results-jobs.js";

const words = en.results.checks;

/** Whether a file that was opened has other bytes than the certificate names. */
export function hasChanged({ checks }: Overview): boolean {
  return checks?.outputs.some(({ state }) => state === "changed") ?? false;
}

/** The same in a few words, with the way to the list. */
export function CertificateBadge({ overview }: { overview: Overview }) {
  const { checks } = overview;
  const state = checks === null ? "none" : hasChanged(overview) ? "changed" : "same";
  const looks = { none: ["plain", "note"], changed: ["warning", "warning"], same: ["done", "done"] } as const;
  const [kind, icon] = looks[state];
  return (
    <a href={hashOf("results", "reproduce/certificate")} class="results-badge">
      <Badge kind={kind} icon={icon}>
        {words.short[state]}
      </Badge>
    </a>
  );
}

/** How the files compare with the certificate, in a sentence or two; a warning where one differs. */
export function CertificateState({ overview: { checks } }: { overview: Overview }) {
  if (checks === null) return <Notice kind="note" title={words.none} />;
  const changed = checks.outputs.filter(({ state }) => state === "changed");
  if (changed.length > 0) {
    return (
      <Notice kind="warning" title={words.changed(changed.length)}>
        <p>{words.changedHint}</p>
        <ul>
          {changed.map(({ path, found }) => (
            <li key={path}>
              <code>{path}</code>
              {found !== null && <span class="soft"> {words.found(found)}</span>}
            </li>
          ))}
        </ul>
      </Notice>
    );
  }
  const { outputs, inputs } = checks;
  const given = outputs.filter(({ state }) => state !== "absent").length;
  const present = inputs.filter(({ state }) => state === "same").length;
  return (
    <Notice kind="done" title={given === outputs.length ? words.same(given) : words.given(given, outputs.length)}>
      <p>
        {words.inputs(present, inputs.length)} {words.notRun}
      </p>
    </Notice>
  );
}

/** Every file with its SHA-256. */
export function CertificateList({ overview: { checks, digest } }: { overview: Overview }) {
  if (checks === null) return null;
  return (
    <>
      {digest !== null && <Definitions items={[{ term: words.digest, value: <code>{digest}</code> }]} />}
      <DataTable<InputCheck>
        caption={words.inputsList}
        rows={checks.inputs}
        rowKey={({ role }) => role}
        columns={[
          { key: "role", head: words.file, cell: ({ role, path }) => `${words.roles[role]}: ${path}`, isRowHead: true },
          ...columns<InputCheck>(),
        ]}
      />
      <DataTable<FileCheck>
        caption={words.list}
        rows={checks.outputs}
        rowKey={({ path }) => path}
        columns={[
          { key: "path", head: words.file, cell: ({ path }) => path, isRowHead: true },
          ...columns<FileCheck>(),
        ]}
      />
    </>
  );
}

function columns<Row extends Omit<FileCheck, "found">>() {
  return [
    {
      key: "state",
      head: words.state,
      cell: ({ state }: Row) => words.states[state],
      isWrong: ({ state }: Row) => state === "changed",
    },
    { key: "bytes", head: words.bytes, cell: ({ bytes }: Row) => count(bytes), kind: "number" as const },
    { key: "sha256", head: words.sha256, cell: ({ sha256 }: Row) => <code>{sha256}</code> },
  ];
}
