import { fixed } from "../../../../src/document/format.js";
import type { FrameSettings, PlaneAxes } from "../../../../src/measure/trust/live-geometry.js";
import { announce, Button, Panel, Select, Slider, Switch } from "../../parts/index.js";
import { en } from "../../text/en.js";
import type { Switches } from "./draw.js";

interface ControlsProps {
  readonly columns: readonly string[];
  /** The two columns to begin with. */
  readonly telling: readonly [number, number];
  readonly axes: PlaneAxes;
  readonly settings: FrameSettings;
  /** λ as drawn, and by the formula at this blur. */
  readonly lambda: readonly [number, number];
  readonly formula: readonly [number, number];
  readonly switches: Switches;
  readonly isCloseUp: boolean;
  readonly onCloseUp: (isCloseUp: boolean) => void;
  readonly onAxes: (axes: PlaneAxes) => void;
  /** λ by hand for one class. */
  readonly onLambda: (c: 0 | 1, value: number) => void;
  readonly onSettings: (change: Partial<FrameSettings>) => void;
  readonly onSwitches: (switches: Switches) => void;
  readonly onReset: () => void;
  /** When a slider is let go. */
  readonly onSettled: () => void;
}

const LARGEST_LAMBDA = 0.5;
const LARGEST_BLUR = 0.5;

export function Controls(props: ControlsProps) {
  const { settings, lambda, formula, switches, onLambda, onSettings, onSwitches, onSettled, onReset } = props;
  const isFormula = settings.lambda === null;
  const words = en.geometry;
  return (
    <Panel title={words.controls}>
      {([0, 1] as const).map((c) => (
        <Slider
          key={c}
          label={words.lambda(c)}
          value={lambda[c]}
          min={0}
          max={LARGEST_LAMBDA}
          step={0.005}
          valueText={fixed(lambda[c], 3)}
          onInput={(value) => onLambda(c, value)}
          onChange={onSettled}
        />
      ))}
      <div class="stack-tight">
        <p class="small soft number">{words.formulaValues(fixed(formula[0], 3), fixed(formula[1], 3))}</p>
        <Button
          isPressed={isFormula}
          onClick={() => {
            onSettings({ lambda: null });
            announce(words.byFormulaDone(fixed(formula[0], 3), fixed(formula[1], 3)));
          }}
          text={words.byFormula}
        />
      </div>
      <Slider
        label={words.blur}
        hint={words.blurHint}
        value={settings.blur}
        min={0}
        max={LARGEST_BLUR}
        step={0.01}
        valueText={words.blurValue(fixed(settings.blur, 2))}
        onInput={(blur) => onSettings({ blur })}
        onChange={onSettled}
      />
      <Slider
        label={words.gamma}
        value={settings.gamma}
        min={0}
        max={1}
        step={0.01}
        valueText={words.gammaValue(fixed(settings.gamma, 2), settings.gamma === 0.5)}
        onInput={(gamma) => onSettings({ gamma })}
      />
      <PlaneChoice {...props} />
      <fieldset>
        <legend class="label">{words.show}</legend>
        {(["lines", "path", "band", "naive"] as const).map((name) => (
          <Switch
            key={name}
            label={words.showing[name]}
            isChecked={switches[name]}
            onChange={(isOn) => onSwitches({ ...switches, [name]: isOn })}
          />
        ))}
        <Switch label={words.showCloseUp} isChecked={props.isCloseUp} onChange={props.onCloseUp} />
      </fieldset>
      <div class="row">
        <Button kind="quiet" icon="undo" onClick={onReset} text={words.reset} />
      </div>
    </Panel>
  );
}

function PlaneChoice({ columns, telling, axes, onAxes }: ControlsProps) {
  const words = en.geometry;
  const choices = columns.map((label, k) => ({ value: String(k), label }));
  const isPrincipal = axes === "principal";
  return (
    <>
      {columns.length > 1 && (
        <Select
          label={words.plane}
          value={isPrincipal ? "principal" : "features"}
          choices={[
            { value: "principal", label: words.planes.principal },
            { value: "features", label: words.planes.features },
          ]}
          onChange={(value) => onAxes(value === "principal" ? "principal" : telling)}
        />
      )}
      {!isPrincipal &&
        ([0, 1] as const).map((k) => (
          <Select
            key={k}
            label={k === 0 ? words.across : words.upwards}
            value={String(axes[k])}
            choices={choices}
            onChange={(value) => {
              const chosen = Number(value);
              const other = axes[1 - k] === chosen ? axes[k] : axes[1 - k]; // its own column: both change places
              if (other !== undefined) onAxes(k === 0 ? [chosen, other] : [other, chosen]);
            }}
          />
        ))}
    </>
  );
}
