import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { Button, type ButtonKind } from "./button.js";
import { filesOfInput, type GivenFile } from "./given-files.js";
import type { IconName } from "./icon.js";

interface FilePickerProps {
  readonly children?: ComponentChildren;
  readonly onFiles: (files: GivenFile[]) => void;
  /** @default false */
  readonly isMultiple?: boolean | undefined;
  /** Picks a folder with everything in it. @default false */
  readonly isFolder?: boolean | undefined;
  /** Ends of names and media types: ".csv,.parquet". */
  readonly accept?: string | undefined;
  readonly kind?: ButtonKind | undefined;
  readonly icon?: IconName | undefined;
  readonly label?: string | undefined;
}

/** A button that opens the system's dialog for files, or for a folder. */
export function FilePicker({ onFiles, isMultiple = false, isFolder = false, accept, ...button }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} icon={button.icon ?? (isFolder ? "folder" : "file")} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        class="hidden"
        tabIndex={-1}
        aria-hidden="true"
        multiple={isMultiple || isFolder}
        accept={accept}
        {...(isFolder ? { webkitdirectory: true } : {})}
        onChange={(event) => {
          const files = filesOfInput(event.currentTarget.files);
          event.currentTarget.value = "";
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
