import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { OutOfDate } from "../../frame/open-bar.js";
import { jobs } from "../../job-worker.js";
import { Download, type FileToSave, Section } from "../../parts/index.js";
import { type OpenedSummary, store } from "../../store.js";
import { en } from "../../text/en.js";
import type { Overview, SavedFile } from "../../worker/results-jobs.js";

/** Where failures to save are told. */
export const SaveFailures = createContext<(error: unknown) => void>(() => {});

async function toSave(asked: Promise<SavedFile>): Promise<FileToSave> {
  const { name, blob } = await asked;
  return { name, content: blob };
}

/** Asks the worker for a file of the open audit. */
export const askFile = (path: string) => toSave(jobs.call("results", "file", { path }));

/** Asks the worker for the numbers of the groups that are compared. */
export const askGroups = () => toSave(jobs.call("results", "groups", undefined));

const askFolder = () => toSave(jobs.call("results", "zip", undefined));

/** A small button that saves a table as CSV. */
export function SaveTable({ name }: { name: string }) {
  const onFailure = useContext(SaveFailures);
  return (
    <Download
      kind="quiet"
      isSmall
      label={en.results.csvLabel(name)}
      make={() => askFile(`tables/${name}.csv`)}
      onFailure={onFailure}
      text={en.results.csv}
    />
  );
}

const words = en.results;

/** What can be saved, and what each file is for. */
export function Downloads({ overview: { files }, opened }: { overview: Overview; opened: OpenedSummary }) {
  const has = (path: string) => (files.includes(path) ? null : words.notGiven(path));
  const folder = opened.hasEvidence ? words.download.folder : words.download.folderAlone;
  return (
    <div class="screen-only">
      <Section title={words.downloads} intro={words.downloadsHint}>
        <OutOfDate />
        <ul class="results-tiles plain-list">
          <Item words={words.download.report} name="report.html" isMain />
          <Item words={folder} name="recast-audit.zip" make={askFolder} reason={has("manifest.json")} isWhole />
          <Item words={words.download.certificate} name="manifest.json" reason={has("manifest.json")} />
          <Item words={words.download.audit} name="audit.json" isWhole />
          <Item words={words.download.model} name="surrogate.json" reason={has("surrogate.json")} />
        </ul>
      </Section>
    </div>
  );
}

interface ItemProps {
  readonly words: { readonly title: string; readonly text: string };
  readonly name: string;
  /** @default asks for the file of this name */
  readonly make?: (() => Promise<FileToSave>) | undefined;
  readonly reason?: string | null | undefined;
  readonly isMain?: boolean | undefined;
  /** Whether the audit can be opened again from it: then it is saved. */
  readonly isWhole?: boolean | undefined;
}

function Item({ words: { title, text }, name, make, reason = null, isMain = false, isWhole = false }: ItemProps) {
  const onFailure = useContext(SaveFailures);
  const makeAndNote = async () => {
    const { opened } = store.get();
    const file = await (make?.() ?? askFile(name));
    if (isWhole) store.set({ saved: opened });
    return file;
  };
  return (
    <li class="stack apart small">
      <p>
        <strong>{title}</strong>
        <br />
        {text}
      </p>
      <Download
        kind={isMain ? "main" : "plain"}
        label={words.save(`${title}, ${name}`)}
        make={makeAndNote}
        onFailure={onFailure}
        reason={reason}
        text={name}
      />
      {reason !== null && <p class="soft small">{reason}</p>}
    </li>
  );
}
