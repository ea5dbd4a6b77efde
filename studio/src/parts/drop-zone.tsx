import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { Button, type ButtonLook } from "./button.js";
import { Icon } from "./icon.js";

/** A file the user gave. */
export interface GivenFile {
  readonly file: File;
  /** Its path inside the folder that was given, else its name; always with slashes. */
  readonly path: string;
}

interface FilePickerProps extends ButtonLook {
  readonly onFiles: (files: GivenFile[]) => void;
  readonly isMultiple?: boolean | undefined;
  /** Picks a folder with everything in it. @default false */
  readonly isFolder?: boolean | undefined;
  /** Ends of names and media types: ".csv,.parquet". */
  readonly accept?: string | undefined;
}

/** A button that opens the system's dialog for files, or for a folder. */
export function FilePicker({ onFiles, isMultiple = false, isFolder = false, accept, ...look }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...look} icon={look.icon ?? (isFolder ? "folder" : "file")} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        class="hidden"
        tabIndex={-1}
        aria-hidden="true"
        multiple={isMultiple || isFolder}
        accept={accept}
        {...(isFolder ? { webkitdirectory: true } : {})}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          currentTarget.value = "";
          if (files.length === 0) return;
          onFiles(files.map((file) => ({ file, path: file.webkitRelativePath || file.name })));
        }}
      />
    </>
  );
}

interface DropZoneProps extends Pick<FilePickerProps, "onFiles" | "isMultiple" | "accept" | "isSmall"> {
  /** "Drop the files here": the zone's name too. */
  readonly title: string;
  readonly children?: ComponentChildren;
  /** Words of the button that does the same without a mouse. */
  readonly pick: string;
  readonly onFailure?: ((error: unknown) => void) | undefined;
}

/** A place to drop files and folders on, with a button for everyone who does not drag. */
export function DropZone(props: DropZoneProps) {
  const { title, children, pick, onFiles, onFailure, isMultiple = true, accept, isSmall = false } = props;
  const [isOver, setIsOver] = useState(false);
  const depth = useRef(0);
  const enter = (change: number) => {
    depth.current = Math.max(0, depth.current + change);
    setIsOver(depth.current > 0);
  };
  return (
    <fieldset
      class={`drop${isOver ? " drop-over" : ""}${isSmall ? " drop-small" : ""}`}
      aria-label={title}
      onDragEnter={(event) => {
        event.preventDefault();
        enter(1);
      }}
      onDragLeave={() => enter(-1)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        enter(Number.NEGATIVE_INFINITY);
        if (event.dataTransfer === null) return;
        filesOfDrop(event.dataTransfer).then(
          (files) => files.length > 0 && onFiles(isMultiple ? files : files.slice(0, 1)),
          (error: unknown) => onFailure?.(error),
        );
      }}
    >
      <Icon name="upload" />
      <p class="drop-title">{title}</p>
      {children && <div class="drop-text soft small">{children}</div>}
      <FilePicker
        kind={isSmall ? "plain" : "main"}
        isMultiple={isMultiple}
        accept={accept}
        onFiles={onFiles}
        text={pick}
      />
    </fieldset>
  );
}

/** More files than an audit folder ever has: what lies behind is not read. */
const MOST_FILES = 2000;

/** The files that were dropped, those in dropped folders too. Must be called while the event is being handled. */
function filesOfDrop(transfer: DataTransfer): Promise<GivenFile[]> {
  const entries = [...transfer.items].map((item) => (item.kind === "file" ? item.webkitGetAsEntry() : null));
  const plain = [...transfer.files].map((file) => ({ file, path: file.name }));
  if (!entries.some((entry) => entry?.isDirectory === true)) return Promise.resolve(plain);
  return walk(entries.filter((entry) => entry !== null));
}

async function walk(entries: readonly FileSystemEntry[]): Promise<GivenFile[]> {
  const found: GivenFile[] = [];
  const open = [...entries];
  for (let entry = open.shift(); entry !== undefined && found.length < MOST_FILES; entry = open.shift()) {
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
