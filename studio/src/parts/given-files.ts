/** A file the user gave. */
export interface GivenFile {
  readonly file: File;
  /** Its path inside the folder that was given, else its name; always with slashes. */
  readonly path: string;
}

/** More files than an audit folder ever has: what lies behind is not read. */
const MOST_FILES = 2000;

/** The files of an input element; those of a folder keep their path in it. */
export function filesOfInput(list: FileList | null): GivenFile[] {
  return [...(list ?? [])].map((file) => ({ file, path: file.webkitRelativePath || file.name }));
}

/** The files that were dropped, those in dropped folders too. Must be called while the event is being handled. */
export function filesOfDrop(transfer: DataTransfer): Promise<GivenFile[]> {
  const entries = [...transfer.items].map((item) => (item.kind === "file" ? item.webkitGetAsEntry() : null));
  const plain = [...transfer.files].map((file) => ({ file, path: file.name }));
  if (!entries.some((entry) => entry?.isDirectory === true)) return Promise.resolve(plain);
  return walk(entries.filter((entry) => entry !== null));
}

async function walk(entries: readonly FileSystemEntry[]): Promise<GivenFile[]> {
  const found: GivenFile[] = [];
  const open = [...entries];
  while (open.length > 0 && found.length < MOST_FILES) {
    const entry = open.shift();
    if (entry === undefined) break;
    if (isFile(entry)) found.push({ file: await fileOf(entry), path: entry.fullPath.replace(/^\//, "") });
    else open.push(...(await childrenOf(entry as FileSystemDirectoryEntry)));
  }
  return found;
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** A directory hands out its entries in portions; an empty one is the end. */
async function childrenOf(directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = directory.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (portion.length === 0 || all.length > MOST_FILES) return all;
    all.push(...portion);
  }
}
