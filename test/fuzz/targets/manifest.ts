import { createHash } from "node:crypto";
import { kernelIdentity } from "../../../src/certificate/kernel-identity.js";
import { buildManifest, type Manifest, parseManifest } from "../../../src/certificate/manifest.js";
import { canonicalJson } from "../../../src/document/canonical-json.js";
import { checkConfiguration, checkSettings } from "../../../src/folder/configuration.js";
import { textOf } from "../../../src/input/file-rows.js";
import { defaultSettings } from "../../../src/settings/settings.js";
import { madeUpParts } from "../../certificate/made-up-audit.js";
import { decode, encode, fuzzTarget, must } from "../fuzzing.js";
import { chance, type Json, jsonOf, jsonText, mutatedBytes, mutatedJson, pick, withJson } from "../mutations.js";
import { schemaJudge } from "../schemas.js";

const VALUES = [
  ...[
    '"../../../x"',
    '"../../../../x"',
    '"/etc/passwd"',
    '"C:\\\\x"',
    '"a\\u0000b"',
    '"recast-manifest/1"',
    '"."',
    '".."',
  ],
  ...['"decisions"', '"population"', '"manifest.json"', '"audit.json"', `"${"0".repeat(64)}"`, '"a/b/../c"', '"a//b"'],
];

/** A manifest whose own digests are right, whatever is in it. */
function sealed(json: Json): string {
  const hash = (value: unknown) => createHash("sha256").update(canonicalJson(value)).digest("hex");
  const data = (tree: Json) => JSON.parse(jsonText(tree)) as Record<string, Record<string, unknown> | null>;
  let now = json;
  for (const part of ["configuration", "settings"]) {
    const found = data(now)[part];
    if (typeof found === "object" && found !== null && found["data"] !== undefined) {
      now = withJson(now, [part, "sha256"], hash(found["data"]));
    }
  }
  const { digest: _, ...contents } = data(now);
  return canonicalJson(data(withJson(now, ["digest"], hash(contents))));
}

export const manifestTarget = fuzzTarget<Manifest, Manifest>(
  "manifest",
  "the published schemas by ajv; both digests by Node; the canonical text written again",
  () => {
    const judgeSchema = schemaJudge("manifest-2.schema.json", "manifest-1.schema.json");
    const settings = defaultSettings();
    const configuration = { decision: "approved", sensitive: ["sex"], type: { constructor: "category" }, seed: 7 };
    const commitments = { decisions: { count: 2, root: "1".repeat(64) }, letters: null };
    const whole = [
      buildManifest({ ...madeUpParts(), configuration: {} }),
      buildManifest({ ...madeUpParts(), configuration, settings, commitments }),
    ];
    const first = { ...whole[1]!, format: "recast-manifest/1", kernel: kernelIdentity() };
    const { settings: _, ...earlier } = {
      ...first,
      outputs: first.outputs.map(({ format: __, ...output }) => output),
    };
    const bases = [...whole.map(jsonOf), jsonOf(earlier)];
    return {
      make(random) {
        const kind = random.integer(10);
        if (kind === 0) {
          const written = pick(random, whole);
          return { bytes: encode(canonicalJson(written)), expected: written };
        }
        const changed = mutatedJson(random, pick(random, bases), VALUES);
        if (kind < 8) {
          try {
            return { bytes: encode(sealed(changed)) };
          } catch {
            return { bytes: encode(jsonText(changed)) }; // numbers that the canonical text does not have
          }
        }
        const text = kind === 8 ? jsonText(changed) : sealed(pick(random, bases));
        return { bytes: chance(random, 0.5) ? mutatedBytes(random, encode(text)) : encode(text) };
      },
      async read(bytes) {
        const { text } = await textOf(bytes, "manifest.json");
        const manifest = parseManifest(text);
        checkConfiguration(manifest.configuration.data);
        if (manifest.settings !== null) checkSettings(manifest.settings.data);
        return manifest;
      },
      judge(manifest, { bytes, expected }) {
        const text = decode(bytes);
        const data = JSON.parse(text) as Record<string, unknown>;
        judgeSchema(data);
        must(text === canonicalJson(data), "the text is the canonical one");
        const { digest, ...contents } = data;
        const found = createHash("sha256").update(canonicalJson(contents)).digest("hex");
        must(found === digest && manifest.digest === digest, "the digest is the one of the contents");
        const roles = manifest.inputs.map(({ role }) => role);
        must(new Set(roles).size === roles.length, "one input per role");
        for (const path of manifest.outputs.map((output) => output.path)) {
          must(!path.split("/").includes("..") && !path.startsWith("/"), `${path} stays in the folder`);
        }
        if (expected !== undefined)
          must(canonicalJson(manifest) === canonicalJson(expected), "the manifest as written");
      },
    };
  },
);
