import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { toJsonSchema } from "@valibot/to-json-schema";
import { Ajv2020 } from "ajv/dist/2020.js";
import type * as v from "valibot";
import { describe, expect, it } from "vitest";
import { commitEvidence } from "../../src/certificate/commit.js";
import { kernelIdentity } from "../../src/certificate/kernel-identity.js";
import {
  asWritten,
  contentsDigest,
  FIRST_MANIFEST_FORMAT,
  type Manifest,
  manifestSchema,
  manifestText,
  parseManifest,
} from "../../src/certificate/manifest.js";
import { copyNames, recordedInput } from "../../src/certificate/paths.js";
import { receiptSchema } from "../../src/certificate/receipt.js";
import { sha256Hex } from "../../src/certificate/sha256.js";
import { canonicalJson } from "../../src/document/canonical-json.js";
import { AuditError } from "../../src/errors.js";
import { kernelBase64 } from "../../src/kernels/wasm/binary.js";
import { madeUpEvidence } from "../checks/made-up-evidence.js";
import { madeUpManifest, madeUpParts } from "./made-up-audit.js";

/** A manifest changed and given the digests that belong to its new contents: only its rules can refuse it. */
function forged(change: (manifest: Record<string, unknown>) => void): string {
  const manifest = JSON.parse(canonicalJson(madeUpManifest())) as Record<string, unknown>;
  change(manifest);
  const { digest: _, ...contents } = manifest;
  return canonicalJson({ ...contents, digest: contentsDigest(contents as Omit<Manifest, "digest">) });
}

function refusal(text: string): string {
  try {
    parseManifest(text, "manifest.json");
  } catch (error) {
    expect(error).toBeInstanceOf(AuditError);
    expect((error as AuditError).code).toBe("MANIFEST_INVALID");
    return (error as AuditError).message;
  }
  throw new Error("the manifest was taken");
}

describe("buildManifest", () => {
  const manifest = madeUpManifest();

  it("reads back from its text", () => {
    expect(parseManifest(canonicalJson(manifest))).toEqual(manifest);
  });

  it("does not depend on the order of files, and sorts outputs by path", () => {
    const { inputs, outputs } = madeUpParts();
    const other = madeUpManifest({ inputs: [...inputs].reverse(), outputs: [...outputs].reverse() });
    expect(canonicalJson(other)).toBe(canonicalJson(manifest));
    expect(manifest.outputs.map(({ path }) => path)).toEqual(["audit.json", "report.html", "tables/rates.csv"]);
  });

  it("records the hashes node:crypto computes", () => {
    const hash = (data: string | Uint8Array) => createHash("sha256").update(data).digest("hex");
    const { outputs, configuration } = madeUpParts();
    for (const { path, bytes, sha256 } of manifest.outputs) {
      const text = outputs.find((output) => output.path === path)?.text ?? "";
      expect({ bytes, sha256 }).toEqual({ bytes: Buffer.byteLength(text), sha256: hash(text) });
    }
    expect(manifest.configuration.sha256).toBe(hash(canonicalJson(configuration)));
    expect(kernelIdentity()).toEqual({ name: "wasm", sha256: hash(Buffer.from(kernelBase64, "base64")) });
    const { digest, ...contents } = manifest;
    expect(digest).toBe(hash(canonicalJson(contents)));
  });

  it("changes its digest with every part", () => {
    const parts = madeUpParts();
    const others = [
      madeUpManifest({ package: { name: "recast-audit", version: "0.1.1" } }),
      madeUpManifest({ kernel: { name: "wasm", sha256: "0".repeat(64) } }),
      madeUpManifest({ configuration: {} }),
      madeUpManifest({ inputs: parts.inputs.slice(1) }),
      madeUpManifest({ outputs: parts.outputs.slice(1) }),
      madeUpManifest({ commitments: { decisions: { count: 1, root: "0".repeat(64) }, letters: null } }),
    ];
    expect(new Set([manifest, ...others].map(({ digest }) => digest)).size).toBe(7);
  });
});

describe("the first format", () => {
  const { digest: _, ...contents } = madeUpManifest();
  const first = { ...contents, format: FIRST_MANIFEST_FORMAT } as const;
  const text = canonicalJson({ ...asWritten(first), digest: contentsDigest(first) });

  it("is read, with nothing said about settings and formats", () => {
    const manifest = parseManifest(text);
    expect(manifest).toMatchObject({ format: "recast-manifest/1", settings: null });
    expect(manifest.outputs.map(({ format }) => format)).toEqual([null, null, null]);
    expect(manifestText(manifest, manifest.outputs)).toBe(text);
  });

  it("is what its published schema says, and cannot carry what the second has", () => {
    expect(validator("schemas/manifest-1.schema.json")(JSON.parse(text))).toBe(true);
    expect(refusal(text.replace('"package"', '"settings": null, "package"'))).toContain("settings");
  });
});

describe("parseManifest", () => {
  const text = canonicalJson(madeUpManifest());

  it("refuses every single changed byte", () => {
    for (let at = 0; at < text.length; at++) {
      const changed = text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ 1) + text.slice(at + 1);
      expect(() => parseManifest(changed), `byte ${at}`).toThrow(AuditError);
    }
  });

  it("refuses a text cut short, and other kinds of files", () => {
    expect(refusal(text.slice(0, -20))).toContain("not complete JSON");
    expect(refusal("[]")).toContain("not the manifest of an audit");
    expect(refusal("null")).toContain("not the manifest of an audit");
    expect(refusal(text.replace("recast-manifest/2", "recast-manifest/3"))).toContain(
      "this version reads 'recast-manifest/2' and 'recast-manifest/1'",
    );
  });

  it("refuses another spelling of the same contents", () => {
    expect(refusal(JSON.stringify(JSON.parse(text)))).toContain("the same contents are written differently");
    expect(refusal(`\uFEFF${text}`)).toContain("not complete JSON");
  });

  const paths = [
    "../../etc/passwd",
    "/etc/passwd",
    "C:\\secrets.txt",
    "c:/x",
    "tables/../../x",
    "tables\\..\\..\\x",
    "a/./b",
    "a//b",
    "a/",
    "",
    ".",
    "..",
    "a\u0000b",
    "a\nb",
    `${"a/".repeat(300)}b`,
  ];

  it.each(paths)("refuses the output path %j", (path) => {
    const message = refusal(
      forged((manifest) => {
        (manifest["outputs"] as Record<string, unknown>[])[0]!["path"] = path;
      }),
    );
    expect(message).toContain("outputs[0].path");
  });

  it.each([...paths.filter((path) => path !== "../../etc/passwd"), "../../../../etc/passwd", "../x/../../../../y"])(
    "refuses the input path %j",
    (path) => {
      const message = refusal(
        forged((manifest) => {
          (manifest["inputs"] as Record<string, unknown>[])[0]!["path"] = path;
        }),
      );
      expect(message).toContain("inputs[0].path");
    },
  );

  it.each(["../x", "a/b", "..", "a\\b", ""])("refuses the input name %j", (name) => {
    const text = forged((manifest) => {
      (manifest["inputs"] as Record<string, unknown>[])[0]!["name"] = name;
    });
    expect(refusal(text)).toContain("inputs[0].name");
  });

  it.each([
    ["outputs", {}],
    ["outputs", "x"],
    ["inputs", null],
    ["package", []],
    ["kernel", { name: "wasm", sha256: "xyz" }],
    ["commitments", { decisions: null, letters: null }],
    ["configuration", { data: {} }],
    ["more", 1],
  ])("refuses %s of a wrong kind", (key, value) => {
    expect(refusal(forged((manifest) => Object.assign(manifest, { [key]: value })))).toContain(key);
  });

  it("refuses a configuration that is not the one its hash was taken of", () => {
    const text = forged((manifest) => {
      (manifest["configuration"] as Record<string, unknown>)["data"] = { seed: 8 };
    });
    expect(refusal(text)).toContain("configuration was edited");
  });

  it("refuses a file listed twice, the manifest itself, and two inputs of one role", () => {
    const twice = (path: string) =>
      forged((manifest) => {
        const outputs = manifest["outputs"] as Record<string, unknown>[];
        outputs.push({ ...outputs[0], path });
      });
    expect(refusal(twice("audit.json"))).toContain("audit.json twice");
    expect(refusal(twice("manifest.json"))).toContain("twice, or itself");
    const roles = forged((manifest) => {
      for (const input of manifest["inputs"] as Record<string, unknown>[]) input["role"] = "decisions";
    });
    expect(refusal(roles)).toContain("two inputs as decisions");
  });

  it("refuses a bottomless configuration and numbers no audit writes, without falling over", () => {
    const deep = text.replace('"seed": 7', `"seed": ${"[".repeat(200_000)}${"]".repeat(200_000)}`);
    expect(refusal(deep)).toMatch(/has entries that no audit writes|not complete JSON/);
    expect(refusal(text.replace('"seed": 7', '"seed": 1e999'))).toContain("has entries that no audit writes");
    expect(refusal(text.replace('"seed": 7', '"__proto__": {"seed": 7}'))).toContain("edited");
  });
});

describe("recordedInput", () => {
  const parts = (path: string) => ["", ...path.split("/")]; // as an absolute path falls into parts

  it.each([
    ["work/case/audit", "work/case/decisions.csv", "../decisions.csv"],
    ["work/case/audit", "work/case/audit/inputs/decisions.csv", "inputs/decisions.csv"],
    ["work/case/2026/may/audit", "work/case/data/decisions.csv", "../../../data/decisions.csv"],
    ["work/a/b/c/d", "work/decisions.csv", null],
    ["tmp/audit", "home/jane/decisions.csv", null],
    ["work/audit", "work/a:b/decisions.csv", null],
    ["C:/audit", "C:/data/decisions.csv", null],
    ["C:/case/audit", "C:/case/decisions.csv", "../decisions.csv"],
  ])("from %s to %s is %s", (folder, file, path) => {
    expect(recordedInput(parts(folder), parts(file))).toEqual({ name: "decisions.csv", path });
  });

  it("replaces in a name what would not travel", () => {
    expect(recordedInput(["a"], ["b", "x\\y:z.csv"])).toEqual({ name: "x_y_z.csv", path: null });
  });
});

describe("copyNames", () => {
  it("keeps names apart, also where case does not count", () => {
    const named = (role: string, name: string) => ({ role, name });
    expect(copyNames([named("decisions", "a.csv"), named("letters", "b.csv")])).toEqual(["a.csv", "b.csv"]);
    expect(copyNames([named("decisions", "a.csv"), named("population", "A.csv")])).toEqual([
      "a.csv",
      "population-A.csv",
    ]);
  });
});

// The published schemas are made from the definitions in the sources. After a change of those, write them again:
// npx vitest run test/certificate/manifest.test.ts -u

function published(title: string, description: string, schema: v.GenericSchema): string {
  const made = toJsonSchema(schema, { errorMode: "ignore", target: "draft-2020-12" });
  return canonicalJson({ ...made, title, description });
}

function validator(file: string) {
  return new Ajv2020({ strict: true }).compile(JSON.parse(readFileSync(file, "utf8")) as object);
}

describe("manifest-2.schema.json", () => {
  it("says what the sources say", async () => {
    const text = published("recast-manifest/2", "The certificate of an audit folder.", manifestSchema);
    await expect(text).toMatchFileSnapshot("../../schemas/manifest-2.schema.json");
  });

  it("takes a manifest, and refuses one with a path that leads out of the folder", () => {
    const check = validator("schemas/manifest-2.schema.json");
    const data = JSON.parse(canonicalJson(madeUpManifest())) as Manifest;
    expect(check(data)).toBe(true);
    expect(check({ ...data, outputs: [{ ...data.outputs[0], path: "../x" }] })).toBe(false);
    expect(check({ ...data, more: 1 })).toBe(false);
  });
});

describe("receipt-1.schema.json", () => {
  it("says what the sources say", async () => {
    const text = published("recast-receipt/1", "Proof that one row was counted in an audit.", receiptSchema);
    await expect(text).toMatchFileSnapshot("../../schemas/receipt-1.schema.json");
  });

  it("takes receipts", () => {
    const check = validator("schemas/receipt-1.schema.json");
    const { receipts } = commitEvidence(madeUpEvidence({ people: 20, missing: 3 }), new Uint8Array(32));
    for (const { text } of receipts) expect(check(JSON.parse(text))).toBe(true);
    expect(check({ ...JSON.parse(receipts[0]?.text ?? ""), salt: sha256Hex("").slice(1) })).toBe(false);
  });
});
