import { invalidModel } from "../classifiers/model-data.js";
import { AuditError } from "../errors.js";
import { type Matrix, zeros } from "../math/matrix.js";

/** What of a surrogate gives one number or more per row. */
type Answering<Name extends string> = { readonly columns: number } & { readonly [One in Name]: (x: Matrix) => Answers };
type Answers = Float64Array | Matrix;

/**
 * Makes a surrogate from a file refuse to give a number that is none. Each number of the file is checked when it is
 * read, but their products can still overflow, and whoever edits a file can compute its checksum. One row is asked
 * about at once; `file` is what the refusal calls the model. Changed in place: refits know a surrogate by its identity.
 */
export function requireFiniteAnswers<Name extends string>(
  surrogate: Answering<Name>,
  names: readonly Name[],
  file?: string,
): void {
  for (const name of names) {
    const answer = surrogate[name];
    const checked = (x: Matrix) => {
      const answers = answer(x);
      const numbers = answers instanceof Float64Array ? answers : answers.values;
      if (!numbers.every(Number.isFinite)) throw overflowing(file);
      return answers;
    };
    Object.assign(surrogate, { [name]: checked });
    askOnce(checked, surrogate.columns);
  }
}

/** Parts of a surrogate check the width of rows for their callers; here it is the file that is wrong. */
function askOnce(answer: (x: Matrix) => unknown, columns: number): void {
  try {
    answer(zeros(1, columns));
  } catch (error) {
    if (!(error instanceof AuditError) || error.code !== "SHAPE_MISMATCH") throw error;
    throw invalidModel("surrogate", `its parts do not fit together, ${error.message}`);
  }
}

/** The one error for a model whose numbers are too large to compute with. */
export function overflowing(file = "the model file"): AuditError {
  const message = `${file} is damaged or was edited: its numbers are too large to compute an answer with`;
  return new AuditError("MODEL_INVALID", `${message}. Use the file as 'recast audit' wrote it`, { file });
}
