import { parse, stringify } from "yaml";
import { canonicalJson } from "../../../src/document/canonical-json.js";
import { configText, configurationText } from "../../../src/folder/config-text.js";
import type { AuditConfiguration } from "../../../src/folder/configuration.js";
import { type AuditConfig, parseConfig } from "../../../src/folder/parse-config.js";
import { textOf } from "../../../src/input/file-rows.js";
import { guessRoles } from "../../../src/input/guess/guess-roles.js";
import type { Random } from "../../../src/math/random.js";
import { DECISIONS } from "../../input/samples.js";
import { encode, fuzzTarget, must } from "../fuzzing.js";
import { chance, jsonOf, jsonText, junkText, mutatedBytes, mutatedJson, mutatedText, pick } from "../mutations.js";
import { textSchemaJudge } from "../schemas.js";

const EDITS = [
  ...[
    "\n",
    ": ",
    "- ",
    "#",
    "|",
    ">",
    "&a ",
    "*a",
    "!!str ",
    "!!binary ",
    "? ",
    "---\n",
    "...\n",
    "\t",
    "'",
    '"',
    "{",
    "}",
  ],
  ...["[", "]", ",", "%YAML 1.1\n", "~", "null", "yes", "1e999", "0x10", "0o7", ".inf", "<<: ", "\\x", "\uFEFF", "\0"],
  ...[
    "roles:\n",
    "method:\n",
    "  seed: 1\n",
    "decisions: x\n",
    "__proto__: 1\n",
    "bins:\n  age: [1, 2]\n",
    "  ",
    "\r\n",
  ],
];
const NAMES = [
  "a b",
  "é",
  "1.0",
  "no",
  "null",
  "~",
  " x ",
  "a: b",
  "#",
  "- x",
  "'",
  '"',
  "\u2028",
  "x\ny",
  "@",
  "=1",
  "🙂",
];

/** Everything a file can say, once. */
const ALL = {
  decisions: "decisions.csv",
  letters: "letters.csv",
  out: "audit",
  roles: {
    ...{ decision: "approved", favourable: "yes", sensitive: ["sex", "age"], id: "id", missing: ["?", "-"] },
    ...{ ignore: ["note"], types: { zip: "category" }, delimiter: "tab", skip: ["broken"], headerless: ["letters"] },
  },
  bins: { age: ["25", "45"], income: ["1e3"] },
  method: { seed: "7", folds: "4", refits: "3", methods: ["ridge", "majority"], scaling: "robust", sensitivity: "no" },
  identity: { system: "Loan desk", auditor: "me", date: "2026-01-01" },
  template: "general",
};

/** What was said, as `configurationText` writes it. */
function randomConfiguration(random: Random): AuditConfiguration {
  const name = () => (chance(random, 0.2) ? junkText(random, 6).replaceAll("\ud800", "") : pick(random, NAMES));
  const any: Record<string, unknown> = {
    decision: name(),
    favourable: [name()],
    sensitive: [name(), name()],
    id: name(),
    ignore: [name()],
    type: { [name()]: "number", x: "category" },
    missing: [name(), "?"],
    bins: { [name()]: [random.integer(9), 1e300, 5e-324], age: [-1.5] },
    seed: random.integer(2 ** 31),
    folds: 2 + random.integer(9),
    system: name(),
    notes: name(),
  };
  return Object.fromEntries(Object.entries(any).filter(() => chance(random, 0.5)));
}

/** What was said, under the names of the file and as the reader gives it. */
function asRead(configuration: AuditConfiguration): string {
  const { decision, favourable, sensitive, id, ignore, type, missing, bins, seed, folds, system, notes } =
    configuration;
  const roles = { decision, favourable, sensitive, id, ignore, types: type, missing };
  const whole = { decisions: "d.csv", roles, bins, method: { seed, folds }, identity: { system, notes } };
  return canonicalJson(JSON.parse(JSON.stringify(whole)));
}

export const yamlTarget = fuzzTarget<AuditConfig, string>(
  "yaml",
  "the published schema by ajv on a plain parse; the same settings as JSON and as indented YAML; configurations written",
  async () => {
    const judgeSchema = textSchemaJudge("audit-yaml-1.schema.json");
    const guess = guessRoles({ decisions: DECISIONS, letters: null });
    const drafted = configText({ decisions: "decisions.csv", letters: "letters.csv", out: "audit", guess });
    const bases = [drafted.replace(/^ *#.*\n/gm, ""), stringify(ALL), drafted];
    return {
      make(random) {
        const kind = random.integer(10);
        if (kind < 4) return { bytes: encode(mutatedText(random, pick(random, bases.slice(0, 2)), EDITS)) };
        if (kind === 4) return { bytes: encode(mutatedText(random, pick(random, bases), EDITS)) };
        if (kind === 5) return { bytes: mutatedBytes(random, encode(pick(random, bases))) };
        if (kind < 8) return { bytes: encode(jsonText(mutatedJson(random, jsonOf(ALL), ['"25"', '"no"', '["x"]']))) };
        if (kind === 8) return { bytes: encode(junkText(random, 60)) };
        return { bytes: encode(`configuration ${JSON.stringify(randomConfiguration(random))}`), expected: "" };
      },
      async read(bytes) {
        const { text } = await textOf(bytes, "audit.yaml");
        return parseConfig(await asWritten(text), "audit.yaml");
      },
      async judge(config, { bytes }) {
        const { text } = await textOf(bytes, "audit.yaml");
        if (text.startsWith("configuration ")) {
          const wanted = asRead(JSON.parse(text.slice("configuration ".length)) as AuditConfiguration);
          must(canonicalJson(config) === wanted, `the configuration as it was written: ${wanted}`);
          return;
        }
        if (/["'](?:~|null)?["']|[|>]/.test(text)) return; // quotes and blocks say "": a plain parse has lost them
        // the same tree written by another hand means the same
        const texts: unknown = parse(text, { schema: "failsafe", logLevel: "error" });
        judgeSchema(withoutEmpty(structuredClone(texts)));
        const block = stringify(withoutEmpty(texts), {
          defaultStringType: "QUOTE_DOUBLE",
          defaultKeyType: "QUOTE_DOUBLE",
        });
        const again = parseConfig(block, "again.yaml");
        must(canonicalJson(again) === canonicalJson(config), "indented YAML of the same texts says the same");
        const json = parseConfig(JSON.stringify(withoutEmpty(texts)), "again.json");
        must(canonicalJson(json) === canonicalJson(config), "JSON of the same texts says the same");
      },
    };
  },
);

/** A case that begins so is a configuration, to be written as an audit folder writes it. */
async function asWritten(text: string): Promise<string> {
  if (!text.startsWith("configuration ")) return text;
  const place = { name: "d.csv", recorded: null };
  const given = JSON.parse(text.slice("configuration ".length)) as AuditConfiguration;
  return configurationText({ decisions: place, letters: null, population: null }, given);
}

/** Without what means "not said": in quotes it would be said. */
function withoutEmpty(value: unknown): unknown {
  const isSaid = (item: unknown) => item !== null && (typeof item !== "string" || !/^(?:|~|null)$/.test(item));
  if (Array.isArray(value)) return value.map((item) => (isSaid(item) ? withoutEmpty(item) : ""));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => (isSaid(item) ? [[key, withoutEmpty(item)]] : [])),
  );
}
