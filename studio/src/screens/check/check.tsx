import { useState } from "preact/hooks";
import { asPageSentence } from "../../../../src/errors.js";
import { jobs } from "../../job-worker.js";
import {
  announce,
  Button,
  Definitions,
  Notice,
  Progress,
  ScreenHead,
  Tabs,
  tellFailure,
  Without,
} from "../../parts/index.js";
import { go } from "../../routes.js";
import { startRun } from "../../runner.js";
import { store, useStudio } from "../../store.js";
import { en } from "../../text/en.js";
import type { Inspected } from "../../worker/inspecting.js";
import type { PresetOffer } from "../../worker/preset-offer.js";
import type { FileRole } from "../../worker/session.js";
import { CauseList } from "./cause-list.js";
import { ColumnList, ColumnsOnPaper } from "./column-list.js";
import { ROLE_CHOICES } from "./configure.js";
import { DecisionBar, Questions } from "./decision-bar.js";
import { takePreset } from "./repairing.js";
import { areSettled, RefusedSettings } from "./setting-fields.js";
import { Settings } from "./settings.js";
import { Understood } from "./understood.js";
import { type Inspection, useInspection } from "./use-inspection.js";
import "./check.css";

/** The check: what the columns are for, what is wrong with the files, and the settings. */
export function Screen() {
  const { files } = useStudio();
  if (files.decisions === null) return <Without reason="no decisions" screen={en.check.title} icon="file" />;
  return <Check />;
}

function Check() {
  const inspection = useInspection();
  const [refused, setRefused] = useState<ReadonlySet<string>>(new Set());
  const { configuration } = useStudio();
  const { seen, isPending, failure, progress } = inspection;
  const words = en.check;
  return (
    <>
      <ScreenHead title={words.title} actions={<RunButton inspection={inspection} refused={refused.size} />}>
        {seen === null ? <p>{words.lead}</p> : <Facts seen={seen} isPending={isPending} />}
      </ScreenHead>
      <div class="stack-loose" aria-busy={isPending}>
        {failure !== null && (
          <Notice kind="error" title={asPageSentence(failure.message)} isLive>
            <p class="small">{en.run.failedCode(failure.code)}</p>
          </Notice>
        )}
        {seen === null && failure === null && (
          <Progress label={progress?.label ?? words.looking} value={progress && progress.done / progress.total} />
        )}
        {seen !== null && (
          <>
            {seen.preset !== null && <PresetNotice preset={seen.preset} />}
            <DecisionBar configuration={configuration} seen={seen} />
            <Questions configuration={configuration} seen={seen} />
            {seen.understood !== null && <Understood {...seen.understood} />}
            {isOfMore(seen) && <ManyClasses seen={seen} />}
            <CauseList configuration={configuration} seen={seen} />
            <Files seen={seen} />
            {seen.files.decisions !== null && (
              <ColumnsOnPaper configuration={configuration} view={seen.files.decisions} />
            )}
          </>
        )}
        <RefusedSettings.Provider value={setRefused}>
          <Settings configuration={configuration} seen={seen} />
        </RefusedSettings.Provider>
        <div class="row check-end">
          <RunButton inspection={inspection} refused={refused.size} />
          <Button kind="quiet" onClick={() => guessAgain().catch(tellFailure)} text={words.again} />
        </div>
      </div>
    </>
  );
}

/** Roles as guessed; settings and words about the audit stay. */
async function guessAgain(): Promise<void> {
  const before = store.get();
  const { decision: _, ...others } = before.configuration; // roles without a decision are not kept
  const guessed = await jobs.call("files", "match", { configuration: others });
  const { files, configuration } = store.get();
  const isCurrent = files === before.files && configuration === before.configuration;
  if (guessed === null || !isCurrent) return;
  store.configure(en.check.againDone, guessed);
  announce(en.check.againDone);
}

/** Why these files cannot be audited as they stand; null where they can. */
function whyBlocked({ seen, isPending, failure }: Inspection, refused: number): string | null {
  if (isPending) return en.check.blockedPending;
  if (failure !== null || seen === null) return en.check.blockedFailure;
  const errors = seen.causes.filter(({ severity }) => severity === "error").length;
  if (errors > 0) return en.check.blockedErrors(errors);
  return refused > 0 ? en.check.blockedSettings(refused) : null;
}

function RunButton({ inspection, refused }: { inspection: Inspection; refused: number }) {
  const { isRunning } = useStudio();
  const blocked = isRunning ? en.check.blockedRunning : whyBlocked(inspection, refused);
  const start = async () => {
    if (!(await areSettled())) return; // a field that was just left may be refused
    void startRun();
    go("run");
  };
  return (
    <div class="check-run stack-close">
      <Button kind="main" icon="play" reason={blocked} onClick={() => void start()} text={en.check.run} />
      {blocked !== null && (
        <p class="small soft" aria-hidden="true">
          {blocked}
        </p>
      )}
    </div>
  );
}

/** What the files hold, in one line. */
function Facts({ seen, isPending }: { seen: Inspected; isPending: boolean }) {
  const words = en.check;
  const { files, counts, letters, causes } = seen;
  const count = (severity: "error" | "warning" | "note") => causes.filter((each) => each.severity === severity).length;
  const people =
    counts.length === 0 ? (files.decisions?.rows ?? 0) : counts.reduce((sum, each) => sum + each.people, 0);
  const facts = [
    words.facts.people(people, counts),
    files.letters === null
      ? words.facts.noLetters
      : letters === null
        ? words.facts.unread
        : words.facts.letters(letters),
    ...(files.population === null ? [] : [words.facts.population(files.population.rows)]),
  ];
  return (
    <>
      <p class="check-facts">{facts.join(" ")}</p>
      <p role="status" class="hidden">
        {isPending ? words.looking : words.problemCounts(count("error"), count("warning"), count("note"))}
      </p>
    </>
  );
}

function PresetNotice({ preset: { name, title, about } }: { preset: PresetOffer }) {
  const words = en.check.preset;
  return (
    <Notice
      kind="note"
      title={words.title(title)}
      actions={<Button isSmall onClick={() => takePreset(name)} text={words.use} />}
    >
      <p>{words.text}</p>
      <ul class="small soft">
        {about.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Notice>
  );
}

function isOfMore({ causes }: Inspected): boolean {
  return causes.some(({ problems }) => problems.some(({ code }) => code === "DECISION_NOT_BINARY"));
}

function ManyClasses({ seen: { files, decision } }: { seen: Inspected }) {
  const words = en.check.classes;
  const found = files.decisions?.columns.find(({ name }) => name === decision.column);
  const isListed = found !== undefined && found.values.length === found.distinct;
  return (
    <Notice kind="note" title={words.title}>
      <p>{words.text}</p>
      <pre>
        {words.command(files.decisions?.name ?? "", decision.column ?? "", isListed ? found.values : words.anyValues)}
      </pre>
      <p class="soft small">{words.order}</p>
    </Notice>
  );
}

/** The columns of each file. */
function Files({ seen }: { seen: Inspected }) {
  const { configuration } = useStudio();
  const [tab, setTab] = useState<FileRole>("decisions");
  const present = (["decisions", "letters", "population"] as const).filter((role) => seen.files[role] !== null);
  const role = present.includes(tab) ? tab : "decisions";
  const view = seen.files[role];
  if (view === null) return null;
  return (
    <Tabs
      label={en.check.tabs.label}
      tabs={present.map((id) => ({ id, label: en.check.tabs[id] }))}
      selected={role}
      onSelect={setTab}
    >
      <div class="stack">
        <ColumnList key={role} role={role} view={view} configuration={configuration} causes={seen.causes} />
        {role === "decisions" && <RoleMeanings />}
      </div>
    </Tabs>
  );
}

function RoleMeanings() {
  return (
    <details class="role-meanings screen-only">
      <summary>{en.check.table.showRoles}</summary>
      <Definitions
        items={ROLE_CHOICES.map((role) => ({ term: en.check.role[role], value: en.check.roleMeaning[role] }))}
      />
    </details>
  );
}
