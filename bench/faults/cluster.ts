import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Program } from "./child.js";
import type { Setting } from "./commands.js";

const SERVER = "redis-server";

/** Whether there is a redis-server to start. */
export function findsRedis(): boolean {
  return spawnSync(SERVER, ["--version"]).status === 0;
}

interface ClusterPlace {
  readonly round: string;
  readonly work: string;
  readonly study: readonly string[];
}

const CLOCK_MS = 36_000_000;
const ENDING_MS = 10_000;

/** A Redis of the round's own and two workers. The folder of the round is written by `study run` alone. */
export async function openCluster(program: Program, { round, work, study }: ClusterPlace): Promise<Setting> {
  const data = join(work, "redis", round);
  await mkdir(data, { recursive: true });
  const port = await freePort();
  const address = `redis://127.0.0.1:${port}`;
  let redis = await startRedis(port, data);
  const main = join(program.root, "dist/cli/main.js");
  const file = join(work, "inputs/lending.csv");
  const problems: string[] = [];

  const preload = pathToFileURL(join(program.root, "bench/faults/preload.mjs")).href;
  const workers = [CLOCK_MS, -CLOCK_MS].map((shiftMs) => {
    const plan = { place: data, log: join(data, "worker.log"), act: "clock", at: 0, share: 0, shiftMs, onSignal: true };
    const env = { ...process.env, NO_COLOR: "1", RECAST_FAULT: JSON.stringify(plan) };
    const args = ["worker", "--engine", address, "--jobs", "1", "--file", file, "-q"];
    const stdio = ["ignore", "ignore", "ignore", "ipc"] as const;
    return spawn(process.execPath, ["--import", preload, main, ...args], { cwd: data, env, stdio: [...stdio] });
  });
  await Promise.all(workers.map((one) => once(one, "message"))); // they take signals now

  async function restart(): Promise<void> {
    redis.kill("SIGKILL");
    await once(redis, "exit");
    redis = await startRedis(port, data);
  }
  let restarting: Promise<void> = Promise.resolve();
  return {
    args: [...study, "--engine", address],
    disturb(what) {
      if (what === "worker-kill") workers[0]?.kill("SIGKILL");
      if (what === "worker-clock") for (const one of workers) one.kill("SIGUSR2");
      if (what === "worker-sigterm") workers[0]?.kill("SIGTERM");
      if (what === "redis-kill") restarting = restart();
    },
    async close() {
      await restarting;
      for (const [k, one] of workers.entries()) {
        if (one.exitCode !== null || one.signalCode !== null) continue;
        const exit = once(one, "exit");
        one.kill("SIGTERM");
        const timer = setTimeout(() => one.kill("SIGKILL"), ENDING_MS);
        const [code, signal] = await exit;
        clearTimeout(timer);
        if (code !== 0) problems.push(`worker ${k + 1} ended with ${code ?? signal} when it was told to end`);
      }
      const ended = once(redis, "exit");
      redis.kill("SIGKILL");
      await ended;
      return problems;
    },
  };
}

async function startRedis(port: number, folder: string): Promise<ChildProcess> {
  const args = ["--port", `${port}`, "--bind", "127.0.0.1", "--dir", folder, "--appendonly", "yes", "--save", ""];
  const child = spawn(SERVER, args, { stdio: "ignore" });
  for (let attempt = 0; attempt < 200; attempt++) {
    if (await answers(port)) return child;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  child.kill("SIGKILL");
  throw new Error("redis-server did not start within ten seconds");
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write("PING\r\n"));
    const end = (is: boolean) => {
      socket.destroy();
      resolve(is);
    };
    socket.on("data", (data) => end(data.toString().startsWith("+PONG")));
    socket.on("error", () => end(false));
  });
}
