import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Argument } from "commander";
import { amount } from "../../document/format.js";
import { requireRunning } from "../../errors.js";
import { isOfTwo, type ProducedOfTwo } from "../../folder/make-audit.js";
import { parseDecisions } from "../../input/decisions.js";
import type { Kernels } from "../../kernels/kernels.js";
import { loadKernels } from "../../kernels/load.js";
import { loadCompasVendor } from "../../lab/data/tables.js";
import type { AuditCase } from "../../lab/demo/audit-case.js";
import { demoLending } from "../../lab/demo/lending.js";
import { dataFolder, readDataSet, readDataText } from "../../platform/lab/data-folder.js";
import { methodNamed } from "../../settings/audit-options.js";
import { fitModel } from "../../surrogate/model.js";
import { describeFindings, describeFolder } from "../audit-words.js";
import { answer, type CliIo, pathFrom, wrongUse } from "../io.js";
import {
  type Declare,
  type FlagsOf,
  flag,
  JOBS,
  neededFlag,
  switchFlag,
  wholeNumber,
  withOptions,
} from "../options.js";
import { openOutput } from "../output.js";
import { AUDIT_FILES, auditInputs, filesOfAudit, produceAudit } from "./audit.js";

const CASES = ["lending", "compas", "adult"] as const;

const OPTIONS = {
  out: neededFlag("-o, --out <folder>", "folder for the files"),
  seed: flag("--seed <number>", "which made-up people", wholeNumber, 1),
  force: switchFlag("--force", "replace files in the folder, even ones the demo did not write"),
  jobs: JOBS,
};

export const declare: Declare = (command, act) => {
  const name = new Argument("[case]", "which case; compas and adult need their data (recast data)");
  command.addArgument(name.choices(CASES).default("lending"));
  withOptions(command, OPTIONS).action(act(runDemo));
};

const MARK = "Recast demo";
/** What the case is, in words; it tells a demo's folder from any other. */
const CASE_NAME = "CASE.txt";
const CASE_FILES = [CASE_NAME, "decisions.csv", "letters.csv", "population.csv"];
const WRITTEN = [...CASE_FILES, ...AUDIT_FILES];

/** `recast demo`: a case, its audit, and how near the audit came to the hidden target. */
async function runDemo(name: string, flags: FlagsOf<typeof OPTIONS>, io: CliIo): Promise<number> {
  const { out, seed } = flags;
  const folder = pathFrom(io.cwd, out);
  const force = flags.force === true || (await isDemoFolder(folder));
  const publishCase = await openOutput(io, out, { names: WRITTEN, force });
  const kernels = await loadKernels();
  const demo = await makeCase(name, seed, kernels, io);
  const texts = [caseText(demo, name, seed), demo.decisionsCsv, demo.lettersCsv, demo.populationCsv];
  await publishCase(
    texts.map((text, k) => ({ path: CASE_FILES[k]!, text })),
    async () => [],
  );
  const publishAudit = await openOutput(io, out, { names: AUDIT_FILES, force });
  const at = (file: string) => join(out, file);
  const named = { letters: at("letters.csv"), population: at("population.csv") };
  const inputs = auditInputs(at("decisions.csv"), named, out, io.cwd);
  const configuration = { ...demo.roles, system: demo.system, purpose: demo.purpose, notes: demo.notice, seed };
  const audit = await produceAudit({ inputs, configuration }, flags, io);
  if (!isOfTwo(audit)) throw new Error("the demo has two decisions");
  const shares = io.interrupts.unguarded(() => measureFidelity(demo, audit, kernels));
  requireRunning(io.interrupts.signal);
  await publishAudit(audit.outputs, () => filesOfAudit(folder));
  const { notice, counts, target } = demo;
  const files = Object.fromEntries(WRITTEN.map((file) => [file, at(file)]));
  const fidelity = Object.fromEntries(shares);
  const json = { command: "demo", notice, seed, counts, fidelity, audit: audit.file, files };
  return answer(io, flags, json, (sheet) => {
    const { people, refused, letters, withoutLetter, population } = counts;
    const { favourable, unfavourable } = audit.file.evidence.decision;
    sheet.title(`${demo.title}, audited`);
    sheet.blank();
    sheet.text(notice, 0, "bold");
    sheet.blank();
    sheet.pairs([
      ["decisions", `${people} people: ${people - refused} '${favourable}', ${refused} '${unfavourable}'`],
      ["letters", `to ${letters} of the ${refused}; no change within reach helps the other ${withoutLetter}`],
      ["to compare", `${amount(population, "other person", "other people")}, with the answers of ${target}`],
    ]);
    describeFindings(sheet, audit.file, { target, shares, people: population });
    const next = [
      `${io.command} verify ${out}`,
      `${io.command} check ${at("decisions.csv")} --letters ${at("letters.csv")}`,
      `${io.command} predict ${at("population.csv")} --model ${at("surrogate.json")}`,
    ];
    describeFolder(sheet, out, next, `${at("decisions.csv")}, ${at("letters.csv")}, ${at("population.csv")}`);
  });
}

async function makeCase(name: string, seed: number, kernels: Kernels, io: CliIo): Promise<AuditCase> {
  if (name === "lending") return demoLending(seed);
  const folder = dataFolder(io.env, io.cwd);
  const { adultCase, compasCase } = await import("../../lab/study/real-cases.js");
  if (name === "compas") return compasCase(loadCompasVendor(await readDataText("compas", folder)), kernels, seed);
  if (name === "adult") return adultCase(await readDataSet("adult-full", folder), kernels, seed);
  throw wrongUse(`there is no case '${name}'. Choose one of ${CASES.join(", ")}`);
}

async function isDemoFolder(folder: string): Promise<boolean> {
  const text = await readFile(join(folder, CASE_NAME), "utf8").catch(() => "");
  return text.startsWith(`${MARK}\n`);
}

/** Share of the population on which each method, fitted on the evidence, answers like the target. */
function measureFidelity(demo: AuditCase, { file, evidence }: ProducedOfTwo, kernels: Kernels): Map<string, number> {
  const { id, decision, favourable } = demo.roles;
  const types = Object.fromEntries(evidence.schema.features.map(({ name, type }) => [name, type]));
  const population = parseDecisions(demo.populationCsv, { id, decision, favourable, types, file: "population.csv" });
  const { settings } = file;
  const fidelity = new Map<string, number>();
  for (const { method, failure } of file.methods) {
    if (failure !== null) continue;
    const model = fitModel(evidence, methodNamed(method, settings), kernels, { scaling: settings.scaling });
    const { decisions } = model.predict(population.observations);
    const same = decisions.filter((decision, i) => decision === population.decisions[i]).length;
    fidelity.set(method, same / decisions.length);
  }
  return fidelity;
}

function caseText(demo: AuditCase, name: string, seed: number): string {
  const { people, refused, letters, population } = demo.counts;
  return [
    MARK,
    "",
    demo.notice,
    "",
    `decisions.csv   ${people} people and what ${demo.target} decided`,
    `letters.csv     letters to ${letters} of the ${refused} refused: id, field, new_value`,
    `population.csv  ${population} other people; the audit does not read their decisions, which are there to measure ` +
      "it with",
    "",
    `Written by: recast demo ${name} --seed ${seed}`,
    "",
  ].join("\n");
}
