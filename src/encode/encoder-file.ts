import * as v from "valibot";
import { AuditError, issuePath } from "../errors.js";
import { compareText } from "../math/compare.js";
import { type Encoder, makeEncoder } from "./encoder.js";
import { ENCODER_SCALINGS } from "./scaling.js";

const finite = v.pipe(v.number(), v.finite("must be a finite number"));

function increasing<T>(compare: (a: T, b: T) => number, what: string) {
  return v.check<T[], string>(
    (items) => items.every((item, k) => k === 0 || compare(items[k - 1] as T, item) < 0),
    `${what} must be in strictly increasing order`,
  );
}

const increasingNumbers = v.pipe(
  v.array(finite),
  v.minLength(1),
  increasing((a, b) => a - b, "knots"),
);

const rankScale = v.pipe(
  v.strictObject({ kind: v.literal("rank"), values: increasingNumbers, shares: increasingNumbers }),
  v.check(({ values, shares }) => values.length === shares.length, "needs as many shares as values"),
);

const linearScale = v.strictObject({
  kind: v.literal("linear"),
  center: finite,
  scale: v.pipe(finite, v.gtValue(0, "must be > 0")),
});

const numberCode = v.strictObject({
  name: v.string(),
  type: v.literal("number"),
  immutable: v.boolean(),
  fill: finite,
  scale: v.variant("kind", [linearScale, rankScale]),
});

const categoryCode = v.pipe(
  v.strictObject({
    name: v.string(),
    type: v.literal("category"),
    immutable: v.boolean(),
    levels: v.pipe(v.array(v.string()), increasing(compareText, "levels")),
    fill: v.nullable(v.string()),
  }),
  v.check(({ levels, fill }) => (fill === null ? levels.length === 0 : levels.includes(fill)), "fill must be a level"),
);

/** What `Encoder.toJSON` gives, as a schema. */
export const encoderSchema = v.strictObject({
  scaling: v.picklist(ENCODER_SCALINGS),
  features: v.pipe(
    v.array(v.variant("type", [numberCode, categoryCode])),
    increasing((a, b) => compareText(a.name, b.name), "feature names"),
  ),
});

/** The encoder whose `toJSON` gave `data`; throws MODEL_INVALID naming the place, below `path`, that is wrong. */
export function reviveEncoder(data: unknown, path = "encoder"): Encoder {
  const result = v.safeParse(encoderSchema, data);
  if (result.success) return makeEncoder(result.output);
  const [issue] = result.issues;
  throw new AuditError(
    "MODEL_INVALID",
    `the model file is damaged or was edited at ${path}${issuePath(issue.path)}: ${issue.message}; use the file as it was written`,
  );
}
