import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { Icon } from "./icon.js";

/** What every control with a label takes. */
export interface FieldLook {
  readonly label: ComponentChildren;
  /** Shown below the control: what to give, in which unit. */
  readonly hint?: ComponentChildren;
  /** What is wrong with the value; null or undefined when nothing is. */
  readonly error?: string | null | undefined;
  /** The label is there for screen readers only. @default false */
  readonly hidesLabel?: boolean | undefined;
}

/** What a control inside a Field must carry. */
export interface FieldIds {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": true | undefined;
}

interface FieldProps extends FieldLook {
  /** Draws the control; spread the ids onto it. */
  readonly children: (ids: FieldIds) => ComponentChildren;
}

/** Label, control, hint and error, tied together. */
export function Field({ label, hint, error, hidesLabel = false, children }: FieldProps) {
  const id = useId();
  const hasHint = hint !== undefined && hint !== null;
  const hasError = error !== undefined && error !== null;
  const described = [hasHint ? `${id}-hint` : "", hasError ? `${id}-error` : ""].filter((each) => each !== "");
  return (
    <div class="field">
      <label for={id} class={hidesLabel ? "hidden" : "field-label"}>
        {label}
      </label>
      {children({
        id,
        "aria-describedby": described.length > 0 ? described.join(" ") : undefined,
        "aria-invalid": hasError ? true : undefined,
      })}
      {hasHint && (
        <p id={`${id}-hint`} class="field-hint">
          {hint}
        </p>
      )}
      {hasError && (
        <p id={`${id}-error`} class="field-error">
          <Icon name="alert" /> {error}
        </p>
      )}
    </div>
  );
}
