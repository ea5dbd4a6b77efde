import { fitEncoder } from "../../../src/encode/encoder.js";
import { reviveEncoder } from "../../../src/encode/encoder-data.js";
import { SCALINGS } from "../../../src/encode/scaling.js";
import { AuditError } from "../../../src/errors.js";
import { inspectTable } from "../../../src/input/csv.js";
import { type Decisions, inspectDecisions, parseDecisions } from "../../../src/input/decisions.js";
import type { DecisionsOptions } from "../../../src/input/decisions-options.js";
import { featureReader } from "../../../src/input/feature-reader.js";
import { cellAt, type RawRows } from "../../../src/input/raw-table.js";
import { csvBatches } from "../../../src/input/row-batches.js";
import { all } from "../../input/raw-cells.js";
import { DECISIONS } from "../../input/samples.js";
import { encode, fuzzTarget, joinParts, must, splitParts } from "../fuzzing.js";
import { chance } from "../mutations.js";
import * as tables from "../tables.js";

const sample = parseDecisions(DECISIONS);
const sampleEncoder = fitEncoder(sample.schema.features, [sample.observations]);

interface Read {
  readonly text: string | RawRows;
  readonly options: DecisionsOptions;
  readonly decisions: Decisions;
}

/** A case: options as JSON, then the file. */
export const decisionsTarget = fuzzTarget<Read, string[][]>(
  "decisions",
  "an RFC 4180 reader for cells; tables that were written; the same file in pieces; the encoder",
  () => ({
    make(random) {
      if (chance(random, 0.25)) {
        const table = tables.wholeTable(random);
        const options = { delimiter: table.delimiter, decision: "approved", favourable: "yes" };
        const bytes = joinParts(encode(JSON.stringify(options)), encode(table.text));
        return { bytes, expected: tables.cellsWritten(table) };
      }
      const table = tables.randomTable(random);
      const isTable = chance(random, 0.5);
      const options = chance(random, 0.5) ? {} : tables.randomRoles(random, isTable ? table.header : ["city", "debt"]);
      const text = isTable ? table.text : tables.randomText(random, DECISIONS);
      return { bytes: joinParts(encode(JSON.stringify(options)), tables.asFile(random, text)) };
    },
    async read(bytes) {
      const { text, options } = await caseParts(bytes);
      return { text, options, decisions: parseDecisions(text, options) };
    },
    async judge({ text, options, decisions }, { expected }) {
      const { problems } = inspectDecisions(text, options);
      tables.judgeProblems(problems);
      must(!problems.some(({ severity }) => severity === "error"), "what inspect refuses, parse refuses");
      judgeDecisions(decisions);
      const { header = true, delimiter = null } = options;
      const { table } = inspectTable(text, { file: "f", delimiter, ...options });
      must(table !== null, "a file that was read has a table");
      const rows = tables.judgeCells(text, table, header);
      if (expected !== undefined) tables.judgeWritten(table, expected);
      if (rows !== null)
        judgeRows(
          decisions,
          table.columns.map(({ name }) => name),
          rows,
        );
      if (typeof text === "string") await judgePieces(text, delimiter);
      judgeEncoding(decisions, decisions.rows);
    },
    async judgeRefusal(_, { bytes }) {
      const found = await caseParts(bytes).catch(() => null); // refused before there was a text
      if (typeof found?.text !== "string") return;
      tables.judgeProblems(answered(() => inspectDecisions(found.text, found.options).problems) ?? []);
      await judgePieces(found.text, null);
    },
  }),
);

async function caseParts(bytes: Uint8Array): Promise<{ text: string | RawRows; options: DecisionsOptions }> {
  const [line, file] = splitParts(bytes, 2);
  const options = tables.optionsIn<DecisionsOptions>(line!);
  return { text: await tables.rowsIn(file!, options), options };
}

function judgeDecisions({ observations, decisions, weights, classes }: Decisions): void {
  tables.judgeTable(observations);
  must(decisions.length === observations.rows, "a decision per row");
  const most = classes?.length ?? 2;
  must(
    decisions.every((decision) => decision < most),
    "decisions are classes",
  );
  must(weights?.every((weight) => Number.isFinite(weight) && weight >= 0) ?? true, "weights are finite");
}

/** Every feature of every person must be the cell that the file has for them. */
function judgeRows(
  { observations, rowNumbers, missing, schema, decisions, classes }: Decisions,
  names: readonly string[],
  records: readonly { readonly row: number; readonly cells: readonly string[] }[],
): void {
  const byRow = new Map(records.map(({ row, cells }) => [row, cells]));
  const place = names.indexOf(schema.decision.column);
  for (const [i, row] of rowNumbers.entries()) {
    const cells = byRow.get(row);
    must(cells !== undefined, `row ${row} is in the file`);
    for (const column of observations.columns) {
      tables.judgeColumn(column, i, cells[names.indexOf(column.name)]!, missing);
    }
    const said = cells[place]!;
    const { favourable, unfavourable } = schema.decision;
    const found = classes?.[decisions[i]!] ?? (decisions[i] === 1 ? favourable : unfavourable);
    must(found.split(", ").includes(said) || found === said || /['"]/.test(found), `'${said}' was read as '${found}'`);
  }
}

/** A file that comes in pieces must have the rows of the whole, and so be scored as the whole is. */
async function judgePieces(text: string, delimiter: string | null): Promise<void> {
  const whole = await all(csvBatches(pieces(text, text.length), { file: "f", delimiter }));
  const cut = await all(csvBatches(pieces(text, 1 + (text.length % 59)), { file: "f", delimiter }));
  const cellsOf = (batches: typeof whole) =>
    batches.flatMap(({ rows, columns, broken }) =>
      Array.from({ length: rows }, (_, i) => [broken.get(i), ...columns.map((column) => cellAt(column, i))]),
    );
  must(JSON.stringify(cellsOf(cut)) === JSON.stringify(cellsOf(whole)), "a file in pieces has the rows of the whole");
  const [first] = whole;
  if (first === undefined) return;
  const names = first.columns.map(({ name }) => name);
  const read = answered(() => featureReader(sample.schema.features, names).read(first));
  must(read === null || sampleEncoder.encode(read.table).values.every(Number.isFinite), "encoded numbers are finite");
}

/** What a function gives, or null where it refuses. */
function answered<T>(run: () => T): T | null {
  try {
    return run();
  } catch (error) {
    if (error instanceof AuditError) return null;
    throw error;
  }
}

async function* pieces(text: string, size: number) {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

function judgeEncoding(decisions: Decisions, number: number): void {
  const { schema, observations } = decisions;
  const scaling = SCALINGS[number % SCALINGS.length]!;
  const encoder = fitEncoder(schema.features, [observations], { scaling });
  const x = encoder.encode(observations);
  must(x.values.every(Number.isFinite), "encoded numbers are finite");
  tables.judgeTable(encoder.decode(x));
  const again = reviveEncoder(JSON.parse(JSON.stringify(encoder))).encode(observations);
  must(
    again.values.every((value, k) => Object.is(value, x.values[k])),
    "a revived encoder gives the same bits",
  );
}
