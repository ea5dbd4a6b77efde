import { count } from "../document/format.js";
import type { Decisions } from "./decisions.js";
import { listValues, type Problem } from "./problem.js";

/** What was understood of a decisions file: who got what, what the rule is rebuilt from, and who is compared. */
export function decisionsInWords({ schema, decisions, classes, rows }: Decisions): string[] {
  const { decision, features, sensitive } = schema;
  const names = classes ?? [decision.unfavourable, decision.favourable];
  const groups = names.map((name, c) => {
    const people = decisions.reduce((sum, value) => sum + (value === c ? 1 : 0), 0);
    return `${count(people)} '${name}'`;
  });
  const left = rows - decisions.length;
  const without = left === 0 ? "" : `; ${amount(left, "row")} without a decision left out`;
  const numbers = features.filter(({ type }) => type === "number").length;
  const kinds = `${amount(numbers, "number")}, ${amount(features.length - numbers, "category", "categories")}`;
  return [
    `${amount(decisions.length, "person", "people")}: ${groups.reverse().join(", ")}${without}`,
    `${amount(features.length, "column")} to rebuild the rule from: ${kinds}`,
    sensitive.length === 0 ? "nobody is compared: no column is sensitive" : `groups by ${listValues(sensitive)}`,
  ];
}

function amount(n: number, one: string, several = `${one}s`): string {
  return `${count(n)} ${n === 1 ? one : several}`;
}

/** With a larger share of broken rows the file was cut wrongly, */
const MOST_BROKEN = 0.5;

/** The problem that shows that little of a file was understood; null where there is none. */
export function littleUnderstood(problems: readonly Problem[], rows: number): Problem | null {
  const isMost = ({ count: broken }: Problem) => broken > MOST_BROKEN * rows;
  const shows = (problem: Problem) =>
    problem.severity === "error" &&
    (problem.code === "NO_FEATURES" || (problem.code === "ROW_RAGGED" && isMost(problem)));
  return problems.find(shows) ?? null;
}
