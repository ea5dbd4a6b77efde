import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { must } from "./fuzzing.js";

/** Requires what a published schema requires, by a validator that knows nothing of our readers. */
export function schemaJudge(...names: readonly string[]): (data: unknown) => void {
  return judgeBy(new Ajv2020({ strict: true }), names);
}

/** The same for data whose numbers are texts, which the validator turns into numbers where a schema wants some. */
export function textSchemaJudge(...names: readonly string[]): (data: unknown) => void {
  return judgeBy(new Ajv2020({ strict: true, coerceTypes: true }), names);
}

function judgeBy(ajv: Ajv2020, names: readonly string[]): (data: unknown) => void {
  const validators = names.map((name) => ajv.compile(JSON.parse(readFileSync(`schemas/${name}`, "utf8")) as object));
  return (data) => {
    const issues = validators.map((validate) => (validate(data) ? null : validate.errors?.[0]));
    const [issue] = issues;
    const words = `${issue?.instancePath} ${issue?.message}`;
    must(issues.includes(null), `the published schema refuses what the reader took: ${words}`);
  };
}
