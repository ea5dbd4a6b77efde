import { Field, type FieldLook } from "./field.js";

interface SliderProps extends FieldLook {
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** What an arrow key adds; Page Up and Page Down add a tenth of the range. @default a hundredth of the range */
  readonly step?: number | "any" | undefined;
  /** Shown beside the label and read out instead of the bare number. @default the number */
  readonly valueText?: string | undefined;
  /** While it is moved. */
  readonly onInput: (value: number) => void;
  /** When it is let go. */
  readonly onChange?: ((value: number) => void) | undefined;
}

/** A number chosen by moving a handle; works with arrows, Page Up and Down, Home and End. */
export function Slider({ value, min, max, valueText, onInput, onChange, ...given }: SliderProps) {
  const { step = max > min ? (max - min) / 100 : "any", label, ...look } = given;
  const words = valueText ?? String(value);
  return (
    <div class="slider">
      <Field
        {...look}
        label={
          <>
            <span>{label}</span>
            <output class="slider-value number" aria-hidden="true">
              {words}
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
            aria-valuetext={words}
            style={{ "--filled": `${filledShare(value, min, max) * 100}%` }}
            onInput={(event) => onInput(event.currentTarget.valueAsNumber)}
            onChange={(event) => onChange?.(event.currentTarget.valueAsNumber)}
          />
        )}
      </Field>
    </div>
  );
}

function filledShare(value: number, min: number, max: number): number {
  return max > min ? Math.min(1, Math.max(0, (value - min) / (max - min))) : 0;
}
