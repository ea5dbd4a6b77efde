import { inspectTable } from "../../../src/input/csv.js";
import { type Decisions, parseDecisions } from "../../../src/input/decisions.js";
import { type Population, type PopulationOptions, parsePopulation } from "../../../src/input/population.js";
import type { RawRows } from "../../../src/input/raw-table.js";
import { DECISIONS } from "../../input/samples.js";
import { encode, fuzzTarget, joinParts, must, splitParts } from "../fuzzing.js";
import { chance, mutatedText, pick } from "../mutations.js";
import * as tables from "../tables.js";

const decisions: Decisions = parseDecisions(DECISIONS, { sensitive: ["sex"], ignore: ["sex"] });
const SAMPLE = DECISIONS.split("\n")
  .map((line) => line.split(",").slice(0, 5).join(","))
  .join("\n");

interface Read {
  readonly text: string | RawRows;
  readonly options: PopulationOptions;
  readonly population: Population;
}

/** A case: options as JSON, then the file. */
export const populationTarget = fuzzTarget<Read, string[][]>(
  "population",
  "an RFC 4180 reader for cells; tables that were written; every value is the cell of the file",
  () => ({
    make(random) {
      if (chance(random, 0.25)) {
        const number = () => String((random.uniform() - 0.5) * 10 ** random.integer(20));
        const rows = Array.from({ length: 1 + random.integer(30) }, () => [
          ...[number(), number(), pick(random, ["Ulm", "Bonn", "Rom", ""]), pick(random, ["f", "m", "", "x"])],
        ]);
        const written = [["income", "debt", "city", "sex"], ...rows];
        const text = written.map((line) => line.join(",")).join("\r\n");
        return { bytes: joinParts(encode('{"delimiter":","}'), encode(text)), expected: written };
      }
      const options = chance(random, 0.8)
        ? {}
        : pick(random, [{ delimiter: ";" }, { header: false }, { skip: ["broken"] }]);
      const text = chance(random, 0.8)
        ? mutatedText(random, SAMPLE, tables.CELL_EDITS)
        : tables.randomText(random, SAMPLE);
      return { bytes: joinParts(encode(JSON.stringify(options)), tables.asFile(random, text)) };
    },
    async read(bytes) {
      const [line, file] = splitParts(bytes, 2);
      const options = tables.optionsIn<PopulationOptions>(line!);
      const text = await tables.rowsIn(file!, options);
      return { text, options, population: parsePopulation(text, decisions, options) };
    },
    judge({ text, options, population }, { expected }) {
      const { people, groups, rows, weights, problems } = population;
      tables.judgeProblems(problems);
      tables.judgeTable(people);
      tables.judgeTable({ rows, columns: groups });
      must(people.rows === rows && rows > 0, "there are people");
      must(weights?.every((weight) => Number.isFinite(weight) && weight >= 0) ?? true, "weights are finite");
      const { header = true, delimiter = null } = options;
      const { table } = inspectTable(text, { file: "f", delimiter, ...options });
      must(table !== null, "a file that was read has a table");
      if (expected !== undefined) tables.judgeWritten(table, expected);
      const records = tables.judgeCells(text, table, header);
      if (records === null) return;
      const names = table.columns.map(({ name }) => name);
      for (const column of [...people.columns, ...groups]) {
        const place = names.indexOf(column.name);
        for (const [i, { cells }] of records.entries()) {
          tables.judgeColumn(column, i, cells[place]!, decisions.missing);
        }
      }
    },
  }),
);
