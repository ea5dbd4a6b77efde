import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { Icon } from "./icon.js";

/** What every control with a label takes. */
interface FieldLook {
  readonly label: ComponentChildren;
  /** Shown below the control: what to give, in which unit. */
  readonly hint?: ComponentChildren;
  /** What is wrong with the value; null or undefined when nothing is. */
  readonly error?: string | null | undefined;
  /** The label is there for screen readers only. @default false */
  readonly hidesLabel?: boolean | undefined;
}

interface FieldProps extends FieldLook {
  /** Draws the control; spread onto it what ties it to its label. */
  readonly children: (ids: {
    readonly id: string;
    readonly "aria-describedby": string | undefined;
    readonly "aria-invalid": true | undefined;
  }) => ComponentChildren;
}

/** Label, control, hint and error, tied together. */
export function Field({ label, hint, error, hidesLabel = false, children }: FieldProps) {
  const id = useId();
  const hasHint = hint !== undefined && hint !== null;
  const hasError = error !== undefined && error !== null;
  const described = `${hasHint ? `${id}-hint` : ""} ${hasError ? `${id}-error` : ""}`.trim();
  return (
    <div class="field stack-close">
      <label for={id} class={hidesLabel ? "hidden" : "label"}>
        {label}
      </label>
      {children({ id, "aria-describedby": described || undefined, "aria-invalid": hasError ? true : undefined })}
      {hasHint && (
        <p id={`${id}-hint`} class="field-hint soft">
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

interface TextInputProps extends FieldLook {
  readonly value: string;
  /** After every key. */
  readonly onInput?: ((value: string) => void) | undefined;
  /** When the value is settled: Enter, or leaving the field. */
  readonly onChange?: ((value: string) => void) | undefined;
  readonly type?: "text" | "search" | undefined;
  readonly inputMode?: "text" | "decimal" | undefined;
  readonly placeholder?: string | undefined;
  readonly list?: string | undefined;
}

/** One line of text or a number, with its label. */
export function TextInput({ value, onInput, onChange, type = "text", ...given }: TextInputProps) {
  const { label, hint, error, hidesLabel, ...rest } = given;
  return (
    <Field label={label} hint={hint} error={error} hidesLabel={hidesLabel}>
      {(ids) => (
        <input
          {...ids}
          {...rest}
          class="input"
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

interface SelectProps<Value extends string> extends FieldLook {
  readonly value: Value;
  readonly choices: readonly { readonly value: Value; readonly label: string }[];
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
        <p id={`${id}-hint`} class="field-hint soft">
          {hint}
        </p>
      )}
    </div>
  );
}

interface SliderProps extends FieldLook {
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** What an arrow key adds; Page Up and Page Down add a tenth of the range. */
  readonly step: number;
  /** Shown beside the label and read out instead of the bare number. */
  readonly valueText: string;
  /** While it is moved. */
  readonly onInput: (value: number) => void;
  /** When it is let go. */
  readonly onChange?: ((value: number) => void) | undefined;
}

/** A number chosen by moving a handle; works with arrows, Page Up and Down, Home and End. */
export function Slider({ value, min, max, step, valueText, onInput, onChange, label, ...look }: SliderProps) {
  const filled = max > min ? Math.min(1, Math.max(0, (value - min) / (max - min))) : 0;
  return (
    <div class="slider">
      <Field
        {...look}
        label={
          <>
            <span>{label}</span>
            <output class="slider-value number" aria-hidden="true">
              {valueText}
            </output>
          </>
        }
      >
        {(ids) => (
          <input
            {...ids}
            type="range"
            min={min}
            max={max}
            step={step}
            value={value}
            aria-valuetext={valueText}
            style={{ "--filled": `${filled * 100}%` }}
            onInput={(event) => onInput(event.currentTarget.valueAsNumber)}
            onChange={(event) => onChange?.(event.currentTarget.valueAsNumber)}
          />
        )}
      </Field>
    </div>
  );
}
