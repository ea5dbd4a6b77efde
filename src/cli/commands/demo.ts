import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { canonicalJson } from "../../document/canonical-json.js";
import { amount, count, percent } from "../../document/format.js";
import { page } from "../../document/terminal.js";
import { AuditError, requireRunning } from "../../errors.js";
import { isOfTwo, type ProducedOfTwo } from "../../folder/make-audit.js";
import { parseDecisions } from "../../input/decisions.js";
import type { Kernels } from "../../kernels/kernels.js";
import { loadKernels } from "../../kernels/load.js";
import { loadCompasVendor } from "../../lab/data/compas.js";
import type { AuditCase } from "../../lab/demo/audit-case.js";
import { demoLending } from "../../lab/demo/lending.js";
import { dataFolder, readDataSet, readDataText } from "../../platform/lab/data-folder.js";
import { makeFolder, writeFiles } from "../../platform/write-file.js";
import { methodNamed } from "../../settings/audit-options.js";
import { fitModel } from "../../surrogate/model.js";
import { AUDIT_FILES, existingIn, refuseOverwriting, writeAudit } from "../audit-folder.js";
import { auditInputs } from "../audit-inputs.js";
import {
  describeCaveats,
  describeGroups,
  describeLimits,
  describeMethods,
  describeRecommendation,
} from "../audit-words.js";
import { produceAudit } from "../auditing.js";
import { EXIT_CODES } from "../failure.js";
import { type AuditFlags, DEMO_CASES, type DemoFlags } from "../flags.js";
import { type CliIo, colorsFor, writeText } from "../io.js";
import { pathFrom } from "../path-from.js";

const MARK = "Recast demo";
const CASE_FILES = ["README.txt", "decisions.csv", "letters.csv", "population.csv"];
const WRITTEN = [...CASE_FILES, ...AUDIT_FILES];

/** `recast demo`: a case, its audit, and how near the audit came to the hidden target. */
export async function runDemo(name: string, flags: DemoFlags, io: CliIo): Promise<number> {
  const folder = pathFrom(io.cwd, flags.out);
  if (flags.force !== true && !(await isDemoFolder(folder))) {
    refuseOverwriting(flags.out, WRITTEN, await existingIn(folder, WRITTEN));
  }
  const demo = await makeCase(name, flags.seed, io);
  await makeFolder(folder);
  await writeFiles(
    [
      { path: join(folder, "README.txt"), text: readme(demo, name, flags.seed) },
      { path: join(folder, "decisions.csv"), text: demo.decisionsCsv },
      { path: join(folder, "letters.csv"), text: demo.lettersCsv },
      { path: join(folder, "population.csv"), text: demo.populationCsv },
    ],
    io.interrupts.signal,
  );
  const at = (file: string) => join(flags.out, file);
  const named: AuditFlags = { letters: at("letters.csv"), population: at("population.csv") };
  const inputs = auditInputs(at("decisions.csv"), named, flags.out, io.cwd);
  const { system, purpose, notice: notes } = demo;
  const configuration = { ...demo.roles, system, purpose, notes, seed: flags.seed };
  const audit = await produceAudit({ inputs, configuration }, flags, io);
  if (!isOfTwo(audit)) throw new Error("the demo has two decisions");
  const fidelity = io.interrupts.unguarded(() => measureFidelity(demo, audit));
  requireRunning(io.interrupts.signal);
  await writeAudit(folder, audit.outputs, io.interrupts.signal);
  if (flags.json === true) await writeText(io.stdout, canonicalJson(asJson(demo, audit, fidelity, flags)));
  else if (flags.quiet !== true) await writeText(io.stdout, asWords(demo, audit, fidelity, flags, io));
  return EXIT_CODES.ok;
}

/** The case of that name; those of real people need their data set on this machine. */
async function makeCase(name: string, seed: number, io: CliIo): Promise<AuditCase> {
  if (name === "lending") return demoLending(seed);
  const folder = dataFolder(io.env, io.cwd);
  const { adultCase, compasCase } = await import("../../lab/study/real-cases.js");
  const kernels = await loadKernels();
  if (name === "compas") return compasCase(loadCompasVendor(await readDataText("compas", folder)), kernels, seed);
  if (name === "adult") return adultCase(await readDataSet("adult-full", folder), kernels, seed);
  throw new AuditError("INVALID_OPTION", `there is no case '${name}'; choose one of ${DEMO_CASES.join(", ")}`);
}

/** Whether the demo wrote this folder before, so that it may write it again. */
async function isDemoFolder(folder: string): Promise<boolean> {
  const text = await readFile(join(folder, "README.txt"), "utf8").catch(() => "");
  return text.startsWith(`${MARK}\n`);
}

/** Share of the population on which each method, fitted on the evidence, answers like the target. */
function measureFidelity(
  demo: AuditCase,
  { file, evidence, kernels }: ProducedOfTwo & { readonly kernels: Kernels },
): Map<string, number> {
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

function asJson(
  demo: AuditCase,
  { file }: ProducedOfTwo,
  fidelity: ReadonlyMap<string, number>,
  flags: DemoFlags,
): unknown {
  return {
    command: "demo",
    notice: demo.notice,
    seed: flags.seed,
    counts: demo.counts,
    fidelity: Object.fromEntries(fidelity),
    audit: file,
    files: Object.fromEntries(WRITTEN.map((name) => [name, join(flags.out, name)])),
  };
}

function asWords(
  demo: AuditCase,
  { file }: ProducedOfTwo,
  fidelity: ReadonlyMap<string, number>,
  flags: DemoFlags,
  io: CliIo,
): string {
  const { people, refused, letters, withoutLetter, population } = demo.counts;
  const sheet = page(colorsFor(io.stdout, io.env), io.stdout.columns);
  sheet.title(`${demo.title}, audited`);
  sheet.blank();
  sheet.text(demo.notice, 0, "bold");
  sheet.blank();
  const { favourable, unfavourable } = file.evidence.decision;
  sheet.pairs([
    ["decisions", `${people} people: ${people - refused} '${favourable}', ${refused} '${unfavourable}'`],
    ["letters", `to ${letters} of the ${refused}; for ${withoutLetter} no change within reach was found`],
    ["to compare", `${amount(population, "other person", "other people")}, with what ${demo.target} answers them`],
  ]);
  describeMethods(sheet, file, { target: demo.target, shares: fidelity });
  const { method } = file.recommendation;
  const reached = fidelity.get(method);
  describeRecommendation(sheet, file);
  if (reached !== undefined) {
    sheet.text(
      `  On the ${count(population)} others ${method} answers like ${demo.target} for ${percent(reached)}; ` +
        "a real audit cannot know this number, and has the agreement as its estimate.",
      2,
    );
  }
  describeGroups(sheet, file);
  describeLimits(sheet, file);
  describeCaveats(sheet, file);
  const at = (name: string) => join(flags.out, name);
  sheet.heading("Files");
  sheet.pairs([
    ["report", at("report.html")],
    ["every number", `${at("audit.json")}, ${at("tables")}`],
    ["rebuilt model", at("surrogate.json")],
    ["certificate", at("manifest.json")],
    ["evidence", `${at("decisions.csv")}, ${at("letters.csv")}, ${at("population.csv")}`],
  ]);
  sheet.heading("Try next");
  sheet.line(`${io.command} verify ${flags.out}`);
  sheet.line(`${io.command} check ${at("decisions.csv")} --letters ${at("letters.csv")}`);
  sheet.line(`${io.command} predict ${at("population.csv")} --model ${at("surrogate.json")}`);
  return sheet.toString();
}

function readme(demo: AuditCase, name: string, seed: number): string {
  const { people, refused, letters, population } = demo.counts;
  return [
    MARK,
    "",
    demo.notice,
    "",
    `decisions.csv   ${people} people and what ${demo.target} decided`,
    `letters.csv     letters to ${letters} of the ${refused} rejected: id, field, new_value`,
    `population.csv  ${population} other people; their decisions are there to measure with, the audit does not ` +
      "read them",
    "report.html     the audit, to read",
    "audit.json      every number of it; tables/ has them as CSV",
    "surrogate.json  the rebuilt model",
    "audit.yaml      the audit again: recast audit audit.yaml --out again",
    "manifest.json   its certificate: recast verify . runs it again and compares",
    "",
    `Written by: recast demo ${name} --seed ${seed}`,
    "",
  ].join("\n");
}
