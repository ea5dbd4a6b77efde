import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { messageOf } from "../message-of.js";
import { en } from "../text/en.js";
import { Button, type ButtonKind } from "./button.js";
import { tell } from "./live-region.js";

/** A file to be saved. */
export interface FileToSave {
  readonly name: string;
  readonly content: string | Uint8Array | Blob;
  /** @default "application/octet-stream" */
  readonly type?: string | undefined;
}

/** How long the browser may take to begin reading the file. */
const REVOKE_AFTER_MS = 60_000;

/** Hands a file to the browser's own way of saving. Nothing goes over the network. */
export function saveFile({ name, content, type = "application/octet-stream" }: FileToSave): void {
  const blob = content instanceof Blob ? content : new Blob([content as BlobPart], { type });
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_AFTER_MS);
}

interface DownloadProps {
  readonly children: ComponentChildren;
  /** Makes the file when it is asked for. */
  readonly make: () => FileToSave | Promise<FileToSave>;
  /** @default tells it to everybody */
  readonly onFailure?: ((error: unknown) => void) | undefined;
  readonly kind?: ButtonKind | undefined;
  readonly isSmall?: boolean | undefined;
  readonly label?: string | undefined;
  readonly reason?: string | null | undefined;
}

/** A button that makes a file and saves it. */
export function Download({ children, make, onFailure = tellFailure, ...button }: DownloadProps) {
  const [isBusy, setIsBusy] = useState(false);
  const save = async () => {
    setIsBusy(true);
    try {
      saveFile(await make());
    } catch (error) {
      onFailure(error);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button
      {...button}
      icon="download"
      reason={isBusy ? en.parts.making : button.reason}
      onClick={() => {
        void save();
      }}
    >
      {children}
    </Button>
  );
}

function tellFailure(error: unknown): void {
  tell(en.parts.notMade(messageOf(error)));
}
