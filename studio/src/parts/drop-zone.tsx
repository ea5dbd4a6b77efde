import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { FilePicker } from "./file-picker.js";
import { filesOfDrop, type GivenFile } from "./given-files.js";
import { Icon } from "./icon.js";

interface DropZoneProps {
  /** "Drop the files here": the zone's name too. */
  readonly title: string;
  /** What may be dropped. */
  readonly children?: ComponentChildren;
  /** Words of the button that does the same without a mouse. */
  readonly pick: string;
  readonly onFiles: (files: GivenFile[]) => void;
  /** Reading what was dropped failed. */
  readonly onFailure?: ((error: unknown) => void) | undefined;
  /** @default true */
  readonly isMultiple?: boolean | undefined;
  readonly accept?: string | undefined;
  /** Lower, for places beside other content. */
  readonly isSmall?: boolean | undefined;
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
        depth.current = 0;
        setIsOver(false);
        if (event.dataTransfer === null) return;
        filesOfDrop(event.dataTransfer).then(
          (files) => files.length > 0 && onFiles(isMultiple ? files : files.slice(0, 1)),
          (error: unknown) => onFailure?.(error),
        );
      }}
    >
      <Icon name="upload" />
      <p class="drop-title">{title}</p>
      {children !== undefined && <div class="drop-text">{children}</div>}
      <div class="row drop-actions">
        <FilePicker kind={isSmall ? "plain" : "main"} isMultiple={isMultiple} accept={accept} onFiles={onFiles}>
          {pick}
        </FilePicker>
      </div>
    </fieldset>
  );
}
