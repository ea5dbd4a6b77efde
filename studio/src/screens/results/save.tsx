import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { jobs } from "../../job-worker.js";
import { Download, type FileToSave } from "../../parts/index.js";
import { en } from "../../text/en.js";
import type { SavedFile } from "../../worker/results-jobs.js";

/** Where failures to save are told. */
export const SaveFailures = createContext<(error: unknown) => void>(() => {});

/** Asks the worker for a file of the open audit. */
export async function askFile(path: string): Promise<FileToSave> {
  return toSave(await jobs.call("results", "file", { path }));
}

/** Asks the worker for the whole folder. */
export async function askFolder(): Promise<FileToSave> {
  return toSave(await jobs.call("results", "zip", undefined));
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
      make={() => askFile(`tables/${name}.csv`)}
      onFailure={onFailure}
    >
      {en.results.csv}
    </Download>
  );
}
