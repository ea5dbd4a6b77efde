import { jobs } from "../../job-worker.js";
import { DataTable, Download, Section } from "../../parts/index.js";
import { en } from "../../text/en.js";

type Line = readonly string[];

const DECISIONS: readonly Line[] = [
  ["101", "34", "41200", "tenant", "female", "refused"],
  ["102", "51", "68900", "owner", "male", "granted"],
  ["103", "28", "37500", "tenant", "male", "refused"],
];
const LETTERS: readonly Line[] = [
  ["101", "income", "45200"],
  ["101", "housing", "owner"],
  ["103", "income", "46000"],
];
const DECISION_HEADS = ["id", "age", "income", "housing", "sex", "decision"];
const LETTER_HEADS = ["id", "field", "new_value"];
const NUMBERS = new Set(["age", "income"]);

/** What the two files look like, for those who have none yet. */
export function ExampleTables() {
  const words = en.start.looks;
  return (
    <Section title={words.title} intro={words.intro}>
      <div class="columns">
        <div class="stack">
          <h3>{words.decisions}</h3>
          <DataTable caption={words.decisionsTable} hidesCaption columns={columnsOf(DECISION_HEADS)} rows={DECISIONS} />
          <p class="small soft">{words.decisionsText}</p>
          <div>
            <Download make={() => exampleFile("decisions")} isSmall text={words.decisionsSave} />
          </div>
        </div>
        <div class="stack">
          <h3>{words.letters}</h3>
          <DataTable caption={words.lettersTable} hidesCaption columns={columnsOf(LETTER_HEADS)} rows={LETTERS} />
          <p class="small soft">{words.lettersText}</p>
          <div>
            <Download make={() => exampleFile("letters")} isSmall text={words.lettersSave} />
          </div>
        </div>
      </div>
    </Section>
  );
}

function columnsOf(heads: readonly string[]) {
  return heads.map((head, k) => ({
    key: head,
    head,
    cell: (line: Line) => line[k] ?? "",
    kind: NUMBERS.has(head) ? ("number" as const) : ("words" as const),
    isRowHead: k === 0,
  }));
}

async function exampleFile(role: "decisions" | "letters") {
  const content = await jobs.call("start", "exampleText", { role });
  return { name: `example-${role}.csv`, content, type: "text/csv" };
}
