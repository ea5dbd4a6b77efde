import { readFileSync } from "node:fs";
import { toJsonSchema } from "@valibot/to-json-schema";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { optionOf } from "../../src/cli/options.js";
import { buildProgram } from "../../src/cli/run.js";
import { canonicalJson } from "../../src/document/canonical-json.js";
import { TWO_ONLY } from "../../src/folder/make-audit.js";
import { publishedConfigSchema } from "../../src/folder/parse-config.js";
import { leakFlags, leakSettings } from "../../src/settings/leak-settings.js";
import { defaultText, flagName, isRepeatable, limitsText } from "../../src/settings/setting-words.js";
import { type CommandName, type Section, type Setting, settings, settingsIn } from "../../src/settings/settings.js";
import { quietIo } from "../cli/support.js";

// The tables between <!-- settings --> marks and the schema are made from src/settings. After a change of it, write them again:
// npx vitest run test/docs/settings.test.ts -u

type Row = Pick<Setting, "kind" | "flag" | "help" | "note" | "default" | "defaultWords">;

/** What a setting is: its sentence, its choices, what the pages add, and its default. */
function meaning(setting: Row): string {
  const { kind, help, note } = setting;
  const usual = defaultText(setting);
  const shown = usual === null || setting.defaultWords !== undefined ? usual : `\`${usual}\``;
  const choices = kind.name === "choice" ? `: ${kind.choices.map((choice) => `\`${choice}\``).join(", ")}` : "";
  const limits = limitsText(kind);
  const more = `${limits === null ? "" : `, ${limits}`}${note === undefined ? "" : `; ${note}`}`;
  return `${help}${choices}${more}${shown === null ? "" : ` (default: ${shown})`}`.replaceAll("|", "\\|");
}

const spelled = (flag: string) => flag.replace(/<(.+)>/, (_, name: string) => name.toUpperCase());

function flagTable(rows: readonly Row[]): string {
  const lines = rows.map((row) => {
    const words = `${row.kind.name === "onOff" ? "do not " : ""}${meaning(row)}`;
    return `| \`${spelled(row.flag ?? "")}\` | ${words}${isRepeatable(row.kind.name) ? "; repeatable" : ""} |`;
  });
  return ["| option | meaning |", "|---|---|", ...lines].join("\n");
}

const HEADINGS: readonly (readonly [string, Section])[] = [
  ["At the top", "files"],
  ["`roles`: what the columns are for, and how the files are read", "roles"],
  ["`bins`: where numbers are cut into groups", "bins"],
  ["`method`: how the audit is computed", "method"],
  ["`identity`: printed in the report as given", "identity"],
  ["At the top: which files are written", "report"],
];

function yamlTables(): string {
  return HEADINGS.map(([title, section]) => {
    const rows = settingsIn(section).filter(([, { flag }]) => flag !== null);
    const lines = rows.map(
      ([name, setting]) => `| \`${setting.yaml ?? name}\` | ${meaning(setting)} | \`${flagName(setting.flag)}\` |`,
    );
    return [`${title}:`, "", "| setting | meaning | option |", "|---|---|---|", ...lines].join("\n");
  }).join("\n\n");
}

const rowsIn = (...sections: readonly Section[]): readonly Row[] =>
  settingsIn(...sections).flatMap(([, setting]) => (setting.flag === null ? [] : [setting]));

const TABLES: Readonly<Record<string, () => string>> = {
  files: () => flagTable([...rowsIn("files").filter(({ flag }) => flag !== settings.out.flag), ...rowsIn("roles")]),
  audit: () => flagTable([settings.out, ...rowsIn("bins", "method", "report", "identity")]),
  leak: () => flagTable(Object.values({ ...leakFlags, ...leakSettings })),
  yaml: yamlTables,
};

const MARKED = /(<!-- settings: (\w+) -->\n)[\s\S]*?(<!-- \/settings -->)/g;

describe("the tables of settings on the pages", () => {
  it.each(["docs/cli.md", "docs/config.md"])("say what src/settings says: %s", async (path) => {
    const page = readFileSync(path, "utf8");
    expect(page).toMatch(MARKED);
    const made = page.replace(MARKED, (_, start: string, name: string, end: string) => {
      return `${start}${TABLES[name]?.() ?? ""}\n${end}`;
    });
    await expect(made).toMatchFileSnapshot(`../../${path}`);
  });
});

describe("audit-yaml-1.schema.json", () => {
  it("says what src/settings says", async () => {
    const made = toJsonSchema(publishedConfigSchema, { errorMode: "ignore", target: "draft-2020-12" });
    const text = canonicalJson({ ...made, title: "audit.yaml", description: "The configuration of a Recast audit." });
    await expect(text).toMatchFileSnapshot("../../schemas/audit-yaml-1.schema.json");
  });

  it("takes the example of the page and refuses what parseConfig refuses", () => {
    const schema = JSON.parse(readFileSync("schemas/audit-yaml-1.schema.json", "utf8")) as object;
    const check = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);
    const example = /```yaml\n([\s\S]*?)```/.exec(readFileSync("docs/config.md", "utf8"))?.[1] ?? "";
    const data = parse(example) as Record<string, unknown>;
    check(data);
    expect(check.errors).toBeNull();
    expect(check({ ...data, method: { folds: 1 } })).toBe(false);
    expect(check({ ...data, roles: { decison: "x" } })).toBe(false);
    expect(check({ letters: "l.csv" })).toBe(false);
  });
});

describe("the command line", async () => {
  const program = await buildProgram(quietIo("."), "all", () => undefined);
  const optionsOf = (name: string) => {
    const command = name
      .split(" ")
      .reduce<Command | undefined>((parent, word) => parent?.commands.find((each) => each.name() === word), program);
    return new Map((command?.options ?? []).map((option) => [option.flags, option.description]));
  };

  it.each(["check", "audit", "explain", "leak", "verify", "predict", "study table"] as const)(
    "takes the settings of %s as the table has them",
    (name: CommandName) => {
      const wanted = Object.values<Setting>(settings).filter(({ commands }) => commands.includes(name));
      const found = optionsOf(name);
      for (const setting of wanted) {
        if (setting.flag !== null) expect(found.get(setting.flag)).toBe(optionOf(setting).description);
      }
    },
  );

  it("declares no option of an audit beside the table but what is no setting", () => {
    const declared = new Set(Object.values<Setting>(settings).map(({ flag }) => flag));
    const beside = (name: string) => [...optionsOf(name).keys()].filter((flag) => !declared.has(flag));
    expect(beside("audit")).toEqual(["--force", "--with-inputs", "--commit <folder>", "--jobs <number>"]);
    expect(beside("check")).toEqual([]);
  });
});

describe("settings of two decisions", () => {
  it("are those that a stage refuses for more", () => {
    const refused = new Set(TWO_ONLY.flatMap((stage) => stage.settings ?? []));
    for (const [name, { twoOnly }] of Object.entries<Setting>(settings)) {
      expect([name, refused.has(name)]).toEqual([name, twoOnly !== undefined]);
    }
  });
});
