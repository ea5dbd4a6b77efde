import { useEffect, useState } from "preact/hooks";
import { jobs } from "../../job-worker.js";
import { useStudio } from "../../store.js";
import type { Preview } from "../../worker/preview.js";
import type { FileRole } from "../../worker/session.js";

/** Rows on one page of a table. */
export const ROWS_SHOWN = 12;

/** Which rows to show: a page, or the one that holds a row. */
export interface RowPlace {
  readonly start: number;
  /** A row as a spreadsheet counts it that must be in sight. */
  readonly near: number | null;
}

/** Rows of a file with the positions of the columns that their cells are of. */
export interface ShownRows extends Preview {
  readonly columns: readonly number[];
}

/** The rows of a place, asked from the worker; the rows before stay until the new ones are there. */
export function usePreview(role: FileRole, columns: readonly number[], place: RowPlace): ShownRows | null {
  const { files, configuration } = useStudio();
  const { delimiter } = configuration;
  const [shown, setShown] = useState<ShownRows | null>(null);
  const key = columns.join(",");
  useEffect(() => {
    let isWanted = true;
    const window = { ...place, count: ROWS_SHOWN, columns };
    jobs.call("files", "rows", { role, delimiter, window }).then(
      (preview) => isWanted && setShown({ ...preview, columns }),
      () => isWanted && setShown(null),
    );
    return () => {
      isWanted = false;
    };
  }, [role, key, place, delimiter, files[role]]);
  return shown;
}
