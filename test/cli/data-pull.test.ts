import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { dataCatalogue } from "../../src/lab/data/catalogue.js";
import { freshFolder, recast } from "./support.js";

const folder = freshFolder();
afterEach(() => vi.restoreAllMocks());

it("recast data pull asks the publisher's address, and keeps nothing that is not the published file", async () => {
  const asked: string[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (address) => {
    asked.push(String(address));
    return new Response("something else");
  });
  const outcome = await recast(["data", "pull", "housing"], {
    cwd: folder(),
    env: { RECAST_DATA: folder() },
    tty: true,
  });
  expect(asked).toEqual([dataCatalogue.find(({ name }) => name === "housing")?.file.publication?.address]);
  expect(outcome.exitCode).toBe(3);
  expect(outcome.stderr).toContain("DATA_CHANGED");
  await expect(readFile(join(folder(), "housing/housing.csv"))).rejects.toThrow();
});
