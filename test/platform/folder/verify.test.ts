import { cp, mkdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commitEvidence } from "../../../src/certificate/commit.js";
import { sha256Hex } from "../../../src/certificate/sha256.js";
import { canonicalJson } from "../../../src/document/canonical-json.js";
import { AuditError } from "../../../src/errors.js";
import { verifyFolder } from "../../../src/platform/folder/verify.js";
import {
  flipByte,
  madeUpRows,
  makeAgain,
  put,
  putFirstManifest,
  putManifest,
  writeMadeUpAudit,
} from "../../certificate/audit-on-disk.js";
import {
  configuration,
  inputTexts,
  madeUpManifest,
  madeUpOutputs,
  madeUpParts,
} from "../../certificate/made-up-audit.js";
import { freshFolder } from "../../cli/support.js";

const folder = freshFolder();
const quick = { inputs: null, key: null, reproduce: null };
const full = { inputs: null, key: null, reproduce: makeAgain };

describe("an untouched folder", () => {
  it("is verified, by hashes and by making the audit again", async () => {
    const audit = await writeMadeUpAudit(folder());
    const result = await verifyFolder(audit, full);
    expect(result).toMatchObject({ findings: [], extra: [], reproduction: { done: true }, commitments: "none" });
    expect(await verifyFolder(audit, quick)).toMatchObject({ findings: [], reproduction: { done: false } });
  });

  it("is verified after it was moved, with copies of the inputs in it, or with their folder named", async () => {
    const audit = await writeMadeUpAudit(folder());
    const moved = join(folder(), "far", "away");
    await mkdir(join(folder(), "far"));
    await rename(audit, moved);
    expect((await verifyFolder(moved, full)).findings.map(({ file, problem }) => [file, problem])).toEqual([
      ["decisions.csv", "missing"],
      ["letters.csv", "missing"],
    ]);
    expect(await verifyFolder(moved, quick)).toMatchObject({ findings: [], absent: ["decisions.csv", "letters.csv"] });
    await expect(verifyFolder(moved, { ...full, inputs: join(folder(), "nowhere") })).rejects.toMatchObject({
      code: "FILE_NOT_FOUND",
    });
    expect((await verifyFolder(moved, { ...full, inputs: folder() })).findings).toEqual([]);
    for (const [name, text] of Object.entries(inputTexts)) await put(join(moved, "inputs", name), text);
    expect(await verifyFolder(moved, full)).toMatchObject({ findings: [], extra: [] });
  });

  it("is taken from the first place that has the recorded bytes", async () => {
    const audit = await writeMadeUpAudit(folder());
    await put(join(audit, "inputs", "decisions.csv"), "another\n");
    expect((await verifyFolder(audit, full)).findings).toEqual([]);
  });

  it("lists files nobody vouches for, and does not fail for them", async () => {
    const audit = await writeMadeUpAudit(folder());
    await put(join(audit, "notes.txt"), "mine");
    await put(join(audit, "tables", "more.csv"), "x");
    await symlink(folder(), join(audit, "link"));
    expect(await verifyFolder(audit, full)).toMatchObject({
      findings: [],
      extra: ["link", "notes.txt", "tables/more.csv"],
    });
  });

  it("of another version is compared with that version written into the outputs", async () => {
    const audit = await writeMadeUpAudit(folder(), {
      package: { name: "recast-audit", version: "9.9.9" },
      kernel: { name: "wasm", sha256: "0".repeat(64) },
      outputs: madeUpOutputs(inputTexts["decisions.csv"], inputTexts["letters.csv"], 7, "9.9.9"),
    });
    const { findings, here } = await verifyFolder(audit, full);
    expect(findings).toEqual([]);
    expect(here.package.version).not.toBe("9.9.9");
  });
});

describe("one changed byte", () => {
  const outputs = madeUpParts().outputs.map(({ path }) => path);

  it.each(outputs)("of %s is found, wherever it is, and named with its place", async (path) => {
    const audit = await writeMadeUpAudit(folder());
    const { length } = await readFile(join(audit, path));
    for (let at = 0; at < length; at++) {
      await flipByte(join(audit, path), at);
      const { findings } = await verifyFolder(audit, at % 16 === 0 ? full : quick);
      expect(findings.map(({ file, problem }) => [file, problem])).toEqual([[path, "changed"]]);
      if (at % 16 === 0) expect(findings[0]?.message).toMatch(/(\$|line \d).* in the folder, .* in the repeated audit/);
      await flipByte(join(audit, path), at);
    }
    expect((await verifyFolder(audit, full)).findings).toEqual([]);
  });

  it.each(Object.keys(inputTexts))("of %s is found, wherever it is", async (name) => {
    const audit = await writeMadeUpAudit(folder());
    const { length } = await readFile(join(folder(), name));
    for (let at = 0; at < length; at++) {
      await flipByte(join(folder(), name), at);
      const { findings, reproduction } = await verifyFolder(audit, full);
      expect(findings.map(({ file, problem }) => [file, problem])).toEqual([[name, "changed"]]);
      expect(reproduction.done).toBe(false);
      await flipByte(join(folder(), name), at);
    }
  });

  it("of manifest.json is found, wherever it is", async () => {
    const audit = await writeMadeUpAudit(folder());
    const { length } = await readFile(join(audit, "manifest.json"));
    for (let at = 0; at < length; at += 7) {
      await flipByte(join(audit, "manifest.json"), at);
      const refused = verifyFolder(audit, quick);
      await expect(refused).rejects.toMatchObject({ code: "MANIFEST_INVALID" });
      await expect(refused).rejects.toThrow("manifest.json");
      await flipByte(join(audit, "manifest.json"), at);
    }
  });

  it("added or taken away is found too, and so is a missing file", async () => {
    const audit = await writeMadeUpAudit(folder());
    await writeFile(join(audit, "audit.json"), `${await readFile(join(audit, "audit.json"), "utf8")} `);
    await rm(join(audit, "report.html"));
    const { findings } = await verifyFolder(audit, full);
    expect(findings.map(({ message }) => message)).toEqual([
      expect.stringContaining("audit.json was changed: line "),
      "report.html is missing",
    ]);
  });
});

describe("a forged audit", () => {
  it("whose manifest fits its files passes the hashes but not being made again", async () => {
    const outputs = madeUpParts().outputs.map((output) =>
      output.path === "audit.json"
        ? { ...output, text: String(output.text).replace('"people": 2', '"people": 3') }
        : output,
    );
    const audit = await writeMadeUpAudit(folder(), { outputs });
    expect((await verifyFolder(audit, quick)).findings).toEqual([]);
    const { findings } = await verifyFolder(audit, full);
    expect(findings).toEqual([
      {
        file: "audit.json",
        problem: "not reproduced",
        message: "the repeated audit gives another audit.json: $.people is 3 in the folder, 2 in the repeated audit",
        difference: { place: "$.people", first: "3", second: "2" },
      },
    ]);
  });

  it("with another configuration, a file too many or a file too few is found", async () => {
    const other = { ...configuration, settings: { seed: 8 } };
    const audit = await writeMadeUpAudit(folder(), { configuration: other });
    const files = (await verifyFolder(audit, full)).findings.map(({ file }) => file);
    expect(files).toEqual(["audit.json", "report.html"]);
    const more = [...madeUpParts().outputs, { path: "more.csv", text: "x\n" }];
    await writeMadeUpAudit(folder(), { outputs: more });
    expect((await verifyFolder(audit, full)).findings[0]?.message).toContain("does not write more.csv");
    await writeMadeUpAudit(folder(), { outputs: madeUpParts().outputs.slice(1) });
    expect((await verifyFolder(audit, full)).findings[0]?.message).toContain("also writes report.html");
  });

  it("that no longer can be made is reported in the words of what stopped it; other errors pass through", async () => {
    const audit = await writeMadeUpAudit(folder());
    const failing = (error: Error) => ({ ...full, reproduce: () => Promise.reject(error) });
    const { findings } = await verifyFolder(audit, failing(new AuditError("SINGLE_CLASS", "all were rejected")));
    expect(findings[0]).toMatchObject({ file: "manifest.json", problem: "not reproduced" });
    expect(findings[0]?.message).toContain("SINGLE_CLASS: all were rejected");
    await expect(verifyFolder(audit, failing(new AuditError("ABORTED", "stopped")))).rejects.toThrow("stopped");
    await expect(verifyFolder(audit, failing(new Error("a bug")))).rejects.toThrow("a bug");
  });

  it("is not read beyond the folder: links out of it, folders and devices in place of files are refused", async () => {
    const secret = join(folder(), "secret.txt");
    const text = "secret\n";
    await put(secret, text);
    const audit = await writeMadeUpAudit(folder(), {
      outputs: [
        { path: "a.txt", text },
        { path: "b.txt", text },
        { path: "c/d.txt", text },
      ],
    });
    await rm(join(audit, "a.txt"));
    await symlink(secret, join(audit, "a.txt"));
    await rm(join(audit, "b.txt"));
    await mkdir(join(audit, "b.txt"));
    await rm(join(audit, "c"), { recursive: true });
    await put(join(folder(), "elsewhere", "d.txt"), text);
    await symlink(join(folder(), "elsewhere"), join(audit, "c"));
    const { findings } = await verifyFolder(audit, {
      ...full,
      reproduce: async () => ({ outputs: [{ path: "a.txt", text: "x" }], evidence: madeUpRows }),
    });
    expect(findings.filter(({ problem }) => problem === "changed").map(({ message }) => message)).toEqual([
      expect.stringMatching(/^a\.txt was changed: .*a\.txt is a link, which is not followed/),
      expect.stringMatching(/^b\.txt was changed: .*it is a folder/),
      expect.stringMatching(/^c\/d\.txt was changed: .*c is a link, which is not followed/),
    ]);
    expect(JSON.stringify(findings)).not.toContain("secret");
  });

  it("does not make verify hash what has another size, nor wait for a device", async () => {
    const audit = await writeMadeUpAudit(folder());
    await rm(join(folder(), "decisions.csv"));
    await symlink("/dev/zero", join(folder(), "decisions.csv"));
    const { findings } = await verifyFolder(audit, full);
    expect(findings[0]?.message).toContain("the file there is a link or not the one the audit read");
  });

  it.each(["link", "file"])("tells nothing of a file around the folder that is not the input: a %s", async (kind) => {
    const secret = join(folder(), "home/key");
    await put(secret, "top secret\n");
    const input = join(folder(), "decisions.csv");
    const inputs = [{ role: "decisions", name: "decisions.csv", path: "../decisions.csv", bytes: 11 }] as const;
    const audit = await writeMadeUpAudit(folder(), {
      inputs: inputs.map((each) => ({ ...each, sha256: "0".repeat(64) })),
    });
    await rm(input, { force: true });
    if (kind === "link") await symlink(secret, input);
    else await cp(secret, input);
    const { findings } = await verifyFolder(audit, quick);
    expect(findings[0]?.message).toContain("the file there is a link or not the one the audit read");
    expect(JSON.stringify(findings)).not.toContain(sha256Hex("top secret\n"));
  });

  it("never follows a link on the way to an input around the folder", async () => {
    const audit = await writeMadeUpAudit(folder());
    const text = await readFile(join(folder(), "decisions.csv"), "utf8");
    await put(join(folder(), "elsewhere/decisions.csv"), text);
    await rm(join(folder(), "decisions.csv"));
    await symlink(join(folder(), "elsewhere/decisions.csv"), join(folder(), "decisions.csv"));
    expect((await verifyFolder(audit, quick)).findings).toHaveLength(1);
    const named = { ...quick, inputs: folder() }; // what the reader names may be a link of the reader's own
    expect((await verifyFolder(audit, named)).findings).toEqual([]);
  });

  it("ends at a file that the system makes up as it is read", async () => {
    const place = { role: "decisions", name: "kmsg", path: null, bytes: 0, sha256: sha256Hex("") } as const;
    const audit = await writeMadeUpAudit(folder(), { inputs: [place] });
    const { findings } = await verifyFolder(audit, { ...quick, inputs: "/proc" });
    expect(findings).toEqual([]); // it is as long as it says: 0 bytes
  });

  it("that claims more bytes than any audit has is refused before one is read", async () => {
    const audit = await writeMadeUpAudit(folder(), {
      inputs: [{ role: "decisions", name: "d.csv", path: null, bytes: 2 ** 40, sha256: "0".repeat(64) }],
    });
    await expect(verifyFolder(audit, quick)).rejects.toThrow("no audit has more than");
  });

  it("with a manifest too large, not UTF-8 or not there is refused", async () => {
    const audit = await writeMadeUpAudit(folder());
    const path = join(audit, "manifest.json");
    await writeFile(path, Buffer.alloc(17 * 1024 * 1024, 32));
    await expect(verifyFolder(audit, quick)).rejects.toThrow("no audit writes more");
    await writeFile(path, Buffer.of(0xff, 0xfe, 0x00));
    await expect(verifyFolder(audit, quick)).rejects.toThrow("not UTF-8");
    await rm(path);
    await mkdir(path);
    await expect(verifyFolder(audit, quick)).rejects.toMatchObject({ code: "MANIFEST_INVALID" });
    await rm(path, { recursive: true });
    await expect(verifyFolder(audit, quick)).rejects.toMatchObject({ code: "FILE_NOT_FOUND" });
    await expect(verifyFolder(join(audit, "audit.json"), quick)).rejects.toMatchObject({ code: "FILE_NOT_FOUND" });
  });
});

describe("commitments", () => {
  const key = new Uint8Array(32).fill(5);
  const { commitments } = commitEvidence(madeUpRows, key);

  it("are computed again with the key, and not without", async () => {
    const audit = await writeMadeUpAudit(folder(), { commitments });
    expect(await verifyFolder(audit, { ...full, key })).toMatchObject({ findings: [], commitments: "recomputed" });
    expect(await verifyFolder(audit, full)).toMatchObject({ findings: [], commitments: "not recomputed" });
    expect(await verifyFolder(audit, quick)).toMatchObject({ findings: [], commitments: "not recomputed" });
  });

  it("to other rows, or with another key, are found", async () => {
    const audit = await writeMadeUpAudit(folder(), { commitments });
    const { findings } = await verifyFolder(audit, { ...full, key: new Uint8Array(32) });
    expect(findings).toMatchObject([{ file: "manifest.json", problem: "not reproduced" }]);
    expect(findings[0]?.difference?.place).toBe("$.commitments.decisions.root");
    const fewer = { ...commitments, letters: { count: 1, root: sha256Hex("") } };
    await putManifest(audit, madeUpManifest({ commitments: fewer }));
    expect((await verifyFolder(audit, full)).findings[0]?.message).toMatch(/and 1 letters, but the audit counts/);
  });

  it("do not hide in a folder that was copied", async () => {
    const audit = await writeMadeUpAudit(folder(), { commitments });
    const copy = join(folder(), "copy");
    await cp(audit, copy, { recursive: true });
    expect((await verifyFolder(copy, { ...full, key })).findings).toEqual([]);
  });
});

describe("a folder of an earlier version", () => {
  const redrawn =
    (changes: Readonly<Record<string, { text?: string; format: string }>>): typeof makeAgain =>
    async (request) => {
      const again = await makeAgain(request);
      return { ...again, outputs: again.outputs.map((output) => ({ ...output, ...changes[output.path] })) };
    };

  it("is verified with the settings its audit.json records, in its own format", async () => {
    const audit = await writeMadeUpAudit(folder());
    await putFirstManifest(audit);
    let settings: unknown;
    const reproduce: typeof makeAgain = (request) => {
      settings = request.settings;
      return makeAgain(request);
    };
    const result = await verifyFolder(audit, { ...full, reproduce });
    expect(result).toMatchObject({ findings: [], otherFormats: [], manifest: { format: "recast-manifest/1" } });
    expect(settings).toEqual({});
    await writeMadeUpAudit(folder());
    await verifyFolder(audit, { ...full, reproduce });
    expect(settings).toEqual({ seed: 7 });
  });

  it("says which file is written in another format, and what was compared instead of its bytes", async () => {
    const audit = await writeMadeUpAudit(folder());
    await putFirstManifest(audit);
    const reproduce = redrawn({ "report.html": { text: "<p>drawn otherwise</p>", format: "recast-report/2" } });
    const { findings, otherFormats } = await verifyFolder(audit, { ...full, reproduce });
    expect(findings).toEqual([]);
    expect(otherFormats).toEqual([
      {
        file: "report.html",
        recorded: "recast-report/1",
        now: "recast-report/2",
        message:
          "report.html was written by an earlier version (recast-report/1; this version writes recast-report/2), so its " +
          "bytes must differ: its hash was checked instead, and the numbers behind it in audit.json",
      },
    ]);
  });

  it("still fails where a page of the same format differs, and where the hash does", async () => {
    const audit = await writeMadeUpAudit(folder());
    await putFirstManifest(audit);
    const same = redrawn({ "report.html": { text: "<p>drawn otherwise</p>", format: "recast-report/1" } });
    const [finding] = (await verifyFolder(audit, { ...full, reproduce: same })).findings;
    expect(finding).toMatchObject({ file: "report.html", problem: "not reproduced" });
    await flipByte(join(audit, "report.html"), 4);
    const other = redrawn({ "report.html": { text: "<p>drawn otherwise</p>", format: "recast-report/2" } });
    const [changed] = (await verifyFolder(audit, { ...full, reproduce: other })).findings;
    expect(changed).toMatchObject({ file: "report.html", problem: "changed" });
  });

  it("compares the values that both formats of a JSON file have", async () => {
    const outputs = madeUpOutputs(inputTexts["decisions.csv"], inputTexts["letters.csv"], 7).map((output) =>
      output.path === "audit.json" ? { ...output, format: "recast-audit/1" } : output,
    );
    const audit = await writeMadeUpAudit(folder(), { outputs });
    const text = (seed: number) => `{ "format": "recast-audit/9", "people": 2, "seed": ${seed}, "version": "0.1.0" }`;
    const against = async (seed: number) => {
      const reproduce = redrawn({ "audit.json": { text: text(seed), format: "recast-audit/9" } });
      return verifyFolder(audit, { ...full, reproduce });
    };
    const good = await against(7);
    expect(good.findings).toEqual([]);
    expect(good.otherFormats[0]?.message).toContain("the 3 values in both are the same");
    const [finding] = (await against(8)).findings;
    expect(finding?.message).toContain("seed is 7 in the folder, 8 in the repeated audit");
  });

  it("names values that a later format defines otherwise, and no others", async () => {
    const told = (surrogates: number, gap: number) => {
      const attributes = [{ gap, range: { surrogates } }];
      return canonicalJson({ fairness: [{ attributes }], format: `recast-audit/${surrogates === 28 ? 2 : 3}` });
    };
    const recorded = { path: "audit.json", text: told(28, 0.5), format: "recast-audit/2" };
    const outputs = madeUpOutputs(inputTexts["decisions.csv"], inputTexts["letters.csv"], 7).map((output) =>
      output.path === "audit.json" ? recorded : output,
    );
    const audit = await writeMadeUpAudit(folder(), { outputs });
    const against = (gap: number) => {
      const reproduce = redrawn({ "audit.json": { text: told(27, gap), format: "recast-audit/3" } });
      return verifyFolder(audit, { ...full, reproduce });
    };
    const good = await against(0.5);
    expect(good.findings).toEqual([]);
    expect(good.otherFormats[0]?.message).toContain(
      "1 values are the same in both, and 1 are defined differently since",
    );
    const [finding] = (await against(0.6)).findings;
    expect(finding?.message).toContain("fairness.0.attributes.0.gap is 0.5 in the folder, 0.6 in the repeated audit");
  });

  it("takes sentences that are only worded differently for the same", async () => {
    const told = (message: string, code: string, version: number) =>
      canonicalJson({ problems: [{ code, message }], format: `recast-audit/${version}` });
    const recorded = {
      path: "audit.json",
      text: told("no letters were given", "NO_LETTERS", 3),
      format: "recast-audit/3",
    };
    const outputs = madeUpOutputs(inputTexts["decisions.csv"], inputTexts["letters.csv"], 7).map((output) =>
      output.path === "audit.json" ? recorded : output,
    );
    const audit = await writeMadeUpAudit(folder(), { outputs });
    const against = (code: string) => {
      const text = told("there are no letters", code, 4);
      return verifyFolder(audit, { ...full, reproduce: redrawn({ "audit.json": { text, format: "recast-audit/4" } }) });
    };
    const good = await against("NO_LETTERS");
    expect(good.findings).toEqual([]);
    expect(good.otherFormats[0]?.message).toContain("sentences are worded differently");
    expect((await against("FILE_EMPTY")).findings[0]?.message).toContain("problems.0.code");
  });
});
