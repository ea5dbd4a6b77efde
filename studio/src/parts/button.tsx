import { useId, useState } from "preact/hooks";
import { messageOf } from "../message-of.js";
import { en } from "../text/en.js";
import { Icon, type IconName } from "./icon.js";
import { tell } from "./messages.js";

/** How much a button asks for attention; one `main` per screen. */
export type ButtonKind = "main" | "plain" | "quiet" | "danger";

export interface ButtonLook {
  /** What it says; without, it shows its drawing only. */
  readonly text?: string | undefined;
  readonly kind?: ButtonKind | undefined;
  readonly icon?: IconName | undefined;
  /** Lower than usual, for rows of a table. */
  readonly isSmall?: boolean | undefined;
  /** Name for screen readers where the button shows a drawing only, or words that need their surroundings. */
  readonly label?: string | undefined;
}

interface ButtonProps extends ButtonLook {
  readonly onClick?: ((event: MouseEvent) => void) | undefined;
  readonly isDisabled?: boolean | undefined;
  /** Why it cannot be pressed now; the button stays reachable and says so. */
  readonly reason?: string | null | undefined;
  readonly type?: "button" | "submit" | undefined;
  /** For buttons that are on or off. */
  readonly isPressed?: boolean | undefined;
}

/** A button. With a `reason` it does nothing when pressed, and tells why. */
export function Button({ onClick, isDisabled, reason = null, type = "button", isPressed, ...look }: ButtonProps) {
  const reasonId = useId();
  const isBlocked = reason !== null;
  return (
    <>
      <button
        type={isBlocked ? "button" : type}
        class={classOf(look)}
        aria-label={look.label}
        aria-pressed={isPressed}
        aria-disabled={isBlocked ? true : undefined}
        aria-describedby={isBlocked ? reasonId : undefined}
        title={reason ?? (look.text === undefined ? look.label : undefined)}
        disabled={isDisabled}
        onClick={isBlocked ? undefined : onClick}
      >
        {look.icon !== undefined && <Icon name={look.icon} />}
        {look.text}
      </button>
      {isBlocked && (
        <span id={reasonId} class="hidden">
          {reason}
        </span>
      )}
    </>
  );
}

/** A link that looks like a button: it leads somewhere, where a Button does something. */
export function LinkButton({ href, ...look }: ButtonLook & { readonly href: string }) {
  return (
    <a href={href} class={classOf(look)} aria-label={look.label}>
      {look.icon !== undefined && <Icon name={look.icon} />}
      {look.text}
    </a>
  );
}

function classOf({ text, kind = "plain", isSmall = false }: ButtonLook): string {
  return `button button-${kind}${isSmall ? " button-small" : ""}${text === undefined ? " button-icon" : ""}`;
}

export interface FileToSave {
  readonly name: string;
  readonly content: string | Uint8Array | Blob;
  readonly type?: string | undefined;
}

/** How long the browser may take to begin reading the file. */
const REVOKE_AFTER_MS = 60_000;

/** Hands a file to the browser's own way of saving. Nothing goes over the network. */
function saveFile({ name, content, type = "application/octet-stream" }: FileToSave): void {
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

interface DownloadProps extends ButtonLook {
  /** Makes the file when it is asked for. */
  readonly make: () => FileToSave | Promise<FileToSave>;
  /** @default tells it to everybody */
  readonly onFailure?: ((error: unknown) => void) | undefined;
  readonly reason?: string | null | undefined;
}

export function Download({ make, onFailure = tellNotMade, reason, ...look }: DownloadProps) {
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
  return <Button {...look} icon="download" reason={isBusy ? en.parts.making : reason} onClick={() => void save()} />;
}

function tellNotMade(error: unknown): void {
  tell(en.parts.notMade(messageOf(error)));
}
