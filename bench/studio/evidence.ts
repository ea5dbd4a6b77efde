import { demoLending } from "recast-audit/lab";

/** Files of an audit, and how its roles are said on the command line. */
export interface Evidence {
  readonly decisionsCsv: string;
  readonly lettersCsv: string;
  readonly roles: readonly string[];
}

/** So many accepted people, as many refused ones, and a letter for each of those, of the made-up lender. */
export function balancedEvidence(count: number, seed: number): Evidence {
  const { decisionsCsv, lettersCsv, roles } = demoLending(seed, { people: 8 * count, population: 1 });
  const [lettersHead = "", ...letters] = lettersCsv.trimEnd().split("\n");
  const [head = "", ...people] = decisionsCsv.trimEnd().split("\n");
  const idOf = (line: string) => line.slice(0, line.indexOf(","));
  const isAccepted = (line: string) => line.endsWith(`,${roles.favourable}`);
  const withLetter = new Set(letters.map(idOf));
  const accepted = people.filter(isAccepted).slice(0, count);
  const refused = people.filter((line) => !isAccepted(line) && withLetter.has(idOf(line))).slice(0, count);
  if (accepted.length < count || refused.length < count)
    throw new Error(`the demo has no ${count} people of each kind`);
  const chosen = new Set(refused.map(idOf));
  const wanted = new Set([...accepted, ...refused]);
  return {
    decisionsCsv: text([head, ...people.filter((line) => wanted.has(line))]),
    lettersCsv: text([lettersHead, ...letters.filter((line) => chosen.has(idOf(line)))]),
    roles: [
      ...["--decision", roles.decision, "--favourable", roles.favourable, "--id", roles.id ?? ""],
      ...["--sensitive", "age,sex,origin", "--immutable", "age,sex,origin"], // as the page guesses
    ],
  };
}

function text(lines: readonly string[]): string {
  return `${lines.join("\n")}\n`;
}
