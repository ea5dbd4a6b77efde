import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { completePackages, platformOf } from "../../scripts/complete-lock.mjs";

describe("platformOf", () => {
  it.each([
    ["@a/cli-darwin-arm64", { cpu: ["arm64"], os: ["darwin"] }],
    ["@a/binding-linux-x64-musl", { cpu: ["x64"], libc: ["musl"], os: ["linux"] }],
    ["@a/binding-linux-arm-gnueabihf", { cpu: ["arm"], libc: ["glibc"], os: ["linux"] }],
    ["@a/binding-wasm32-wasi", { cpu: ["wasm32"] }],
    ["fsevents", { cpu: [] }],
  ])("%s", (name, platform) => {
    expect(platformOf(name)).toEqual(platform);
  });
});

describe("completePackages", () => {
  const optionalDependencies = { "@a/b-linux-x64": "1.0.0", "@a/b-win32-x64": "1.0.0" };

  it("adds what is missing and keeps what is there", () => {
    const here = { version: "1.0.0", dev: true, optional: true, cpu: ["x64"], os: ["linux"], integrity: "sha512-x" };
    const packages = { "node_modules/a": { dev: true, optionalDependencies }, "node_modules/@a/b-linux-x64": here };
    const complete = completePackages(packages);
    expect(complete["node_modules/@a/b-linux-x64"]).toBe(here);
    expect(complete["node_modules/@a/b-win32-x64"]).toEqual({ ...here, integrity: undefined, os: ["win32"] });
  });

  it("puts a second version beside the package that asks for it", () => {
    const other = { version: "2.0.0" };
    const packages = { "node_modules/a": { optionalDependencies }, "node_modules/@a/b-win32-x64": other };
    const complete = completePackages(packages);
    expect(complete["node_modules/@a/b-win32-x64"]).toBe(other);
    expect(complete["node_modules/a/node_modules/@a/b-win32-x64"]).toMatchObject({ version: "1.0.0" });
  });
});

describe("package-lock.json", () => {
  const text = readFileSync("package-lock.json", "utf8");

  it("is complete for every platform", () => {
    const { packages } = JSON.parse(text);
    expect(completePackages(packages)).toEqual(packages);
  });

  it("holds no address", () => {
    expect(text).not.toMatch(/"resolved": "\w+:\/\//);
  });
});
