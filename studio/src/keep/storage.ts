/** A kept audit in a few facts; its files are stored apart. */
export interface KeptAudit {
  readonly id: number;
  readonly title: string;
  /** When it was kept, in milliseconds since 1970. */
  readonly keptAt: number;
  readonly bytes: number;
  /** Whether the files the audit was made from are kept with it. */
  readonly hasInputs: boolean;
}

/** A file of a kept audit, by its path in the audit's folder. */
export interface KeptFile {
  readonly path: string;
  readonly file: Blob;
}

const NAME = "recast-studio";
const FACTS = "audits";
const FILES = "files";

/** Stores an audit; the first one makes the database. */
export async function storeAudit(facts: Omit<KeptAudit, "id">, files: readonly KeptFile[]): Promise<KeptAudit> {
  const stored = await using(true, async (database) => {
    const change = database.transaction([FACTS, FILES], "readwrite");
    const id = Number(await answer(change.objectStore(FACTS).add(facts)));
    change.objectStore(FILES).put(files, id);
    await finished(change);
    return { ...facts, id };
  });
  if (stored === null) throw new Error("the browser made no database");
  return stored;
}

/** What is kept, the latest first. Makes nothing where nothing was ever kept. */
export async function listAudits(): Promise<readonly KeptAudit[]> {
  const listed = await using(false, async (database) => {
    const facts = database.transaction(FACTS).objectStore(FACTS);
    const [ids, values] = await Promise.all([answer(facts.getAllKeys()), answer(facts.getAll())]);
    const all = values.map((value, k) => ({ ...(value as Omit<KeptAudit, "id">), id: Number(ids[k]) }));
    return all.sort((a, b) => b.keptAt - a.keptAt || b.id - a.id);
  });
  return listed ?? [];
}

/** The files of a kept audit; null when it is no longer there. */
export function readAudit(id: number): Promise<readonly KeptFile[] | null> {
  return using(false, async (database) => {
    const files = await answer(database.transaction(FILES).objectStore(FILES).get(id));
    return (files as readonly KeptFile[] | undefined) ?? null;
  });
}

/** Deletes one audit, and with the last one the database. */
export async function deleteAudit(id: number): Promise<void> {
  const left = await using(false, async (database) => {
    const change = database.transaction([FACTS, FILES], "readwrite");
    change.objectStore(FACTS).delete(id);
    change.objectStore(FILES).delete(id);
    const count = await answer(change.objectStore(FACTS).count());
    await finished(change);
    return count;
  });
  if (left === 0) await deleteAll();
}

/** Deletes everything the page ever stored. */
export async function deleteAll(): Promise<void> {
  await answer(indexedDB.deleteDatabase(NAME));
}

/** What is done with the database, which is closed afterwards; null when there is none and none shall be made. */
async function using<T>(mayMake: boolean, work: (database: IDBDatabase) => Promise<T>): Promise<T | null> {
  const database = await open(mayMake);
  try {
    return database && (await work(database));
  } finally {
    database?.close();
  }
}

/** The database; null when there is none and none shall be made. Rejects where the browser refuses to store. */
function open(mayMake: boolean): Promise<IDBDatabase | null> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    let isAbsent = false;
    request.onupgradeneeded = () => {
      if (mayMake) {
        request.result.createObjectStore(FACTS, { autoIncrement: true });
        request.result.createObjectStore(FILES);
      } else {
        isAbsent = true;
        request.transaction?.abort(); // takes back that opening made an empty database
      }
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => (isAbsent ? resolve(null) : reject(request.error));
  });
}

function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function finished(change: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    change.oncomplete = () => resolve();
    change.onerror = () => reject(change.error);
    change.onabort = () => reject(change.error);
  });
}
