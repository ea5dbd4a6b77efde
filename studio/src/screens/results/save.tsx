import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { desk } from "../../desk.js";
import { Download, type FileToSave } from "../../parts/download.js";
import { en } from "../../text/en.js";
import type { SavedFile } from "../../worker/results-jobs.js";

/** Where failures to save are told. */
export const SaveFailures = createContext<(error: unknown) => void>(() => {});

/** Asks the desk for a file of the open audit. */
export async function fileFromDesk(path: string): Promise<FileToSave> {
  return toSave(await desk.call("results", "file", { path }));
}

/** Asks the desk for the whole folder. */
export async function folderFromDesk(): Promise<FileToSave> {
  return toSave(await desk.call("results", "zip", undefined));
}

function toSave({ name, blob }: SavedFile): FileToSave {
  return { name, content: blob };
}

/** A small button that saves a table as CSV. */
export function SaveTable({ name }: { readonly name: string }) {
  const onFailure = useContext(SaveFailures);
  return (
    <Download
      kind="quiet"
      isSmall
      label={en.results.csvLabel(name)}
      make={() => fileFromDesk(`tables/${name}.csv`)}
      onFailure={onFailure}
    >
      {en.results.csv}
    </Download>
  );
}
