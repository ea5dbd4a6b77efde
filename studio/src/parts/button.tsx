import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { Icon, type IconName } from "./icon.js";

/** How much a button asks for attention; one `main` per screen. */
export type ButtonKind = "main" | "plain" | "quiet" | "danger";

interface ButtonLook {
  readonly children?: ComponentChildren;
  /** @default "plain" */
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
export function Button({ onClick, isDisabled, reason, type = "button", isPressed, ...look }: ButtonProps) {
  const reasonId = useId();
  const isBlocked = reason !== undefined && reason !== null;
  return (
    <>
      <button
        type={isBlocked ? "button" : type}
        class={classOf(look)}
        aria-label={look.label}
        aria-pressed={isPressed}
        aria-disabled={isBlocked ? true : undefined}
        aria-describedby={isBlocked ? reasonId : undefined}
        title={isBlocked ? reason : onlyIcon(look) ? look.label : undefined}
        disabled={isDisabled}
        onClick={isBlocked ? undefined : onClick}
      >
        {look.icon !== undefined && <Icon name={look.icon} />}
        {look.children}
      </button>
      {isBlocked && (
        <span id={reasonId} class="hidden">
          {reason}
        </span>
      )}
    </>
  );
}

interface LinkButtonProps extends ButtonLook {
  readonly href: string;
}

/** A link that looks like a button: it leads somewhere, where a Button does something. */
export function LinkButton({ href, ...look }: LinkButtonProps) {
  return (
    <a href={href} class={classOf(look)} aria-label={look.label}>
      {look.icon !== undefined && <Icon name={look.icon} />}
      {look.children}
    </a>
  );
}

function classOf(look: ButtonLook): string {
  const { kind = "plain", isSmall = false } = look;
  return `button button-${kind}${isSmall ? " button-small" : ""}${onlyIcon(look) ? " button-icon" : ""}`;
}

function onlyIcon({ children, icon }: ButtonLook): boolean {
  return icon !== undefined && (children === undefined || children === null || children === false);
}
