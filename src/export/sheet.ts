import { logitOfShare } from "../classifiers/trees.js";
import { AuditError } from "../errors.js";
import { sigmoid } from "../math/special.js";
import { requireInteger, withDefaults } from "../options.js";
import type { Model } from "../surrogate/model.js";
import { type Expression, ruleExpressions } from "./expression.js";
import { rawTree } from "./raw-tree.js";
import { NO_ABSTAIN, OTHER_METHOD, type Rule, ruleOf, unsupported } from "./rule.js";
import { columnLetters, type SheetWriter, sheetNumber, sheetText, sheetWriter } from "./sheet-expression.js";

export interface SheetOptions {
  /** The cells of the sheet's header; the formula finds the features by name. @default the features, sorted by name */
  readonly header?: readonly string[];
  /** The first row with a person. @default 2 */
  readonly row?: number;
}

/** A formula for one person, to be filled down. */
export interface SheetFormula {
  /** Begins with `=`; gives the decision in the words of the decisions file, or "" where the model abstains. */
  readonly formula: string;
  /** Where the formula expects each feature. */
  readonly columns: readonly {
    readonly letters: string;
    readonly name: string;
    readonly type: "number" | "category";
  }[];
}

/** The longest formula that Excel and LibreOffice take. */
export const LONGEST_FORMULA = 8192;

/** The model as one formula per person; EXPORT_UNSUPPORTED when it does not fit into a cell. */
export function toSheetFormula(model: Model, given: SheetOptions = {}): SheetFormula {
  const { encoder } = model;
  const names = encoder.features.map(({ name }) => name);
  const { header, row } = withDefaults<Required<SheetOptions>>("sheet", { header: names, row: 2 }, given);
  requireInteger("row", row, 1);
  const places = names.map((name) => header.indexOf(name));
  const column = names.find((_, k) => places[k] === -1);
  if (column !== undefined) {
    const message = `the header has no column '${column}', which the model needs`;
    throw new AuditError("COLUMN_MISSING", message, { column });
  }
  const writer = sheetWriter(encoder, (feature) => `${columnLetters(places[feature]!)}${row}`);
  const formula = `=${decisionFormula(model, ruleOf(model), writer)}`;
  if (formula.length > LONGEST_FORMULA) {
    const long = `the formula of a model of method '${model.method}' has ${formula.length} characters`;
    throw unsupported(`${long}, and a cell takes ${LONGEST_FORMULA}; ${OTHER_METHOD}`);
  }
  const columns = encoder.features.map(({ name, type }, k) => ({ letters: columnLetters(places[k]!), name, type }));
  return { formula, columns };
}

export function sheetInstructions({ formula, columns }: SheetFormula, row = 2): string {
  const name = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]/gu, "\uFFFD");
  return [
    `Columns the formula expects (the first person in row ${row}):`,
    ...columns.map((column) => `  ${column.letters}  ${name(column.name)} (${column.type})`),
    "",
    `Put this into an empty cell of row ${row} and fill it down:`,
    formula,
    "",
  ].join("\n");
}

/** Decisions need neither logarithms nor roots: they compare what comes before them. */
function decisionFormula({ encoder, abstain, decision }: Model, rule: Rule, writer: SheetWriter): string {
  const words = { yes: sheetText(decision.favourable), no: sheetText(decision.unfavourable) };
  if (rule.kind === "trees" && rule.trees.length === 1) {
    return writer.tree(rawTree(rule.trees[0]!, rule.view, encoder), (share) => {
      const margin = logitOfShare(share);
      return Math.abs(margin) < abstain ? '""' : margin >= 0 ? words.yes : words.no;
    });
  }
  const { value, low, high } = compared(ruleExpressions(rule, encoder).margin, abstain);
  const text = writer.value(value);
  if (abstain === 0) return `IF(${text}>=${sheetNumber(high)},${words.yes},${words.no})`;
  return `IF(${text}>=${sheetNumber(high)},${words.yes},IF(${text}<=${sheetNumber(low)},${words.no},""))`;
}

/** A value that accepts at `high` and above and rejects at `low` and below. */
function compared(margin: Expression, abstain: number): { value: Expression; low: number; high: number } {
  const inner = margin.kind === "shared" ? margin.of : margin;
  if (inner.kind === "log-odds" || inner.kind === "log-odds of share") {
    const { slope, offset } = inner.kind === "log-odds" ? inner : { slope: 1, offset: 0 };
    return { value: inner.of, low: sigmoid(-abstain / slope - offset), high: sigmoid(abstain / slope - offset) };
  }
  if (inner.kind === "quotient") {
    if (abstain > 0) {
      throw unsupported(`a formula cannot say which people a model of prototypes abstains from; ${NO_ABSTAIN}`);
    }
    return { value: inner.over, low: 0, high: 0 };
  }
  return { value: inner, low: -abstain, high: abstain };
}
