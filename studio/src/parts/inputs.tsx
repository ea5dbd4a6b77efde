import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { Field, type FieldLook } from "./field.js";

interface TextInputProps extends FieldLook {
  readonly value: string;
  /** After every key. */
  readonly onInput?: ((value: string) => void) | undefined;
  /** When the value is settled: Enter, or leaving the field. */
  readonly onChange?: ((value: string) => void) | undefined;
  /** @default "text" */
  readonly type?: "text" | "number" | "date" | "search" | undefined;
  readonly inputMode?: "text" | "numeric" | "decimal" | "search" | undefined;
  readonly placeholder?: string | undefined;
  readonly list?: string | undefined;
}

/** One line of text, a number or a date, with its label. */
export function TextInput({ value, onInput, onChange, type = "text", ...given }: TextInputProps) {
  const { label, hint, error, hidesLabel, ...rest } = given;
  return (
    <Field label={label} hint={hint} error={error} hidesLabel={hidesLabel}>
      {(ids) => (
        <input
          {...ids}
          {...rest}
          class={`input${type === "number" ? " number" : ""}`}
          type={type}
          value={value}
          autocomplete="off"
          spellcheck={false}
          onInput={(event) => onInput?.(event.currentTarget.value)}
          onChange={(event) => onChange?.(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

/** One choice of a Select. */
export interface Choice<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
}

interface SelectProps<Value extends string> extends FieldLook {
  readonly value: Value;
  readonly choices: readonly Choice<Value>[];
  readonly onChange: (value: Value) => void;
  /** Lower and narrower, for the head of a table. */
  readonly isSmall?: boolean | undefined;
}

/** One of several choices, as the system shows it. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { value, choices, onChange, isSmall = false, ...look } = props;
  return (
    <Field {...look}>
      {(ids) => (
        <select
          {...ids}
          class={`input select${isSmall ? " input-small" : ""}`}
          value={value}
          onChange={(event) => {
            const chosen = choices.find((choice) => choice.value === event.currentTarget.value);
            if (chosen !== undefined) onChange(chosen.value);
          }}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface CheckProps {
  readonly label: ComponentChildren;
  readonly hint?: ComponentChildren;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
  readonly isDisabled?: boolean | undefined;
}

/** A box to tick: one of several that can all be true. */
export function Checkbox(props: CheckProps) {
  return <Check {...props} kind="checkbox" />;
}

/** Turns something on or off at once. */
export function Switch(props: CheckProps) {
  return <Check {...props} kind="switch" />;
}

function Check({ label, hint, isChecked, onChange, isDisabled, kind }: CheckProps & { kind: "checkbox" | "switch" }) {
  const id = useId();
  const hasHint = hint !== undefined && hint !== null;
  return (
    <div class={kind}>
      <input
        id={id}
        type="checkbox"
        role={kind === "switch" ? "switch" : undefined}
        checked={isChecked}
        disabled={isDisabled}
        aria-describedby={hasHint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <label for={id}>{label}</label>
      {hasHint && (
        <p id={`${id}-hint`} class="field-hint">
          {hint}
        </p>
      )}
    </div>
  );
}
