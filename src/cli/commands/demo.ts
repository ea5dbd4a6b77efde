import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { methodNamed } from "../../audit.js";
import { type DemoCase, demoLending } from "../../demo/lending.js";
import { parseDecisions } from "../../evidence/decisions.js";
import { parseLetters } from "../../evidence/letters.js";
import { percent } from "../../math/interval.js";
import type { FileStamp } from "../../node/read-text.js";
import { makeFolder, requireRunning, writeFiles } from "../../node/write-file.js";
import { canonicalJson } from "../../report/canonical-json.js";
import { fitModel } from "../../surrogate/model.js";
import { describeCaveats, describeGroups, describeMethods, describeRecommendation } from "../audit-words.js";
import { auditTexts, existingIn, type FinishedAudit, performAudit, refuseOverwriting } from "../auditing.js";
import { EXIT_CODES } from "../failure.js";
import { type CliIo, colorsFor, writeText } from "../io.js";
import { page } from "../page.js";
import { counted, grouped } from "../printable.js";
import type { DemoFlags } from "../program.js";
import { pathFrom } from "../role-flags.js";

const MARK = "Recast demo";
const WRITTEN = ["README.txt", "decisions.csv", "letters.csv", "population.csv", "audit.json", "surrogate.json"];

/** `recast demo`: a made-up case, its audit, and how near the audit came to the hidden lender. */
export async function runDemo(flags: DemoFlags, io: CliIo): Promise<number> {
  const folder = pathFrom(io.cwd, flags.out);
  if (flags.force !== true && !(await isDemoFolder(folder))) {
    refuseOverwriting(flags.out, WRITTEN, await existingIn(folder, WRITTEN));
  }
  const demo = demoLending(flags.seed);
  const decisions = parseDecisions(demo.decisionsCsv, { ...demo.roles, file: "decisions.csv" });
  const letters = parseLetters(demo.lettersCsv, decisions, { file: "letters.csv" });
  const audit = await performAudit(
    {
      decisions: { ...decisions, ...stampOf(demo.decisionsCsv) },
      letters: { ...letters, ...stampOf(demo.lettersCsv) },
    },
    flags,
    io,
  );
  const fidelity = io.interrupts.unguarded(() => measureFidelity(demo, audit));
  requireRunning(io.interrupts.signal);
  await makeFolder(folder);
  await writeFiles(
    [
      { path: join(folder, "README.txt"), text: readme(demo, flags.seed) },
      { path: join(folder, "decisions.csv"), text: demo.decisionsCsv },
      { path: join(folder, "letters.csv"), text: demo.lettersCsv },
      { path: join(folder, "population.csv"), text: demo.populationCsv },
      ...auditTexts(folder, audit),
    ],
    io.interrupts.signal,
  );
  if (flags.json === true) await writeText(io.stdout, canonicalJson(asJson(demo, audit, fidelity, flags)));
  else if (flags.quiet !== true) await writeText(io.stdout, asWords(demo, audit, fidelity, flags, io));
  return EXIT_CODES.ok;
}

/** Whether the demo wrote this folder before, so that it may write it again. */
async function isDemoFolder(folder: string): Promise<boolean> {
  const text = await readFile(join(folder, "README.txt"), "utf8").catch(() => "");
  return text.startsWith(`${MARK}\n`);
}

function stampOf(text: string): FileStamp {
  const bytes = Buffer.from(text, "utf8");
  return { sha256: createHash("sha256").update(bytes).digest("hex"), bytes: bytes.length };
}

/** Share of the reference population on which each method, fitted on the evidence, answers like the hidden lender. */
function measureFidelity(demo: DemoCase, { file, evidence, kernels }: FinishedAudit): Map<string, number> {
  const population = parseDecisions(demo.populationCsv, { ...demo.roles, file: "population.csv" });
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
  demo: DemoCase,
  { file }: FinishedAudit,
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
  demo: DemoCase,
  { file }: FinishedAudit,
  fidelity: ReadonlyMap<string, number>,
  flags: DemoFlags,
  io: CliIo,
): string {
  const { people, refused, letters, withoutLetter } = demo.counts;
  const sheet = page(colorsFor(io.stdout, io.env), io.stdout.columns);
  sheet.title("A made-up lending case, audited");
  sheet.blank();
  sheet.text(demo.notice, 0, "bold");
  sheet.blank();
  sheet.pairs([
    ["decisions", `${people} people as they came: ${people - refused} granted, ${refused} refused`],
    ["letters", `to ${letters} of the refused; for ${withoutLetter} the lender found no change within reach`],
    [
      "to compare",
      `${counted(demo.population.people.length, "other person", "other people")}, with what the hidden lender answers them`,
    ],
  ]);
  describeMethods(sheet, file, fidelity);
  const { method } = file.recommendation;
  const reached = fidelity.get(method);
  describeRecommendation(sheet, file);
  if (reached !== undefined) {
    sheet.text(
      `  On the ${grouped(demo.population.people.length)} others ${method} answers like the hidden lender for ${percent(reached)}; ` +
        "a real audit cannot know this number, and has the agreement as its estimate.",
      2,
    );
  }
  describeGroups(sheet, file);
  describeCaveats(sheet, file);
  sheet.heading("Files");
  sheet.pairs([
    ["decisions", join(flags.out, "decisions.csv")],
    ["letters", join(flags.out, "letters.csv")],
    ["population", join(flags.out, "population.csv")],
    ["audit", join(flags.out, "audit.json")],
    ["rebuilt model", join(flags.out, "surrogate.json")],
  ]);
  sheet.heading("Try next");
  const at = (name: string) => join(flags.out, name);
  sheet.line(`${io.command} check ${at("decisions.csv")} --letters ${at("letters.csv")}`);
  sheet.line(`${io.command} predict ${at("population.csv")} --model ${at("surrogate.json")} --id id`);
  return sheet.toString();
}

function readme(demo: DemoCase, seed: number): string {
  return [
    MARK,
    "",
    demo.notice,
    "",
    `decisions.csv   ${demo.counts.people} made-up people and what the lender decided`,
    `letters.csv     the lender's letters to ${demo.counts.letters} of the ${demo.counts.refused} refused: id, field, new_value`,
    "population.csv  other made-up people with the lender's decisions, to measure with; not part of the evidence",
    "audit.json      the audit of the first two files",
    "surrogate.json  the rebuilt model",
    "",
    `Written by: recast demo --seed ${seed}`,
    "The same audit by hand:",
    "  recast audit decisions.csv --letters letters.csv --id id --decision decision --favourable granted \\",
    `    --sensitive sex,origin --immutable age,sex,origin --seed ${seed} --out audit --force`,
    "",
  ].join("\n");
}
