import { kernelIdentity } from "../../src/certificate/kernel-identity.js";
import { buildManifest, type Manifest, type ManifestParts, type OutputFile } from "../../src/certificate/manifest.js";
import { sha256Hex } from "../../src/certificate/sha256.js";
import { canonicalJson } from "../../src/document/canonical-json.js";

/** Texts of two made-up inputs. */
export const inputTexts = { "decisions.csv": "id,sex,approved\np1,f,yes\np2,m,no\n", "letters.csv": "id,sex\np2,f\n" };

/** A made-up configuration. */
export const configuration = {
  roles: { decision: "approved", types: { constructor: "category" } },
  settings: { seed: 7 },
};

/** Stands for an audit: three outputs that depend on both inputs and on the seed. */
export function madeUpOutputs(decisions: string, letters: string, seed: number, version = "0.1.0"): OutputFile[] {
  return [
    { path: "report.html", text: `<p>${letters.length} characters</p>\n<p>seed ${seed}</p>\n` },
    { path: "audit.json", text: canonicalJson({ version, seed, people: decisions.split("\n").length - 2 }) },
    { path: "tables/rates.csv", text: `group,n\nf,${decisions.split(",f,").length - 1}\n` },
  ];
}

/** The parts of the made-up audit's manifest. */
export function madeUpParts(): ManifestParts {
  const input = (role: "decisions" | "letters", name: keyof typeof inputTexts) => ({
    role,
    name,
    path: `../${name}`,
    bytes: inputTexts[name].length,
    sha256: sha256Hex(inputTexts[name]),
  });
  return {
    package: { name: "recast-audit", version: "0.1.0" },
    kernel: kernelIdentity(),
    inputs: [input("letters", "letters.csv"), input("decisions", "decisions.csv")],
    configuration,
    settings: { seed: 7 },
    outputs: madeUpOutputs(inputTexts["decisions.csv"], inputTexts["letters.csv"], 7),
  };
}

/** The made-up audit's manifest. */
export function madeUpManifest(changes: Partial<ManifestParts> = {}): Manifest {
  return buildManifest({ ...madeUpParts(), ...changes });
}
