import { expect, it, vi } from "vitest";
import { connectEngine, parseEngine } from "../../../src/platform/lab/cluster-engine.js";

vi.mock("bullmq", () => {
  throw new Error("Cannot find package 'bullmq'");
});

it("connectEngine says which packages are missing, and how to get them", async () => {
  const connecting = connectEngine(parseEngine("redis://127.0.0.1:1", undefined));
  await expect(connecting).rejects.toMatchObject({ code: "PACKAGE_MISSING" });
  await expect(connecting).rejects.toThrow("npm install bullmq@6.7.0 ioredis@6.0.0");
});
