import { useContext } from "preact/hooks";
import { Download, type FileToSave, Section } from "../../parts/index.js";
import type { OpenedSummary } from "../../store.js";
import { en } from "../../text/en.js";
import type { Overview } from "../../worker/results-jobs.js";
import { askFile, askFolder, SaveFailures } from "./save.js";

const words = en.results;

interface DownloadsProps {
  readonly overview: Overview;
  readonly opened: OpenedSummary;
}

/** What can be saved, and what each file is for. */
export function Downloads({ overview: { files }, opened }: DownloadsProps) {
  const has = (path: string) => (files.includes(path) ? null : words.notGiven(path));
  const folder = opened.hasEvidence ? words.download.folder : words.download.folderAlone;
  return (
    <div class="screen-only">
      <Section title={words.downloads} intro={words.downloadsHint}>
        <ul class="results-tiles">
          <Item words={words.download.report} name="report.html" make={() => askFile("report.html")} isMain />
          <Item words={folder} name="recast-audit.zip" make={askFolder} reason={has("manifest.json")} />
          <Item
            words={words.download.certificate}
            name="manifest.json"
            make={() => askFile("manifest.json")}
            reason={has("manifest.json")}
          />
          <Item words={words.download.audit} name="audit.json" make={() => askFile("audit.json")} />
          <Item
            words={words.download.model}
            name="surrogate.json"
            make={() => askFile("surrogate.json")}
            reason={has("surrogate.json")}
          />
        </ul>
      </Section>
    </div>
  );
}

interface ItemProps {
  readonly words: { readonly title: string; readonly text: string };
  readonly name: string;
  readonly make: () => Promise<FileToSave>;
  readonly reason?: string | null | undefined;
  readonly isMain?: boolean | undefined;
}

function Item({ words: { title, text }, name, make, reason = null, isMain = false }: ItemProps) {
  const onFailure = useContext(SaveFailures);
  return (
    <li>
      <p>
        <strong>{title}</strong>
        <br />
        {text}
      </p>
      <Download
        kind={isMain ? "main" : "plain"}
        label={words.save(`${title}, ${name}`)}
        make={make}
        onFailure={onFailure}
        reason={reason}
      >
        {name}
      </Download>
      {reason !== null && <p class="soft small">{reason}</p>}
    </li>
  );
}
