import { useEffect, useState } from "preact/hooks";
import { percent } from "../../../../src/document/format.js";
import { takeNextAudit } from "../../files.js";
import { OutOfDate } from "../../frame/open-bar.js";
import { jobs } from "../../job-worker.js";
import {
  Button,
  Definitions,
  Download,
  DropZone,
  Field,
  Notice,
  Panel,
  ScreenHead,
  tellFailure,
  Without,
} from "../../parts/index.js";
import { go } from "../../routes.js";
import { startRun } from "../../runner.js";
import { useStudio } from "../../store.js";
import { en } from "../../text/en.js";
import type { LettersChange, LettersView } from "../../worker/letters-jobs.js";
import type { Measured } from "../../worker/letters-measure.js";
import { CurvePanel, EstimatePanel, firstTarget } from "./curve-panel.js";
import { LetterForm } from "./letter-form.js";
import { LetterList } from "./letter-list.js";
import { useLetters } from "./use-letters.js";
import "./letters.css";

/** The screen: letters one at a time, and what they leave open. */
export function Screen() {
  const [target, setTarget] = useState<number | null>(null);
  const [shown, setShown] = useState<number | null>(null);
  const { view, measured, change, failure, apply } = useLetters(target, shown);
  const now = measured?.points.at(-1)?.refits;
  useEffect(() => {
    if (target === null && now !== undefined) setTarget(firstTarget(now));
  }, [now]);
  const version = view?.kind === "letters" ? view.version : null;
  useEffect(() => setShown(null), [version]);
  if (view === null) return failure === null ? <p class="soft">{en.app.loading}</p> : <Failed message={failure} />;
  if (view.kind !== "letters") {
    return <Without reason={view.kind} screen={en.letters.title} lead={en.letters.lead} icon="letter" />;
  }
  const { steps } = en.letters;
  const add = (act: () => Promise<LettersChange>) => apply(({ added }) => steps.added(added), act);
  return (
    <>
      <ScreenHead title={en.letters.title}>{en.letters.lead}</ScreenHead>
      <div class="stack-loose">
        {failure !== null && <Failed message={failure} />}
        <Counts view={view} measured={measured} />
        {change !== null && <Said change={change} />}
        <div class="letters-columns screen-columns">
          <div class="stack-loose">
            {measured !== null && (
              <CurvePanel {...{ measured, target, shown }} letters={view.letters} onShown={setShown} />
            )}
            {measured !== null && target !== null && (
              <EstimatePanel {...{ measured, target }} onTarget={setTarget} waiting={view.waiting} />
            )}
          </div>
          <div class="stack-loose letters-side">
            <div class="stack-loose screen-only">
              <LetterForm
                view={view}
                change={change}
                onAdd={(place, changes) => add(() => jobs.call("letters", "add", { place, changes }))}
              />
              <AppendPanel
                view={view}
                onText={(text) => add(() => jobs.call("letters", "append", { text }))}
                onFile={(file) => void add(() => appendFile(file))}
              />
            </div>
            <Contradictions view={view} />
            <TakeAlong view={view} />
          </div>
          <div class="stack">
            <LetterList
              view={view}
              onRemove={(letter) => {
                void apply(
                  () => steps.removed,
                  () => jobs.call("letters", "remove", { letter }),
                );
              }}
            />
          </div>
        </div>
      </div>
    </>
  );
}

async function appendFile(file: File): Promise<LettersChange> {
  const bytes = await file.arrayBuffer();
  return jobs.call("letters", "appendFile", { name: file.name, bytes }, { transfer: [bytes] });
}

function Failed({ message }: { message: string }) {
  return (
    <Notice kind="error" title={en.letters.failed} isLive>
      {message}
    </Notice>
  );
}

function Counts({ view, measured }: { view: LettersView; measured: Measured | null }) {
  const words = en.letters.counts;
  const last = measured?.points.find((point) => point.letters === view.letters);
  const people = (share: number | null | undefined) =>
    share === undefined
      ? words.notMeasured
      : share === null
        ? words.noLetters
        : words.people(Math.round(share * view.people), view.people);
  return (
    <Definitions
      look="facts"
      items={[
        { term: words.letters, value: view.letters, note: words.lettersNote(view.letters - view.before, view.before) },
        { term: words.open, value: percent(view.open / view.people), note: words.openNote(view.open, view.people) },
        { term: words.contested, value: last ? percent(last.refits) : words.unknown, note: people(last?.refits) },
        {
          term: words.band,
          value: typeof last?.band === "number" ? percent(last.band) : words.unknown,
          note: people(last?.band),
        },
        { term: words.waiting, value: view.waiting, note: words.waitingNote(view.rejected) },
      ]}
    />
  );
}

/** What became of the last change: what is odd about it, and what it contradicts. */
function Said({ change: { isDone, added, problems, contradictions } }: { change: LettersChange }) {
  const words = en.letters.done;
  const listed = problems.map(({ message }) => <li key={message}>{message}</li>);
  if (!isDone) {
    return (
      <Notice kind="error" title={words.refused}>
        <ul>{listed}</ul>
      </Notice>
    );
  }
  return (
    <>
      <Notice kind={problems.length === 0 ? "done" : "warning"} title={added < 0 ? words.removed : words.added(added)}>
        {problems.length > 0 && (
          <>
            <p>{words.odd}</p>
            <ul>{listed}</ul>
          </>
        )}
      </Notice>
      {contradictions.length > 0 && (
        <Notice kind="warning" title={words.contradicts} isLive>
          <ul>
            {contradictions.map(({ sentence }) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}

function Contradictions({ view: { contradictions } }: { view: LettersView }) {
  const words = en.letters.contradictions;
  const listed = (strength: "certain" | "indication") =>
    contradictions.filter((one) => one.strength === strength).map(({ sentence }) => <li key={sentence}>{sentence}</li>);
  const [certain, patterns] = [listed("certain"), listed("indication")];
  return (
    <Panel title={words.title}>
      {certain.length === 0 ? <p class="soft">{words.none}</p> : <ul class="letters-contradictions">{certain}</ul>}
      {patterns.length > 0 && (
        <details>
          <summary>{words.patterns}</summary>
          <ul class="letters-contradictions">{patterns}</ul>
        </details>
      )}
    </Panel>
  );
}

function TakeAlong({ view }: { view: LettersView }) {
  const words = en.letters.take;
  const { isRunning } = useStudio();
  const again = async () => {
    await takeNextAudit(en.start.undo.letters, () => jobs.call("letters", "use", null));
    void startRun();
    go("run");
  };
  return (
    <div class="screen-only">
      <Panel title={words.title} intro={words.text}>
        <div class="row">
          <OutOfDate />
          <Download
            make={async () => {
              const { name, text } = await jobs.call("letters", "csv", null);
              return { name, content: text, type: "text/csv" };
            }}
            text={words.download(view.name)}
          />
          <Button
            kind="main"
            icon="play"
            reason={isRunning ? words.running : view.version === 0 ? words.same : null}
            onClick={() => {
              again().catch(tellFailure);
            }}
            text={words.again}
          />
        </div>
      </Panel>
    </div>
  );
}

interface AppendPanelProps {
  readonly view: LettersView;
  readonly onText: (text: string) => Promise<boolean>;
  readonly onFile: (file: File) => void;
}

/** Adds the letters of a file or of pasted lines. */
export function AppendPanel({ view, onText, onFile }: AppendPanelProps) {
  const words = en.letters.append;
  const [text, setText] = useState("");
  return (
    <Panel title={words.title} intro={words.intro}>
      <DropZone
        title={words.drop}
        pick={words.pick}
        isSmall
        isMultiple={false}
        onFiles={([given]) => given !== undefined && onFile(given.file)}
      />
      <form
        class="stack-tight"
        onSubmit={(event) => {
          event.preventDefault();
          void onText(text).then((isDone) => isDone && setText(""));
        }}
      >
        <Field label={words.paste} hint={words.pasteHint(view.header)}>
          {(ids) => (
            <textarea
              {...ids}
              class="input letters-paste mono"
              rows={4}
              spellcheck={false}
              value={text}
              onInput={(event) => setText(event.currentTarget.value)}
            />
          )}
        </Field>
        <div class="row">
          <Button type="submit" icon="plus" isDisabled={text.trim() === ""} text={words.add} />
        </div>
      </form>
    </Panel>
  );
}
