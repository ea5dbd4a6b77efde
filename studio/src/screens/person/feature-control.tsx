import { useMemo, useState } from "preact/hooks";
import type { Value } from "../../../../src/measure/explain/explain-person.js";
import type { FeatureRange } from "../../../../src/measure/explain/feature-ranges.js";
import { Badge, Button, Select, Slider, TextInput } from "../../parts/index.js";
import { en } from "../../text/en.js";
import { valueWords } from "./figures.js";
import { parseNumber } from "./parse-number.js";
import { sliderGrid } from "./slider-grid.js";

interface FeatureControlProps<Range extends FeatureRange = FeatureRange> {
  readonly range: Range;
  /** The person's own value. */
  readonly own: Value;
  readonly value: Value;
  /** While it moves. */
  readonly onMove: (value: Value) => void;
  /** When it rests. */
  readonly onRest: () => void;
  readonly onPutBack: () => void;
}

/** Moves one feature: a slider with a field for exact numbers, or a choice of categories. */
export function FeatureControl(props: FeatureControlProps) {
  const { range, own, value, onPutBack } = props;
  const isChanged = value !== own;
  return (
    <div class={`feature${isChanged ? " feature-changed" : ""}`}>
      {range.type === "number" ? (
        <NumberControl {...props} range={range} />
      ) : (
        <CategoryControl {...props} range={range} />
      )}
      {isChanged && (
        <p class="feature-change row apart small">
          <span>
            {en.person.whatIf.changed} <FromTo from={own} to={value} />
          </span>
          <Button
            kind="quiet"
            isSmall
            icon="undo"
            onClick={onPutBack}
            label={en.person.whatIf.putBackOne(range.feature)}
            text={en.person.whatIf.putBack}
          />
        </p>
      )}
    </div>
  );
}

/** "2,100 → 2,600", with the arrow as a word for those who hear it. */
export function FromTo({ from, to }: { from: Value; to: Value }) {
  return (
    <span class="number from-to">
      <s>
        <span class="hidden">{en.person.whatIf.from}</span>
        {valueWords(from)}
      </s>
      <span aria-hidden="true"> → </span>
      <span class="hidden">{en.person.whatIf.to}</span>
      <strong>{valueWords(to)}</strong>
    </span>
  );
}

type NumberRange = Extract<FeatureRange, { readonly type: "number" }>;
type CategoryRange = Extract<FeatureRange, { readonly type: "category" }>;

function NumberControl({ range, own, value, onMove, onRest }: FeatureControlProps<NumberRange>) {
  const grid = useMemo(() => sliderGrid(range, own), [range, own]);
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const place = grid.placeOf(typeof value === "number" ? value : range.fill);
  const words = value === null ? en.person.whatIf.missingCounts(valueWords(range.fill)) : valueWords(value);
  const takeTyped = (text: string) => {
    const number = parseNumber(text);
    setError(number === undefined ? en.person.whatIf.noNumber(text) : null);
    if (number === undefined) return;
    setTyped(null);
    onMove(number);
    onRest();
  };
  return (
    <div
      class="feature-number"
      style={{ "--own": grid.placeOf(typeof own === "number" ? own : range.fill) / grid.last }}
    >
      <Slider
        label={<FeatureName range={range} />}
        hint={rangeWords(range, value)}
        min={0}
        max={grid.last}
        step={1}
        value={place}
        valueText={words}
        onInput={(moved) => {
          setTyped(null);
          setError(null);
          onMove(grid.valueAt(moved));
        }}
        onChange={onRest}
      />
      <TextInput
        label={en.person.whatIf.exact(range.feature)}
        hidesLabel
        inputMode="decimal"
        value={typed ?? (typeof value === "number" ? String(value) : "")}
        placeholder={en.person.missing}
        error={error}
        onInput={setTyped}
        onChange={takeTyped}
      />
    </div>
  );
}

/** What the observed people have. */
function rangeWords({ quantiles, missing, fill }: NumberRange, value: Value): string {
  const [, low, , high] = quantiles;
  const half = low === undefined || high === undefined ? "" : en.person.whatIf.half(valueWords(low), valueWords(high));
  const without = missing > 0 ? en.person.whatIf.withoutValue(missing) : "";
  const filled = value === null ? en.person.whatIf.missingNow(valueWords(fill)) : "";
  return [filled, half, without].filter((each) => each !== "").join(" ");
}

const MOST_LEVELS = 200;
const MISSING = "missing";

function CategoryControl({ range, own, value, onMove, onRest }: FeatureControlProps<CategoryRange>) {
  const shown = range.levels.slice(0, MOST_LEVELS);
  const others = [own, value].filter(
    (each, k, all): each is string =>
      typeof each === "string" && all.indexOf(each) === k && shown.every(({ level }) => level !== each),
  );
  const offersMissing = own === null || value === null || range.missing > 0;
  const choices = [
    ...shown.map(({ level, people }) => ({ value: `=${level}`, label: en.person.whatIf.level(level, people) })),
    ...others.map((level) => ({ value: `=${level}`, label: en.person.whatIf.otherLevel(level) })),
    ...(offersMissing ? [{ value: MISSING, label: en.person.whatIf.missingCounts(range.fill ?? "") }] : []),
  ];
  return (
    <Select
      label={<FeatureName range={range} />}
      hint={range.levels.length > MOST_LEVELS ? en.person.whatIf.mostLevels(MOST_LEVELS) : undefined}
      value={value === null ? MISSING : `=${value}`}
      choices={choices}
      onChange={(chosen) => {
        onMove(chosen === MISSING ? null : chosen.slice(1));
        onRest();
      }}
    />
  );
}

function FeatureName({ range }: { range: FeatureRange }) {
  return (
    <span class="feature-name">
      {range.feature} {range.immutable && <Badge icon="lock">{en.person.whatIf.immutable}</Badge>}
    </span>
  );
}
