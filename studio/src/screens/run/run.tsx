import { useEffect, useRef, useState } from "preact/hooks";
import { asPageSentence } from "../../../../src/errors.js";
import { jobs } from "../../job-worker.js";
import { matchConfiguration } from "../../matched-configuration.js";
import {
  Button,
  Definitions,
  LinkButton,
  Notice,
  Panel,
  Progress,
  ScreenHead,
  tellFailure,
  Without,
} from "../../parts/index.js";
import { go, hashOf } from "../../routes.js";
import { cancelRun, isOutdated, percentOf, type RunState, runSeconds, startRun, useRun } from "../../runner.js";
import { type StudioState, store, useStudio } from "../../store.js";
import { en } from "../../text/en.js";
import { clockTime, roundedSeconds, secondsLeft } from "../../time-left.js";
import "./run.css";

const TICK_MS = 500;

/** The run: how far the audit is, how long it may still take, and the way to stop it. */
export function Screen() {
  const studio = useStudio();
  const { files } = studio;
  const run = useRun();
  const phase = isOutdated(run, studio) ? "idle" : run.phase;
  const isIdle = phase === "idle";
  if (files.decisions === null && isIdle) {
    return <Without reason="no decisions" screen={en.run.heading} icon="file" />;
  }
  return (
    <>
      <ScreenHead title={en.run.heading}>
        <p>{en.run.idleLead}</p>
      </ScreenHead>
      <div class="stack-loose run">
        <Phase run={run} phase={phase} />
        <What {...(run.about !== null && studio.isRunning ? run.about : studio)} />
      </div>
    </>
  );
}

function Phase({ run, phase }: { run: RunState; phase: RunState["phase"] }) {
  const words = en.run;
  const before = useRef(phase);
  useEffect(() => {
    // Only an audit that ends while it is looked at leads on: who comes back here wants to be here.
    if (phase === "done" && before.current !== "done") go("results");
    // The button that was pressed is gone: the keyboard goes on from here.
    const hasLostFocus = phase !== before.current && document.activeElement === document.body;
    if (hasLostFocus) document.getElementById("content")?.focus({ preventScroll: true });
    before.current = phase;
  }, [phase]);
  switch (phase) {
    case "idle":
      return <StartRow label={words.start} />;
    case "running":
    case "opening":
      return <Running run={run} />;
    case "cancelled":
      return (
        <>
          <Notice kind="note" title={words.cancelled} isLive>
            <p>{words.cancelledText}</p>
          </Notice>
          <StartRow label={words.startAgain} />
        </>
      );
    case "failed":
      return (
        <>
          <Notice kind="error" title={words.failed} isLive>
            <p>{asPageSentence(run.failure?.message ?? "")}</p>
            <p>{words.failedText}</p>
            <p class="small soft">{words.failedCode(run.failure?.code ?? "")}</p>
          </Notice>
          <StartRow label={words.startAgain} />
        </>
      );
    case "done":
      return (
        <>
          <Notice kind="done" title={words.done} isLive>
            <p>{words.doneText(clockTime(run.seconds ?? 0))}</p>
          </Notice>
          <div class="row">
            <LinkButton kind="main" href={hashOf("results")} text={words.toResults} />
            <StartButton label={words.startAgain} />
          </div>
        </>
      );
  }
}

/** Starts the audit if the files can be audited; else leads to what is wrong with them. */
async function begin(): Promise<void> {
  await matchConfiguration();
  const seen = await jobs.call("files", "inspect", { configuration: store.get().configuration });
  if (seen?.isUsable === true) await startRun();
  else go("check");
}

function StartRow({ label }: { label: string }) {
  return (
    <div class="row">
      <StartButton label={label} isMain />
      <LinkButton href={hashOf("check")} text={en.run.toCheck} />
    </div>
  );
}

function StartButton({ label, isMain = false }: { label: string; isMain?: boolean }) {
  const { files } = useStudio();
  const [isAsked, setIsAsked] = useState(false);
  return (
    <Button
      kind={isMain ? "main" : "plain"}
      icon={isMain ? "play" : undefined}
      reason={files.decisions === null ? en.without["no decisions"].title : isAsked ? en.check.blockedPending : null}
      onClick={() => {
        setIsAsked(true);
        begin()
          .catch(tellFailure)
          .finally(() => setIsAsked(false));
      }}
      text={label}
    />
  );
}

function Running({ run }: { run: RunState }) {
  const words = en.run;
  const [seconds, setSeconds] = useState(() => runSeconds(run));
  useEffect(() => {
    setSeconds(runSeconds(run));
    const timer = setInterval(() => setSeconds(runSeconds(run)), TICK_MS);
    return () => clearInterval(timer);
  }, [run]);
  const left = run.phase === "opening" ? null : secondsLeft(run.marks, seconds);
  const leftWords = left === null ? null : words.left(roundedSeconds(left));
  const percent = percentOf(run);
  return (
    <Panel title={words.running}>
      <Progress label={run.label} value={percent / 100} spoken={words.spoken(percent, leftWords)}>
        <p class="run-times row apart">
          <span>{words.elapsed(clockTime(seconds))}</span>
          <span>{leftWords ?? words.noEstimate}</span>
        </p>
      </Progress>
      <div class="row">
        <Button
          icon="stop"
          reason={run.phase === "opening" ? words.tooLate : null}
          onClick={cancelRun}
          text={words.cancel}
        />
        <p class="soft small">{words.stays}</p>
      </div>
    </Panel>
  );
}

/** What is being audited, so that nobody has to remember. */
function What({ files, configuration }: Pick<StudioState, "files" | "configuration">) {
  const words = en.run.what;
  const roles = ["decisions", "letters", "population"] as const;
  return (
    <Definitions
      items={[
        ...roles.map((role) => {
          const file = files[role];
          return { term: en.start.roles[role], value: file === null ? words.noFile : words.file(file.name, file.rows) };
        }),
        { term: words.seed, value: configuration.seed ?? 0 },
      ]}
    />
  );
}
