import { useEffect, useRef, useState } from "preact/hooks";
import { isSavedAudit, openSaved, type Refusal, takeExample, takeFiles, wordsOf } from "../../files.js";
import { KeptList } from "../../keep/kept-list.js";
import {
  announce,
  Button,
  DropZone,
  FilePicker,
  type GivenFile,
  LinkButton,
  Notice,
  Panel,
  Progress,
  ScreenHead,
  Section,
} from "../../parts/index.js";
import { go, hashOf } from "../../routes.js";
import { type StudioState, store, useStudio } from "../../store.js";
import { en } from "../../text/en.js";
import type { FilePlace } from "../../worker/guess-files.js";
import type { FileRole } from "../../worker/session.js";
import { ExampleTables } from "./example-tables.js";
import { ACCEPTED, ACCEPTED_AUDITS, type NotedPlace, TakenFiles } from "./taken-files.js";
import "./start.css";

interface Outcome {
  readonly title: string;
  readonly refusals: readonly Refusal[];
}

/** Why files are where they are, and which found no place: stays while other screens are shown. */
let lastPlaces: readonly NotedPlace[] = [];
let lastUnused: { readonly places: readonly FilePlace[]; readonly files: StudioState["files"] } | null = null;
const MOST_UNUSED = 6;
const MOST_NOTED = 40;

/** The start: files to drop, an example, audits to open again. */
export function Screen() {
  const { files } = useStudio();
  const [work, setWork] = useState<string | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [places, setPlaces] = useState(lastPlaces);
  const told = useRef<HTMLDivElement>(null);
  const words = en.start;
  useEffect(() => {
    if (outcome !== null) told.current?.scrollIntoView({ block: "nearest" });
  }, [outcome]);

  const refuse = (title: string, name: string, error: unknown) =>
    setOutcome({ title, refusals: [{ name, message: wordsOf(error, name) }] });
  const busily = async (first: string, doing: () => Promise<void>) => {
    setWork(first);
    setOutcome(null);
    try {
      await doing();
    } catch (error) {
      refuse(words.refused(1), en.app.name, error);
    } finally {
      setWork(null);
    }
  };
  const open = (given: readonly GivenFile[]) =>
    busily(en.app.loading, async () => {
      try {
        await openSaved(given, setWork);
      } catch (error) {
        refuse(words.notAnAudit, given[0]?.path ?? "", error);
      }
    });
  const take = (given: readonly GivenFile[], role: FileRole | null) =>
    busily(en.app.loading, async () => {
      const taken = await takeFiles(given, role, setWork);
      const now = store.get().files;
      const noted = taken.places.flatMap((place) => {
        const file = place.role === null ? null : now[place.role];
        return file === null ? [] : [{ ...place, file }];
      });
      lastPlaces = [...noted, ...lastPlaces].slice(0, MOST_NOTED);
      lastUnused = { places: taken.places.filter((place) => place.role === null), files: now };
      setPlaces(lastPlaces);
      if (taken.refusals.length > 0) {
        setOutcome({ title: words.refused(taken.refusals.length), refusals: taken.refusals });
      }
      const names = taken.places.filter((place) => place.role !== null).map(({ name }) => name);
      if (names.length > 0) announce(words.taken(names));
    });
  const give = (given: readonly GivenFile[], role: FileRole | null = null) =>
    void isSavedAudit(given).then((isSaved) => (isSaved ? open(given) : take(given, role)));
  const hasFiles = Object.values(files).some((file) => file !== null);
  const unused = lastUnused?.files === files ? lastUnused.places : [];

  return (
    <div class="start">
      <ScreenHead title={words.title}>{words.lead}</ScreenHead>
      <div class="stack-loose">
        <div class="stack">
          <DropZone
            title={hasFiles ? words.dropMore : words.dropTitle}
            pick={words.pick}
            accept={`${ACCEPTED},${ACCEPTED_AUDITS}`}
            isSmall={hasFiles}
            onFiles={(given) => give(given)}
            onFailure={(error) => refuse(words.refused(1), "", error)}
          >
            {hasFiles ? undefined : words.dropText}
          </DropZone>
          {work !== null && <Progress label={work} value={null} />}
          <div ref={told}>
            {outcome !== null && (
              <Notice kind="error" title={outcome.title} isLive>
                {outcome.refusals.map(({ name, message }) => (
                  <p key={name}>{message}</p>
                ))}
              </Notice>
            )}
          </div>
          {unused.length > 0 && (
            <Notice kind="warning" title={words.unused} isLive>
              {unused.slice(0, MOST_UNUSED).map(({ name, reason }) => (
                <p key={name}>{words.unusedFile(name, reason)}</p>
              ))}
              {unused.length > MOST_UNUSED && <p>{words.moreUnused(unused.length - MOST_UNUSED)}</p>}
            </Notice>
          )}
        </div>
        {hasFiles && (
          <Section title={words.given} intro={words.givenHint}>
            <TakenFiles places={places} onFiles={give} />
            <div class="row">
              {files.decisions === null ? (
                <Button kind="main" icon="right" reason={words.nextNeedsDecisions} text={words.next} />
              ) : (
                <LinkButton kind="main" icon="right" href={hashOf("check")} text={words.next} />
              )}
            </div>
          </Section>
        )}
        <div class="columns start-ways">
          <Panel title={words.example.title} intro={words.example.text}>
            <div class="row">
              <Button
                icon="play"
                onClick={() =>
                  void busily(words.example.making, async () => {
                    await takeExample();
                    go("check");
                  })
                }
                text={words.example.button}
              />
            </div>
          </Panel>
          <Panel title={words.saved.title} intro={words.saved.text}>
            <div class="row">
              <FilePicker isSmall isFolder onFiles={(given) => void open(given)} text={words.saved.folder} />
              <FilePicker
                isSmall
                isMultiple
                accept={ACCEPTED_AUDITS}
                onFiles={(given) => void open(given)}
                text={words.saved.file}
              />
            </div>
          </Panel>
          <KeptList />
        </div>
        <ExampleTables />
      </div>
    </div>
  );
}
